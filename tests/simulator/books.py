"""The judge's own books of a night: nothing moves but by a press, and a press moves what was asked for. Only the system
itself moves something without one, and with any press at the same table: seats that are charged by the half-hour pay,
and a hand that the system deals is paid when its time is up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from eventnight.bank.models import Entry, EntryKind
from eventnight.core.actors import SYSTEM
from eventnight.core.models import PressKey
from eventnight.events.models import Event
from tests.simulator.expected import Asked, Model, is_as_expected, model_of, seat_of
from tests.simulator.ledger import Held, held_by_lines, ledger_holds, moved_between, moved_by_entries
from tests.simulator.presses import Press

BY_ITSELF = Q(entry__actor_code=SYSTEM.code, entry__kind__in=(EntryKind.SEAT_FEE, EntryKind.HAND))
"""What the system books."""


class Books:
    """Of one night. Told of every press before it is sent and after it was answered."""

    def begin(self, event: Event) -> None:
        self._event = event
        self._held: Held = held_by_lines(event)
        self._sequence = _last_entry(event)
        self._asked: Asked | None = None
        self._model: Model | None = None

    def before(self, press: Press) -> None:
        """What it will be measured against, as it is before the press."""
        self._asked = self._model = None
        found = model_of(press)
        if found is not None:
            self._model, body = found
            self._asked = self._asks(body)

    def after(self, press: Press, *, is_new: bool) -> Iterator[str]:
        """The press was answered with success. is_new: whether it claimed a key."""
        held = held_by_lines(self._event)
        moved, by_itself = self._moved(held)
        yield from (f"the ledger: {fault}" for fault in ledger_holds(self._event, held))
        if moved and not is_new:
            yield f"{moved} moved without a key of its own"
        elif is_new and self._model and self._asked and not by_itself:
            expected = self._model(self._asked)
            if not is_as_expected(expected, moved):
                yield f"{moved} moved, and {expected} was asked for"

    def settled(self) -> Iterator[str]:
        """Something was pressed, and who knows what of it counted."""
        self._moved(held_by_lines(self._event))
        yield from (f"the ledger: {fault}" for fault in ledger_holds(self._event, self._held))

    def unmoved(self) -> Iterator[str]:
        """Nobody pressed anything."""
        moved, _ = self._moved(held_by_lines(self._event))
        if moved:
            yield f"{moved} moved, and nobody pressed anything"

    def _moved(self, held: Held) -> tuple[dict[str, int], dict[str, int]]:
        """What has moved since the last look, without what the system booked, and that. held: by now."""
        since = BY_ITSELF & Q(entry__sequence__gt=self._sequence)
        booked = {at: count for at, count in moved_by_entries(self._event, since).items() if count}
        moved = moved_between({at: self._held.get(at, 0) + booked.get(at, 0) for at in {*self._held, *booked}}, held)
        self._held, self._sequence = held, _last_entry(self._event)
        return moved, booked

    def _asks(self, body: dict[str, Any]) -> Asked:
        event = Event.objects.get(pk=self._event.pk)
        return Asked(event, body, self._held, seat_of(event, body) if "seat" in body else ("", ""))


class Keys:
    """What was acknowledged under which key, as the night's rows have it."""

    def begin(self, event: Event) -> None:
        self._event, self._known = event, _claims(event)

    def claimed(self) -> set[str]:
        """Keys that are there now and were not at the last look, but for those of the system, which nobody sends."""
        now = _claims(self._event)
        new = {key for key, (_, _, who, _) in now.items() if key not in self._known and who != SYSTEM.code}
        self._gone = [key for key, claim in self._known.items() if now.get(key) != claim]
        self._known = now
        return new

    def are_there(self) -> Iterator[str]:
        """Every key that was ever acknowledged stands for what it stood for. Call it after `claimed`."""
        yield from (f"the press {key} is gone or another" for key in self._gone)


def _last_entry(event: Event) -> int:
    newest = Entry.objects.filter(event=event).order_by("-sequence").values_list("sequence", flat=True)
    return newest.first() or 0


def _claims(event: Event) -> dict[str, tuple[object, ...]]:
    rows = PressKey.objects.filter(event=event).values_list("key", "service", "fingerprint", "actor_code", "at")
    return {str(key): rest for key, *rest in rows}
