"""The levels of a flight changed while it plays: what each change leads to, to be looked at before it is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from engine.tournament.forecast import forecast_end
from engine.tournament.level_changes import pair_levels
from engine.tournament.levels import Level
from engine.units import Chips
from eventnight.core.values.formats import clock_text, countdown_text
from tournaments.models import BlindClock, Flight, FlightStatus
from tournaments.selectors.clock.clock_view import LevelView, last_level_event, level_views, moment_of, read
from tournaments.selectors.clock.finish_by import elapsed_seconds
from tournaments.selectors.clock.level_checks import begun_of, require_possible
from tournaments.selectors.flight.values import FlightView

PLAYED = (FlightStatus.BAGGED, FlightStatus.CLOSED)
TO_BEGIN = (FlightStatus.PLANNED, FlightStatus.SEATED)


@dataclass(frozen=True, slots=True)
class TimedLevel:
    """A level or break with its length in seconds, and when it begins by the clock as it goes now."""

    view: LevelView
    seconds: int
    begins_at: datetime

    @property
    def summary(self) -> str:
        """ "400 / 800, ante 100, 20:00"; of a break, "10:00"."""
        length = countdown_text(self.seconds)
        return length if self.view.is_break else f"{self.view.summary}, {length}"


@dataclass(frozen=True, slots=True)
class PlannedLevel:
    """A level or break to come, now and then; None where it is added, or goes."""

    before: TimedLevel | None
    after: TimedLevel | None

    @property
    def shown(self) -> TimedLevel:
        """How it would be; of one that goes, how it is."""
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def change(self) -> str:
        """One word: added, removed, changed, moved to another time, or same."""
        if self.before is None or self.after is None:
            return "added" if self.before is None else "removed"
        if self.before.summary != self.after.summary:
            return "changed"
        return "same" if self.before.begins_at == self.after.begins_at else "moved"


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that goes by levels, and when it is now and then."""

    name: str
    before: datetime
    after: datetime


