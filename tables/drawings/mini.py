"""A table of the room, small: its number, who sits where, free seats and the button, in the places of the large one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from eventnight.core.drawings.markup import tag
from tables.drawings.measures import broad

WIDTH, HEIGHT, SEAT = 180.0, 116.0, 13.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniTable:
    """seats: how many it has. taken: those where somebody plays. chosen: the one that is looked at."""

    number: int
    seats: int
    taken: Collection[int]
    chosen: int | None = None
    button: int | None = None


def draw_mini(table: MiniTable) -> str:
    """The table as SVG, without words of its own: what it shows is said beside it."""
    shapes = [
        tag("rect", class_="rail", x=22, y=17, width=136, height=82, rx=41),
        tag("rect", class_="felt-top", x=27, y=22, width=126, height=72, rx=36),
        tag("text", str(table.number), class_="mini-number", x=WIDTH / 2, y=HEIGHT / 2 + 11),
    ]
    for number, (x, y) in enumerate(_places(table.seats), start=1):
        state = "chosen" if number == table.chosen else "taken" if number in table.taken else "free"
        shapes.append(tag("circle", class_=f"mini-seat mini-{state}", cx=x, cy=y, r=SEAT))
        if number in table.taken:
            shapes.append(tag("text", str(number), class_=f"mini-word mini-{state}", x=x, y=y + 5))
        if number == table.button:
            at = (x + (WIDTH / 2 - x) * 0.3, y + (HEIGHT / 2 - y) * 0.45)
            shapes.append(tag("circle", class_="disc", cx=at[0], cy=at[1], r=7))
            shapes.append(tag("text", "D", class_="mini-button", x=at[0], y=at[1] + 3.5))
    return tag("svg", *shapes, class_="mini", viewbox=f"0 0 {WIDTH:g} {HEIGHT:g}", aria_hidden="true")


def _places(seats: int) -> list[tuple[float, float]]:
    """Middles of the seats where the broad table has them."""
    large = broad(seats)
    across = (WIDTH - 2 * SEAT - 4) / (large.width - 170)
    down = (HEIGHT - 2 * SEAT - 4) / 376
    return [
        (
            SEAT + 2 + (spot.pod.x + spot.pod.width / 2 - 85) * across,
            SEAT + 2 + (spot.pod.y + spot.pod.height / 2 - 47) * down,
        )
        for spot in large.spots
    ]
