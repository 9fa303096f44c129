"""When a tournament will end, from the chips really in play; and levels stretched or shortened to end by a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.doors import door
from engine.errors import RuleError
from engine.tournament.amounts import FROM_ONE, require_whole, share_out
from engine.tournament.levels import Level
from engine.tournament.structure import LAST_BIG_BLINDS
from engine.units import Chips, Seconds

RULES = ("WAS-6",)
SHORTEST_LEVEL = Seconds(300)
NOT_STARTED = Seconds(0)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The level that should be the last, by position from 1 and counting breaks, and when it ends.

    ends_after: seconds of clock time from the start of the first level. runs_out: even the last level is too low for
    the chips in play, so play goes on after it.
    """

    position: int
    ends_after: Seconds
    runs_out: bool = False


@door(own=("chips_in_play", "elapsed"))
def forecast_end(levels: Sequence[Level], chips_in_play: Chips, *, elapsed: Seconds = NOT_STARTED) -> Forecast:
    """The end of the first level that leaves about 20 big blinds in play, or of the level now played if that is later.

    elapsed: seconds of clock time behind the tournament, breaks included. Play that outlasts the levels stays in the
    last one: its end is then the time that is elapsed.

    Raises RuleError: "clock_without_levels", "forecast_unclear".
    Rules: WAS-6.
    """
    _require_playable(levels, chips_in_play, elapsed)
    now = _position_at(levels, elapsed)
    last = max(position for position, level in enumerate(levels, start=1) if not level.is_break)
    enough = (
        position
        for position, level in enumerate(levels, start=1)
        if position >= now and not level.is_break and level.big_blind * LAST_BIG_BLINDS >= chips_in_play
    )
    position = next(enough, None)
    ends = sum(level.seconds for level in levels[: position or last])
    return Forecast(position or last, Seconds(max(ends, elapsed)), runs_out=position is None)


@door(own=("chips_in_play", "elapsed"))
def finish_by(
    levels: Sequence[Level],
    chips_in_play: Chips,
    *,
    elapsed: Seconds,
    seconds_left: Seconds,
    shortest: Seconds = SHORTEST_LEVEL,
) -> tuple[Level, ...]:
    """The levels with those still to come stretched or shortened in proportion, so that the forecast ends on time.

    seconds_left: from now to the end that is wanted. The level now played, and all breaks, keep their length. Levels
    after the forecast's last change in the same proportion, for play that goes on. What was played stays as it was.

    Raises RuleError: "no_level_to_come", "finish_too_soon" with the least that is possible, and what `forecast_end`
    raises.
    Rules: WAS-6.
    """
    forecast = forecast_end(levels, chips_in_play, elapsed=elapsed)
    wanted = require_whole(seconds_left, "the seconds left", code="forecast_unclear", rules=RULES)
    least = require_whole(shortest, "the shortest level in seconds", FROM_ONE, code="forecast_unclear", rules=RULES)
    now = _position_at(levels, elapsed)
    to_come = range(now, forecast.position)
    play = [index for index in to_come if not levels[index].is_break]
    if not play:
        raise RuleError(
            "no_level_to_come",
            f"Play should end in level {forecast.position}, which is the one under way or the last. "
            "Adjust the clock itself, or add levels.",
            rules=RULES,
            position=forecast.position,
        )
    fixed = forecast.ends_after - elapsed - sum(levels[index].seconds for index in play)
    if wanted - fixed < least * len(play):
        raise RuleError(
            "finish_too_soon",
            f"{len(play)} levels are still to come, each of {least:,} seconds at least: that cannot end before "
            f"{fixed + least * len(play):,} seconds from now. Finish later, or skip a level.",
            rules=RULES,
            seconds_left=wanted,
            least=fixed + least * len(play),
        )
    return _fitted(levels, play, forecast.position, wanted - fixed, least)


def _fitted(levels: Sequence[Level], play: Sequence[int], last: int, seconds: int, least: int) -> tuple[Level, ...]:
    """The levels of ``play`` in so many seconds, none below the least; those after ``last`` in proportion."""
    before = sum(levels[index].seconds for index in play)
    spare = share_out(seconds - least * len(play), [levels[index].seconds for index in play])
    fitted = list(levels)
    for index, extra in zip(play, spare, strict=True):
        fitted[index] = replace(levels[index], seconds=Seconds(least + extra))
    for index in range(last, len(levels)):
        if not levels[index].is_break:
            after = max(least, levels[index].seconds * seconds // before)
            fitted[index] = replace(levels[index], seconds=Seconds(after))
    return tuple(fitted)


def _position_at(levels: Sequence[Level], elapsed: Seconds) -> int:
    """The level or break under way, from 1; the last once all are over."""
    left = elapsed
    for position, level in enumerate(levels, start=1):
        if left < level.seconds:
            return position
        left = Seconds(left - level.seconds)
    return len(levels)


def _require_playable(levels: Sequence[Level], chips_in_play: object, elapsed: object) -> None:
    if all(level.is_break for level in levels):
        raise RuleError("clock_without_levels", "The clock has no levels. Add one before it starts.", rules=RULES)
    require_whole(chips_in_play, "the number of chips in play", FROM_ONE, code="forecast_unclear", rules=RULES)
    require_whole(elapsed, "the time elapsed in seconds", code="forecast_unclear", rules=RULES)
