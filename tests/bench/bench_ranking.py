"""Hands ranked one by one, beside other evaluators on the same hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import eval7
import pokerkit
import treys
from phevaluator import evaluate_cards

from engine.cards import card_text, full_deck, parse_card
from engine.poker.games.catalogue import GAMES
from engine.poker.high import high_rank, omaha_high_rank
from engine.poker.low import eight_low_rank, low_rank, omaha_eight_low_rank
from engine.poker.settling.showdown import rank_hands
from tests.bench.timing import Row, compare

HANDS = 20_000
HANDS_OF_SLOW_PEER = 2_000
PLAYERS = 6

Hand = tuple[list[str], list[str]]
"""Hole cards and board."""


def rows() -> Iterator[Row]:
    chance = random.Random(7)
    deck = [card_text(card) for card in full_deck()]
    yield from _seven_cards([chance.sample(deck, 7) for _ in range(HANDS)])
    omaha = [_split(chance.sample(deck, 9), 4) for _ in range(HANDS_OF_SLOW_PEER)]
    yield _beside_pokerkit("Omaha high ranking", omaha, omaha_high_rank, pokerkit.OmahaHoldemHand)
    yield _beside_pokerkit("Omaha eight-or-better low", omaha, omaha_eight_low_rank, pokerkit.OmahaEightOrBetterLowHand)
    seven = [_split(chance.sample(deck, 7), 7) for _ in range(HANDS_OF_SLOW_PEER)]
    yield _beside_pokerkit("ace-to-five low of seven cards", seven, _of_hole(low_rank), pokerkit.RegularLowHand)
    yield _beside_pokerkit(
        "eight-or-better low of seven cards", seven, _of_hole(eight_low_rank), pokerkit.EightOrBetterLowHand
    )
    yield _omaha_showdowns([chance.sample(deck, 5 + 4 * PLAYERS) for _ in range(HANDS_OF_SLOW_PEER // 10)])


def _seven_cards(hands: list[list[str]]) -> Iterator[Row]:
    ours = [[parse_card(card) for card in hand] for hand in hands]
    compared = partial(compare, "seven-card ranking, single calls", "hands/s", HANDS, lambda: _each(high_rank, ours))

    evaluator = treys.Evaluator()
    theirs = [
        ([treys.Card.new(card) for card in hand[:2]], [treys.Card.new(card) for card in hand[2:]]) for hand in hands
    ]
    yield compared("treys", lambda: _each_dealt(evaluator.evaluate, theirs))
    yield compared("phevaluator", lambda: [evaluate_cards(*hand) for hand in hands])
    cards = [[eval7.Card(card) for card in hand] for hand in hands]
    yield compared("eval7 (C)", lambda: _each(eval7.evaluate, cards))


def _beside_pokerkit(name: str, hands: list[Hand], rank: Callable[[Any, Any], int], peer: Any) -> Row:
    ours = [([parse_card(card) for card in hole], [parse_card(card) for card in board]) for hole, board in hands]
    theirs = [(_peer_cards(hole), _peer_cards(board)) for hole, board in hands]
    return compare(
        name,
        "hands/s",
        len(hands),
        lambda: _each_dealt(rank, ours),
        "PokerKit",
        lambda: _each_dealt(peer.from_game_or_none, theirs),
    )


def _omaha_showdowns(deals: list[list[str]]) -> Row:
    """Both halves of six hands on one board."""
    game = GAMES["omaha_hilo"]
    split = [(deal[:5], [deal[first : first + 4] for first in range(5, len(deal), 4)]) for deal in deals]
    ours = [
        ([parse_card(card) for card in board], {seat: [*map(parse_card, hole)] for seat, hole in enumerate(holes)})
        for board, holes in split
    ]
    theirs = [(_peer_cards(board), [_peer_cards(hole) for hole in holes]) for board, holes in split]
    kinds = (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand)
    return compare(
        f"Omaha high-low, {PLAYERS} hands on a board",
        "boards/s",
        len(deals),
        lambda: [rank_hands(game, board=board, hands=hands) for board, hands in ours],
        "PokerKit",
        lambda: [kind.from_game_or_none(hole, board) for board, holes in theirs for hole in holes for kind in kinds],
    )


def _split(cards: list[str], hole_cards: int) -> Hand:
    return cards[:hole_cards], cards[hole_cards:]


def _peer_cards(cards: list[str]) -> tuple[Any, ...]:
    return tuple(pokerkit.Card.parse("".join(cards)))


def _of_hole(rank: Callable[[Any], int]) -> Callable[[Any, Any], int]:
    return lambda hole, _board: rank(hole)


def _each(rank: Callable[[Any], object], hands: list[Any]) -> None:
    for hand in hands:
        rank(hand)


def _each_dealt(rank: Callable[[Any, Any], object], hands: list[tuple[Any, Any]]) -> None:
    for hole, board in hands:
        rank(hole, board)
