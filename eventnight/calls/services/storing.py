"""A call locked, and written down in the log."""

from __future__ import annotations

from eventnight.calls.models import FloorCall
from eventnight.calls.places import Kind
from eventnight.calls.selectors.calls import call_by_id
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.press import Press
from eventnight.events.models import Event


def lock_call(event: Event, call_id: int) -> tuple[Event, FloorCall]:
    """The event's lock, and the call as it is under it. Raises NotFound("unknown_call")."""
    event = lock_event(event.pk).event
    return event, call_by_id(event, call_id)


def note(call: FloorCall, action: str, press: Press, **facts: object) -> None:
    """One line of the log, about the table that called."""
    at = {"table": call.table_number} if call.place.kind == Kind.FLIGHT else {}
    record(call.event_id, press=press, action=action, subject=_subject(call), **at, **facts)


def _subject(call: FloorCall) -> str:
    """The table as other lines of the log call it: "holdem 3 flight F1", "T1", "bracket 2 match 7"."""
    if call.flight is not None:
        return f"holdem {call.flight.tournament_id} flight {call.flight.code}"
    if call.match is not None:
        return f"bracket {call.match.tournament_id} match {call.match.number}"
    assert call.table is not None
    return call.table.code
