"""Ranks high hands: five to seven cards, or two from an Omaha hand with three from the board.

A rank is one integer, higher is better, equal means a tie: the category in the top bits, then up to five card ranks
of four bits each, the most important first. The sum of a hand's cards counts its ranks and suits, so one look-up
ranks any hand. Omaha takes one look-up for the board, whose table all hands share, and one for each two hole cards.
The tables fill themselves, one entry when a pattern of ranks is first met.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations
from typing import Final

from engine.cards import RANK_BITS, RANK_LETTERS, RANKS_MASK, SUIT_BASE, SUIT_BITS, SUIT_LETTERS, Card
from engine.errors import RuleError


class Category(IntEnum):
    """STD-1, worst first."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


ACE: Final = 14
HAND_SIZE: Final = 5
CATEGORY_SHIFT: Final = 4 * HAND_SIZE

_ONE_OF_EACH_SUIT: Final = sum(1 << SUIT_BASE + SUIT_BITS * suit for suit in range(len(SUIT_LETTERS)))
# Added to each suit's counter, a bias sets its top bit exactly when the suit has five, three or two cards or more.
_FIVE_BIAS: Final = 3 * _ONE_OF_EACH_SUIT
_THREE_BIAS: Final = 5 * _ONE_OF_EACH_SUIT
_TWO_BIAS: Final = 6 * _ONE_OF_EACH_SUIT
_FLUSH_BITS: Final = 8 * _ONE_OF_EACH_SUIT
_WHEEL: Final = {ACE, 5, 4, 3, 2}
_HAND_SIZES: Final = range(HAND_SIZE, 8)
_BOARD_SIZES: Final = range(3, HAND_SIZE + 1)


def high_rank(cards: Sequence[Card]) -> int:
    """The rank of the best five of five, six or seven cards. Raises RuleError("cards_not_ranked").

    Rules: STD-1, STD-2.
    """
    try:
        total = sum(cards)
        flush = (total + _FIVE_BIAS) & _FLUSH_BITS
        if not flush:
            return _BY_RANKS[total & RANKS_MASK]
        one_of_suit = flush >> 3
        return _BY_FLUSH[sum(card for card in cards if card & one_of_suit) & RANKS_MASK]
    except TypeError:
        raise not_ranked("5 to 7") from None


