"""Why a call cannot be made, taken or ended, each with its way out."""

from __future__ import annotations

from datetime import datetime

from eventnight.calls.models import CallState, FloorCall
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.lifecycle import Move
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Event


def call_state(call: FloorCall, move: Move) -> Conflict:
    """Of a call from whose state the move does not lead: it is over, somebody has taken it, or nobody has."""
    if call.ended_at is not None:
        ended = CallState(call.state).label.lower()
        at = clock_text(call.ended_at, call.event)
        return Conflict("call_over", f"This call ended at {at}: {ended}. Nobody needs to go.", call=call.pk)
    if call.taken_at is not None:
        at = clock_text(call.taken_at, call.event)
        return Conflict(
            "call_taken",
            f"{call.taken_by_label} has been on the way since {at}. If that was wrong, they give the call back first.",
            call=call.pk,
            taken_by=call.taken_by_label,
        )
    return Conflict("call_not_taken", "Nobody is on the way to this call yet. Press “I’m going” first.", call=call.pk)


def no_seat() -> Conflict:
    """Of a guest who sits nowhere."""
    return Conflict(
        "no_seat_to_call_from",
        "You have no seat at a table now, so there is nowhere to come to. Ask at the desk, or call from your seat.",
    )


def nobody_there() -> Conflict:
    """Of a table without players."""
    return Conflict(
        "nobody_at_table", "Nobody sits at that table now, so the floor was not called. Reload the page and look again."
    )


def not_your_table(call: FloorCall) -> Conflict:
    """Of a call from another table than the guest's."""
    return Conflict(
        "not_your_table",
        "This call came from another table than yours. Open your night again to see your own.",
        call=call.pk,
    )


def called_just_now(now: datetime, again_at: datetime) -> Conflict:
    """Of a guest whose last call was cancelled a moment ago."""
    seconds = max(1, -int((now - again_at).total_seconds() // 1))
    return Conflict(
        "called_just_now",
        f"Your last call was cancelled a moment ago. Call again in {seconds} s, or ask the dealer.",
        seconds=seconds,
    )


def night_over(event: Event) -> Conflict:
    """Of a night that is closed."""
    return Conflict("night_over", f"{event.name} is closed: nobody comes to its tables any more.", status=event.status)


def unknown_call(call_id: int) -> NotFound:
    """Of a call that another night may have."""
    return NotFound("unknown_call", "This night has no such call. Reload the page.", call=call_id)
