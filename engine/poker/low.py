"""Ranks low hands, ace to five: aces are low, straights and flushes do not count, A-2-3-4-5 is the best.

A rank is one integer, higher is better, equal means a tie, 0 means no low. It comes from the sum of a hand's cards
by one look-up, as for high hands; the tables fill themselves, one entry when a pattern of ranks is first met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from engine.cards import JOKER, RANK_BITS, RANK_LETTERS, RANKS_MASK, Card, full_deck, rank_of
from engine.poker.high import HAND_SIZE, not_ranked

NO_LOW: Final = 0
SEVEN: Final = 7
EIGHT: Final = 8


_VALUE_BITS: Final = 4
_PATTERN_SHIFT: Final = _VALUE_BITS * HAND_SIZE
_WORST: Final = 6 << _PATTERN_SHIFT
# How many of a kind, most first; the place says how bad that is, worse than any hand of an earlier place.
_PATTERNS: Final = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
_KEY_MASK: Final = RANKS_MASK | JOKER


def low_rank(cards: Sequence[Card]) -> int:
    """The rank of the lowest five of five to seven cards, pairs allowed; the joker is the lowest card not in the hand.

    Rules: ANG-9, ANG-15, ANG-16, ANG-29.
    """
    try:
        return _LOWS[sum(cards) & _KEY_MASK]
    except TypeError:
        raise not_ranked("5 to 7") from None


def eight_low_rank(cards: Sequence[Card]) -> int:
    """The rank of the lowest five unpaired cards, eight or lower, of five to seven cards; 0 where there are none.

    Rules: ANG-3, ANG-8, ANG-14.
    """
    try:
        rank = _LOWS[sum(cards) & _KEY_MASK]
    except TypeError:
        raise not_ranked("5 to 7") from None
    return rank if rank >= _WORST_EIGHT else NO_LOW


def omaha_eight_low_rank(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The rank of the best eight-or-better low of exactly two hole and three board cards; 0 where there is none.

    Rules: ANG-3.
    """
    key = 0
    try:
        for card in hole:
            key |= _HOLE_BIT[card]
        for card in board:
            key |= _BOARD_BIT[card]
    except (KeyError, TypeError):
        raise not_ranked("3 to 5") from None
    return _OMAHA_EIGHT_LOWS[key]


def bug_value(cards: Sequence[Card]) -> int | None:
    """What the joker stands for, 1 for an ace to 13 for a king; None where the hand has no joker. Rules: ANG-16."""
    if JOKER not in cards:
        return None
    held = {low_value(card) for card in cards if card != JOKER}
    return _lowest_missing(held)


def is_seven_or_better(cards: Sequence[Card]) -> bool:
    """Five unpaired cards, seven or lower: a lowball hand that must be bet after the draw. Rules: ANG-18."""
    values = low_values(low_rank(cards))
    return len(set(values)) == HAND_SIZE and max(values) <= SEVEN


def low_value(card: Card) -> int:
    """1 for an ace to 13 for a king. The joker has none: RuleError("joker_has_no_rank")."""
    return rank_of(card) % 13 or 13


def low_values(rank: int) -> tuple[int, ...]:
    """The card values (1 for an ace) that a low rank compares, the most important first: pairs before odd cards."""
    badness = _WORST - rank
    return tuple(badness >> _VALUE_BITS * place & 15 for place in range(HAND_SIZE - 1, -1, -1))


def _badness(values: Sequence[int]) -> int:
    """How bad five card values are as a low."""
    counts = sorted(((count, value) for value, count in Counter(values).items()), reverse=True)
    badness = _PATTERNS.index(tuple(count for count, _ in counts))
    for count, value in counts:
        for _ in range(count):
            badness = badness << _VALUE_BITS | value
    return badness


def _lowest(key: int) -> int:
    """The rank of the best low in a sum of cards."""
    values: list[int] = []
    for index in range(len(RANK_LETTERS)):
        values += [(index + 2) % 13 or 13] * (key >> RANK_BITS * index & 7)
    if key & JOKER:
        values.append(_lowest_missing(values))
    if not HAND_SIZE <= len(values) <= 7:
        raise not_ranked("5 to 7")
    return _WORST - min(_badness(five) for five in combinations(values, HAND_SIZE))


def _lowest_missing(values: Collection[int]) -> int:
    value = 1
    while value in values:
        value += 1
    return value


class _Lows(dict[int, int]):
    """Low ranks by the sum of the cards' rank counters and the joker."""

    def __missing__(self, key: int) -> int:
        rank = self[key] = _lowest(key)
        return rank


def _best_of_two_and_three(key: int) -> int:
    """The rank of the best eight-or-better low of two ranks of a hand and three of a board, 0 where there is none."""
    hand, board = ([value for value in range(1, EIGHT + 1) if bits >> value & 1] for bits in (key >> _HOLE_SHIFT, key))
    lows = [
        {*two, *three} for two in combinations(hand, 2) for three in combinations(board, 3) if not {*two} & {*three}
    ]
    return max((_WORST - _badness(sorted(low)) for low in lows), default=NO_LOW)


class _OmahaEightLows(dict[int, int]):
    """Low ranks by which of the ranks up to eight a hand and a board have."""

    def __missing__(self, key: int) -> int:
        rank = self[key] = _best_of_two_and_three(key)
        return rank


_LOWS: Final = _Lows()
_OMAHA_EIGHT_LOWS: Final = _OmahaEightLows()
_WORST_EIGHT: Final = _WORST - _badness((8, 7, 6, 5, 4))
_HOLE_SHIFT: Final = EIGHT
_BOARD_BIT: Final = {card: 1 << low_value(card) if low_value(card) <= EIGHT else 0 for card in full_deck()}
_HOLE_BIT: Final = {card: bit << _HOLE_SHIFT for card, bit in _BOARD_BIT.items()}