def omaha_high_rank(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The rank of the best hand of exactly two hole cards and three board cards. Raises RuleError("cards_not_ranked").

    Rules: STD-2, ANG-2.
    """
    try:
        total = sum(board)
        with_board = _BY_BOARD[total & RANKS_MASK]
        best = 0
        for first, second in combinations(hole, 2):
            if (rank := with_board[first + second & RANKS_MASK]) > best:
                best = rank
        flush = total + _THREE_BIAS & _FLUSH_BITS
        if flush and (flush := flush & sum(hole) + _TWO_BIAS):
            return max(best, _omaha_flush_rank(hole, board, one_of_suit=flush >> 3))
    except TypeError:
        raise not_ranked("3 to 5") from None
    return best


def not_ranked(how_many: str) -> RuleError:
    """The refusal of cards that make no hand. how_many: in words, of a hand or a board."""
    return RuleError(
        "cards_not_ranked",
        f"A hand or board of {how_many} different cards is ranked. Read them with parse_cards, each once.",
        rules=("STD-1",),
    )


def category_of(rank: int) -> Category:
    return Category(rank >> CATEGORY_SHIFT)


def card_ranks_of(rank: int) -> tuple[int, ...]:
    """The card ranks (2 to 14) that a hand rank compares after its category, the most important first."""
    return tuple(value for place in range(HAND_SIZE - 1, -1, -1) if (value := rank >> 4 * place & 15))


def _rank(category: Category, *card_ranks: int) -> int:
    rank = int(category)
    for place in range(HAND_SIZE):
        rank = rank << 4 | (card_ranks[place] if place < len(card_ranks) else 0)
    return rank


def _counts(key: int, sizes: range = _HAND_SIZES) -> list[tuple[int, int]]:
    """(how many, rank) of the ranks in a sum of cards, most of a kind first, then highest first."""
    counted = ((key >> RANK_BITS * index & 7, index + 2) for index in range(len(RANK_LETTERS)))
    counts = sorted(((count, rank) for count, rank in counted if count), reverse=True)
    if sum(count for count, _ in counts) not in sizes or counts[0][0] > 4:
        raise not_ranked(f"{sizes[0]} to {sizes[-1]}")
    return counts


def _straight_top(ranks: set[int]) -> int:
    """The highest card of the best straight in these ranks, 0 where there is none."""
    for top in range(ACE, HAND_SIZE, -1):
        if ranks.issuperset(range(top - 4, top + 1)):
            return top
    return 5 if ranks >= _WHEEL else 0


def _rank_by_counts(key: int) -> int:
    counts = _counts(key)
    ranks = sorted((rank for _, rank in counts), reverse=True)
    (most, first), (second_most, second) = counts[:2]
    kickers = [rank for rank in ranks if rank != first]
    if most == 4:
        return _rank(Category.FOUR_OF_A_KIND, first, kickers[0])
    if most == 3 and second_most >= 2:
        return _rank(Category.FULL_HOUSE, first, second)
    if top := _straight_top(set(ranks)):
        return _rank(Category.STRAIGHT, top)
    if most == 3:
        return _rank(Category.THREE_OF_A_KIND, first, *kickers[:2])
    if second_most == 2:
        kicker = next(rank for rank in kickers if rank != second)
        return _rank(Category.TWO_PAIR, first, second, kicker)
    if most == 2:
        return _rank(Category.ONE_PAIR, first, *kickers[:3])
    return _rank(Category.HIGH_CARD, *ranks[:HAND_SIZE])


def _rank_of_flush(key: int) -> int:
    ranks = [rank for _, rank in _counts(key)]
    top = _straight_top(set(ranks))
    if top == ACE:
        return _rank(Category.ROYAL_FLUSH, top)
    if top:
        return _rank(Category.STRAIGHT_FLUSH, top)
    return _rank(Category.FLUSH, *ranks[:HAND_SIZE])


def _omaha_flush_rank(hole: Sequence[Card], board: Sequence[Card], *, one_of_suit: int) -> int:
    """The rank of the best Omaha flush in a suit of which the hand has two and the board three."""
    twos = combinations([card for card in hole if card & one_of_suit], 2)
    threes = list(combinations([card for card in board if card & one_of_suit], 3))
    return max([_BY_FLUSH[sum(two) + sum(three) & RANKS_MASK] for two in twos for three in threes])


class _ByRanks(dict[int, int]):
    """Hand ranks by the sum of the cards' rank counters, whatever the suits."""

    def __missing__(self, key: int) -> int:
        rank = self[key] = _rank_by_counts(key)
        return rank


class _ByFlush(dict[int, int]):
    """Hand ranks by the sum of the rank counters of the five to seven cards of one suit."""

    def __missing__(self, key: int) -> int:
        rank = self[key] = _rank_of_flush(key)
        return rank


class _WithBoard(dict[int, int]):
    """The best that two cards make with three of one board, flushes apart, by the sum of the two's rank counters."""

    def __init__(self, board_key: int) -> None:
        board = [1 << RANK_BITS * (rank - 2) for count, rank in _counts(board_key, _BOARD_SIZES) for _ in range(count)]
        self._threes = {sum(three) for three in combinations(board, 3)}

    def __missing__(self, pair: int) -> int:
        rank = self[pair] = max([_BY_RANKS[pair + three] for three in self._threes])
        return rank


class _ByBoard(dict[int, _WithBoard]):
    """By the sum of a board's rank counters."""

    def __missing__(self, key: int) -> _WithBoard:
        with_board = self[key] = _WithBoard(key)
        return with_board


_BY_RANKS: Final = _ByRanks()
_BY_FLUSH: Final = _ByFlush()
_BY_BOARD: Final = _ByBoard()
