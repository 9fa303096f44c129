"""What a blind clock shows: a pure function of its row and the time of day, with anchors for the browser to count from.

Two things are read as if they had been written down already, because the worker that writes them may be late: the
pause at the start of a break, and a computer whose time was set back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from engine.tournament.clock import ClockMove, ClockReading, ClockState, make_move, read_clock, stopped_at_break
from engine.tournament.clock import TimedMove as Move
from engine.tournament.levels import Level
from eventnight.core.values.formats import chips_text
from tournaments.drawings.levels import LevelMark
from tournaments.models import BlindClock, ClockEvent, ClockKind, Flight

NOTES = (ClockKind.BREAKS, ClockKind.LEVELS, ClockKind.WALL_STEP)
"""What is kept among a clock's moves, and is none that an undo reaches."""
ONE_STEP_WITHIN = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class LevelView:
    """A level or a break of the structure. number counts levels without breaks; a break has that of the level before.

    position counts both, within the clock.
    """

    position: int
    number: int
    small_blind: int
    big_blind: int
    ante: int
    minutes: int
    is_break: bool

    @property
    def name(self) -> str:
        return "Break" if self.is_break else f"Level {self.number}"

    @property
    def stakes(self) -> str:
        """The blinds, or how long the break lasts."""
        if self.is_break:
            return f"{self.minutes} min"
        return f"{chips_text(self.small_blind)} / {chips_text(self.big_blind)}"

    @property
    def summary(self) -> str:
        """In one line: "800 / 1,600, ante 200" or "break of 10 minutes"."""
        if self.is_break:
            return f"break of {self.minutes} minutes"
        return f"{self.stakes}, ante {chips_text(self.ante)}" if self.ante else self.stakes


