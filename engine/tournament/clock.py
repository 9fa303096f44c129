"""The blind clock. Nothing ticks: what it shows follows from the levels, the moves made and the time of day.

Elapsed time counts milliseconds of running, from the start of the first level and through breaks. Times of day are
aware datetimes and come from the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import accumulate

from engine.doors import door, typed
from engine.errors import RuleError
from engine.hints import plain
from engine.tournament.levels import Level, break_level
from engine.units import Seconds

_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
@typed
class ClockState:
    """``elapsed_ms`` had run at the time of day ``running_since``; None while the clock stands."""

    elapsed_ms: int = 0
    running_since: datetime | None = None

    def elapsed_at(self, now: datetime) -> int:
        """Milliseconds run at ``now``. A ``now`` before the anchor adds nothing and takes nothing away."""
        if self.running_since is None:
            return self.elapsed_ms
        return self.elapsed_ms + max(0, (now - self.running_since) // _MILLISECOND)


class ClockMove(StrEnum):
    """What staff can do to a clock; WALL_STEP is noted by the system when the computer's own time was put right.

    STOOD_STILL takes time back that the clock counted while nobody played, as when the computer was off. BREAKS notes
    that the clock stops at breaks from then on: those that began before stay played. LEVELS notes that the levels to
    come were changed. UNDO_STEP undoes a WALL_STEP that was noted by mistake.
    """

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    ADJUST = "adjust"
    SKIP = "skip"
    BACK = "back"
    BREAKS = "breaks"
    LEVELS = "levels"
    STOOD_STILL = "stood"
    UNDO = "undo"
    WALL_STEP = "wall_step"
    UNDO_STEP = "undo_step"


@dataclass(frozen=True, slots=True)
@typed
class TimedMove:
    """A move and the time of day it was made.

    seconds: for ADJUST, how much longer the current level gets; below 0 it gets shorter. For STOOD_STILL, how much
    less has run, also across the edges of levels.
    until: for WALL_STEP, the last time read before the computer's time changed to ``at``.
    level_seconds: how long the levels lasted when it was made, where they were changed since.
    """

    kind: ClockMove
    at: datetime
    seconds: int = 0
    until: datetime | None = None
    level_seconds: tuple[Seconds, ...] | None = None


@dataclass(frozen=True, slots=True)
@plain
class ClockReading:
    """What a clock shows. Positions count levels and breaks from 1; seconds are rounded up, as on a wall clock.

    level_number counts levels without breaks; during a break it is the level just played.
    next_break_in_seconds: until the next break begins, None if none is to come.
    """

    position: int
    level: Level
    level_number: int
    next_level: Level | None
    seconds_left: int
    elapsed_ms: int
    next_break_in_seconds: int | None
    is_running: bool
    is_over: bool

    @property
    def is_break(self) -> bool:
        return self.level.is_break


@door
def read_clock(levels: Sequence[Level], state: ClockState, now: datetime) -> ClockReading:
    """What the clock shows at ``now``. Once all levels have run it stays on the last, with nothing left.

    Raises RuleError: "clock_without_levels".
    Rules: WAS-6.
    """
    ends = _ends(levels)
    elapsed = min(state.elapsed_at(now), ends[-1])
    index = _index_at(ends, elapsed)
    is_over = elapsed == ends[-1]
    coming_breaks = [ends[later - 1] for later in range(index + 1, len(levels)) if levels[later].is_break]
    return ClockReading(
        position=index + 1,
        level=levels[index],
        level_number=sum(not level.is_break for level in levels[: index + 1]),
        next_level=next(iter(levels[index + 1 :]), None),
        seconds_left=_seconds_up(ends[index] - elapsed),
        elapsed_ms=elapsed,
        next_break_in_seconds=_seconds_up(coming_breaks[0] - elapsed) if coming_breaks else None,
        is_running=state.running_since is not None and not is_over,
        is_over=is_over,
    )


@door
def stopped_at_break(levels: Sequence[Level], state: ClockState, now: datetime) -> ClockState:
    """The state at ``now`` of a clock that pauses for breaks: it stands at the start of one that has begun since."""
    if state.running_since is None:
        return state
    elapsed = state.elapsed_at(now)
    starts = accumulate((level.milliseconds for level in levels), initial=0)
    for start, level in zip(starts, levels, strict=False):
        if level.is_break and state.elapsed_ms < start <= elapsed:
            return ClockState(start)
    return state


@door
def make_move(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    """The state after a move. Starting a running clock and pausing a standing one change nothing.

    An adjustment stops at the edges of its level: at most its full time is left, at least one second.

    Raises RuleError: "clock_without_levels", "no_level_after", "no_level_before", "clock_is_over",
    "undo_needs_the_list" (an UNDO or UNDO_STEP is read by ``replay_clock``, which knows what to undo).
    """
    move = _MOVES.get(event.kind)
    if move is None:
        raise _refused("undo_needs_the_list", "An undo can only be read together with the moves before it.", event)
    return move(levels, state, event)


@door
def replay_clock(levels: Sequence[Level], events: Iterable[TimedMove]) -> ClockState:
    """The state after all moves, in the order they were made. An UNDO leaves the last move that changed anything out,
    as if it had never been made; a second UNDO takes the one before. Notes are no decisions about the time played: only
    a step of the computer's time can be left out, by an UNDO_STEP. Each move is read with the lengths that the levels
    had when it was made.

    Raises RuleError: "nothing_to_undo", and those of ``make_move``.
    """
    made: list[TimedMove] = []
    state = ClockState()
    for event in events:
        if event.kind in (ClockMove.UNDO, ClockMove.UNDO_STEP):
            made.pop(_last_undoable(made, event))
            state = ClockState()
            for kept in made:
                state = make_move(_as_then(levels, kept), state, kept)
            continue
        moved = make_move(_as_then(levels, event), state, event)
        # A move that changes nothing gives the same state back. A note taken while the clock stands matters once the
        # pause before it is undone.
        if moved is not state or event.kind in _NOTES:
            made.append(event)
            state = moved
    return state


def _as_then(levels: Sequence[Level], event: TimedMove) -> Sequence[Level]:
    if event.level_seconds is None:
        return levels
    # Other levels may have come and gone since, and a move looks at nothing but how long they last.
    return [break_level(was) for was in event.level_seconds]


def _start(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    if state.running_since is not None or state.elapsed_ms >= _ends(levels)[-1]:
        return state
    return replace(state, running_since=event.at)


def _pause(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    if state.running_since is None:
        return state
    return ClockState(_elapsed(levels, state, event))


def _adjust(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    ends = _ends(levels)
    elapsed = _elapsed(levels, state, event)
    if elapsed == ends[-1]:
        raise _refused("clock_is_over", "All levels have run: there is no level left to adjust.", event)
    index = _index_at(ends, elapsed)
    start = ends[index] - levels[index].milliseconds
    adjusted = min(max(elapsed - event.seconds * 1000, start), ends[index] - 1000)
    return state if adjusted == elapsed else _at(state, event, adjusted)


def _skip(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    ends = _ends(levels)
    index = _index_at(ends, _elapsed(levels, state, event))
    if index + 1 == len(levels):
        raise _refused("no_level_after", f"Level {index + 1} is the last one: there is none to skip to.", event)
    return _at(state, event, ends[index])


def _back(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    ends = _ends(levels)
    index = _index_at(ends, _elapsed(levels, state, event))
    if not index:
        raise _refused("no_level_before", "This is the first level: there is none to go back to.", event)
    return _at(state, event, ends[index - 1] - levels[index - 1].milliseconds)


def _stood_still(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    elapsed = _elapsed(levels, state, event)
    given_back = max(0, elapsed - max(0, event.seconds) * 1000)
    return state if given_back == elapsed else _at(state, event, given_back)


def _noted(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    return _at(state, event, _elapsed(levels, state, event))


def _step(levels: Sequence[Level], state: ClockState, event: TimedMove) -> ClockState:
    if event.until is None:
        raise _refused("wall_step_without_time", "A time step needs the last time read before it.", event)
    return _at(state, event, _elapsed(levels, state, replace(event, at=event.until)))


_Move = Callable[[Sequence[Level], ClockState, TimedMove], ClockState]
_MOVES: dict[ClockMove, _Move] = {
    ClockMove.START: _start,
    ClockMove.PAUSE: _pause,
    ClockMove.RESUME: _start,
    ClockMove.ADJUST: _adjust,
    ClockMove.SKIP: _skip,
    ClockMove.BACK: _back,
    ClockMove.BREAKS: _noted,
    ClockMove.LEVELS: _noted,
    ClockMove.STOOD_STILL: _stood_still,
    ClockMove.WALL_STEP: _step,
}
_NOTES = (ClockMove.BREAKS, ClockMove.LEVELS, ClockMove.WALL_STEP)


def _at(state: ClockState, event: TimedMove, elapsed_ms: int) -> ClockState:
    """The clock put to an elapsed time, running on if it ran."""
    return ClockState(elapsed_ms, None if state.running_since is None else event.at)


def _elapsed(levels: Sequence[Level], state: ClockState, event: TimedMove) -> int:
    return min(state.elapsed_at(event.at), _ends(levels)[-1])


def _ends(levels: Sequence[Level]) -> list[int]:
    """The elapsed milliseconds at which each level ends."""
    if not levels:
        raise RuleError("clock_without_levels", "The clock has no levels. Add one before it starts.", rules=("WAS-6",))
    return list(accumulate(level.milliseconds for level in levels))


def _index_at(ends: Sequence[int], elapsed: int) -> int:
    """The level running at an elapsed time; the last one once all have run."""
    return next((index for index, end in enumerate(ends) if elapsed < end), len(ends) - 1)


def _seconds_up(milliseconds: int) -> int:
    return -(-milliseconds // 1000)


def _last_undoable(made: Sequence[TimedMove], event: TimedMove) -> int:
    takes_a_step = event.kind is ClockMove.UNDO_STEP
    for index in range(len(made) - 1, -1, -1):
        kind = made[index].kind
        if kind is ClockMove.WALL_STEP if takes_a_step else kind not in _NOTES:
            return index
    raise _refused("nothing_to_undo", "The clock has made no move yet: there is nothing to undo.", event)


def _refused(code: str, message: str, event: TimedMove) -> RuleError:
    return RuleError(code, message, rules=("WAS-6",), move=event.kind.value, at=event.at.isoformat())
