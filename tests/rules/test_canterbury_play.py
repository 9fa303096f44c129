"""Hold'em as Canterbury Park plays it, through a hand."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.forced import ForcedBets
from tests.engine.hands import FIXED_LIMIT, NO_LIMIT, begin, play, refusal


def limit_hand(players: int = 4, **more):
    return begin(**{"house": "canterbury", "stakes": FIXED_LIMIT, "stacks": [1000] * players, **more})


@pytest.mark.rule("CAN-1")
def test_the_button_is_dealt_last_and_acts_last_but_for_the_first_round():
    hand = limit_hand(deck="2c 3c 4c 5c 2d 3d 4d 5d")

    assert hand.seats[-1] == hand.button
    play(hand, "c c c k")
    assert [hand.turn, *(play(hand, "k").turn for _ in range(3))] == [1, 2, 3, 4]


@pytest.mark.rule("CAN-2")
def test_blinds_are_live_and_may_raise_in_turn():
    hand = play(limit_hand(), "c c")

    assert hand.turn == 1
    assert hand.legal.may_raise
    play(hand, "c")
    assert hand.turn == 2
    assert hand.legal.may_raise


@pytest.mark.rule("CAN-2")
def test_a_dead_blind_is_no_part_of_the_posters_bet():
    forced = ForcedBets(
        antes={},
        antes_are_dead=False,
        blinds={1: 5, 2: 10},
        dead={4: 5},
        last_blind=2,
        price=10,
        raise_size=10,
        bets_counted=1,
    )

    hand = play(limit_hand(forced=forced), "c")

    assert hand.turn == 4
    assert hand.legal.to_call == 10
    assert hand.pot == 30


@pytest.mark.rule("CAN-3")
def test_the_first_round_starts_left_of_the_furthest_blind():
    forced = ForcedBets(
        antes={},
        antes_are_dead=False,
        blinds={1: 5, 2: 10, 3: 20},
        dead={},
        last_blind=3,
        price=20,
        raise_size=10,
        bets_counted=2,
    )

    assert limit_hand(forced=forced).turn == 4
    assert limit_hand().turn == 3


@pytest.mark.rule("CAN-4")
def test_a_player_who_checked_may_raise():
    hand = play(limit_hand(), "c c c k k 10 c c")

    assert hand.turn == 1
    assert hand.legal.min_to == 20
    play(hand, "20")


@pytest.mark.rule("CAN-5")
def test_one_bet_and_four_raises():
    hand = play(limit_hand(), "c c c k 10 20 30 40")
    assert hand.legal.may_raise

    play(hand, "50")

    refused = refusal(lambda: hand.bet_to(60), hand)
    assert (refused.code, refused.rules, refused.facts["raises"]) == ("raises_capped", ("CAN-5",), 4)


@pytest.mark.rule("CAN-5")
def test_two_players_left_before_the_cap_raise_without_limit():
    hand = play(limit_hand(), "c c c k 10 f f 20 30 40 50 60 70 80")

    assert hand.legal.min_to == 90


@pytest.mark.rule("CAN-5")
@pytest.mark.parametrize(
    ("players", "actions"), [(5, "c c c c k 10 f f 20"), (4, "c c c k 10 f 20"), (3, "c c k 10 20")]
)
def test_three_players_left_before_the_cap_are_held_to_it(players, actions):
    hand = play(limit_hand(players=players), actions + " 30 40 50")

    assert len(hand.live) == 3
    assert not hand.legal.may_raise
    assert refusal(lambda: hand.bet_to(60), hand).code == "raises_capped"


@pytest.mark.rule("CAN-5")
def test_once_capped_a_round_stays_capped_for_two_players():
    hand = play(limit_hand(players=3), "c c k 10 20 30 40 50 f")

    assert hand.live == (1, 2)
    assert not hand.legal.may_raise
    assert refusal(lambda: hand.bet_to(60), hand).code == "raises_capped"


@pytest.mark.rule("CAN-5")
@pytest.mark.parametrize("bets", [5, 6, 9])
def test_a_round_that_its_posts_have_capped_stays_capped_for_two_players(bets):
    forced = ForcedBets(
        antes={}, antes_are_dead=False, blinds={1: 5, 2: 10}, dead={}, last_blind=2, price=10, raise_size=10,
        bets_counted=bets,
    )  # fmt: skip
    hand = play(limit_hand(players=3, forced=forced), "f")

    assert refusal(lambda: hand.bet_to(20), hand).code == "raises_capped"


@pytest.mark.rule("CAN-5")
def test_the_next_round_of_two_players_has_no_cap():
    hand = play(limit_hand(players=3), "c c k 10 20 30 40 50 f c 20 40 60 80 100 120 140")

    assert hand.legal.min_to == 160


@pytest.mark.rule("CAN-22")
def test_less_than_half_a_bet_does_not_reopen_for_who_is_in_for_all_bets():
    hand = play(limit_hand(stacks=[1000, 1000, 24, 1000]), "c c c k k 10 14")

    assert hand.turn == 4
    assert (hand.legal.to_call, hand.legal.min_to) == (14, 20)
    play(hand, "c f")
    assert hand.turn == 2
    refused = refusal(lambda: hand.bet_to(20), hand)
    assert (refused.code, refused.rules) == ("not_reopened", ("CAN-22", "CAN-23"))
    assert hand.legal.to_call == 4


@pytest.mark.rule("CAN-22")
def test_who_completes_a_short_all_in_reopens_the_betting():
    hand = play(limit_hand(stacks=[1000, 1000, 24, 1000]), "c c c k k 10 14 20 f")

    assert hand.turn == 2
    assert (hand.legal.to_call, hand.legal.min_to) == (10, 30)


@pytest.mark.rule("CAN-23")
def test_half_a_bet_or_more_counts_as_a_full_bet():
    hand = play(limit_hand(stacks=[1000, 1000, 25, 1000]), "c c c k k 10 15")

    assert (hand.legal.to_call, hand.legal.min_to) == (15, 25)
    play(hand, "c f")
    assert hand.turn == 2
    assert (hand.legal.to_call, hand.legal.min_to) == (5, 25)


@pytest.mark.rule("CAN-24")
def test_an_all_in_player_puts_in_every_chip_that_plays():
    hand = begin(house="canterbury", stakes=NO_LIMIT, stacks=[1000, 1000, 103], smallest_chip=5)

    assert hand.legal.max_to == 100
    play(hand, "100 c f")
    hand.show_down()

    assert hand.stacks[3] == 3
    assert hand.settle().pots[0].amount == 210


@pytest.mark.rule("CAN-24")
def test_stakes_that_the_smallest_chip_cannot_pay_are_refused():
    with pytest.raises(RuleError) as refused:
        limit_hand(smallest_chip=25)

    assert refused.value.code == "stakes_below_chip"
    assert refused.value.facts == {"chips": 5, "smallest_chip": 25}
