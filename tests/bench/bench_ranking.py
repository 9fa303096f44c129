"""Seven-card hands ranked one by one, beside three evaluators on the same hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import eval7
import treys
from phevaluator import evaluate_cards

from engine.cards import card_text, full_deck, parse_card
from engine.poker.high import high_rank
from tests.bench.timing import Row, compare

HANDS = 20_000


def rows() -> Iterator[Row]:
    chance = random.Random(7)
    deck = [card_text(card) for card in full_deck()]
    hands = [chance.sample(deck, 7) for _ in range(HANDS)]
    ours = [[parse_card(card) for card in hand] for hand in hands]
    compared = partial(compare, "seven-card ranking, single calls", "hands/s", HANDS, lambda: _each(high_rank, ours))

    evaluator = treys.Evaluator()
    theirs = [
        ([treys.Card.new(card) for card in hand[:2]], [treys.Card.new(card) for card in hand[2:]]) for hand in hands
    ]
    yield compared("treys", lambda: [evaluator.evaluate(hole, board) for hole, board in theirs])
    yield compared("phevaluator", lambda: [evaluate_cards(*hand) for hand in hands])
    cards = [[eval7.Card(card) for card in hand] for hand in hands]
    yield compared("eval7 (C)", lambda: _each(eval7.evaluate, cards))


def _each(rank: object, hands: list[list[object]]) -> None:
    for hand in hands:
        rank(hand)
