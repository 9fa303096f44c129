"""A blind clock on paper: where it stands, what it announces, and which version it has, after time and after a move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate

from tests.simulator.clocks import Known, Place, level_at, make, moved_by
from tests.simulator.deeds.deed import differences
from tournaments.models import BlindClock, ClockEvent, ClockKind, LevelAnnouncement

UNSEEN = 60
"""Seconds after which a running clock that nobody looked at asks whether play went on."""


@dataclass
class Paper:
    """What a clock is expected to be. new: announcements since it was read, as version and position."""

    clock: BlindClock
    place: Place
    made: list[ClockEvent]
    version: int
    announced: int
    away: int | None
    new: list[tuple[int, int]] = field(default_factory=list)

    @property
    def lengths(self) -> list[int]:
        return [level.seconds * 1000 for level in self.clock.levels]

    @property
    def total(self) -> int:
        return sum(self.lengths)

    def ran(self, moment: datetime) -> int:
        return self.place.at(moment, self.total)

    def position(self, moment: datetime) -> int:
        """Levels and breaks are counted from 1."""
        return level_at(self.ran(moment), list(accumulate(self.lengths))) + 1

    def left(self, moment: datetime) -> int:
        """Milliseconds until the level ends."""
        return sum(self.lengths[: self.position(moment)]) - self.ran(moment)

    def let_time_pass(self, moment: datetime) -> None:
        """What time alone does until somebody looks: it is asked about, breaks stop the clock, levels are announced."""
        self._note_absence(moment)
        reached = self._break_reached(moment)
        if reached is not None:
            self.place = Place(reached)
            self.announce(moment)
            self.version += 1
        self.announce(moment)

    def move(self, kind: str, moment: datetime, seconds: int = 0) -> bool:
        """Whether the move changes anything."""
        row = ClockEvent(kind=kind, at=moment, seconds=seconds)
        return self.go_to(moved_by(self.place, row, self.lengths), moment)

    def undo(self, undone: ClockEvent, moment: datetime) -> None:
        """As if the move had never been made."""
        place = Place()
        for each in self.made:
            if each.pk != undone.pk:
                place = moved_by(place, each, self.lengths)
        # An undo is a move of its own, also where it changes nothing.
        self.place = Place(-1)
        self.go_to(place, moment)

    def stop_at_later_breaks(self, moment: datetime) -> None:
        """A clock that runs is told where it stands, so that breaks before do not stop it."""
        place = Place(self.ran(moment), None if self.place.since is None else moment)
        self.place = Place(-1)
        self.go_to(place, moment)

    def go_to(self, place: Place, moment: datetime) -> bool:
        if place == self.place:
            return False
        self.place, self.version = place, self.version + 1
        self.announced = min(self.announced, self.position(moment))
        self.announce(moment)
        return True

    def announce(self, moment: datetime) -> None:
        if self.place.since is None and self.place.ran == 0:
            return
        position = self.position(moment)
        self.new += [(self.version, number) for number in range(self.announced + 1, position + 1)]
        self.announced = max(self.announced, position)

    def differs(self, moment: datetime) -> Iterator[str]:
        """What the row of the clock, and the levels it announced since, have otherwise."""
        row = BlindClock.objects.get(pk=self.clock.pk)
        wanted = {"place": self.place, "version": self.version, "announced": self.announced, "away": self.away}
        found = {"place": Place(row.elapsed_ms, row.running_since), "version": row.version}
        found |= {"announced": row.announced, "away": row.away_seconds}
        yield from differences(f"{self.clock}:", wanted, found)
        later = LevelAnnouncement.objects.filter(clock=row, pk__gt=self._last).order_by("pk")
        announced = [(each.version, each.position) for each in later]
        if announced != list(dict.fromkeys(self.new)):
            yield f"{self.clock} announced {announced}, not {self.new}"
        wanted_due = self.due(moment)
        if row.due_at != wanted_due:
            yield f"{self.clock} has its next level at {row.due_at}, not {wanted_due}"

    def due(self, moment: datetime) -> datetime | None:
        """When the next level begins; None for a standing clock and in the last one."""
        since = self.place.since
        if since is None or self.announced >= len(self.lengths) or self.ran(moment) >= self.total:
            return None
        return since + timedelta(milliseconds=sum(self.lengths[: self.position(moment)]) - self.place.ran)

    def __post_init__(self) -> None:
        rows = LevelAnnouncement.objects.filter(clock=self.clock).order_by("-pk")
        self._last = rows.values_list("pk", flat=True).first() or 0

    def _note_absence(self, moment: datetime) -> None:
        seen = self.clock.last_read_at
        if seen is None or self.place.since is None or (moment - seen).total_seconds() <= UNSEEN:
            return
        counted = (self._shown(moment) - self._shown(seen)) // 1000
        if counted > 0:
            self.away = (self.away or 0) + counted

    def _shown(self, moment: datetime) -> int:
        """What has run, or what had run when the first break since then began."""
        reached = self._break_reached(moment)
        return self.ran(moment) if reached is None else reached

    def _break_reached(self, moment: datetime) -> int | None:
        """The start of the first break that a running clock came to by then, where it stops for breaks."""
        if self.place.since is None or not self.clock.pauses_for_breaks:
            return None
        starts = accumulate(self.lengths, initial=0)
        breaks = [start for start, level in zip(starts, self.clock.levels, strict=False) if level.is_break]
        return next((start for start in breaks if self.place.ran < start <= self.ran(moment)), None)


def paper_of(clock: BlindClock) -> Paper:
    """The clock as its moves have brought it."""
    known = Known()
    lengths = [level.milliseconds for level in clock.levels]
    for row in clock.events.select_related("undoes").order_by("pk"):
        make(known, row, lengths)
    return Paper(clock, known.place, known.made, clock.version, clock.announced, clock.away_seconds)


def last_standing(paper: Paper) -> ClockEvent | None:
    """The last decision that stands: what an undo takes back."""
    notes = (ClockKind.UNDO, ClockKind.BREAKS, ClockKind.LEVELS, ClockKind.WALL_STEP)
    rows = paper.clock.events.exclude(kind__in=notes).order_by("-pk")
    undone = set(paper.clock.events.filter(kind=ClockKind.UNDO).values_list("undoes", flat=True))
    return next((row for row in rows if row.pk not in undone), None)
