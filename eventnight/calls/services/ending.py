"""Calls end with their tables: when nobody is left there, and when the night is closed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from eventnight.calls.lifecycles import CALL
from eventnight.calls.models import IS_OPEN, FloorCall
from eventnight.calls.selectors.seats import taken_places
from eventnight.calls.services.storing import note
from eventnight.core.actors import SYSTEM
from eventnight.core.changes import lock_event
from eventnight.core.press import Press
from eventnight.events.models import Event


def end_calls_of_empty_tables(*, read_now: Callable[[], datetime]) -> int:
    """End the open calls of tables where nobody sits any more. Returns how many there were.

    read_now: asked again under each event's lock. Nothing is locked while every table has somebody.
    """
    ended = 0
    for event in Event.objects.filter(floor_calls__state__in=CALL.sources("end_with_table")).distinct():
        if _of_empty_tables(event):
            with transaction.atomic():
                lock_event(event.pk)
                ended += _end(_of_empty_tables(event), Press(SYSTEM, read_now()))
    return ended


def end_with_night(*, event: Event, press: Press) -> None:
    """End every open call of a locked night that closes."""
    _end(_open(event), press)


def _open(event: Event) -> list[FloorCall]:
    return list(event.floor_calls.filter(IS_OPEN).select_related("flight", "table", "match"))


def _of_empty_tables(event: Event) -> list[FloorCall]:
    calls = _open(event)
    taken = taken_places(event.pk) if calls else frozenset()
    return [call for call in calls if call.place not in taken]


def _end(calls: list[FloorCall], press: Press) -> int:
    for call in calls:
        CALL.make("end_with_table", call)
        call.ended_at, call.ended_by_code = press.at, press.by.code
        call.save(update_fields=["state", "ended_at", "ended_by_code"])
        note(call, "floor_call.ended", press)
    return len(calls)
