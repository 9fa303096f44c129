"""Ranks the hands that were shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.cards import Card
from engine.poker.games.spec import GameSpec, Low, Pick
from engine.poker.high import high_rank, omaha_high_rank
from engine.poker.low import eight_low_rank, low_rank, omaha_eight_low_rank

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_TWO_FROM_HAND: Final = Pick.TWO_FROM_HAND
_UNQUALIFIED: Final = Low.UNQUALIFIED
_EIGHT_OR_BETTER: Final = Low.EIGHT_OR_BETTER


class Ranks(NamedTuple):
    """Ranks of shown hands by seat, higher is better; None where the game has no such half. A seat without a
    qualifying low is missing from ``low``.
    """

    high: Mapping[int, int] | None
    low: Mapping[int, int] | None


def rank_hands(game: GameSpec, *, board: Sequence[Card], hands: Mapping[int, Sequence[Card]]) -> Ranks:
    """The ranks of the shown hands. The cards must have passed ``require_sound_cards``.

    Rules: STD-1, STD-2, ANG-2, ANG-3, ANG-8, ANG-9, ANG-14, ANG-15, ANG-16, ANG-29.
    """
    high = low = None
    if game.pick is _TWO_FROM_HAND:
        high = {seat: omaha_high_rank(hole, board) for seat, hole in hands.items()}
        if game.low is not None:
            low = _qualified({seat: omaha_eight_low_rank(hole, board) for seat, hole in hands.items()})
        return Ranks(high, low)
    if game.high:
        high = {seat: high_rank([*hole, *board]) for seat, hole in hands.items()}
    if game.low is _UNQUALIFIED:
        low = {seat: low_rank([*hole, *board]) for seat, hole in hands.items()}
    elif game.low is _EIGHT_OR_BETTER:
        low = _qualified({seat: eight_low_rank([*hole, *board]) for seat, hole in hands.items()})
    return Ranks(high, low)


def _qualified(ranks: Mapping[int, int]) -> dict[int, int]:
    return {seat: rank for seat, rank in ranks.items() if rank}
