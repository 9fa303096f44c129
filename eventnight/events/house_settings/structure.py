"""What a hold'em structure gives: how many levels, and how long they last."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.events.house_settings import HoldemSettings


@dataclass(frozen=True, slots=True)
class Structure:
    """levels: those with blinds. minutes: until the last one ends, with the breaks."""

    levels: int
    minutes: int


def read_structure(holdem: HoldemSettings) -> Structure:
    """Lay the levels end to end. Rules: WAS-5, WAS-6."""
    return Structure(
        levels=sum(not level.is_break for level in holdem.levels),
        minutes=sum(level.minutes for level in holdem.levels),
    )
