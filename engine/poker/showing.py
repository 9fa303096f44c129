"""Which upcards open a betting round of stud, and what they could become."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.cards import RANK_BITS, RANK_LETTERS, RANKS_MASK, SUIT_LETTERS, Card, card_text, full_deck, rank_of
from engine.poker.games.spec import HAND_SIZE, DoorCard
from engine.poker.high import ACE
from engine.poker.low import low_value

_BITS: Final = 4
_MOST_UPCARDS: Final = 5
_CALLED_AFTER: Final = (3, 4)
_ABOVE_ALL: Final = 1 << 2 * _BITS * _MOST_UPCARDS


def showing_ranks(hands: Iterable[Sequence[Card | None]], common: Sequence[Card], *, lowest: bool) -> list[int]:
    """How strongly the upcards of each hand open: higher opens, equal goes to the one dealt first.

    Pairs and more of a kind count, straights and flushes do not. common: cards that all share. lowest: the lowest hand
    opens, aces low (razz). None is a card that nobody told. Rules: ANG-5, ANG-9.
    """
    strength_of: dict[int, int] = _LOWEST_OPENS if lowest else _HIGHEST_OPENS
    shared = sum(common)
    ranks: list[int] = []
    for upcards in hands:
        key: int = shared
        for card in upcards:
            if card is not None:
                key += card
        ranks.append(strength_of[key & RANKS_MASK])
    return ranks


def door_card_keys(door: DoorCard) -> Mapping[Card, int]:
    """Keys of door cards, the smallest brings it in: the lowest, ace high, clubs lowest; or in razz the highest, ace
    low.
    """
    return _LOWEST_BRINGS_IN if door is _LOWEST_DOOR else _HIGHEST_BRINGS_IN


def possible_hands(upcards: Sequence[Card], *, hole_cards: int) -> tuple[str, ...]:
    """What a dealer calls after the third and fourth upcard: a straight or flush that three or more of them begin.

    hole_cards: of the game, up and down; with all that do not show, the hand must be able to get there. Rules: ANG-6.
    """
    if len(upcards) not in _CALLED_AFTER:
        return ()
    needed = max(3, HAND_SIZE - (hole_cards - len(upcards)))
    both = [{rank_of(card) for card in upcards}, {low_value(card) for card in upcards}]
    in_a_row = max(len(ranks & set(range(low, low + HAND_SIZE))) for ranks in both for low in ranks)
    of_a_suit = max(Counter(card_text(card)[1] for card in upcards).values())
    calls = (("possible straight", in_a_row), ("possible flush", of_a_suit))
    return tuple(call for call, begun in calls if begun >= needed)


def _strength(key: int, *, ace: int) -> int:
    """How high a sum of upcards shows: how many of a kind first, then which ranks."""
    counts = sorted(
        (
            (count, ace if index == len(RANK_LETTERS) - 1 else index + 2)
            for index in range(len(RANK_LETTERS))
            if (count := key >> RANK_BITS * index & 7)
        ),
        reverse=True,
    )
    rank = 0
    for column in (0, 1):
        for place in range(_MOST_UPCARDS):
            rank = rank << _BITS | (counts[place][column] if place < len(counts) else 0)
    return rank


class _HighestOpens(dict[int, int]):
    """By the sum of the upcards' rank counters."""

    def __missing__(self, key: int) -> int:
        rank = self[key] = _strength(key, ace=ACE)
        return rank


class _LowestOpens(dict[int, int]):
    """By the sum of the upcards' rank counters, the lowest hand highest."""

    def __missing__(self, key: int) -> int:
        rank = self[key] = _ABOVE_ALL - _strength(key, ace=1)
        return rank


_HIGHEST_OPENS: Final = _HighestOpens()
_LOWEST_OPENS: Final = _LowestOpens()
_LOWEST_DOOR: Final = DoorCard.LOWEST
_SUITS: Final = {card: SUIT_LETTERS.index(card_text(card)[1]) for card in full_deck()}
_LOWEST_BRINGS_IN: Final = {card: rank_of(card) * len(SUIT_LETTERS) + suit for card, suit in _SUITS.items()}
_HIGHEST_BRINGS_IN: Final = {card: -(low_value(card) * len(SUIT_LETTERS) + suit) for card, suit in _SUITS.items()}
