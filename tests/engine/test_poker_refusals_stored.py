"""Stored tables, hands and stakes that cannot be read, word for word."""

from __future__ import annotations

import pytest

from engine.poker.between.stored import read_table, table_json
from engine.poker.hand import Hand
from engine.poker.hand.stored import MOST_ACTIONS, MOST_CHIPS, read_stakes, stakes_json
from tests.engine.between_hands import a_table
from tests.engine.hands import NO_LIMIT, begin, refusal_of

STORED = table_json(a_table((1, 2, 4, 6, 8), last=(8, 1, 2)))
ROWS = STORED["players"]
HAND = begin().to_json()
FED = begin(deck=None).to_json()
FORCED = begin(forced=begin().forced).to_json()
LONG = "a game that nobody has ever heard of in this club"


def stored(**change):
    return read_table({**STORED, **change})


def stored_player(**change):
    return stored(players=[{**ROWS[0], **change}, *ROWS[1:]])


def hand_with(**change):
    return Hand.from_json({**HAND, **change})


def draw_with(*log):
    return Hand.from_json({**begin(game="five_draw").to_json(), "log": [*log]})


def fed_with(*log):
    return Hand.from_json({**FED, "log": [*log]})


def stakes_with(**change):
    return read_stakes({**stakes_json(NO_LIMIT), **change})


def posts_with(**change):
    return Hand.from_json({**FORCED, "forced": {**FORCED["forced"], **change}})


@pytest.mark.parametrize(
    ("act", "claim"),
    [
        (lambda: read_table([]), "it is not of format 1"),
        (lambda: stored(format=2), "it is not of format 1"),
        (lambda: stored(players={}), "its players are not a list with each seat once"),
        (lambda: stored(players=[3]), "a player is not an object"),
        (lambda: stored(players=[*ROWS, ROWS[0]]), "its players are not a list with each seat once"),
        (lambda: stored_player(seat="1"), "its seat is not a whole number"),
        (lambda: stored_player(seat=True), "its seat is not a whole number"),
        (lambda: stored_player(is_new=0), "its is_new is neither true nor false"),
        (lambda: stored_player(is_away=None), "its is_away is neither true nor false"),
        (lambda: stored_player(missed_small_blind=1), "its missed_small_blind is neither true nor false"),
        (lambda: stored_player(missed_big_blind="x"), "its missed_big_blind is neither true nor false"),
        (lambda: stored_player(entry="post"), "there is no entry 'post'"),
        (lambda: stored_player(entry=LONG), "there is no entry 'a game that nobody has ever heard of in '"),
        (lambda: stored(last=[1, 2]), "its last positions are not three seats"),
        (lambda: stored(last=[1, 2, 11]), "its last positions are not three seats"),
        (lambda: stored(last=[1, 2, 0]), "its last positions are not three seats"),
        (lambda: stored(last=[1, 2, True]), "its last positions are not three seats"),
        (lambda: stored(last=[1, 2, 2]), "one seat cannot have had both blinds"),
        (lambda: stored(first_button="1"), "its first_button is not a whole number"),
        (lambda: stored(seats=None), "its seats is not a whole number"),
        (lambda: stored(kill=[]), "its kill button is not an object"),
        (
            lambda: stored(kill={"kind": "full", "holder": 4, "wins": 3}),
            "its kill button has 3 wins in a row, which does not fit its holder",
        ),
        (
            lambda: stored(kill={"kind": "full", "holder": 4, "wins": -1}),
            "its kill button has -1 wins in a row, which does not fit its holder",
        ),
        (
            lambda: stored(kill={"kind": "full", "holder": 4, "wins": 0}),
            "its kill button has 0 wins in a row, which does not fit its holder",
        ),
        (
            lambda: stored(kill={"kind": "full", "holder": None, "wins": 1}),
            "its kill button has 1 wins in a row, which does not fit its holder",
        ),
        (lambda: stored(kill={"kind": "double", "holder": 4, "wins": 1}), "there is no kill 'double'"),
        (
            lambda: stored(kill={"kind": "full", "holder": 3, "wins": 1}),
            "its kill button is at seat 3, where nobody sits",
        ),
    ],
)
def test_a_table_that_cannot_be_read(act, claim):
    wrong = refusal_of(act)

    assert wrong.code == "bad_table"
    assert wrong.message == f"This is not a stored table: {claim}. Send what the table was stored as."


