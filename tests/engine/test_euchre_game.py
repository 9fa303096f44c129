"""Matches of euchre: points to games, games to the match, and the deal that moves on."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.euchre.catalogue import house_of
from engine.euchre.game import MOST_GAMES, EuchreMatch, match_json, read_match, read_result, result_json
from engine.euchre.hand.finished import Finished
from engine.euchre.result import DealResult, points_of
from engine.euchre.scoring import Side
from engine.houses.wlia.euchre import HOUSE as WLIA
from tests.engine.euchre_hands import all_houses, random_hand, refused

LONE_MARCH = DealResult(makers=0, tricks=5, makers_alone=True)
EUCHRED = DealResult(makers=0, tricks=2)
THROWN_IN = DealResult(makers=None)


def results():
    made = st.builds(
        DealResult,
        makers=st.sampled_from([0, 1]),
        tricks=st.integers(0, 5),
        makers_alone=st.booleans(),
        defender_alone=st.booleans(),
        revoke_by=st.sampled_from([None, None, *Side]),
    )
    return st.just(THROWN_IN) | made


@pytest.mark.rule("EUC-16")
def test_points_add_up_over_deals_and_the_first_team_at_ten_wins():
    match = EuchreMatch(deals=(LONE_MARCH, EUCHRED, THROWN_IN, LONE_MARCH))
    assert (match.points, match.games, match.winner) == ((8, 2), (0, 0), None)

    won = match.with_result(LONE_MARCH)

    assert (won.points, won.games, won.winner) == ((12, 2), (1, 0), 0)
    assert refused(won.with_result, EUCHRED).code == "match_over"


@pytest.mark.rule("EUC-16")
def test_best_of_three_starts_the_next_game_at_nothing():
    match = EuchreMatch(best_of=3, deals=(LONE_MARCH,) * 3)
    assert (match.points, match.games, match.winner) == ((12, 0), (1, 0), None)

    second = match.with_result(EUCHRED)
    assert (second.points, second.games) == ((0, 2), (1, 0))
    for _ in range(3):
        second = second.with_result(LONE_MARCH)
    assert (second.games, second.winner) == ((2, 0), 0)


@pytest.mark.rule("EUC-16")
def test_games_and_the_match_may_go_to_the_other_team():
    match = EuchreMatch(best_of=3, deals=(LONE_MARCH,) * 3 + (EUCHRED,) * 5)
    assert (match.points, match.games, match.winner) == ((0, 10), (1, 1), None)

    decided = EuchreMatch(best_of=3, deals=match.deals + (EUCHRED,) * 5)

    assert (decided.games, decided.winner) == ((1, 2), 1)


@pytest.mark.rule("EUC-2", "EUC-10")
def test_the_deal_moves_on_after_every_hand_also_a_thrown_in_one_and_from_game_to_game():
    match = EuchreMatch(best_of=3, first_dealer=2)
    dealers = []
    for result in (LONE_MARCH, THROWN_IN, LONE_MARCH, LONE_MARCH, EUCHRED):
        dealers.append(match.dealer)
        match = match.with_result(result)

    assert dealers == [2, 3, 0, 1, 2]


def test_the_last_deal_can_be_taken_back_also_the_one_that_won():
    match = EuchreMatch(deals=(LONE_MARCH,) * 3)

    assert match.winner == 0
    assert match.without_last() == EuchreMatch(deals=(LONE_MARCH,) * 2)
    assert refused(EuchreMatch().without_last).code == "nothing_to_undo"


@given(
    house=st.sampled_from(all_houses()),
    seeds=st.lists(st.text(max_size=3), min_size=1, max_size=3),
    choices=st.lists(st.integers(0, 59), min_size=1, max_size=9),
)
def test_hands_played_one_after_another_make_a_match(house, seeds, choices):
    match = EuchreMatch(house=house, best_of=3)
    total = [0, 0]
    for seed in seeds:
        hand = random_hand(house, seed, choices, match.dealer)
        assert isinstance(hand, Finished)
        match = match.with_hand(hand)
        assert refused(match.with_hand, hand).code == "other_dealer"
        total = [sum(each) for each in zip(total, hand.points, strict=True)]

    assert list(match.points) == total


def test_a_hand_by_other_rules_is_no_hand_of_the_match():
    other = random_hand(house_of("wlia", {"dealer_must_choose": True}), "x", [1, 2, 3, 4])

    assert refused(EuchreMatch(house=WLIA).with_hand, other).code == "other_house"


def test_a_match_that_was_stored_takes_a_hand_by_its_rules():
    house = house_of("wlia", {"dealer_must_choose": True})
    hand = random_hand(house, "x", [1, 2, 3, 4])

    again = read_match(json.loads(json.dumps(match_json(EuchreMatch(house=house)))))

    assert again.with_hand(hand).deals == (hand.result,)


@given(deals=st.lists(results(), max_size=12), first_dealer=st.integers(0, 3))
def test_a_stored_match_is_the_same_match(deals, first_dealer):
    match = EuchreMatch(best_of=MOST_GAMES, first_dealer=first_dealer, deals=tuple(deals))

    again = read_match(json.loads(json.dumps(match_json(match))))

    assert again == match
    assert (again.points, again.games, again.dealer) == (match.points, match.games, match.dealer)


@given(result=results(), house=st.sampled_from(all_houses()))
def test_a_result_gives_points_to_one_side_and_is_stored(result, house):
    points = points_of(result, house.scale)

    assert min(points) == 0
    assert (max(points) == 0) == (result.makers is None)
    assert read_result(json.loads(json.dumps(result_json(result)))) == result


def test_a_result_may_leave_out_what_is_usual():
    assert read_result({"makers": 1}) == DealResult(
        makers=1, tricks=0, makers_alone=False, defender_alone=False, revoke_by=None
    )


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"makers": None, "tricks": 1}, "result_unclear"),
        ({"makers": None, "makers_alone": True}, "result_unclear"),
        ({"makers": 2}, "result_unclear"),
        ({"makers": 1, "tricks": 6}, "tricks_out_of_range"),
        ({"makers": 1, "tricks": "3"}, "bad_match"),
        ({"makers": 1, "revoke_by": "team"}, "bad_match"),
        ({"makers": 1, "alone": True}, "bad_match"),
        ({"tricks": 3}, "bad_match"),
    ],
)
def test_a_result_that_cannot_be_is_refused(facts, code):
    assert refused(read_result, facts).code == code


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"best_of": 2}, "even_best_of"),
        ({"best_of": MOST_GAMES + 2}, "bad_match"),
        ({"first_dealer": 4}, "bad_match"),
        ({"deals": (LONE_MARCH,) * 4}, "match_over"),
    ],
)
def test_a_match_that_cannot_be_is_refused(facts, code):
    assert refused(EuchreMatch, **facts).code == code