@dataclass(frozen=True, slots=True)
class Away:
    """A time in which nobody looked at the running clock. back_to: where it would be if play had stood still."""

    since: datetime
    until: datetime
    seconds: int
    back_to: LevelView
    back_to_seconds_left: int

    @property
    def minutes(self) -> int:
        """Rounded up."""
        return -(-self.seconds // 60)


@dataclass(frozen=True, slots=True)
class ClockView:
    """A clock as pages show it.

    running_since_ms is in milliseconds since 1970; it and ends_at are None while the clock stands. With elapsed_ms they
    stay right for as long as the version does, and so do the marks: a level counts as played once it has begun.
    """

    flight_id: int
    version: int
    level: LevelView
    levels: tuple[LevelView, ...]
    level_count: int
    seconds_left: int
    elapsed_ms: int
    running_since_ms: int | None
    ends_at: datetime | None
    next_break_in_seconds: int | None
    is_running: bool
    is_over: bool
    has_started: bool
    pauses_for_breaks: bool
    marks: tuple[LevelMark, ...]
    away: Away | None

    @property
    def ends_at_ms(self) -> int | None:
        """When the present level ends, for the browser to count to."""
        return _epoch_ms(self.ends_at)

    @property
    def is_break(self) -> bool:
        return self.level.is_break

    @property
    def next_level(self) -> LevelView | None:
        """The level or break that follows."""
        return self.levels[self.level.position] if self.level.position < len(self.levels) else None

    @property
    def level_after_break(self) -> LevelView | None:
        """What follows the break, where a break is next."""
        if self.next_level is None or not self.next_level.is_break:
            return None
        return next((level for level in self.levels[self.level.position :] if not level.is_break), None)

    @property
    def state(self) -> str:
        """One word: waiting, running, break, paused or over."""
        if self.is_over:
            return "over"
        if self.is_paused or self.is_waiting:
            return "paused" if self.is_paused else "waiting"
        return "break" if self.is_break else "running"

    @property
    def is_paused(self) -> bool:
        return self.has_started and not self.is_running and not self.is_over

    @property
    def is_waiting(self) -> bool:
        """Whether it has not been started yet."""
        return not self.has_started and not self.is_running and not self.is_over

    @property
    def heading(self) -> str:
        """ "Level 3", "Break" or, after the last level, "Last level"."""
        return "Last level" if self.is_over else self.level.name

    @property
    def strip_label(self) -> str:
        """What the strip of levels says to a screen reader."""
        following = f"; {self.next_level.summary} follows" if self.next_level else ""
        return f"{self.level.name} of {self.level_count}{following}"


def state_at(clock: BlindClock, now: datetime) -> ClockState:
    """The anchor, stopped at the start of a break that has begun since, where the clock pauses for breaks."""
    if not clock.pauses_for_breaks:
        return clock.anchor
    return stopped_at_break(clock.levels, clock.anchor, moment_of(clock, now))


def moment_of(clock: BlindClock, now: datetime) -> datetime:
    """`now`, or for a running clock the latest time it was read: a computer set back in time moves no level back."""
    if clock.is_running and clock.last_read_at is not None:
        return max(now, clock.last_read_at)
    return now


def read(clock: BlindClock, now: datetime) -> ClockReading:
    """What the clock shows at `now`. Needs the flight and its tournament loaded."""
    return read_clock(clock.levels, state_at(clock, now), moment_of(clock, now))


def level_ends_at(clock: BlindClock, now: datetime) -> datetime | None:
    """When the present level of a running clock ends; None for a standing one."""
    reading, anchor = read(clock, now), clock.anchor
    if anchor.running_since is None or not reading.is_running:
        return None
    end = sum(level.milliseconds for level in clock.levels[: reading.position])
    return anchor.running_since + timedelta(milliseconds=end - anchor.elapsed_ms)


def clock_view(flight: Flight, now: datetime) -> ClockView:
    """The flight's clock at `now`, without a query where clock and tournament are loaded.

    Rules: WAS-5, WAS-6.
    """
    clock = flight.clock
    clock.flight = flight
    reading, ends_at = read(clock, now), level_ends_at(clock, now)
    levels = level_views(clock)
    since = clock.running_since if reading.is_running else None
    has_started = clock.is_running or clock.elapsed_ms > 0
    return ClockView(
        flight_id=flight.pk,
        version=clock.version,
        level=levels[reading.position - 1],
        levels=levels,
        level_count=sum(not level.is_break for level in clock.whole_structure),
        seconds_left=reading.seconds_left,
        elapsed_ms=clock.elapsed_ms if reading.is_running else reading.elapsed_ms,
        running_since_ms=_epoch_ms(since),
        ends_at=ends_at,
        next_break_in_seconds=reading.next_break_in_seconds,
        is_running=reading.is_running,
        is_over=reading.is_over,
        has_started=has_started,
        pauses_for_breaks=clock.pauses_for_breaks,
        marks=_marks(levels, reading.position if has_started else 0),
        away=_away(clock, levels, now),
    )


def last_move(clock: BlindClock) -> ClockEvent | None:
    """The last thing that happened to the clock."""
    return clock.events.order_by("-id").first()


def undoable_move(clock: BlindClock) -> ClockEvent | None:
    """The move that an undo reaches: the last one that was made by decision and stands."""
    return _standing(clock).exclude(kind__in=NOTES).first()


def time_step_of(clock: BlindClock) -> ClockEvent | None:
    """The last note, as far as it stands, that the computer's time was set."""
    return _standing(clock).filter(kind=ClockKind.WALL_STEP).first()


def level_change_of(clock: BlindClock) -> ClockEvent | None:
    """The last change of the levels to come that stands."""
    return _standing(clock).filter(kind=ClockKind.LEVELS).first()


def last_level_event(clock: BlindClock) -> ClockEvent | None:
    """The last change of the levels, or its undo."""
    kinds = Q(kind=ClockKind.LEVELS) | Q(undoes__kind=ClockKind.LEVELS)
    return clock.events.filter(kinds).order_by("-id").first()


def undoable_moves(clock: BlindClock, now: datetime) -> tuple[ClockEvent | None, ClockEvent | None]:
    """With one query, the move and the time step that an undo would reach; no step that surely happened."""
    moves = list(_standing(clock))
    step = next((move for move in moves if move.kind == ClockKind.WALL_STEP), None)
    if step is not None and _move_still_to_come(moves, step, now) is not None:
        step = None
    return next((move for move in moves if move.kind not in NOTES), None), step


def proof_of_step(clock: BlindClock, step: ClockEvent, now: datetime) -> ClockEvent | None:
    """The move before that step which proves that the computer's time went back, because its time of day came again
    after the step, or is still to come. None where no move proves it.
    """
    return _move_still_to_come(list(_standing(clock)), step, now)


def _move_still_to_come(moves: Sequence[ClockEvent], step: ClockEvent, now: datetime) -> ClockEvent | None:
    afterwards = min([now, *(move.at for move in moves if move.pk > step.pk)])
    before = [move for move in moves if move.pk < step.pk and not _is_part_of(step, move)]
    return next((move for move in before if move.at > afterwards), None)


def _is_part_of(step: ClockEvent, move: ClockEvent) -> bool:
    return move.kind == ClockKind.WALL_STEP and is_same_step(move, step)


def _standing(clock: BlindClock) -> QuerySet[ClockEvent]:
    """Moves that nobody has undone, the last one first."""
    return clock.events.exclude(kind=ClockKind.UNDO).filter(undone_by__isnull=True).order_by("-id")


def is_same_step(one: ClockEvent, other: ClockEvent) -> bool:
    """Whether two clocks were moved for one reason: within a minute, in one direction."""
    is_near = abs(one.at - other.at) <= ONE_STEP_WITHIN
    return is_near and _went_forward(one) == _went_forward(other)


def _went_forward(step: ClockEvent) -> bool:
    return step.until is not None and step.at > step.until


def structure_of(clock: BlindClock) -> tuple[LevelView, ...]:
    """Every level and break that the clock could begin with."""
    return _views(clock.whole_structure, 0)


def level_views(clock: BlindClock, levels: Sequence[Level] | None = None) -> tuple[LevelView, ...]:
    """The clock's levels, or others in their place, numbered as in the whole structure."""
    before = clock.whole_structure[: clock.start_position - 1]
    return _views(clock.levels if levels is None else levels, sum(not level.is_break for level in before))


def _views(levels: Sequence[Level], number: int) -> tuple[LevelView, ...]:
    """number: how many levels were before these."""
    views: list[LevelView] = []
    for level in levels:
        number += not level.is_break
        views.append(_level_view(len(views) + 1, number, level))
    return tuple(views)


def _away(clock: BlindClock, levels: Sequence[LevelView], now: datetime) -> Away | None:
    if clock.away_from is None or clock.away_until is None or clock.away_seconds is None:
        return None
    moment = moment_of(clock, now)
    move = Move(ClockMove.STOOD_STILL, moment, clock.away_seconds)
    back = read_clock(clock.levels, make_move(clock.levels, state_at(clock, now), move), moment)
    since, until, seconds = clock.away_from, clock.away_until, clock.away_seconds
    return Away(since, until, seconds, levels[back.position - 1], back.seconds_left)


def _level_view(position: int, number: int, level: Level) -> LevelView:
    return LevelView(
        position=position,
        number=number,
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        minutes=max(level.seconds // 60, 1),
        is_break=level.is_break,
    )


def _marks(levels: Sequence[LevelView], begun: int) -> tuple[LevelMark, ...]:
    return tuple(
        LevelMark(level.minutes, level.minutes if level.position <= begun else 0, level.is_break) for level in levels
    )


def _epoch_ms(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp() * 1000)
