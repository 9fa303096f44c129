"""The sizes that staff tap for a bet: half the pot, the pot, everything, and what a limit leaves of them."""

from __future__ import annotations

import pytest

from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand
from engine.poker.house.catalogue import HOUSES
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips
from tables.selectors import bet_sizes, hand_story


def a_hand(
    house: str = "standard", *, chips: int = 500, structure: Structure = Structure.NO_LIMIT, **stakes: int
) -> Hand:
    """Three players with the button on seat 1, cards dealt unseen."""
    played = Stakes(structure=structure, small_blind=Chips(5), big_blind=Chips(10), small_bet=Chips(10), **stakes)
    hand = Hand.start(
        game=GAMES["holdem"],
        house=HOUSES[house],
        stakes=played,
        stacks=dict.fromkeys((1, 2, 3), Chips(chips)),
        button=1,
    )
    hand.deal_unknown()
    return hand


def named(hand: Hand) -> list[tuple[str, int]]:
    sizes = bet_sizes(hand)
    return [(size.name, size.to) for size in sizes.usual] if sizes else []


@pytest.mark.rule("STD-5")
def test_half_the_pot_and_the_pot_are_reckoned_after_the_call():
    hand = a_hand()

    assert named(hand) == [("Least", 20), ("½ pot", 22), ("Pot", 35), ("All-in", 500)]


@pytest.mark.rule("CAN-24")
def test_a_size_is_paid_in_the_chips_that_are_in_play():
    hand = a_hand("wlia")

    assert named(hand) == [("½ pot", 20), ("Pot", 35), ("All-in", 500)]


@pytest.mark.rule("WLIA-5")
def test_a_ceiling_below_the_pot_is_called_the_most():
    hand = a_hand(ceiling=20)

    sizes = bet_sizes(hand)

    assert named(hand) == [("Least", 20), ("½ pot", 22), ("Most", 30)]
    assert (sizes.least, sizes.most, sizes.first) == (20, 30, 22)


def test_where_half_the_pot_is_too_much_the_least_is_set():
    hand = a_hand(ceiling=11)

    assert (named(hand), bet_sizes(hand).first) == ([("Least", 20), ("Most", 21)], 20)


@pytest.mark.rule("STD-7")
def test_who_can_only_call_is_offered_no_size():
    hand = a_hand(chips=20)
    hand.bet_to(20)

    assert bet_sizes(hand) is None


@pytest.mark.rule("STD-6")
def test_a_fixed_limit_has_one_price():
    hand = a_hand(structure=Structure.FIXED_LIMIT, big_bet=Chips(20))

    sizes = bet_sizes(hand)

    assert (sizes.only, sizes.usual, sizes.first) == ((20,), (), 20)


def test_a_step_is_the_small_blind():
    assert bet_sizes(a_hand()).step == 5


def test_the_story_of_a_hand_is_told_street_by_street():
    hand = a_hand()
    hand.bet_to(30)
    hand.call()
    hand.fold()
    hand.deal_board("Kh 9c 4d")
    hand.bet_to(40)
    hand.fold()

    story = hand_story(hand)

    lines = [(each.street, each.pot, [(deed.seat, deed.says, deed.chips) for deed in each.deeds]) for each in story]
    assert lines == [
        ("preflop", 0, [(2, "posts", 5), (3, "posts", 10), (1, "raises to", 30), (2, "calls", 25), (3, "folds", 0)]),
        ("flop", 70, [(2, "bets", 40), (1, "folds", 0)]),
    ]
