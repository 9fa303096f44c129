"""Which chips are out of the rack, by holder and colour, kept up with each entry instead of counted afterwards."""

from __future__ import annotations

from collections.abc import Mapping

from eventnight.bank.models import Commodity, Entry, EntryKind
from eventnight.core.errors import UserFacingError
from eventnight.core.values.formats import chips_text

Colours = dict[str, dict[str, int]]
"""Holder to a chip's value to the number of chips that are there and not in the rack."""

FLOOR = "floor"
"""Players, seats and wheels: chips pass between them uncounted, so that they share one stock."""

STACKS = "stacks"
"""Tournament stacks that are made of the bank's chips."""

MIXED = frozenset({FLOOR, STACKS})


def moved(holder: str, pieces: Mapping[int, int], *, back: bool = False) -> Colours:
    """Chips of these values leaving the rack for a holder, or coming back from it, as an entry keeps them."""
    sign = -1 if back else 1
    return {holder: {str(value): sign * count for value, count in sorted(pieces.items()) if count}}


def worth_of(colours: Mapping[str, Mapping[str, int]]) -> int:
    """What the pieces of all holders are worth; those that came back count below zero."""
    return sum(int(value) * count for pieces in colours.values() for value, count in pieces.items())


def add_colours(out: Colours, entry: Entry) -> None:
    """Add the chips that left the rack with this entry; a reversal takes them off again.

    Raises UserFacingError("colour_short") if a tray would have fewer than none of a colour.
    """
    sign = -1 if entry.kind == EntryKind.REVERSAL else 1
    for holder, pieces in entry.rates.get("colours", {}).items():
        held = out.setdefault(holder, {})
        for value, count in pieces.items():
            before = held.pop(value, 0)
            after = before + sign * count
            if after < 0 and holder not in MIXED:
                raise colour_short(holder, int(value), has=before, needs=before - after)
            if after:
                held[value] = after
        if not held:
            del out[holder]


def colours_fit(kind: str, rates: Mapping[str, object], amounts: Mapping[str, int]) -> bool:
    """Whether the chips that an entry names are worth what it moved out of the bank or into it.

    Rules: WLIA-1, WLIA-4.
    """
    colours = rates.get("colours")
    if not isinstance(colours, Mapping):
        return colours is None
    worth = worth_of(colours)
    if kind == EntryKind.CHANGE_MADE:
        return worth == 0 and not any(amounts.values())
    if kind == EntryKind.COLOR_UP:
        return worth == rates["drift"]
    return abs(worth) == amounts.get(Commodity.CHIPS, 0) + amounts.get(Commodity.TOURNAMENT_CHIPS, 0)


def colour_short(holder: str, value: int, *, has: int, needs: int) -> UserFacingError:
    """More chips of one colour were asked of a tray than it has."""
    return UserFacingError(
        "colour_short",
        f"The tray of {holder} has {chips_text(has)} chips of {chips_text(value)} but needs "
        f"{chips_text(needs)}. Give other colours, or bring more to the tray first.",
        rules=("WLIA-4",),
        holder=holder,
        value=value,
        has=has,
        needs=needs,
    )
