"""Euchre that is stored or entered wrongly is refused word for word: results, games, matches, houses and hands."""

from __future__ import annotations

import pytest

from engine.euchre.catalogue import HOUSES, house_of
from engine.euchre.game import EuchreMatch, match_json, read_match, read_result
from engine.euchre.hand.stored import hand_json, read_hand
from engine.euchre.result import DealResult
from engine.euchre.scoring import EuchreScale, game_winner, match_winner, require_game_score, score_deal
from engine.houses.wlia.euchre import HOUSE as WLIA
from tests.engine.euchre_hands import dealt, random_hand, refused

SCALE = EuchreScale()
LONE_MARCH = DealResult(makers=0, tricks=5, makers_alone=True)
HAND = hand_json(dealt())
MATCH = match_json(EuchreMatch())
AWARDS = "made, march, lone_march, euchre, lone_defender_euchre, revoke, revoke_against_lone, target"
SETTINGS = (
    "with_benny, partner_must_go_alone, may_discard_upcard, dealer_must_choose, lone_makers, lone_defender, "
    "asked_first, lone_lead, players_may_revoke, scale"
)


@pytest.mark.parametrize(
    ("call", "code", "message", "rules", "facts"),
    [
        (
            lambda: score_deal(6, makers_alone=False, scale=SCALE),
            "tricks_out_of_range",
            "The makers cannot take 6 tricks: a deal has 5.",
            ("EUC-14",),
            {"tricks": 6},
        ),
        (
            lambda: DealResult(makers=1, tricks=6),
            "tricks_out_of_range",
            "The makers cannot take 6 tricks: a deal has 5.",
            ("EUC-14",),
            {"tricks": 6},
        ),
        (
            lambda: game_winner((10, 11), SCALE),
            "both_teams_at_target",
            "10-11 cannot be: the game ends when the first team reaches 10.",
            ("EUC-16",),
            {"points": [10, 11], "target": 10},
        ),
        (
            lambda: game_winner((12, 10), SCALE),
            "both_teams_at_target",
            "12-10 cannot be: the game ends when the first team reaches 10.",
            ("EUC-16",),
            {"points": [12, 10], "target": 10},
        ),
        (
            lambda: require_game_score(9, 3, SCALE),
            "winner_below_target",
            "The winner has 9 points; a game is won with 10 or more.",
            ("EUC-16",),
            {"winner_points": 9, "loser_points": 3, "target": 10},
        ),
        (
            lambda: require_game_score(14, 3, SCALE),
            "winner_above_reach",
            "The winner cannot have 14 points: no deal takes a team past 13.",
            ("EUC-16",),
            {"winner_points": 14, "loser_points": 3, "target": 10},
        ),
        (
            lambda: require_game_score(10, 10, SCALE),
            "loser_out_of_range",
            "The loser has 10 points; a beaten team has 0 to 9.",
            ("EUC-16",),
            {"winner_points": 10, "loser_points": 10, "target": 10},
        ),
        (
            lambda: match_winner((0, 0), best_of=-1),
            "even_best_of",
            "A match of -1 games could end level. Choose an odd number.",
            ("EUC-16",),
            {"best_of": -1},
        ),
        (
            lambda: match_winner((3, 0), best_of=3),
            "games_out_of_range",
            "3-0 cannot be: the match ends when a team has won 2.",
            ("EUC-16",),
            {"games_won": [3, 0], "best_of": 3},
        ),
        (
            lambda: match_winner((2, -1), best_of=3),
            "games_out_of_range",
            "2--1 cannot be: the match ends when a team has won 2.",
            ("EUC-16",),
            {"games_won": [2, -1], "best_of": 3},
        ),
    ],
)
def test_a_score_that_cannot_be(call, code, message, rules, facts):
    wrong = refused(call)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    "facts", [{"tricks": 1}, {"makers_alone": True}, {"defender_alone": True}, {"revoke_by": "makers"}]
)
def test_a_hand_that_was_thrown_in_has_nothing_else_to_tell(facts):
    wrong = refused(read_result, {"makers": None, **facts})

    assert wrong.message == (
        "The result of the deal does not fit: a hand that was thrown in has no tricks, nobody alone and no revoke."
    )
    assert wrong.rules == ("EUC-10",)


