"""The score of a euchre team as its two spare cards lie on the table: as many pips show as it has points (EUC-18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from eventnight.core.drawings.markup import figure, tag

Spot = tuple[float, float]

WIDTH, HEIGHT = 50.0, 70.0
PIP = 11.0
FRAME = (120.0, 102.0)
MOST_PIPS = 10
SUITS = ("hearts", "spades")
"""Of the upper and of the lower team."""

_LEFT, _MIDDLE, _RIGHT = 13.0, WIDTH / 2, 37.0
_TOP, _CENTRE, _BOTTOM = 13.0, HEIGHT / 2, 57.0
PIPS: Mapping[str, tuple[Spot, ...]] = MappingProxyType(
    {
        "4": tuple((x, y) for y in (_TOP, _BOTTOM) for x in (_LEFT, _RIGHT)),
        "6": tuple((x, y) for y in (_TOP, _CENTRE, _BOTTOM) for x in (_LEFT, _RIGHT)),
    }
)
"""Where the middle of each pip of a card lies."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A spare card on the table. rank: "4", "6", or empty where it lies face down. x, y: its upper left corner, before
    it is turned clockwise round its middle by 0, 45 or 90 degrees.
    """

    rank: str
    x: float = 0
    y: float = 0
    turned: int = 0

    @property
    def reach(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what it covers."""
        half_width, half_height = {
            0: (WIDTH / 2, HEIGHT / 2),
            45: ((WIDTH + HEIGHT) / 8**0.5, (WIDTH + HEIGHT) / 8**0.5),
            90: (HEIGHT / 2, WIDTH / 2),
        }[self.turned]
        x, y = self.x + WIDTH / 2, self.y + HEIGHT / 2
        return x - half_width, y - half_height, x + half_width, y + half_height


_Lie = tuple[float, float, int]

_BESIDE: _Lie = (WIDTH + 4, 0, 0)
_SHOWS_A_COLUMN: _Lie = (_MIDDLE, 0, 0)
_SHOWS_A_ROW: _Lie = (0, (_TOP + _CENTRE) / 2, 0)
_SHOWS_A_CORNER: _Lie = (6.2, 6.1, 45)
_HIDES_A_CORNER: _Lie = (_MIDDLE + (HEIGHT - WIDTH) / 2, (_CENTRE + _BOTTOM) / 2 - (HEIGHT - WIDTH) / 2, 90)

LAID: tuple[tuple[Laid, Laid], ...] = (
    (Laid(""), Laid("", *_BESIDE)),
    (Laid("6"), Laid("", *_SHOWS_A_CORNER)),
    (Laid("6"), Laid("", *_SHOWS_A_ROW)),
    (Laid("6"), Laid("", *_SHOWS_A_COLUMN)),
    (Laid("4"), Laid("", *_BESIDE)),
    (Laid("6"), Laid("", *_HIDES_A_CORNER)),
    (Laid("6"), Laid("", *_BESIDE)),
    (Laid("6"), Laid("4", *_SHOWS_A_COLUMN)),
    (Laid("4"), Laid("6", *_SHOWS_A_ROW)),
    (Laid("6"), Laid("4", *_HIDES_A_CORNER)),
    (Laid("4"), Laid("6", *_BESIDE)),
)
"""How the two cards lie for each score from 0: the lower card, then the one on top of it or beside it."""


def draw_spare_cards(slot: int, points: int, *, target: int) -> str:
    """The two cards of a team, with the score as their spoken name. slot: 0 for the upper team.

    A game to more points than the cards have pips is not kept with them: then nothing is drawn. Points past the last
    pip, as the last hand of a game can bring, leave both cards open. Rules: EUC-18.
    """
    if target > MOST_PIPS:
        return ""
    laid = LAID[min(points, MOST_PIPS)]
    reach = [card.reach for card in laid]
    left, top = min(each[0] for each in reach), min(each[1] for each in reach)
    right, bottom = max(each[2] for each in reach), max(each[3] for each in reach)
    middle = f"translate({figure((FRAME[0] - left - right) / 2)} {figure((FRAME[1] - top - bottom) / 2)})"
    return tag(
        "svg",
        tag("g", *(_card(card, SUITS[slot]) for card in laid), transform=middle),
        class_="spare-cards",
        viewbox=f"0 0 {figure(FRAME[0])} {figure(FRAME[1])}",
        role="img",
        aria_label=f"{points} point{'' if points == 1 else 's'}",
    )


def _card(card: Laid, suit: str) -> str:
    place = f"translate({figure(card.x)} {figure(card.y)})"
    if card.turned:
        place += f" rotate({card.turned} {figure(WIDTH / 2)} {figure(HEIGHT / 2)})"
    face = tag("rect", width=WIDTH, height=HEIGHT, rx=5)
    if not card.rank:
        inner = tag("rect", x=3, y=3, width=WIDTH - 6, height=HEIGHT - 6, rx=3, class_="spare-pattern")
        return tag("g", face, inner, class_="spare-back", transform=place)
    corners = (
        tag("text", card.rank, x=4.5, y=7.5),
        tag("text", card.rank, x=4.5, y=7.5, transform=f"rotate(180 {figure(WIDTH / 2)} {figure(HEIGHT / 2)})"),
    )
    pips = (
        tag("use", href=f"#{suit}", x=x - PIP / 2, y=y - PIP / 2, width=PIP, height=PIP) for x, y in PIPS[card.rank]
    )
    return tag("g", face, *corners, *pips, class_=f"spare-face {suit}", transform=place)