@dataclass(frozen=True, slots=True)
class LevelsPlan:
    """What a change of the levels leads to. expected: when play should end, None without players. ends: the end of the
    last level. others: what the tournament's other flights have to do with it.
    """

    levels: tuple[PlannedLevel, ...]
    expected_before: datetime | None
    expected_after: datetime | None
    ends_before: datetime
    ends_after: datetime
    deadlines: tuple[Deadline, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlightLevels:
    """A flight's levels as they are. begun: how many of them have begun, the last of which is under way. seen: counts
    the changes of the levels, for a press to say which it was made for.
    """

    levels: tuple[TimedLevel, ...]
    begun: int
    played_seconds: int
    seen: int

    @property
    def under_way(self) -> TimedLevel | None:
        return self.levels[self.begun - 1] if self.begun else None

    @property
    def past(self) -> tuple[TimedLevel, ...]:
        """Levels and breaks that are over."""
        return self.levels[: max(self.begun - 1, 0)]

    @property
    def to_come(self) -> tuple[TimedLevel, ...]:
        return self.levels[self.begun :]

    @property
    def next_begins_at(self) -> datetime:
        """When the first level to come begins, or the end of the last level."""
        present = self.under_way
        return _end_of(present) if present else self.levels[0].begins_at

    @property
    def number_before(self) -> int:
        """How many levels, without breaks, come before those to come."""
        if self.under_way:
            return self.under_way.view.number
        first = self.levels[0].view
        return first.number - (not first.is_break)

    @property
    def played_text(self) -> str:
        """For how long the level under way was played: "12:05"."""
        return countdown_text(self.played_seconds)


def flight_levels(clock: BlindClock, now: datetime) -> FlightLevels:
    """Every level with its time, and how many have begun: one query."""
    begun, last = begun_of(clock, now), last_level_event(clock)
    played = -(-begun.played_ms // 1000)
    return FlightLevels(timed_levels(clock, clock.levels, now), begun.levels, played, last.version if last else 0)


def timed_levels(clock: BlindClock, levels: Sequence[Level], now: datetime) -> tuple[TimedLevel, ...]:
    """levels: the clock's own, or those it would have. A clock that stands goes on now, or starts when planned."""
    reading, starts = read(clock, now), clock.flight.starts_at
    begins = moment_of(clock, now) - timedelta(milliseconds=reading.elapsed_ms)
    if not reading.elapsed_ms and not reading.is_running and starts is not None:
        begins = max(begins, starts)
    after = accumulate((level.milliseconds for level in levels), initial=0)
    return tuple(
        TimedLevel(view, level.seconds, begins + timedelta(milliseconds=ms))
        for view, level, ms in zip(level_views(clock, levels), levels, after, strict=False)
    )


def levels_plan(row: Flight, flight: FlightView, wanted: Sequence[Level], now: datetime) -> LevelsPlan:
    """What those levels in place of the flight's would change. row: with its clock and tournament.

    Raises what `require_possible` raises.
    """
    clock = row.clock
    require_possible(row, wanted, now)
    begun = begun_of(clock, now)
    before, after = timed_levels(clock, clock.levels, now), timed_levels(clock, wanted, now)
    to_come = [
        PlannedLevel(_at(before, pair.before), _at(after, pair.after))
        for pair in pair_levels(clock.levels, wanted)
        if max(pair.before or 0, pair.after or 0) >= max(begun.levels, 1)
    ]
    expected_after = _expected(clock, wanted, flight.in_play, after[0].begins_at, now)
    return LevelsPlan(
        levels=tuple(to_come),
        expected_before=_expected(clock, clock.levels, flight.in_play, before[0].begins_at, now),
        expected_after=expected_after,
        ends_before=_end_of(before[-1]),
        ends_after=_end_of(after[-1]),
        deadlines=tuple(_deadlines(row, before, after, now)),
        others=tuple(_others(row, expected_after or _end_of(after[-1]))),
    )


def _at(levels: Sequence[TimedLevel], position: int | None) -> TimedLevel | None:
    return None if position is None else levels[position - 1]


def _end_of(level: TimedLevel) -> datetime:
    return level.begins_at + timedelta(seconds=level.seconds)


def _expected(
    clock: BlindClock, levels: Sequence[Level], in_play: int, begins: datetime, now: datetime
) -> datetime | None:
    """When about 20 big blinds are left with those levels."""
    if not in_play or all(level.is_break for level in levels):
        return None
    forecast = forecast_end(levels, Chips(in_play), elapsed=elapsed_seconds(clock, now))
    return begins + timedelta(seconds=forecast.ends_after)


def _deadlines(
    row: Flight, before: Sequence[TimedLevel], after: Sequence[TimedLevel], now: datetime
) -> Iterator[Deadline]:
    """Late entry, re-buys and the add-on, as far as they are still to come and move."""
    tournament = row.tournament
    closing = [("Late entry closes", tournament.late_until_level)]
    if tournament.rebuy_chips:
        closing.append(("Re-buys close", tournament.rebuy_until_level))
    moments = [(name, _closes(before, until), _closes(after, until)) for name, until in closing if until]
    if tournament.add_on_chips:
        number = tournament.add_on_break
        moments.append(("The add-on is sold from", _break_begins(before, number), _break_begins(after, number)))
    for name, old, new in moments if not row.is_final else []:
        if old and new and old != new and max(old, new) > now:
            yield Deadline(name, old, new)


def _closes(levels: Sequence[TimedLevel], until: int) -> datetime | None:
    """When the first level after number ``until`` begins; a break that follows it still counts to it."""
    return next((each.begins_at for each in levels if each.view.number > until), None)


def _break_begins(levels: Sequence[TimedLevel], number: int) -> datetime | None:
    breaks = [each.begins_at for each in levels if each.view.is_break]
    return breaks[number - 1] if number <= len(breaks) else None


def _others(row: Flight, ends: datetime) -> Iterator[str]:
    """The flights that are not over keep their own levels; one that is planned to begin before the end is named so."""
    event = row.tournament.event
    for other in row.tournament.flights.exclude(pk=row.pk).exclude(status__in=PLAYED):
        text = f"{other.name} keeps its own levels."
        if other.starts_at is not None and other.status in TO_BEGIN and other.starts_at < ends:
            text += (
                f" It is planned for {clock_text(other.starts_at, event)}, before play should end here at "
                f"{clock_text(ends, event)}."
            )
        yield text