@pytest.mark.parametrize("makers", [-1, 2])
def test_the_makers_are_one_of_two_teams(makers):
    wrong = refused(DealResult, makers=makers)

    assert wrong.message == f"The result of the deal does not fit: the makers are team 0 or 1, not {makers}."
    assert wrong.rules == ("EUC-1",)


@pytest.mark.parametrize(
    ("call", "claim"),
    [
        (lambda: EuchreMatch(best_of=101), "it is longer than 99 games"),
        (lambda: EuchreMatch(first_dealer=4), "its first dealer is not a seat, 0 to 3"),
        (lambda: read_match([]), "it is not of format 1"),
        (lambda: read_match({**MATCH, "format": 2}), "it is not of format 1"),
        (lambda: read_match({**MATCH, "deals": {}}), "its deals are not a list"),
        (lambda: read_match({**MATCH, "best_of": "1"}), "its best_of is not a whole number"),
        (lambda: read_match({**MATCH, "best_of": True}), "its best_of is not a whole number"),
        (lambda: read_match({**MATCH, "first_dealer": None}), "its first_dealer is not a whole number"),
        (
            lambda: read_result({"tricks": 1}),
            "a deal is an object of makers and any of defender_alone, makers_alone, revoke_by, tricks",
        ),
        (
            lambda: read_result({"makers": 1, "alone": True}),
            "a deal is an object of makers and any of defender_alone, makers_alone, revoke_by, tricks",
        ),
        (lambda: read_result({"makers": 1, "makers_alone": 1}), "who played alone is true or false"),
        (lambda: read_result({"makers": 1, "defender_alone": 0}), "who played alone is true or false"),
        (lambda: read_result({"makers": 1, "revoke_by": "team"}), "a revoke is by makers or defenders"),
        (lambda: read_result({"makers": 1, "tricks": 10**6 + 1}), "its tricks is not a whole number"),
        (lambda: read_result({"makers": 1, "tricks": -(10**6) - 1}), "its tricks is not a whole number"),
    ],
)
def test_a_match_that_cannot_be_read(call, claim):
    wrong = refused(call)

    assert wrong.code == "bad_match"
    assert wrong.message == f"This is not a stored euchre match: {claim}. Send what the match was stored as."


@pytest.mark.parametrize("tricks", [10**6, -(10**6)])
def test_a_number_up_to_a_million_is_refused_for_what_it_means(tricks):
    assert refused(read_result, {"makers": 1, "tricks": tricks}).code == "tricks_out_of_range"


def test_a_match_names_the_deal_the_seat_and_the_house_that_do_not_fit():
    too_many = refused(EuchreMatch, deals=(LONE_MARCH,) * 4)
    other_dealer = refused(EuchreMatch(first_dealer=2).with_hand, random_hand(WLIA, "x", [1, 2]))
    other_house = refused(
        EuchreMatch().with_hand, random_hand(house_of("wlia", {"dealer_must_choose": True}), "x", [1])
    )
    nothing = refused(EuchreMatch().without_last)

    assert too_many.message == "The match was won before deal 4. Start a new match, or take a deal back."
    assert (too_many.rules, too_many.facts) == (("EUC-16",), {"deal": 4})
    assert other_dealer.message == "Seat 0 dealt this hand, but it was the deal of seat 2. Enter that hand."
    assert (other_dealer.rules, other_dealer.facts) == (("EUC-2",), {"dealer": 2})
    assert other_house.message == ("The hand was not played by the settings of this match (WLIA euchre). Deal again.")
    assert (nothing.message, nothing.facts) == ("No deal has been entered in this match yet.", {"deals": 0})


