"""The cards that make a hand's best high or low, for those who want to see them; a showdown needs only the ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter

from engine.cards import JOKER, Card, rank_of
from engine.doors import door
from engine.hints import plain
from engine.poker.games.spec import GameSpec, Low, Pick
from engine.poker.high import ACE, HAND_SIZE, Category, card_ranks_of, category_of, high_rank, not_ranked
from engine.poker.low import bug_value, eight_low_rank, low_rank, low_value, low_values


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
class HandValue:
    """A ranked hand with the five cards that make it, the most important first."""

    rank: int
    category: Category
    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
class LowValue:
    """A ranked low hand with the five cards that make it, the most important first."""

    rank: int
    cards: tuple[Card, ...]

    @property
    def bug(self) -> int | None:
        """What the joker among them stands for. Rules: ANG-16."""
        return bug_value(self.cards)


@door
def best_high_of(game: GameSpec, *, hole: Sequence[Card], board: Sequence[Card]) -> HandValue | None:
    """The high hand of checked cards, None where the game has none. Rules: STD-1, STD-2, ANG-2."""
    if not game.high:
        return None
    return best_omaha_high(hole, board) if game.pick is Pick.TWO_FROM_HAND else best_high([*hole, *board])


@door
def best_low_of(game: GameSpec, *, hole: Sequence[Card], board: Sequence[Card]) -> LowValue | None:
    """The low hand of checked cards, None where the game has none or it does not qualify.

    Rules: ANG-3, ANG-8, ANG-9, ANG-14, ANG-15, ANG-16, ANG-29.
    """
    if game.low is None:
        return None
    low = best_omaha_low(hole, board) if game.pick is Pick.TWO_FROM_HAND else best_low([*hole, *board])
    return low if game.low is Low.UNQUALIFIED or eight_low_rank(low.cards) else None


@door
def best_high(cards: Sequence[Card]) -> HandValue:
    """The best five of five, six or seven cards, with the cards that make it. Rules: STD-1, STD-2."""
    return _best_high_of_hands(combinations(cards, HAND_SIZE))


@door
def best_omaha_high(hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
    """The best two hole cards with three board cards, with the cards that make it. Rules: STD-2, ANG-2."""
    return _best_high_of_hands([*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3))


@door
def best_low(cards: Sequence[Card]) -> LowValue:
    """The lowest five of five to seven cards, with the cards that make it. Rules: ANG-9, ANG-15, ANG-16."""
    return _best_low_of_hands(combinations(cards, HAND_SIZE))


@door
def best_omaha_low(hole: Sequence[Card], board: Sequence[Card]) -> LowValue:
    """The lowest two hole cards with three board cards, qualified or not. Rules: ANG-3."""
    return _best_low_of_hands((*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3))


def _best_high_of_hands(hands: Iterable[Sequence[Card]]) -> HandValue:
    ranked = [(high_rank(hand), hand) for hand in hands]
    if not ranked:
        raise not_ranked("5 to 7")
    rank, cards = max(ranked, key=itemgetter(0))
    order = card_ranks_of(rank)
    # A straight names only its top card; its ace plays low when the top card is a five.
    if category_of(rank) in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        order = (5, 4, 3, 2, ACE) if order[0] == 5 else tuple(range(order[0], order[0] - HAND_SIZE, -1))
    by_importance = sorted(cards, key=lambda card: order.index(rank_of(card)))
    return HandValue(rank=rank, category=category_of(rank), cards=tuple(by_importance))


def _best_low_of_hands(hands: Iterable[Sequence[Card]]) -> LowValue:
    ranked = [(low_rank(hand), hand) for hand in hands]
    if not ranked:
        raise not_ranked("5 to 7")
    rank, cards = max(ranked, key=itemgetter(0))
    order, bug = low_values(rank), bug_value(cards)
    by_importance = sorted(cards, key=lambda card: order.index(bug if card == JOKER and bug else low_value(card)))
    return LowValue(rank=rank, cards=tuple(by_importance))
