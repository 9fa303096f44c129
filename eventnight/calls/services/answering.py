"""Somebody of the staff answers a call by name."""

from __future__ import annotations

from eventnight.calls.lifecycles import CALL
from eventnight.calls.models import FloorCall
from eventnight.calls.services.storing import lock_call, note
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event

_TAKEN = ["state", "taken_at", "taken_by_code", "taken_by_label"]


@counted_once
def take_call(*, event: Event, call_id: int, press: Press) -> FloorCall:
    """Whoever presses is on the way. Pressed again by the same person, nothing changes.

    Raises NotFound("unknown_call"), Conflict: "call_taken", "call_over".
    """
    event, call = lock_call(event, call_id)
    if CALL.allows("give_back", call) and call.taken_by_code == press.by.code:
        return call
    CALL.make("take", call)
    call.taken_at, call.taken_by_code, call.taken_by_label = press.at, press.by.code, press.by.label
    call.save(update_fields=_TAKEN)
    note(call, "floor_call.taken", press)
    return call


@counted_once
def give_back_call(*, event: Event, call_id: int, press: Press) -> FloorCall:
    """Nobody is on the way after all: the call waits again, from the moment when it was made.

    Raises NotFound("unknown_call"), Conflict: "call_not_taken", "call_over".
    """
    event, call = lock_call(event, call_id)
    CALL.make("give_back", call)
    call.taken_at, call.taken_by_code, call.taken_by_label = None, "", ""
    call.save(update_fields=_TAKEN)
    note(call, "floor_call.given_back", press)
    return call


@counted_once
def finish_call(*, event: Event, call_id: int, press: Press) -> FloorCall:
    """Somebody was there, and it is settled.

    Raises NotFound("unknown_call"), Conflict: "call_not_taken", "call_over".
    """
    event, call = lock_call(event, call_id)
    CALL.make("finish", call)
    call.ended_at, call.ended_by_code = press.at, press.by.code
    call.save(update_fields=["state", "ended_at", "ended_by_code"])
    note(call, "floor_call.done", press)
    return call
