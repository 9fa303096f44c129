"""What the bank can hand over in coloured chips, without the colours that stay at the tables (WLIA-1, WLIA-4)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list

from engine.units import Chips
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.values.formats import chips_text
from eventnight.events.house_settings import ChipColour

SMALL_SHARES = (10, 20)
"""Percent of a hand-out in the smallest colour and in the next: enough to bet with, the rest in large ones."""

ChipPieces = Mapping[int, int]
"""How many chips of each colour, by the value of one."""

NO_PIECES: ChipPieces = {}
MOST_PIECES = 99_999
MOST_TRIES = 8


@dataclass(frozen=True, slots=True)
class ColourCount:
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
    above = next(near for near in itertools.count(chips + 1) if _is_payable(values, near))
    absent = " and ".join(f"{colour.colour} {colour.value}" for colour in colours if not colour.at_bank) or "smaller"
    nearest = f"{chips_text(below)} or {chips_text(above)}" if below else chips_text(above)
    raise UserFacingError(
        "not_payable_at_bank",
        f"{chips_text(chips)} in chips needs {absent} chips, which stay at the tables. Make it {nearest}.",
        rules=("WLIA-4",),
        chips=chips,
        nearest=[near for near in (below, above) if near],
    )


def chips_in(pieces: ChipPieces) -> Chips:
    """What the pieces are worth."""
    return Chips(sum(value * count for value, count in pieces.items()))


def pieces_text(chip_set: Iterable[ChipColour], pieces: ChipPieces) -> str:
    """ "1 blue 50 and 10 yellow 5", the largest first."""
    names: dict[int, str] = {chip.value: chip.colour for chip in chip_set}
    told = [f"{count} {names.get(value, '')} {value}" for value, count in sorted(pieces.items(), reverse=True) if count]
    return get_text_list(told, "and") or "nothing"


def require_chip_pieces(chip_set: Iterable[ChipColour], pieces: ChipPieces) -> None:
    """Refuse a count by colour that cannot be.

    Raises BadRequest: "chip_pieces".
    Rules: WLIA-1.
    """
    known = {chip.value for chip in chip_set}
    for value, count in pieces.items():
        if value not in known or not 0 <= count <= MOST_PIECES:
            listed = ", ".join(str(each) for each in sorted(known))
            raise BadRequest(
                "chip_pieces",
                f"{count} chips of {value} cannot be entered. Enter 0 to {MOST_PIECES:,} of the chips of {listed}.",
                rules=("WLIA-1",),
                value=value,
                count=count,
            )


def require_at_bank(chip_set: Iterable[ChipColour], pieces: ChipPieces) -> None:
    """Refuse colours that never cross the bank's counter.

    Raises UserFacingError: "not_at_bank".
    Rules: WLIA-4.
    """
    for chip in chip_set:
        if pieces.get(chip.value) and not chip.at_bank:
            raise UserFacingError(
                "not_at_bank",
                f"{chip.colour.capitalize()} {chip.value} chips stay at the tables; the bank neither gives nor takes "
                "them. Change them at a table, from its tray.",
                rules=("WLIA-4",),
                value=chip.value,
                count=pieces[chip.value],
            )


def stack_from_rack(chip_set: Iterable[ChipColour], rack: ChipPieces, chips: Chips) -> list[ColourCount]:
    """What to hand out for that amount with the chips that the rack has, largest colour first.

    rack: what is there of the colours that are counted; the others never run out. Where the usual mix is not there,
    the largest that are; where no mix is, the usual one all the same, because the books may be wrong and the player
    is waiting.

    Raises UserFacingError: "not_payable_at_bank".
    Rules: WLIA-1, WLIA-4.
    """
    colours = list(chip_set)
    usual = stack_in_colours(colours, chips)
    if all(line.count <= rack.get(line.value, line.count) for line in usual):
        return usual
    names: dict[int, str] = {chip.value: chip.colour for chip in colours if chip.at_bank}
    other = _within({value: max(rack.get(value, MOST_PIECES), 0) for value in names}, chips)
    if other is None:
        return usual
    return [ColourCount(names[value], value, count) for value, count in other.items() if count]


def taken_back(chip_set: Iterable[ChipColour], out: ChipPieces, chips: Chips) -> dict[int, int] | None:
    """The chips that a person turning in that amount most likely holds: the largest first of those that are out.

    None where no chips of the set come to that amount.
    """
    values = {chip.value for chip in chip_set if chip.at_bank}
    likely = _within({value: max(out.get(value, 0), 0) for value in values}, chips)
    return likely if likely is not None else _fewest(sorted(values), chips)


def _within(available: ChipPieces, chips: int) -> dict[int, int] | None:
    """The largest first of the chips there are, None if no mix is found."""
    if not chips:
        return {}
    if chips_in(available) < chips:
        return None
    largest = max(available)
    smaller = {value: count for value, count in available.items() if value != largest}
    most = min(chips // largest, available[largest])
    if not smaller:
        return {largest: most} if most * largest == chips else None
    for count in range(most, max(most - MOST_TRIES, -1), -1):
        change = _within(smaller, chips - count * largest)
        if change is not None:
            return {largest: count, **change}
    return None


def _is_payable(values: Sequence[int], chips: int) -> bool:
    return chips == 0 or _fewest(values, chips) is not None


def _fewest(values: Sequence[int], chips: int) -> dict[int, int] | None:
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