@pytest.mark.parametrize(
    ("overrides", "code", "message", "rules", "facts"),
    [
        ([], "bad_setting", "What is set must be a group of settings, not “[]”.", (), {"setting": "", "value": "[]"}),
        (
            {"x": 1},
            "unknown_setting",
            f"The setting x is unknown; there are {SETTINGS}.",
            (),
            {"setting": "x"},
        ),
        (
            {"with_benny": 1},
            "bad_setting",
            "The setting with_benny must be true or false, not “1”.",
            ("EUC-3",),
            {"setting": "with_benny", "value": 1},
        ),
        (
            {"lone_makers": "x"},
            "bad_setting",
            "The setting lone_makers must be one of either_partner, maker_only, not “x”.",
            ("EUC-11",),
            {"setting": "lone_makers", "value": "x"},
        ),
        (
            {"scale": 3},
            "bad_setting",
            "The setting scale must be a group of settings, not “3”.",
            ("EUC-14", "EUC-15", "EUC-16", "EUC-17"),
            {"setting": "scale", "value": 3},
        ),
        (
            {"scale": {"x": 1}},
            "unknown_setting",
            f"The setting scale.x is unknown; there are {AWARDS}.",
            (),
            {"setting": "scale.x"},
        ),
        (
            {"scale": {"march": 0}},
            "bad_setting",
            "The setting scale.march must be a whole number from 1 to 1,000, not “0”.",
            ("EUC-14", "EUC-15", "EUC-16", "EUC-17"),
            {"setting": "scale.march", "value": 0},
        ),
    ],
)
def test_a_setting_that_cannot_be(overrides, code, message, rules, facts):
    wrong = refused(house_of, "wlia", overrides)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(("key", "asked"), [("bridge", "bridge"), (None, "None"), (3, 3)])
def test_a_house_that_is_not_known(key, asked):
    wrong = refused(house_of, key)

    assert wrong.message == f"There is no euchre house “{asked}”. There are {', '.join(HOUSES)}."
    assert wrong.facts == {"house": asked}


@pytest.mark.parametrize(
    ("data", "claim"),
    [
        ([], "it is not an object"),
        ({"x": 1, "y": 2}, "it has the unknown field “x”"),
        ({**HAND, "log": {}}, "its log is not a list"),
        ({**HAND, "format": 2}, "it is not of format 1"),
        ({"dealer": 0}, "its hands are not a list"),
        ({**HAND, "as_played": 1}, "its as_played is neither true nor false"),
        ({**HAND, "dealer": 4}, "its dealer is not a seat, 0 to 3"),
        ({**HAND, "dealer": "0"}, "its dealer is not a seat, 0 to 3"),
    ],
)
def test_a_hand_that_cannot_be_read(data, claim):
    wrong = refused(read_hand, data)

    assert wrong.code == "bad_hand"
    assert wrong.message == f"This is not a stored euchre hand: {claim}. Send what the hand was stored as."


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        (3, "a line is an object with seat and action"),
        (
            {"seat": 1, "action": "fold"},
            "there is no action “fold”; there are pass, order_up, take_up, turn_it_down_alone, name, discard, alone, "
            "with_partner, play, revoke",
        ),
        (
            {"seat": 1, "action": "pass", "suit": "h", "card": "Ah"},
            "“pass” takes nothing more, and this has card, suit",
        ),
        ({"seat": 1, "action": "play"}, "“play” takes card, and this has less"),
        ({"seat": 1, "action": "play", "suit": "h"}, "“play” takes card, and this has suit"),
        ({"seat": 1, "action": "play", "card": "Ah", "suit": "h"}, "“play” takes card, and this has suit"),
        ({"seat": 1, "action": "name"}, "“name” takes suit, and this has less"),
        ({"seat": 1, "action": "name", "suit": "h", "card": "Ah"}, "“name” takes suit, and this has card"),
    ],
)
def test_a_line_of_the_log_that_is_no_action(line, claim):
    wrong = refused(read_hand, {**HAND, "log": [{"seat": 0, "action": "pass"}, line]})

    assert wrong.code == "bad_action"
    assert wrong.message == f"Line 2 of the log: This is not a euchre action: {claim}."
    assert wrong.facts == {"line": 2}


def test_a_hand_may_leave_out_what_is_usual():
    assert read_hand({name: HAND[name] for name in ("dealer", "hands", "upcard")}) == dealt()
