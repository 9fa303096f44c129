"""Random nights at the blind clock, read beside a plain count of the time left in each level.

The count shares nothing with the clock: it knows no elapsed time and no anchor, only which level runs and how much of
it is left, and lets time run out of it from one look at the wall to the next. 2,000 nights; 10,000 with ORACLE_FULL=1.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from engine.errors import RuleError
from engine.tournament.clock import ClockMove, TimedMove, read_clock, replay_clock
from engine.tournament.levels import Level, break_level

NIGHTS = 10_000 if os.environ.get("ORACLE_FULL") == "1" else 2_000
PARTS = 20
START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
MOVES = ("start", "pause", "resume", "adjust", "skip", "back", "undo")
HAPPENINGS = (*MOVES, "start", "resume", "tick", "doubled tick", "lost tick", "wall forth", "wall back")


class Refused(Exception):
    """The count has nowhere to go."""


@dataclass
class Count:
    """Which level runs, and the milliseconds left in it."""

    levels: tuple[Level, ...]
    index: int = 0
    left: int = 0
    runs: bool = False
    seen: int = 0

    def __post_init__(self) -> None:
        self.left = self._full(0)

    def _full(self, index: int) -> int:
        return self.levels[index].seconds * 1000

    @property
    def is_over(self) -> bool:
        return self.left == 0

    def look(self, wall: int) -> None:
        """Let run out what has passed since the last look; a wall set back takes nothing away."""
        passed, self.seen = max(0, wall - self.seen), wall
        while self.runs and passed and self.left:
            spent = min(passed, self.left)
            passed, self.left = passed - spent, self.left - spent
            if not self.left and self.index + 1 < len(self.levels):
                self._begin(self.index + 1)

    def _begin(self, index: int) -> None:
        self.index, self.left = index, self._full(index)

    def move(self, kind: str, seconds: int) -> None:
        if kind in {"start", "resume"}:
            self.runs = self.runs or not self.is_over
        elif kind == "pause":
            self.runs = False
        elif kind == "adjust":
            if self.is_over:
                raise Refused
            self.left = min(max(self.left + seconds * 1000, 1000), self._full(self.index))
        else:
            index = self.index + (1 if kind == "skip" else -1)
            if not 0 <= index < len(self.levels):
                raise Refused
            self._begin(index)

    def shown(self) -> dict[str, object]:
        until_break = self.left
        for level in self.levels[self.index + 1 :]:
            if level.is_break:
                break
            until_break += level.seconds * 1000
        else:
            until_break = None
        played = self.levels[: self.index + 1]
        return {
            "position": self.index + 1,
            "level": self.levels[self.index],
            "level_number": len([level for level in played if not level.is_break]),
            "next_level": next(iter(self.levels[self.index + 1 :]), None),
            "seconds_left": (self.left + 999) // 1000,
            "elapsed_ms": sum(level.seconds for level in played) * 1000 - self.left,
            "next_break_in_seconds": None if until_break is None else (until_break + 999) // 1000,
            "is_running": self.runs and not self.is_over,
            "is_over": self.is_over,
        }


@dataclass
class Night:
    """A night as it really went, looks at the wall and moves, and the events that the clock was given."""

    levels: tuple[Level, ...]
    story: list[tuple[str, int, int]] = field(default_factory=list)
    events: list[TimedMove] = field(default_factory=list)
    last_read: datetime | None = None

    def count(self) -> Count:
        """The story told from its beginning."""
        count = Count(self.levels)
        for kind, wall, seconds in self.story:
            count.look(wall)
            if kind != "look":
                count.move(kind, seconds)
        return count

    def look(self, wall: int) -> None:
        """A tick, or what a move does first: time set back is noticed."""
        now = at(wall)
        if self.last_read is not None and now < self.last_read:
            self.events.append(TimedMove(ClockMove.WALL_STEP, now, until=self.last_read))
        self.last_read = now
        self.story.append(("look", wall, 0))

    def move(self, kind: str, wall: int, seconds: int) -> None:
        """Make the same move at the clock and in the count; where one refuses, so does the other."""
        events = [*self.events, TimedMove(ClockMove(kind), at(wall), seconds)]
        try:
            story = self._undone() if kind == "undo" else self._moved(kind, wall, seconds)
        except Refused:
            with pytest.raises(RuleError):
                replay_clock(self.levels, events)
            return
        replay_clock(self.levels, events)
        self.events, self.story = events, story

    def _moved(self, kind: str, wall: int, seconds: int) -> list[tuple[str, int, int]]:
        before, after = self.count(), self.count()
        after.move(kind, seconds)
        # What changes nothing is not a move that could be undone.
        return self.story if after == before else [*self.story, (kind, wall, seconds)]

    def _undone(self) -> list[tuple[str, int, int]]:
        made = [index for index, (kind, _, _) in enumerate(self.story) if kind != "look"]
        if not made:
            raise Refused
        wall = self.story[made[-1]][1]
        return [*self.story[: made[-1]], ("look", wall, 0), *self.story[made[-1] + 1 :]]

    def must_read_alike(self, wall: int) -> None:
        reading = read_clock(self.levels, replay_clock(self.levels, self.events), at(wall))

        assert {name: getattr(reading, name) for name in self.count().shown()} == self.count().shown()


def at(wall: int) -> datetime:
    return START + timedelta(milliseconds=wall)


def some_levels(rng: random.Random) -> tuple[Level, ...]:
    longest = rng.choice([2, 60, 1200])
    return tuple(
        break_level(rng.randint(1, longest)) if rng.random() < 0.25 else Level(50, 100, 0, rng.randint(1, longest))
        for _ in range(rng.randint(1, 8))
    )


def live(rng: random.Random) -> None:
    """One night. The wall shows true time and an error that steps forth and back."""
    night = Night(some_levels(rng))
    length = sum(level.seconds for level in night.levels) * 1000
    true, error = 0, 0
    for _ in range(rng.randint(3, 25)):
        true += rng.choice([0, rng.randint(0, 3000), rng.randint(0, length // 3)])
        happening = rng.choice(HAPPENINGS)
        if happening == "lost tick":
            continue
        if happening == "wall forth":
            error += rng.randint(1, length)
        elif happening == "wall back":
            error -= rng.randint(1, length)
        wall = true + error
        night.look(wall)
        if happening == "doubled tick":
            night.look(wall)
        if happening in MOVES:
            night.move(happening, wall, rng.choice([0, 60, rng.randint(-1500, 1500)]))
        night.must_read_alike(wall)
    # Nobody looks for a long while.
    wall = true + error + rng.randint(0, 2 * length)
    night.look(wall)
    night.must_read_alike(wall)


@pytest.mark.rule("WAS-6")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_random_night_reads_like_a_plain_count_of_time(part):
    for number in range(part, NIGHTS, PARTS):
        live(random.Random(f"night {number}"))
