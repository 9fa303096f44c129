"""Where seats, bets, button, board and pot lie on a table seen from above: tall for phones, broad for desks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def lies_on(self, other: Box) -> bool:
        """Whether the two have a part in common; edges may touch."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of one seat. pod: its rectangle. marks: the height of its bet and of the button. hand: where its cards
    and its marks begin, +1 at the left end, -1 at the right end. is_beside: in a column, marks lie to the inside.
    """

    pod: Box
    marks: float
    hand: int
    is_beside: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """A table of a number of seats. kind: tall, short, broad or wall. letter: height of its type. spots: clockwise from
    the right end of the top row. board: the first of five cards, ``board_step`` from one to the next. back, face: width
    of a seat's cards, face down and face up. row_marks: how near to the edge the marks of a seat at top or bottom may
    begin. pot_room: width for all pots.
    """

    kind: str
    width: float
    height: float
    letter: float
    felt: Box
    round: float
    spots: tuple[Spot, ...]
    board: Box
    board_step: float
    back: float
    face: float
    row_marks: float
    pot_room: float
    name_letters: int

    @property
    def middle(self) -> float:
        return self.width / 2

    @property
    def disc(self) -> float:
        """Radius of the button."""
        return self.letter * 0.82

    @property
    def bet_height(self) -> float:
        return self.letter * 1.9


CARD_SHAPE = 1.4
"""Height of a card by its width."""
Sides = tuple[int, int, int, int]
TALL: dict[int, Sides] = {
    2: (1, 0, 1, 0),
    3: (1, 0, 2, 0),
    4: (2, 0, 2, 0),
    5: (1, 1, 2, 1),
    6: (1, 2, 1, 2),
    7: (1, 2, 2, 2),
    8: (2, 2, 2, 2),
    9: (2, 2, 3, 2),
    10: (3, 2, 3, 2),
}
BROAD: dict[int, Sides] = {
    2: (0, 1, 0, 1),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (2, 1, 1, 1),
    6: (2, 1, 2, 1),
    7: (2, 1, 3, 1),
    8: (2, 2, 2, 2),
    9: (2, 2, 3, 2),
    10: (3, 2, 3, 2),
}
"""Seats at the top, right, bottom and left of a table of that size."""
SHORT = 388
FULL = 460
MANY = 9
"""From so many seats on those of a tall table are narrower, and its felt is squarer."""


def tall(count: int, height: float = SHORT) -> Measures:
    """A phone's table. Raises ValueError for fewer than 2 or more than 10 seats."""
    sides = _sides(TALL, count)
    width, is_many = 390.0, count >= MANY
    pod = (92.0, 44.0) if is_many else (100.0, 44.0)
    if height > SHORT:
        pod = (pod[0], 48.0)
    gap, bet, peek = 4.0, 26.6, 27.2
    upper, lower = height * 0.34, height * 0.665
    half = pod[1] / 2
    columns: dict[int, tuple[Pair, ...]] = {
        0: (),
        1: ((upper, upper - half - 8),),
        2: ((upper, upper - half - 8), (lower, lower)),
    }
    rows: dict[int, tuple[float, ...]] = {
        0: (),
        1: (195.0,),
        2: (124.0, 266.0),
        3: (pod[0] / 2 + 11, 195.0, width - pod[0] / 2 - 11),
    }
    top = (6 + half, 6 + 2 * half + gap + bet / 2)
    bottom = (height - 6 - half, height - 6 - 2 * half - peek - gap - bet / 2)
    edge = pod[0] / 2 + 5
    room = (lower - half - peek) - (upper + half)
    card = 38.0 if room < 60 else 46.0
    board = upper + half + (room - card * CARD_SHAPE) / 2
    return Measures(
        kind="tall" if height > SHORT else "short",
        width=width,
        height=height,
        letter=14,
        felt=Box(28, 26, 334, height - 52) if is_many else Box(46, 26, 298, height - 52),
        round=84 if is_many else 149,
        spots=_spots(sides, pod, Grid(rows, columns, ends=(top, bottom), edges=(edge, width - edge))),
        board=Box(195 - 2.5 * card - 8, board, card, card * CARD_SHAPE),
        board_step=card + 4,
        back=15,
        face=23,
        row_marks=4,
        pot_room=170,
        name_letters=11 if is_many else 12,
    )


def broad(count: int) -> Measures:
    """A desk's table. Raises ValueError for fewer than 2 or more than 10 seats."""
    sides = _sides(BROAD, count)
    pod = (158.0, 66.0) if count >= MANY else (166.0, 66.0)
    columns: dict[int, tuple[Pair, ...]] = {0: (), 1: ((233.0, 150.0),), 2: ((156.0, 150.0), (300.0, 284.0))}
    rows: dict[int, tuple[float, ...]] = {0: (), 1: (410.0,), 2: (230.0, 590.0), 3: (210.0, 410.0, 610.0)}
    edge = pod[0] / 2 + 6
    return Measures(
        kind="broad",
        width=820,
        height=468,
        letter=19,
        felt=Box(84, 46, 652, 376),
        round=188,
        spots=_spots(sides, pod, Grid(rows, columns, ends=((47, 103), (423, 326)), edges=(edge, 820 - edge))),
        board=Box(252, 184, 58, 81.2),
        board_step=64,
        back=22,
        face=34,
        row_marks=172,
        pot_room=222,
        name_letters=15,
    )


def wall(count: int) -> Measures:
    """A desk's table with type for a whole room. Raises ValueError for fewer than 2 or more than 10 seats."""
    return replace(broad(count), kind="wall", letter=26, name_letters=11)


def turned(measures: Measures, own: int) -> Measures:
    """The same table with that seat in the middle of the lower edge; the others follow clockwise."""
    lowest = max(spot.pod.bottom for spot in measures.spots)
    below = [place for place, spot in enumerate(measures.spots) if spot.pod.bottom == lowest]
    first = below[len(below) // 2] - (own - 1)
    count = len(measures.spots)
    return replace(measures, spots=tuple(measures.spots[(first + place) % count] for place in range(count)))


def _sides(by_count: dict[int, Sides], count: int) -> Sides:
    if count not in by_count:
        raise ValueError(f"a table has 2 to 10 seats, not {count}")
    return by_count[count]


Pair = tuple[float, float]


class Grid(NamedTuple):
    """Where seats can be. rows: their middles in a row of so many; columns: in a column of so many, the height of each
    and of its marks. ends: the same of the upper and the lower row. edges: middles of the two columns.
    """

    rows: dict[int, tuple[float, ...]]
    columns: dict[int, tuple[Pair, ...]]
    ends: tuple[Pair, Pair]
    edges: Pair


def _spots(sides: Sides, pod: Pair, grid: Grid) -> tuple[Spot, ...]:
    """Clockwise from the right end of the top row."""
    above, right, below, left = sides
    middle = sum(grid.edges) / 2
    width, height = pod

    def spot(x: float, heights: Pair, *, is_beside: bool = False) -> Spot:
        y, marks = heights
        return Spot(Box(x - width / 2, y - height / 2, width, height), marks, 1 if x <= middle else -1, is_beside)

    top = [spot(x, grid.ends[0]) for x in grid.rows[above]]
    return (
        *top[-1:],
        *(spot(grid.edges[1], heights, is_beside=True) for heights in grid.columns[right]),
        *(spot(x, grid.ends[1]) for x in reversed(grid.rows[below])),
        *(spot(grid.edges[0], heights, is_beside=True) for heights in reversed(grid.columns[left])),
        *top[:-1],
    )
