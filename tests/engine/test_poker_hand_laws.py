"""Laws of a hand in play: chips are kept, its log is all of it, and what it allows is what it takes."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given

from engine.cards import full_deck
from engine.errors import RuleError
from engine.poker.hand import Hand, Phase
from engine.poker.house.catalogue import HOUSES
from tests.engine.hand_laws import ENDED, Chance, chances, law, picture, played, plays
from tests.engine.poker_random_hands import ALL_PLAYS, MOST_STEPS, random_start, random_step

# Chips


@law(150)
@given(chances, plays)
def test_chips_are_kept_to_the_last_one(rng, play):
    game, structure = play
    assert_chips_are_kept(rng, random_start(rng, game=game, structure=structure), rulings=True)


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
def test_every_house_plays_every_game_at_every_structure_to_its_end(house):
    for number, (game, structure) in enumerate(ALL_PLAYS):
        rng = Chance(number)
        assert_chips_are_kept(rng, random_start(rng, game=game, structure=structure, house=house), rulings=False)


def assert_chips_are_kept(rng: random.Random, hand: Hand, *, rulings: bool) -> None:
    """Play the hand to its end, counting the chips before every action."""
    total = sum(hand.setup.stacks.values())
    for _ in range(MOST_STEPS):
        assert sum(hand.stacks.values()) + hand.pot == total
        assert min(hand.stacks.values()) >= 0
        assert sum(hand.contributed.values()) == hand.pot
        if hand.phase in ENDED:
            break
        assert_pots_hold_the_chips(hand)
        random_step(rng, hand, rulings=rulings)

    assert hand.phase in ENDED
    if hand.phase is Phase.VOID:
        assert hand.stacks == dict(hand.setup.stacks)
        return
    settled = hand.settle()
    assert sum(settled.net.values()) == 0
    assert sum(settled.awards.values()) + sum(settled.returned.values()) == hand.pot
    assert min([*settled.awards.values(), *settled.returned.values(), 0]) >= 0
    assert all(hand.setup.stacks[seat] + net >= 0 for seat, net in settled.net.items())


def assert_pots_hold_the_chips(hand: Hand) -> None:
    pots, returned = hand.pots
    assert sum(pot.chips for pot in pots) + sum(returned.values()) == hand.pot
    assert all(pot.eligible and set(pot.eligible) <= set(hand.live) for pot in pots)


# The log


@law(60)
@given(chances, plays)
def test_undo_restores_the_exact_state_after_any_action(rng, play):
    game, structure = play
    hand = random_start(rng, game=game, structure=structure)
    pictures = {0: picture(hand)}
    for _ in range(rng.randint(1, 60)):
        if hand.phase in ENDED:
            break
        random_step(rng, hand, rulings=True)
        pictures[len(hand.log)] = picture(hand)

    if hand.log:
        hand.undo()
        assert picture(hand) == pictures[len(hand.log)]
    to = rng.randint(0, len(hand.log))
    if hand.log:
        hand.undo(to)
        assert picture(hand) == pictures[to]


@law(60)
@given(chances, plays)
def test_the_stored_log_is_the_hand(rng, play):
    hand = played(rng, play)

    again = Hand.from_json(json.loads(json.dumps(hand.to_json())))

    assert picture(again) == picture(hand)
    assert again.phase is hand.phase
    if hand.phase is Phase.OVER:
        assert again.settle() == hand.settle()


@law(25)
@given(chances, plays)
def test_a_copy_goes_its_own_way(rng, play):
    hand = played(rng, play, steps=20)
    before = picture(hand)

    other = hand.copy()
    if other.phase not in ENDED:
        random_step(rng, other)

    assert picture(hand) == before


# What is allowed


@law(120)
@given(chances, plays)
def test_what_is_allowed_is_accepted_and_one_chip_beside_it_is_refused(rng, play):
    hand = played(rng, play, steps=25)
    if hand.phase is Phase.DRAW:
        assert_draw_is_truthful(hand)
    if hand.phase is not Phase.BETTING:
        return
    legal = hand.legal
    accepts = {
        "fold": legal.may_fold,
        "check": legal.may_check,
        "call": legal.may_call,
        "post_bring_in": bool(legal.bring_in),
    }
    for action, is_allowed in accepts.items():
        assert is_accepted(hand, action) is is_allowed, action
    for verb in ("fold", "check", "call"):
        assert (hand.why_not(verb) is None) is accepts[verb]
    assert (hand.why_not("bet") is None) is legal.may_raise
    assert_amounts_are_truthful(rng, hand)


def assert_amounts_are_truthful(rng: random.Random, hand: Hand) -> None:
    legal = hand.legal
    if legal.min_to is None or legal.max_to is None:
        everything = hand.bets[legal.seat] + hand.stacks[legal.seat]
        for to in (0, hand.stakes.small_bet, max(hand.bets.values()) + 1, everything, rng.randint(0, 3000)):
            assert not is_accepted(hand, "bet_to", to)
        return
    unit = hand.setup.smallest_chip or hand.house.smallest_chip
    assert legal.min_to <= legal.max_to
    for to in (legal.min_to, legal.max_to):
        assert is_accepted(hand, "bet_to", to), to
    between = rng.randint(legal.min_to, legal.max_to)
    is_payable = between % unit == 0 or between == legal.max_to == hand.bets[legal.seat] + hand.stacks[legal.seat]
    assert is_accepted(hand, "bet_to", between) is (between in legal.amounts if legal.amounts else is_payable), between
    for to in (legal.min_to - 1, legal.max_to + 1, -legal.min_to, legal.max_to + 10**9):
        assert not is_accepted(hand, "bet_to", to), to


def assert_draw_is_truthful(hand: Hand) -> None:
    seat, most = hand.legal.seat, hand.legal.draw_up_to
    held = hand.hole(seat)
    assert is_accepted(hand, "discard", ())
    assert is_accepted(hand, "discard", held[:most])
    assert not is_accepted(hand, "discard", [*held, *held][: most + 1])
    assert not is_accepted(hand, "discard", [next(card for card in full_deck() if card not in held)])


def is_accepted(hand: Hand, action: str, *given: object) -> bool:
    """Whether a hand takes an action, tried on a copy, which a refused action leaves as it was."""
    other = hand.copy()
    try:
        getattr(other, action)(*given)
    except RuleError:
        assert picture(other) == picture(hand)
        return False
    return True
