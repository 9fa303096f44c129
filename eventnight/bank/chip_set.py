"""What the bank can hand over in coloured chips, without the colours that stay at the tables (WLIA-1, WLIA-4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.units import Chips
from eventnight.core.errors import UserFacingError
from eventnight.core.wording import chips_text
from eventnight.events.house_settings import ChipColour

SMALL_SHARES = (10, 20)
"""Percent of a hand-out in the smallest colour and in the next: enough to bet with, the rest in large ones."""


class ColourCount(NamedTuple):
    """So many chips of one colour."""

    colour: str
    value: int
    count: int


def stack_in_colours(chip_set: Iterable[ChipColour], chips: Chips) -> list[ColourCount]:
    """What to hand out for that amount, largest colour first.

    Raises UserFacingError: "not_payable_at_bank".
    Rules: WLIA-1, WLIA-4.
    """
    at_bank = sorted((colour for colour in chip_set if colour.at_bank), key=lambda colour: colour.value)
    require_payable(chip_set, chips)
    values = [colour.value for colour in at_bank]
    counts = dict.fromkeys(values, 0)
    for value, share in zip(values[:-1], SMALL_SHARES, strict=False):
        counts[value] = chips * share // 100 // value
    rest = chips - sum(value * count for value, count in counts.items())
    change = _fewest(values, rest)
    if change is None:
        counts, change = dict.fromkeys(values, 0), _fewest(values, chips) or {}
    return [
        ColourCount(colour.colour, colour.value, total)
        for colour in reversed(at_bank)
        if (total := counts[colour.value] + change.get(colour.value, 0))
    ]


def require_payable(chip_set: Iterable[ChipColour], chips: Chips) -> None:
    """Refuse an amount that the bank cannot hand out or take in with its own colours.

    Raises UserFacingError: "not_payable_at_bank", naming the nearest amounts that it can.
    Rules: WLIA-4.
    """
    colours = list(chip_set)
    values = sorted(colour.value for colour in colours if colour.at_bank)
    if not values or _is_payable(values, chips):
        return
    below = next((near for near in range(chips - 1, 0, -1) if _is_payable(values, near)), 0)
    above = next(near for near in range(chips + 1, chips + values[-1] * 2) if _is_payable(values, near))
    absent = " and ".join(f"{colour.colour} {colour.value}" for colour in colours if not colour.at_bank) or "smaller"
    nearest = f"{chips_text(below)} or {chips_text(above)}" if below else chips_text(above)
    raise UserFacingError(
        "not_payable_at_bank",
        f"{chips_text(chips)} in chips needs {absent} chips, which stay at the tables. Make it {nearest}.",
        rules=("WLIA-4",),
        chips=chips,
        nearest=[near for near in (below, above) if near],
    )


def _is_payable(values: list[int], chips: int) -> bool:
    return chips == 0 or _fewest(values, chips) is not None


def _fewest(values: list[int], chips: int) -> dict[int, int] | None:
    """Counts by value from the largest down, giving one back where the rest cannot be paid; None if there is no way."""
    if chips == 0:
        return {}
    if not values:
        return None
    *smaller, largest = values
    most = chips // largest
    # Giving back more than the next value's worth of the largest repeats a rest that has failed before.
    for count in range(most, max(most - (smaller[0] if smaller else 1), -1), -1):
        change = _fewest(smaller, chips - count * largest)
        if change is not None:
            return {largest: count, **change}
    return None
