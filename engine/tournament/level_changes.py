"""The levels of a clock changed while it runs: what has begun stays, and which level then is which level now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import SequenceMatcher

from engine.doors import door, typed
from engine.hints import plain
from engine.tournament.clock import ClockState, read_clock
from engine.tournament.levels import Level
from engine.units import Seconds


@dataclass(frozen=True, slots=True)
@typed
class Begun:
    """How many levels and breaks have begun, and for how many milliseconds the last of them was played."""

    levels: int = 0
    played_ms: int = 0


@dataclass(frozen=True, slots=True)
@plain
class LevelPair:
    """A level or break before and after a change, by position from 1; None where it was added or goes."""

    before: int | None
    after: int | None


@door
def begun_at(levels: Sequence[Level], state: ClockState, now: datetime) -> Begun:
    """What has begun at ``now``: nothing of a clock that has not run yet.

    Raises RuleError("clock_without_levels"). Rules: WAS-6.
    """
    reading = read_clock(levels, state, now)
    if state.running_since is None and not state.elapsed_ms:
        return Begun()
    before = sum(level.milliseconds for level in levels[: reading.position - 1])
    return Begun(reading.position, reading.elapsed_ms - before)


@door
def rewritten_level(levels: Sequence[Level], wanted: Sequence[Level], begun: Begun) -> int | None:
    """The first position at which ``wanted`` would rewrite what has begun; None where it keeps to what is to come.

    The level under way may last longer, or less long as long as it goes on.

    Rules: WAS-6.
    """
    for index, level in enumerate(levels[: begun.levels]):
        if index >= len(wanted):
            return index + 1
        is_under_way = index + 1 == begun.levels
        goes_on = is_under_way and wanted[index].milliseconds > begun.played_ms
        if wanted[index] != level and not (goes_on and wanted[index].is_like(level)):
            return index + 1
    return None


@door
def pair_levels(before: Sequence[Level], after: Sequence[Level]) -> tuple[LevelPair, ...]:
    """Which level became which, in order: those with the same blinds first, then others that took their places."""
    pairs: list[LevelPair] = []
    old, new = ([replace(level, seconds=Seconds(1)) for level in levels] for levels in (before, after))
    matched = SequenceMatcher(a=old, b=new, autojunk=False)
    for _, left, left_end, right, right_end in matched.get_opcodes():
        while left < left_end and right < right_end and before[left].is_break == after[right].is_break:
            left, right = left + 1, right + 1
            pairs.append(LevelPair(left, right))
        pairs += [LevelPair(gone + 1, None) for gone in range(left, left_end)]
        pairs += [LevelPair(None, added + 1) for added in range(right, right_end)]
    return tuple(pairs)