@pytest.mark.parametrize(
    ("act", "claim"),
    [
        (lambda: Hand.from_json([]), "it is of no format up to 2"),
        (lambda: hand_with(format=3), "it is of no format up to 2"),
        (lambda: hand_with(format=True), "it is of no format up to 2"),
        (lambda: hand_with(format="1"), "it is of no format up to 2"),
        (lambda: hand_with(game=None), "there is no game 'None'"),
        (lambda: hand_with(game="bridge"), "there is no game 'bridge'"),
        (lambda: hand_with(game=LONG), "there is no game 'a game that nobody has ever heard of in '"),
        (lambda: hand_with(log={}), "its log is not a list of at most 20000 actions"),
        (lambda: hand_with(log=[["fold", 3]] * (MOST_ACTIONS + 1)), "its log is not a list of at most 20000 actions"),
        (lambda: hand_with(house=3), "its house is not text"),
        (lambda: hand_with(overrides=None), "its overrides is missing"),
        (lambda: hand_with(stakes=[]), "its stakes is missing"),
        (lambda: hand_with(stacks={}), "its stacks are not a list of seats with chips"),
        (lambda: hand_with(stacks=[[1]]), "its stacks are not a list of seats with chips"),
        (lambda: hand_with(stacks=[[1, 2, 3]]), "its stacks are not a list of seats with chips"),
        (lambda: hand_with(stacks=[3]), "its stacks are not a list of seats with chips"),
        (lambda: hand_with(stacks=[["1", 100], [2, 100]]), "its stacks are not a list of seats with chips"),
        (lambda: hand_with(stacks=[[1, "100"], [2, 100]]), "its stacks are not a list of seats with chips"),
        (lambda: hand_with(stacks=[[1, True], [2, 100]]), "its stacks are not a list of seats with chips"),
        (lambda: hand_with(stacks=[[1, -1], [2, 100]]), "its stacks name a seat twice or chips below 0"),
        (lambda: hand_with(stacks=[[1, 100], [1, 100]]), "its stacks name a seat twice or chips below 0"),
        (lambda: hand_with(stacks=[[1, MOST_CHIPS + 1], [2, 100]]), "its stacks are not a list of seats with chips"),
        (lambda: hand_with(button="3"), "its button is not a whole number, or one beyond 1000000000000000"),
        (lambda: hand_with(button=True), "its button is not a whole number, or one beyond 1000000000000000"),
        (lambda: hand_with(button=MOST_CHIPS + 1), "its button is not a whole number, or one beyond 1000000000000000"),
        (lambda: hand_with(button=-MOST_CHIPS - 1), "its button is not a whole number, or one beyond 1000000000000000"),
        (
            lambda: hand_with(smallest_chip="1"),
            "its smallest_chip is not a whole number, or one beyond 1000000000000000",
        ),
        (lambda: hand_with(deck=[]), "its deck is missing"),
        (lambda: hand_with(deck={"order": 3, "seed": ""}), "its order is not text"),
        (lambda: hand_with(deck={"order": HAND["deck"]["order"]}), "its seed is not text"),
        (lambda: hand_with(forced=[]), "its forced is missing"),
        (lambda: posts_with(price=-1), "its price is below 0"),
        (lambda: posts_with(raise_size=-1), "its raise_size is below 0"),
        (lambda: posts_with(bets_counted=-1), "its bets_counted is below 0"),
        (lambda: posts_with(price=None), "its price is not a whole number, or one beyond 1000000000000000"),
        (lambda: posts_with(antes=None), "its antes are not a list of seats with chips"),
        (lambda: posts_with(blinds={}), "its blinds are not a list of seats with chips"),
        (lambda: posts_with(dead=[[1]]), "its dead are not a list of seats with chips"),
        (lambda: posts_with(last_blind="2"), "its last_blind is not a whole number, or one beyond 1000000000000000"),
        (
            lambda: stakes_with(structure="wild"),
            "its structure is none of no_limit, pot_limit, fixed_limit, spread_limit",
        ),
        (lambda: stakes_with(structure=3), "its structure is none of no_limit, pot_limit, fixed_limit, spread_limit"),
        (lambda: read_stakes({}), "its stakes have no structure"),
        (lambda: stakes_with(ante_by="nobody"), "its ante_by is none of each, big_blind"),
        (lambda: stakes_with(big_blind="10"), "its big_blind is not a number of chips"),
        (lambda: stakes_with(big_blind=True), "its big_blind is not a number of chips"),
        (lambda: stakes_with(big_blind=MOST_CHIPS + 1), "its big_blind is not a number of chips"),
        (lambda: stakes_with(ceiling="x"), "its ceiling is not a number of chips"),
        (lambda: stakes_with(ante=None), "its ante is not a number of chips"),
    ],
)
def test_a_hand_that_cannot_be_read(act, claim):
    wrong = refusal_of(act)

    assert wrong.code == "bad_hand"
    assert wrong.message == f"This is not a stored hand: {claim}. Send what the hand was stored as."


