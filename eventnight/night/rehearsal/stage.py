"""What a scripted evening runs on: the event, a simulated clock, chance from a seed, and who acts."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from engine.errors import Refusal
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.models import EventHead
from eventnight.core.press import Press
from eventnight.events.models import Event, Player

Tell = Callable[[str], None]

Script = Iterator[float]
"""Part of an evening: does a little, then yields the minutes until it goes on."""

A_PRESS = timedelta(seconds=1)
UNPROCESSABLE = 422
"""What the API answers where the engine refuses."""


@dataclass(slots=True)
class Stage:
    """An evening under way. `by` does everything that one person of staff may do, `second` confirms.

    taken: cents that came over the counter for the fund, added up apart from the books. happened: what went otherwise
    than planned, and how often. refused: refusals by status and code. broken: promises that a service did not keep.
    pace: the time from one press to the next.
    """

    event: Event
    now: datetime
    chance: Random
    by: Actor
    second: Actor
    tell: Tell
    taken: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    pace: timedelta = A_PRESS

    def play(self, *scripts: Script, until: datetime | None = None) -> None:
        """Play scripts side by side in simulated time, to their ends or until that moment."""
        due = [(self.now, number) for number in range(len(scripts))]
        while due and (until is None or due[0][0] <= until):
            at, number = heapq.heappop(due)
            self.now = max(self.now, at)
            minutes = next(scripts[number], None)
            if minutes is not None:
                heapq.heappush(due, (self.now + timedelta(minutes=minutes), number))
        if until is not None:
            self.now = max(self.now, until)

    def press(self, by: Actor | None = None) -> Press:
        """Who presses, the key of the press, and when: at the pace of the evening after the press before."""
        return self.act(by).under(self.key())

    def act(self, by: Actor | None = None) -> Press:
        """The same for what needs no key."""
        self.now += self.pace
        return Press(by or self.by, self.now)

    def press_now(self) -> Press:
        """One of several presses at the same moment, with its key."""
        return self.act_now().under(self.key())

    def act_now(self) -> Press:
        """The same for what needs no key."""
        return Press(self.by, self.now)

    def note(self, what: str, times: int = 1) -> None:
        """Something happened that no plan of a night has."""
        self.happened[what] += times

    def happens(self, one_in: float) -> bool:
        """True once in so many times."""
        return self.chance.random() * one_in < 1

    def try_to(self, service: Callable[..., Any], **facts: Any) -> Any:
        """What the service answers; None where it refuses, which is noted, and has changed nothing."""
        version = self._version()
        try:
            with transaction.atomic():
                return service(**facts)
        except Refusal as refusal:
            self.refused[f"{getattr(refusal, 'status', UNPROCESSABLE)} {refusal.code}"] += 1
            if self._version() != version:
                self.broken.append(f"{service.__name__} was refused with {refusal.code} and has changed something.")
            return None

    def sell(self, service: Callable[..., Any], **facts: Any) -> Any:
        """Sell something. Asked whether the same is meant again, the desk asks the guest, and it is."""
        try:
            return service(**facts)
        except Conflict as asked:
            if asked.code != "sold_just_now":
                raise
            self.note("sales meant twice")
            return service(**{**facts, "press": facts["press"].repeating(asked.facts["sequence"])})

    def require_refusal(self, codes: Collection[str], service: Callable[..., Any], **facts: Any) -> None:
        """A press that has to be refused with one of these codes."""
        before = self.refused.copy()
        answer = self.try_to(service, **facts)
        said = " ".join(self.refused - before)
        if answer is not None or not any(said.endswith(code) for code in codes):
            self.broken.append(
                f"{service.__name__} answered {said or 'as if all was well'} instead of {' or '.join(codes)}."
            )

    def _version(self) -> int:
        return EventHead.objects.values_list("version", flat=True).get(event=self.event)

    def key(self) -> UUID:
        """An idempotency key; the same seed gives the same ones at the same event."""
        return uuid5(UUID(int=self.event.pk), f"{self.chance.getrandbits(128):032x}")

    def seed(self) -> str:
        """A seed for a recorded draw."""
        return f"{self.chance.getrandbits(128):032x}"

    def pick(self, players: list[Player], number: int) -> list[Player]:
        """That many of them, or all when there are fewer, in random order."""
        return self.chance.sample(players, min(number, len(players)))
