"""Every card that a dealt hand showed came from its own place of the deck, or the check says so."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given

from engine.cards import card_text, full_deck, parse_cards
from engine.errors import RuleError
from engine.poker.dealt import DealtHand
from engine.poker.deck import Deck
from engine.poker.games.spec import GameSpec
from engine.poker.hand import Hand
from engine.poker.redealt import NOT_CHECKABLE, verify_deal
from engine.poker.stakes import Structure
from engine.shuffle import FairDeck, HousePack, publish
from tests.engine.hand_laws import ENDED, Chance, chances, law, plays
from tests.engine.poker_random_hands import MOST_STEPS, random_start
from tests.engine.test_poker_dealt import random_act, try_it

Play = tuple[GameSpec, Structure]


def fair_deck(rng: random.Random, *, has_joker: bool) -> FairDeck:
    pack = tuple(card_text(card) for card in full_deck()) + (("Jk",) if has_joker else ())
    return FairDeck(HousePack("NIGHT-A T1 1", pack, rng.randbytes(32)), {1: rng.randbytes(32).hex(), 2: ""})


def played(rng: random.Random, hand: DealtHand) -> None:
    for _ in range(MOST_STEPS):
        if (act := random_act(rng, hand)) is None:
            return
        try_it(hand, act)


def published(fair: FairDeck, hand: DealtHand) -> dict[str, Any]:
    seen = hand.seen
    held = [card for seat in seen.seats for card in (*seen.hole(seat), *seen.discards[seat])]
    shown = sorted({card_text(card) for card in (*held, *seen.board) if card is not None})
    return {**publish(fair, shown=shown, all_are_seen=False), "played": seen.to_json()}


def started(rng: random.Random, play: Play, swap: tuple[int, int] = (0, 0)) -> tuple[FairDeck, DealtHand]:
    """swap: two places of the deck whose cards a crooked dealer changes."""
    game, structure = play
    setup = random_start(rng, game=game, structure=structure).setup
    fair = fair_deck(rng, has_joker=game.has_bug)
    order = list(parse_cards("".join(fair.cards)))
    one, other = swap
    order[one], order[other] = order[other], order[one]
    deck = Deck(order=tuple(order), seed=fair.again_seed)
    return fair, DealtHand.start(lambda given: Hand(setup._replace(deck=given)), deck)


@law(150)
@given(chances, plays)
def test_an_honest_deal_agrees_unless_its_pack_was_shuffled_again(rng: Chance, play):
    fair, hand = started(rng, play)
    played(rng, hand)
    assume(hand.known.phase in ENDED)
    if not hand.known.is_reshuffled:
        assert verify_deal(published(fair, hand)) == []
        return
    with pytest.raises(RuleError) as refused:
        verify_deal(published(fair, hand))
    assert refused.value.code == NOT_CHECKABLE


@law(150)
@given(chances, plays)
def test_two_cards_that_change_places_in_the_dealing_are_caught_once_one_is_shown(rng: Chance, play):
    one, other = rng.randrange(0, 12), rng.randrange(30, 52)
    fair, hand = started(rng, play, (one, other))
    played(rng, hand)
    told = published(fair, hand)
    shown = {row["card"] for row in told["shown"]}
    assume(hand.known.phase in ENDED and not hand.known.is_reshuffled)
    assume(shown & {fair.cards[one], fair.cards[other]})
    assert verify_deal(told)


def test_a_file_without_its_hand_says_that_the_deal_cannot_be_checked():
    fair = fair_deck(random.Random(1), has_joker=False)
    with pytest.raises(RuleError) as refused:
        verify_deal(publish(fair, shown=fair.cards[:1], all_are_seen=False))
    assert refused.value.code == NOT_CHECKABLE