@pytest.mark.parametrize(
    ("act", "claim"),
    [
        (lambda: hand_with(log=[3]), "line 1 of the log is not an action"),
        (lambda: hand_with(log=[[]]), "line 1 of the log is not an action"),
        (lambda: hand_with(log=[[3]]), "line 1 of the log is not an action"),
        (lambda: hand_with(log=[["jump"]]), "line 1 of the log is not an action"),
        (lambda: hand_with(log=[["fold", 3], ["fold"]]), "line 2 of the log, “fold”, has other values than it takes"),
        (lambda: hand_with(log=[["fold", 3, 1]]), "line 1 of the log, “fold”, has other values than it takes"),
        (lambda: hand_with(log=[["fold", "3"]]), "line 1 of the log, “fold”, has other values than it takes"),
        (lambda: hand_with(log=[["fold", True]]), "line 1 of the log, “fold”, has other values than it takes"),
        (
            lambda: hand_with(log=[["bet", 3, MOST_CHIPS + 1]]),
            "line 1 of the log, “bet”, has other values than it takes",
        ),
        (lambda: hand_with(log=[["absent", 3, 1]]), "line 1 of the log, “absent”, has other values than it takes"),
        (lambda: hand_with(log=[["kill", 3, "dead", [1]]]), "the rules of a ruling are not a list of ids"),
        (
            lambda: hand_with(log=[["kill", 3, "dead", "CAN-1"]]),
            "line 1 of the log, “kill”, has other values than it takes",
        ),
        (lambda: hand_with(log=[["stub", "", "", [1]]]), "whether cards are burned is not a list of true and false"),
        (lambda: hand_with(log=[["stub", "??", "", []]]), "a card that must be known is not"),
        (
            lambda: fed_with(
                ["hole", 1, "????"],
                ["hole", 2, "????"],
                ["hole", 3, "????"],
                ["call", 3],
                ["call", 1],
                ["check", 2],
                ["board", "Ah??Kh"],
            ),
            "a card that must be known is not",
        ),
        (lambda: draw_with(["replace_late", 1, "AhKd"]), "one card is exchanged at a time"),
        (lambda: draw_with(["replace_late", 1, ""]), "one card is exchanged at a time"),
        (lambda: draw_with(["replace_late", 1, "??"]), "a card that must be known is not"),
        (lambda: draw_with(["replace", 1, "AhKd", "", False]), "one card is exchanged at a time"),
        (lambda: draw_with(["replace", 1, "", "AhKd", False]), "one card is exchanged at a time"),
    ],
)
def test_a_line_of_the_log_that_cannot_be_read(act, claim):
    wrong = refusal_of(act)

    assert wrong.code == "bad_hand"
    assert wrong.message == f"This is not a stored hand: {claim}. Send what the hand was stored as."
