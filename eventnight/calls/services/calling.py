"""A table calls the floor: from the phone of somebody who sits there, or by a member of staff."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q

from eventnight.calls.lifecycles import CALL
from eventnight.calls.models import About, CallState, FloorCall
from eventnight.calls.places import Place
from eventnight.calls.refusals import called_just_now, night_over, no_seat, nobody_there, not_your_table
from eventnight.calls.selectors.calls import call_at
from eventnight.calls.selectors.seats import SeatNow, seats_now, taken_places
from eventnight.calls.services.storing import lock_call, note
from eventnight.core.changes import lock_event
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event, Player
from eventnight.events.services.eligibility import require_not_withdrawn

CALL_AGAIN_AFTER = timedelta(seconds=20)
"""From a call that was cancelled to the next of the same guest: whoever taps to and fro calls no hall together."""


@counted_once
def call_from_seat(*, event: Event, player: Player, press: Press) -> FloorCall:
    """The guest calls the floor to the table where they sit now. Where it is called already, that call is returned, and
    nothing changes.

    Raises Conflict: "no_seat_to_call_from", "player_withdrawn", "night_over", "called_just_now".
    """
    known = _open_call_of(event, player)
    if known is not None:
        return known
    event = lock_event(event.pk).event
    _require_night(event)
    require_not_withdrawn(player)
    seat = _seat_of(event, player)
    return call_at(event, seat.place) or _called(event, seat.place, press, player, seat.number)


@counted_once
def call_for_table(*, event: Event, place: Place, press: Press) -> FloorCall:
    """Staff call the floor to a table where somebody sits. Where it is called already, that call is returned.

    Raises Conflict: "nobody_at_table", "night_over".
    """
    event = lock_event(event.pk).event
    _require_night(event)
    if place not in taken_places(event.pk):
        raise nobody_there()
    return call_at(event, place) or _called(event, place, press)


@counted_once
def say_about(*, event: Event, call_id: int, about: About, press: Press, player: Player | None = None) -> FloorCall:
    """Say what an open call is about; said again, nothing changes. player: a guest, who has to sit at that table.

    Raises NotFound("unknown_call"), Conflict: "not_your_table", "call_over".
    """
    event, call = lock_call(event, call_id)
    _require_own(call, player)
    CALL.require("say_about", call)
    if call.about != about:
        call.about = about
        call.save(update_fields=["about"])
        note(call, "floor_call.said", press, about=about.value)
    return call


@counted_once
def cancel_call(*, event: Event, call_id: int, press: Press, player: Player | None = None) -> FloorCall:
    """Nobody needs to come any more. player: a guest, who has to sit at that table.

    Raises NotFound("unknown_call"), Conflict: "not_your_table", "call_over".
    """
    event, call = lock_call(event, call_id)
    _require_own(call, player)
    CALL.make("cancel", call)
    call.ended_at, call.ended_by_code = press.at, press.by.code
    call.save(update_fields=["state", "ended_at", "ended_by_code"])
    note(call, "floor_call.cancelled", press)
    return call


def _called(
    event: Event, place: Place, press: Press, player: Player | None = None, seat: int | None = None
) -> FloorCall:
    if player is not None:
        _require_patience(event, press)
    call = FloorCall.objects.create(
        event=event,
        player=player,
        seat_number=seat,
        by_code=press.by.code,
        by_label=press.by.label,
        called_at=press.at,
        **place.columns,
    )
    note(call, "floor_call.made", press)
    return call


def _open_call_of(event: Event, player: Player) -> FloorCall | None:
    """The open call of the guest's table, looked for before anything is locked: a second tap changes no screen."""
    seat = seats_now(event.pk, player.pk).get(player.pk)
    return call_at(event, seat.place) if seat is not None and not event.is_closed else None


def _seat_of(event: Event, player: Player) -> SeatNow:
    seat = seats_now(event.pk, player.pk).get(player.pk)
    if seat is None:
        raise no_seat()
    return seat


def _require_own(call: FloorCall, player: Player | None) -> None:
    if player is None:
        return
    require_not_withdrawn(player)
    seat = seats_now(call.event_id, player.pk).get(player.pk)
    if seat is None or seat.place != call.place:
        raise not_your_table(call)


def _require_night(event: Event) -> None:
    if event.is_closed:
        raise night_over(event)


def _require_patience(event: Event, press: Press) -> None:
    """A guest who cancelled a call, or whose own was cancelled, waits a moment before the next."""
    since = press.at - CALL_AGAIN_AFTER
    by_them = Q(ended_by_code=press.by.code) | Q(by_code=press.by.code)
    cancelled = event.floor_calls.filter(by_them, state=CallState.CANCELLED)
    moments = [
        call.ended_at if call.ended_by_code == press.by.code and call.ended_at else call.called_at for call in cancelled
    ]
    # Nobody waits for a moment to come: the computer's time was set back since.
    moments = [moment for moment in moments if since < moment <= press.at]
    if moments:
        raise called_just_now(press.at, max(moments) + CALL_AGAIN_AFTER)
