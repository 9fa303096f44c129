"""What a hold'em structure gives: when each level starts, how long it lasts, how deep the stacks are."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.events.house_settings import HoldemSettings, LevelSettings


@dataclass(frozen=True, slots=True)
class LevelLine:
    """A level with its number, empty for a break, its start in minutes, and a full stack in big blinds."""

    number: int | None
    starts_after: int
    level: LevelSettings
    stack_in_blinds: int | None


@dataclass(frozen=True, slots=True)
class Structure:
    """minutes: until the last level ends. finalists: 0 where a share advances."""

    lines: tuple[LevelLine, ...]
    minutes: int
    breaks: int
    finalists: int

    @property
    def levels(self) -> int:
        """Levels with blinds."""
        return len(self.lines) - self.breaks


def read_structure(holdem: HoldemSettings) -> Structure:
    """Lay the levels end to end. Rules: WAS-2, WAS-5, WAS-6."""
    lines: list[LevelLine] = []
    minutes = number = 0
    for level in holdem.levels:
        number += not level.is_break
        lines.append(
            LevelLine(
                number=None if level.is_break else number,
                starts_after=minutes,
                level=level,
                stack_in_blinds=None if level.is_break else holdem.starting_chips // level.big_blind,
            )
        )
        minutes += level.minutes
    return Structure(
        lines=tuple(lines),
        minutes=minutes,
        breaks=len(lines) - number,
        finalists=holdem.flights * holdem.advancing_count,
    )
