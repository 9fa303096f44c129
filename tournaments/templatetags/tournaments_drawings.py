"""Brackets, levels and the score of a euchre table in templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString

from engine.euchre.deck import BENNY_TEXT
from tables.drawings.cards import draw_card, face_of
from tournaments.drawings.bracket import Labels, draw_bracket
from tournaments.drawings.bracket_layout import RoundColumn, page_measures, wall_measures
from tournaments.drawings.levels import LevelMark, draw_levels_strip
from tournaments.drawings.spare_cards import draw_spare_cards

register = template.Library()
JOKER_TEXT = "Jk"


@register.simple_tag
def bracket(rounds: Sequence[RoundColumn], place: str = "page", **words: Any) -> SafeString:
    """{% bracket rounds "wall" title=t description=d highlight=key third_place=match name="b" %}."""
    measure = wall_measures if place == "wall" else page_measures
    labels = Labels(**{name: words.pop(name) for name in ("title", "description", "name") if name in words})
    return SafeString(draw_bracket(rounds, measure(rounds), labels, **words))


@register.simple_tag
def levels_strip(levels: Sequence[LevelMark], label: str) -> SafeString:
    """{% levels_strip marks "Level 3 of 6" %}: the night's levels in one line."""
    return SafeString(draw_levels_strip(levels, label=label))


@register.simple_tag
def euchre_card(card: str, size: str = "") -> SafeString:
    """{% euchre_card "Ah" "l" %}; the joker is the Benny."""
    return SafeString(draw_card(JOKER_TEXT if card == BENNY_TEXT else card, size))


@register.simple_tag
def card_name(card: str) -> str:
    """{% card_name "Ah" %}: "ace of hearts", as it is read aloud."""
    return face_of(JOKER_TEXT if card == BENNY_TEXT else card).spoken


@register.simple_tag
def spare_cards(slot: int, points: int, target: int) -> SafeString:
    """{% spare_cards forloop.counter0 points target as cards %}: a team's 4 and 6, as many pips showing as points made;
    nothing where a game takes more points than they have pips.
    """
    return SafeString(draw_spare_cards(slot, points, target=target))
