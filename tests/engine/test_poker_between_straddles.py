"""Straddles: whose turn, how large, and what the hand makes of them."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.house.catalogue import house_of
from engine.poker.stakes import Stakes, Structure
from tests.engine.between_hands import LIMIT, a_table, prepare

TABLE = a_table((1, 2, 4, 6, 8), last=(8, 1, 2))
"""The big blind of the next hand is seat 4."""


def _refused(**asked: object) -> RuleError:
    with pytest.raises(RuleError) as refused:
        prepare(TABLE, "angies", game="lowball", **asked)
    return refused.value


def test_straddles_are_live_and_the_round_starts_left_of_the_last_one():
    setup = prepare(TABLE, "angies", game="lowball", straddles=(6, 8))
    hand = setup.begin()
    hand.deal_unknown()

    assert setup.forced.blinds == {2: 5, 4: 10, 6: 20, 8: 40}
    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (1, 40, 60)


def test_the_last_straddler_may_still_raise():
    hand = prepare(TABLE, "angies", game="lowball", straddles=(6,)).begin()
    hand.deal_unknown()
    while hand.turn != 6:
        hand.call()

    assert (hand.legal.to_call, hand.legal.min_to) == (0, 30)


def test_a_straddle_counts_toward_the_cap():
    capped = house_of("angies", {"raises_per_round": 3})
    hand = prepare(TABLE, capped, game="lowball", stakes=LIMIT, straddles=(6,)).begin()
    hand.deal_unknown()

    raises = 0
    while hand.legal.min_to is not None:
        hand.bet_to(hand.legal.min_to)
        raises += 1

    assert raises == 2


@pytest.mark.parametrize(
    ("straddles", "turn"),
    [((8,), 6), ((4,), 6), ((6, 1), 8), ((6, 8, 1, 2, 6), None)],
    ids=["skips-a-seat", "the-big-blind", "skips-the-second", "all-have"],
)
def test_straddles_go_round_from_the_left_of_the_big_blind(straddles, turn):
    error = _refused(straddles=straddles)

    assert (error.code, error.facts["turn"], error.rules) == ("straddle_out_of_turn", turn, ("ANG-20",))


def test_the_big_blind_does_not_straddle_itself_when_all_others_have():
    assert _refused(straddles=(6, 8, 1, 2, 4)).code == "straddle_out_of_turn"


def test_without_a_blind_there_is_nothing_to_straddle():
    antes = Stakes(structure=Structure.NO_LIMIT, ante=2, small_bet=10)

    assert _refused(straddles=(6,), stakes=antes).code == "no_straddles"
