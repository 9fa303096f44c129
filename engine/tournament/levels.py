"""Blind levels and breaks: what the clock runs through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import RuleError, quoted
from engine.tournament.amounts import MOST, Bounds, require_whole
from engine.units import Chips, Seconds


@dataclass(frozen=True, slots=True)
class Level:
    """Blinds and ante in chips for a number of seconds; or a break, where nothing is posted.

    Raises RuleError: "level_unclear", "level_without_time", "break_with_blinds", "blinds_out_of_order",
    "level_without_blinds".
    Rules: WAS-5, WAS-6.
    """

    small_blind: Chips
    big_blind: Chips
    ante: Chips
    seconds: Seconds
    is_break: bool = False

    def __post_init__(self) -> None:
        for name, value in (("small blind", self.small_blind), ("big blind", self.big_blind), ("ante", self.ante)):
            _require_whole(value, f"the {name} of a level")
        _require_whole(self.seconds, "the length of a level in seconds")
        if self.seconds < 1:
            raise _refused("level_without_time", f"A level lasts at least 1 second, not {self.seconds}.", self)
        if self.is_break and (self.small_blind or self.big_blind or self.ante):
            raise _refused("break_with_blinds", "Nothing is posted in a break: set its blinds and ante to 0.", self)
        if not self.is_break and not 0 <= self.small_blind <= self.big_blind:
            raise _refused(
                "blinds_out_of_order",
                f"Blinds {self.small_blind}/{self.big_blind}: the small blind must not be above the big blind.",
                self,
            )
        if not self.is_break and (self.big_blind < 1 or self.ante < 0):
            raise _refused(
                "level_without_blinds",
                f"A level needs a big blind above 0 and an ante of 0 or more, not {self.big_blind} and {self.ante}.",
                self,
            )

    @property
    def milliseconds(self) -> int:
        return self.seconds * 1000

    def is_like(self, other: Level) -> bool:
        """Whether nothing but the length may differ."""
        return replace(self, seconds=other.seconds) == other


def break_level(seconds: Seconds) -> Level:
    """A pause in the play of the given length."""
    return Level(Chips(0), Chips(0), Chips(0), seconds, is_break=True)


def levels_from_minimum_bets(
    minimum_bets: Sequence[Chips],
    *,
    seconds: Seconds,
    antes: Sequence[Chips] = (),
    breaks: Mapping[int, Seconds] | None = None,
) -> tuple[Level, ...]:
    """Levels whose blinds are half and all of each minimum bet, every one of the same length.

    antes: one for each level from the first; 0 where the list ends.
    breaks: length of the break after a level, by level number from 1.

    Raises RuleError: "minimum_bet_is_odd", "too_many_antes", "break_after_no_level", and those of ``Level``.
    Rules: WAS-5, WAS-6.
    """
    if len(antes) > len(minimum_bets):
        raise _list_refused("too_many_antes", f"{len(antes)} antes for {len(minimum_bets)} levels: drop the last ones.")
    pauses = dict(breaks or {})
    levels: list[Level] = []
    for number, minimum_bet in enumerate(minimum_bets, start=1):
        _require_whole(minimum_bet, "a minimum bet")
        if minimum_bet % 2:
            raise _list_refused(
                "minimum_bet_is_odd",
                f"The minimum bet {minimum_bet} of level {number} has no half. Choose an even number.",
            )
        ante = antes[number - 1] if number <= len(antes) else Chips(0)
        levels.append(Level(Chips(minimum_bet // 2), minimum_bet, ante, seconds))
        if number in pauses:
            levels.append(break_level(pauses.pop(number)))
    if pauses:
        raise _list_refused(
            "break_after_no_level",
            f"A break is set after level {quoted(next(iter(pauses)))}, but the levels are 1 to {len(minimum_bets)}.",
        )
    return tuple(levels)


def _require_whole(value: object, name: str) -> None:
    # Numbers below nothing get the sentence that fits them.
    require_whole(value, name, Bounds(-MOST), code="level_unclear", rules=("WAS-5", "WAS-6"))


def _refused(code: str, message: str, level: Level) -> RuleError:
    return RuleError(
        code,
        message,
        rules=("WAS-5", "WAS-6"),
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        seconds=level.seconds,
    )


def _list_refused(code: str, message: str) -> RuleError:
    return RuleError(code, message, rules=("WAS-5", "WAS-6"))
