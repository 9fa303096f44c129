"""A table from above: seats clockwise from the top left, the discs, and a few words on the felt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eventnight.core.drawings.markup import tag, text_of


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One seat. name: who sits there, or a word such as "Open" or "Out" with is_free. detail: the stack as text."""

    number: int
    name: str
    detail: str = ""
    href: str = ""
    is_free: bool = False
    is_chosen: bool = False


WIDTH, ROW = 360, 116
SEAT_WIDTH, SEAT_HEIGHT = 114, 54
LEFT, CENTRE, RIGHT = 58, 180, 302
MOST_LETTERS = 14
EASY_LETTERS = 10
"""A longer name is set smaller, or it would touch the seat's number."""
FELT_LINES = ((21, 720, 0), (14, 520, 24), (14, 520, 44))
EASY_TITLE, MOST_TITLE, SMALL_TITLE = 11, 17, 14
"""Letters of a title, and the size of a longer one: seats lie on both sides of it."""

SIDES = {
    2: (1, 0, 1, 0),
    3: (1, 1, 1, 0),
    4: (1, 1, 1, 1),
    5: (2, 1, 1, 1),
    6: (2, 1, 2, 1),
    7: (3, 1, 2, 1),
    8: (3, 1, 3, 1),
    9: (3, 2, 3, 1),
    10: (3, 2, 3, 2),
}
"""Seats at the top, right, bottom and left of a table of that size."""


def draw_seat_map(
    seats: Sequence[SeatBox], *, title: str, lines: Sequence[str] = (), discs: Mapping[str, int] | None = None
) -> str:
    """The table as SVG, each seat a link where it has an address.

    title: the largest words on the felt, "Table 1"; lines: up to two below it. discs: what lies before which seat,
    {"D": 3, "SB": 5, "BB": 6}. Raises ValueError for a table of fewer than 2 or more than 10 seats.
    """
    if len(seats) not in SIDES:
        raise ValueError(f"a table has 2 to 10 seats, not {len(seats)}")
    places = _places(SIDES[len(seats)])
    height = _height(SIDES[len(seats)])
    shapes = [tag("rect", class_="felt", x=34, y=52, width=292, height=height - 104, rx=98)]
    shapes += _words([_short(title, MOST_TITLE), *lines], height / 2 - 14)
    shapes += [_seat(seat, *place) for seat, place in zip(seats, places, strict=True)]
    by_number = {seat.number: place for seat, place in zip(seats, places, strict=True)}
    shapes += [_disc(word, by_number[number], height) for word, number in (discs or {}).items() if number in by_number]
    said = ", ".join([title, *lines])
    return tag("svg", *shapes, class_="seat-map", viewbox=f"0 0 {WIDTH} {height}", role="group", aria_label=said)


def _height(sides: tuple[int, int, int, int]) -> int:
    return 68 + ROW * (1 + max(sides[1], sides[3], 1))


def _places(sides: tuple[int, int, int, int]) -> list[tuple[float, float]]:
    """Centres of the seats, clockwise from the top left."""
    top, right, bottom, left = sides
    height = _height(sides)
    upper = _row(top)
    lower = [(x, height - y) for x, y in reversed(_row(bottom))]
    beside = [(RIGHT, y) for y in _down(right, height)]
    opposite = [(LEFT, y) for y in reversed(_down(left, height))]
    return [*upper, *beside, *lower, *opposite]


def _row(count: int) -> list[tuple[float, float]]:
    """Centres along the top edge; the middle one of three stands a little higher."""
    across = {0: [], 1: [CENTRE], 2: [LEFT + 50, RIGHT - 50], 3: [LEFT, CENTRE, RIGHT]}[count]
    return [(x, 30.0 if x == CENTRE else 34.0) for x in across]


def _down(count: int, height: int) -> list[float]:
    if count == 2:
        return [height / 2 - ROW / 2 + 8, height / 2 + ROW / 2 - 8]
    return [height / 2] * count


def _words(lines: Sequence[str], middle: float) -> list[str]:
    return [
        tag(
            "text",
            text_of(line),
            class_="on-felt",
            x=CENTRE,
            y=middle + drop,
            font_size=size if len(line) <= EASY_TITLE else min(size, SMALL_TITLE),
            font_weight=weight,
        )
        for line, (size, weight, drop) in zip(lines, FELT_LINES, strict=False)
    ]


def _seat(seat: SeatBox, x: float, y: float) -> str:
    left, top = x - SEAT_WIDTH / 2, y - SEAT_HEIGHT / 2
    long_name = "seat-long" if len(seat.name) > EASY_LETTERS else None
    kind = " seat-chosen" if seat.is_chosen else " seat-out" if seat.is_free else ""
    shapes = [
        tag("rect", x=left, y=top, width=SEAT_WIDTH, height=SEAT_HEIGHT, rx=10),
        tag("text", str(seat.number), class_="seat-number", x=left + 10, y=top + 16),
        tag("text", text_of(_short(seat.name, MOST_LETTERS)), class_=long_name, x=x, y=y - 3 if seat.detail else y + 5),
    ]
    if seat.detail:
        shapes.append(tag("text", text_of(seat.detail), class_="stack-size", x=x, y=y + 16))
    if not seat.href:
        return tag("g", *shapes, class_=f"seat{kind}")
    # What is said begins with "Seat" and holds the words that are seen, in their order: people speak those to press it.
    said = ", ".join(filter(None, (f"Seat {seat.number}", seat.name, seat.detail)))
    current = "true" if seat.is_chosen else None
    return tag("a", "\n".join(shapes), class_=f"seat{kind}", href=seat.href, aria_label=said, aria_current=current)


def _disc(word: str, place: tuple[float, float], height: int) -> str:
    x, y = place
    if 60 < y < height - 60:
        x += 40 if x < CENTRE else -40
        y -= 41
    else:
        x += 34 if x < LEFT + 1 else -34 if x > RIGHT - 1 else 0
        y += 44 if y < height / 2 else -44
    circle = tag("circle", class_="disc", cx=x, cy=y, r=12)
    return circle + tag("text", text_of(word), class_="disc-word", x=x, y=y + 4)


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"
