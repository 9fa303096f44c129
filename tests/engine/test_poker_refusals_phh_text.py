"""What reading a hand history says of a text that is none, and of fields that cannot be."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.poker.house.catalogue import HOUSES
from engine.poker.phh import History, import_hand, read_phh, read_phhs
from engine.poker.phh.codes import CODES
from engine.poker.phh.fields import require_other_field
from engine.poker.phh.reading import read_section
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
LONG = "a field whose name is longer than anybody would write it"


def other(name, value, players=3):
    require_other_field(name, value, players)


def with_fields(**change):
    return replace(NO_LIMIT, **change)


def with_own(**others):
    return import_hand(NO_LIMIT.with_others(others))


def then(*actions, **others):
    return import_hand(replace(NO_LIMIT, actions=(*NO_LIMIT.actions, *actions), others=others))


def nested(depth):
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: read_phh(""),
            "phh_missing_field",
            "The field variant is missing. Every hand has it.",
            (),
            {"field": "variant"},
        ),
        (
            lambda: read_phh("#" * 1_000_001),
            "phh_too_large",
            "It is 1,000,001 long and may be 1,000,000. Split the file.",
            (),
            {"size": 1000001, "most": 1000000},
        ),
        (
            lambda: read_phh(b"#" * 1_000_001),
            "phh_too_large",
            "It is 1,000,001 long and may be 1,000,000. Split the file.",
            (),
            {"size": 1000001, "most": 1000000},
        ),
        (
            lambda: read_section("#" * 1_000_001),
            "phh_too_large",
            "It is 1,000,001 long and may be 1,000,000. Split the file.",
            (),
            {"size": 1000001, "most": 1000000},
        ),
        (
            lambda: read_phh("_" + "a." * 32 + "a = 1"),
            "phh_toml",
            "This is not TOML: a key has more than 32 dotted parts. Correct the text.",
            (),
            {},
        ),
        (
            lambda: read_phh("a = " + "[" * 5000),
            "phh_toml",
            "This is not TOML: it is nested too deep. Correct the text.",
            (),
            {},
        ),
        (
            lambda: read_phhs(""),
            "phh_number",
            "A file of many hands begins with [1]; put every field under a number.",
            (),
            {},
        ),
        (
            lambda: read_phhs("a = 1\n[1]\n"),
            "phh_number",
            "A file of many hands begins with [1]; put every field under a number.",
            (),
            {},
        ),
        (
            lambda: read_phhs("[1]\nvariant = 3\n"),
            "phh_missing_field",
            "Hand 1: The field antes is missing. Every hand has it.",
            (),
            {"field": "antes", "hand": 1},
        ),
    ],
)
def test_a_text_that_is_no_history(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: other("player", []),
            "phh_unknown_field",
            "There is no field “player”. Correct its name, or begin a field of your own with _.",
            (),
            {"field": "player"},
        ),
        (
            lambda: other(LONG, 1),
            "phh_unknown_field",
            "There is no field “a field whose name is longer than anybod”. Correct its name, or begin a "
            "field of your own with _.",
            (),
            {"field": "a field whose name is longer than anybod"},
        ),
        (
            lambda: with_fields(blinds_or_straddles=None),
            "phh_missing_field",
            "The field blinds_or_straddles is missing. Texas hold'em needs it.",
            (),
            {"field": "blinds_or_straddles"},
        ),
        (
            lambda: with_fields(min_bet=None),
            "phh_missing_field",
            "The field min_bet is missing. Texas hold'em needs it.",
            (),
            {"field": "min_bet"},
        ),
        (
            lambda: with_fields(bring_in=1, blinds_or_straddles=None),
            "phh_missing_field",
            "The field blinds_or_straddles is missing. Texas hold'em needs it.",
            (),
            {"field": "blinds_or_straddles"},
        ),
        (
            lambda: History(**STUD),
            "phh_missing_field",
            "The field bring_in is missing. Seven-card stud needs it.",
            (),
            {"field": "bring_in"},
        ),
        (
            lambda: History(**{**STUD, "big_bet": None}, bring_in=1),
            "phh_missing_field",
            "The field big_bet is missing. Seven-card stud needs it.",
            (),
            {"field": "big_bet"},
        ),
        (
            lambda: with_fields(actions=("p1 f",) * 2001),
            "phh_too_many_actions",
            "actions: there are 2001; a hand has at most 2000.",
            (),
            {"actions": 2001},
        ),
        (
            lambda: with_own(_house="bridge"),
            "unknown_house",
            f"There is no house “bridge”. There are {', '.join(HOUSES)}.",
            (),
            {"house": "bridge"},
        ),
        (
            lambda: with_own(_rulings=[[3, "kill", 9, "dead", []]]),
            "phh_ruling",
            "_rulings: “kill” after action 3 is refused: Seat 9 was not dealt into this hand.",
            (),
            {"action": 3, "refused": "not_in_hand"},
        ),
        (
            lambda: with_own(_rulings=[[3, "jump"]]),
            "phh_ruling",
            "_rulings: “jump” after action 3 is refused: This is not a stored hand: line 3 of the log is not an "
            "action. Send what the hand was stored as.",
            (),
            {"action": 3, "refused": "bad_hand"},
        ),
        (
            lambda: with_own(_rulings=[[3, "claim", 1, Decimal("0.5")]]),
            "phh_ruling",
            "_rulings: “claim” after action 3 is refused: This is not a stored hand: line 3 of the log, "
            "“claim”, has other values than it takes. Send what the hand was stored as.",
            (),
            {"action": 3, "refused": "bad_hand"},
        ),
        (
            lambda: with_own(_rulings=[[3, "claim", 1, "5"]]),
            "phh_ruling",
            "_rulings: “claim” after action 3 is refused: This is not a stored hand: line 3 of the log, "
            "“claim”, has other values than it takes. Send what the hand was stored as.",
            (),
            {"action": 3, "refused": "bad_hand"},
        ),
    ],
)
def test_what_no_field_can_be(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("code", "shown", "why"),
    [
        ("NS", "NS", "short-deck hold'em, which is not played here"),
        ("N2L1D", "N2L1D", "deuce-to-seven single draw, which is not played here"),
        ("N-five-card-stud-of-old-times", "N-five-card-stud-of-", "no game that is known here"),
    ],
)
def test_a_game_that_is_not_played(code, shown, why):
    wrong = refusal_of(lambda: replace(NO_LIMIT, variant=code))

    assert wrong.message == f"variant: “{shown}” is {why}. Take one of {', '.join(CODES)}."
    assert wrong.facts == {"variant": shown}


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (f"{'q' * 30} f", f"{'q' * 20} is not a player; players are p1 to p10"),
        (f"p1 cbr {'9' * 30}", f"“{'9' * 20}” is not an amount such as 700 or 0.25"),
    ],
)
def test_a_long_part_of_an_action_is_cut_short(action, reason):
    wrong = refusal_of(lambda: then(action))

    assert wrong.message == f"Action 4, “{action}”: {reason}."


def test_a_long_action_that_is_refused_is_cut_short():
    action = f"p1 f # {'he sighs and ' * 9}folds"

    wrong = refusal_of(lambda: then(action))

    assert wrong.message.startswith(f"Action 4, “{action[:60]}”, is refused: ")
    assert wrong.facts == {"action": 4, "text": action[:60], "refused": "not_your_turn"}


def test_what_is_wrong_with_a_text_is_told_in_two_hundred_letters_at_most():
    number = refusal_of(lambda: read_phh("_a = 1e" + "9" * 30))
    twice = refusal_of(lambda: read_phh(f"[{'a' * 300}]\n[{'a' * 300}]\n"))
    no_value = refusal_of(lambda: read_phh("variant"))

    assert number.message == "This is not TOML: a number is out of bounds. Correct the text."
    assert len(twice.message) == 200 + len("This is not TOML: . Correct the text.")
    assert "Expected '=' after a key" in no_value.message
