"""What a hand history may not be played from, word for word."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.poker.phh import History, import_hand
from tests.engine.hands import refusal_of

NO_LIMIT = History(
    variant="NT",
    antes=(0, 0, 0),
    blinds_or_straddles=(5, 10, 0),
    min_bet=10,
    starting_stacks=(100, 100, 100),
    actions=("d dh p1 2c3c", "d dh p2 2d3d", "d dh p3 2h3h"),
)
STUD = {"variant": "F7S", "antes": (1, 1), "small_bet": 2, "big_bet": 4, "starting_stacks": (9, 9), "actions": ()}


def with_fields(**change):
    return replace(NO_LIMIT, **change)


def with_own(**others):
    return import_hand(NO_LIMIT.with_others(others))


@pytest.mark.parametrize(
    ("act", "field", "reason"),
    [
        (lambda: with_fields(variant=3), "variant", "it must be the code of a game"),
        (lambda: with_fields(ante_trimming_status=1), "ante_trimming_status", "it must be true or false"),
        (
            lambda: with_fields(min_bet=0),
            "min_bet",
            "it must be a number of chips above 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (lambda: with_fields(small_bet=5), "small_bet", "no limit has min_bet instead"),
        (lambda: with_fields(bring_in=1), "bring_in", "a hand has blinds_or_straddles or a bring_in, not both"),
        (
            lambda: History(**STUD, bring_in=0),
            "bring_in",
            "it must be a number of chips above 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (lambda: History(**STUD, bring_in=1, min_bet=2), "min_bet", "fixed limit has small_bet and big_bet instead"),
        (lambda: with_fields(actions="p1 f"), "actions", "it must be a list of texts"),
        (lambda: with_fields(actions=(1,)), "actions", "it must be a list of texts"),
    ],
)
def test_a_field_that_is_played_from(act, field, reason):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.facts) == ("phh_field", {"field": field})
    assert wrong.message == f"{field}: {reason}. Correct the field."


@pytest.mark.parametrize(
    ("act", "field", "reason"),
    [
        (lambda: with_own(_button=0), "_button", "it must be a whole number from 1 to 10"),
        (lambda: with_own(_button=11), "_button", "it must be a whole number from 1 to 10"),
        (lambda: with_own(_button=True), "_button", "it must be a whole number from 1 to 10"),
        (lambda: with_own(_button="3"), "_button", "it must be a whole number from 1 to 10"),
        (lambda: with_own(_button=3), "seats", "with a _button it must list the seat of each player"),
        (
            lambda: with_own(_button=3, seats=[1, 2, 3.5]),
            "seats",
            "it must be a list of whole numbers, one for each player",
        ),
        (
            lambda: with_own(_button=3, seats=[3, 1, 2]),
            "seats",
            "it must be in order from the left of the button on seat 3",
        ),
        (
            lambda: with_own(_button=3, seats=[1, 1, 2]),
            "seats",
            "it must be in order from the left of the button on seat 3",
        ),
        (lambda: with_own(_house=3), "_house", "it must be the key of a house"),
        (lambda: with_own(_house_settings=[]), "_house_settings", "it must be a table of settings"),
        (lambda: with_own(_open_pair_doubles=1), "_open_pair_doubles", "it must be true or false"),
        (
            lambda: with_own(_smallest_chip=-5),
            "_smallest_chip",
            "it must be a number of chips from 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (
            lambda: with_own(_smallest_chip=Decimal("0.5")),
            "_smallest_chip",
            "it is written finer than the stacks and bets of the hand",
        ),
        (
            lambda: with_own(_price=Decimal("10.5")),
            "_price",
            "it is written finer than the stacks and bets of the hand",
        ),
        (lambda: with_own(_dead=[1, 2]), "_dead", "it has 2 numbers for 3 players"),
        (
            lambda: with_own(_dead=[0, 0, Decimal("0.5")]),
            "_dead",
            "it is written finer than the stacks and bets of the hand",
        ),
        (lambda: with_own(_last_blind=4), "_last_blind", "it must be a whole number from 0 to 3"),
        (lambda: with_own(_last_blind=-1), "_last_blind", "it must be a whole number from 0 to 3"),
        (lambda: with_own(_bets_counted=101), "_bets_counted", "it must be a whole number from 0 to 100"),
        (lambda: with_own(_bets_counted=-1), "_bets_counted", "it must be a whole number from 0 to 100"),
        (
            lambda: with_own(_ceiling="5"),
            "_ceiling",
            "it must be a number of chips from 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (
            lambda: with_own(_rulings=3),
            "_rulings",
            "each is a list: after how many actions, which ruling, and what it was given",
        ),
        (
            lambda: with_own(_rulings=[3]),
            "_rulings",
            "each is a list: after how many actions, which ruling, and what it was given",
        ),
        (
            lambda: with_own(_rulings=[[4, "void", "dead", []]]),
            "_rulings",
            "each is a list: after how many actions, which ruling, and what it was given",
        ),
        (
            lambda: with_own(_rulings=[[-1, "void", "dead", []]]),
            "_rulings",
            "each is a list: after how many actions, which ruling, and what it was given",
        ),
        (
            lambda: with_own(_rulings=[[0, "fold", 3]]),
            "_rulings",
            "each is a list: after how many actions, which ruling, and what it was given",
        ),
        (
            lambda: with_own(_rulings=[[0, 3]]),
            "_rulings",
            "each is a list: after how many actions, which ruling, and what it was given",
        ),
    ],
)
def test_a_setting_of_our_own(act, field, reason):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.facts) == ("phh_field", {"field": field})
    assert wrong.message == f"{field}: {reason}. Correct the field."
