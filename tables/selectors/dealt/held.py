"""What a player holds, in words, for that player alone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, parse_card
from engine.poker.best import best_high_of, best_low_of
from engine.poker.games.spec import GameSpec, Pick
from engine.poker.wording import high_in_words, low_in_words

WHOLE_HAND = 5
FROM_BOARD = 3
"""Cards of the board that an Omaha hand is made with."""


def held_in_words(game: GameSpec, cards: Sequence[str], board: Sequence[Card]) -> tuple[str, ...]:
    """The best hand that these cards make with the board, high and low; none before there are five to make it with."""
    hole = [parse_card(card) for card in cards]
    if len(hole) + len(board) < WHOLE_HAND or (game.pick is Pick.TWO_FROM_HAND and len(board) < FROM_BOARD):
        return ()
    words = []
    if (high := best_high_of(game, hole=hole, board=board)) is not None:
        words.append(high_in_words(high.rank))
    if (low := best_low_of(game, hole=hole, board=board)) is not None:
        words.append(low_in_words(low.rank, bug=low.bug))
    return tuple(each[0].upper() + each[1:] for each in words)
