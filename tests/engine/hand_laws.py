"""What laws about hands in play share: random hands as Hypothesis draws them, and all that can be seen of a hand."""

from __future__ import annotations

import os
import random

from hypothesis import settings
from hypothesis import strategies as st

from engine.poker.hand import Hand, Phase
from tests.deep import examples
from tests.engine.poker_random_hands import ALL_PLAYS, MOST_STEPS, random_start, random_step

MORE = 15 if os.environ.get("ORACLE_FULL") == "1" else 1
ENDED = (Phase.OVER, Phase.VOID)


class Chance(random.Random):
    """Random choices that name their seed where a law fails."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.began_with = seed

    def __repr__(self) -> str:
        return f"Chance({self.began_with})"


plays = st.sampled_from(ALL_PLAYS)
chances = st.integers(0, 2**32).map(Chance)


def law(number: int):
    """A law over this many random hands where nobody waits for it, fifteen times as many with ORACLE_FULL=1."""
    return settings(max_examples=examples(number) * MORE)


def picture(hand: Hand) -> tuple[object, ...]:
    """All that can be seen of a hand."""
    views = [hand.view(seat) for seat in (None, *hand.seats)]
    cards = (hand.stub, hand.burns, hand.dead_cards, hand.discards, [hand.hole(seat) for seat in hand.seats])
    return (hand.to_json(), views, hand.stacks, hand.contributed, cards, hand.shown, hand.claims, hand.log)


def played(rng: random.Random, play, *, rulings: bool = True, steps: int = MOST_STEPS) -> Hand:
    game, structure = play
    hand = random_start(rng, game=game, structure=structure)
    for _ in range(rng.randint(0, steps)):
        if hand.phase in ENDED:
            break
        random_step(rng, hand, rulings=rulings)
    return hand
