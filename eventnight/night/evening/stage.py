"""What a scripted evening runs on: the event, a simulated clock, chance from a seed, and who acts."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID, uuid5

from eventnight.core.actors import Actor
from eventnight.events.models import Event, Player

Tell = Callable[[str], None]

Script = Iterator[float]
"""Part of an evening: does a little, then yields the minutes until it goes on."""


@dataclass(slots=True)
class Stage:
    """An evening under way. `by` does everything that one person of staff may do, `second` confirms.

    taken: cents that came over the counter for the fund, added up apart from the books.
    """

    event: Event
    now: datetime
    chance: Random
    by: Actor
    second: Actor
    tell: Tell
    taken: int = 0

    def play(self, *scripts: Script, until: datetime | None = None) -> None:
        """Play scripts side by side in simulated time, to their ends or until that moment."""
        due = [(self.now, number) for number in range(len(scripts))]
        while due and (until is None or due[0][0] <= until):
            self.now, number = heapq.heappop(due)
            minutes = next(scripts[number], None)
            if minutes is not None:
                heapq.heappush(due, (self.now + timedelta(minutes=minutes), number))
        if until is not None:
            self.now = max(self.now, until)

    def key(self) -> UUID:
        """An idempotency key; the same seed gives the same ones at the same event."""
        return uuid5(UUID(int=self.event.pk), f"{self.chance.getrandbits(128):032x}")

    def seed(self) -> str:
        """A seed for a recorded draw."""
        return f"{self.chance.getrandbits(128):032x}"

    def pick(self, players: list[Player], number: int) -> list[Player]:
        """That many of them, or all when there are fewer, in random order."""
        return self.chance.sample(players, min(number, len(players)))
