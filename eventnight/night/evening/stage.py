"""What a scripted evening runs on: the event, a simulated clock, chance from a seed, and who acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from eventnight.core.actors import Actor
from eventnight.events.models import Event, Player

Tell = Callable[[str], None]


@dataclass(slots=True)
class Stage:
    """An evening under way. `by` does everything that one person of staff may do, `second` confirms."""

    event: Event
    now: datetime
    chance: Random
    by: Actor
    second: Actor
    tell: Tell

    def wait(self, minutes: float) -> datetime:
        """Let time pass. Returns the time then."""
        self.now += timedelta(minutes=minutes)
        return self.now

    def key(self) -> UUID:
        """An idempotency key; the same seed gives the same ones."""
        return UUID(int=self.chance.getrandbits(128), version=4)

    def seed(self) -> str:
        """A seed for a recorded draw."""
        return f"{self.chance.getrandbits(128):032x}"

    def pick(self, players: list[Player], number: int) -> list[Player]:
        """That many of them, or all when there are fewer, in random order."""
        return self.chance.sample(players, min(number, len(players)))
