"""Cards, seats and the mat in templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString

from engine.cards import Card
from tables.drawings import cards, measures
from tables.drawings.measures import Measures
from tables.drawings.mini import MiniTable, draw_mini
from tables.drawings.plan import TablePlan, draw_table
from tables.drawings.seat_map import SeatBox, draw_seat_map

register = template.Library()


@register.simple_tag
def playing_card(card: Card | str, size: str = "") -> SafeString:
    """{% playing_card "Ah" "l" %}; "back" is face down, "" an empty place."""
    return SafeString(cards.draw_card(card, size))


@register.filter
def card_list(hand: str | Sequence[Card | str] | None, places: int | None = None) -> list[Card | str]:
    """Cards one by one, filled up with empty places."""
    listed: list[Card | str] = list(hand.split() if isinstance(hand, str) else hand or ())
    return listed + [cards.EMPTY] * max((places or 0) - len(listed), 0)


@register.inclusion_tag("tables/_deck.html")
def deck(target: str, taken: Iterable[str] = (), chosen: Iterable[str] = (), joker: bool = False) -> dict[str, Any]:
    """{% deck "id_board" taken=cards joker=game.has_bug %}: 52 or 53 keys that write into the input of that id."""
    return {"target": target, "deck_suits": cards.deck_of(frozenset(taken), frozenset(chosen), has_joker=joker)}


@register.simple_tag
def seat_map(
    seats: Sequence[SeatBox], title: str, lines: Sequence[str] = (), discs: dict[str, int] | None = None
) -> SafeString:
    """{% seat_map seats "Table 1" lines discs %}: the table from above."""
    return SafeString(draw_seat_map(seats, title=title, lines=lines, discs=discs))


SHAPES: dict[str, Callable[[int], Measures]] = {
    "tall": lambda seats: measures.tall(seats, measures.FULL),
    "short": measures.tall,
    "broad": measures.broad,
    "wall": measures.wall,
}


@register.simple_tag
def table_plan(plan: TablePlan, shape: str, own: int | None = None) -> SafeString:
    """{% table_plan drawn "short" %}: a table from above, "tall" and "short" for phones, "broad" for desks, "wall" for
    the room. own: the seat that lies at the lower edge, before whoever looks.
    """
    drawn = SHAPES[shape](plan.seats)
    return SafeString(draw_table(plan, drawn if own is None else measures.turned(drawn, own)))


@register.simple_tag
def mini_table(table: MiniTable) -> SafeString:
    """{% mini_table card.drawn %}: a table of the room."""
    return SafeString(draw_mini(table))
