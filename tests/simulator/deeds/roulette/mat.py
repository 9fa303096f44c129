"""A second model of the mat: which bets there are, which numbers each covers, and what it pays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

ROWS = [(first, first + 1, first + 2) for first in range(1, 37, 3)]
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
NOT_ON_MAT = (
    "split 1-5",
    "split 3-4",
    "corner 3-4-6-7",
    "straight 37",
    "line 2-7",
    "street 2-4",
    "dozen 4",
    "column 0",
)
WITH_ZERO = ("split 0-1", "split 0-00", "trio 0-1-2", "top_line 0-00-1-2-3", "first_four 0-1-2-3")


@dataclass(frozen=True)
class Place:
    """A place on the mat. name: as the house notes it. pays: chips won for each chip, the stake besides."""

    name: str
    pockets: frozenset[str]
    pays: int

    def returned(self, chips: int, pocket: str) -> int:
        """Stake and win, or nothing."""
        return chips * (self.pays + 1) if pocket in self.pockets else 0


def pockets_of(wheel: str) -> list[str]:
    """Every number that the ball can fall into."""
    return ["0", *(["00"] if wheel == "american" else []), *map(str, range(1, 37))]


def places(wheel: str, catalogue: str) -> dict[str, Place]:
    """Every place of a mat by its name."""
    found = [_place(f"straight {pocket}", [pocket], 35) for pocket in pockets_of(wheel)]
    for number in range(1, 37):
        if number % 3:
            found.append(_place(f"split {number}-{number + 1}", [number, number + 1], 17))
        if number <= 33:
            found.append(_place(f"split {number}-{number + 3}", [number, number + 3], 17))
    found += [_place(f"street {row[0]}-{row[2]}", row, 11) for row in ROWS]
    for upper, lower in pairwise(ROWS):
        for left in (0, 1):
            four = [upper[left], upper[left + 1], lower[left], lower[left + 1]]
            found.append(_place(f"corner {'-'.join(map(str, four))}", four, 8))
        found.append(_place(f"line {upper[0]}-{lower[2]}", [*upper, *lower], 5))
    found += [_place(f"dozen {first}-{first + 11}", range(first, first + 12), 2) for first in (1, 13, 25)]
    found += [_place(f"column {first}", range(first, 37, 3), 2) for first in (1, 2, 3)]
    found += [_place("red", REDS, 1), _place("black", {*range(1, 37)} - REDS, 1)]
    found += [_place("even", range(2, 37, 2), 1), _place("odd", range(1, 37, 2), 1)]
    found += [_place("low", range(1, 19), 1), _place("high", range(19, 37), 1)]
    return {place.name: place for place in [*found, *(_beside_zeros(wheel) if catalogue == "full" else [])]}


def _beside_zeros(wheel: str) -> list[Place]:
    if wheel != "american":
        splits = [_place(f"split 0-{number}", ["0", number], 17) for number in (1, 2, 3)]
        trios = [_place(f"trio 0-{a}-{b}", ["0", a, b], 11) for a, b in ((1, 2), (2, 3))]
        return [*splits, *trios, _place("first_four 0-1-2-3", ["0", 1, 2, 3], 8)]
    pairs = (("0", "1"), ("0", "2"), ("00", "2"), ("00", "3"), ("0", "00"))
    threes = (("0", "1", "2"), ("00", "2", "3"), ("0", "00", "2"))
    found = [_place(f"split {'-'.join(pair)}", pair, 17) for pair in pairs]
    found += [_place(f"trio {'-'.join(three)}", three, 11) for three in threes]
    return [*found, _place("top_line 0-00-1-2-3", ["0", "00", 1, 2, 3], 6)]


def _place(name: str, pockets: Iterable[int | str], pays: int) -> Place:
    return Place(name, frozenset(map(str, pockets)), pays)
