"""What cannot be done in a written hand, and what is no hand history, word for word."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.poker.phh import History, import_hand, read_phh, read_phhs, replay_history
from engine.poker.phh.codes import CODES
from engine.poker.phh.fields import check_other
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
    check_other(name, value, players)


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
            lambda: then("p1 f"),
            "phh_illegal_action",
            "Action 4, “p1 f”, is refused: It is the turn of seat 3, not of seat 1.",
            ("STD-3",),
            {"action": 4, "text": "p1 f", "refused": "not_your_turn"},
        ),
        (
            lambda: then("p3 cc", "p1 cbr 12"),
            "phh_illegal_action",
            "Action 5, “p1 cbr 12”, is refused: Seat 1 cannot raise to 12: the least is 20. Make it 20 or "
            "more, or call.",
            ("STD-4", "BIS-10"),
            {"action": 5, "text": "p1 cbr 12", "refused": "raise_too_small"},
        ),
        (
            lambda: then("p3 sm"),
            "phh_illegal_action",
            "Action 4, “p3 sm”, is refused: Seat 3 cannot show yet: bets can still be made.",
            (),
            {"action": 4, "text": "p3 sm", "refused": "not_showdown"},
        ),
        (
            lambda: then("p3 pb"),
            "phh_illegal_action",
            "Action 4, “p3 pb”, is refused: Seat 3 owes no bring-in. Check, call, bet or fold.",
            (),
            {"action": 4, "text": "p3 pb", "refused": "no_bring_in"},
        ),
        (
            lambda: then("d db AhKhQh"),
            "phh_illegal_action",
            "Action 4, “d db AhKhQh”, is refused: No card is due now: the hand waits for a player to act.",
            (),
            {"action": 4, "text": "d db AhKhQh", "refused": "cards_not_due"},
        ),
        (
            lambda: then("p3 sd"),
            "phh_illegal_action",
            "Action 4, “p3 sd”, is refused: Nobody can draw now: the hand waits for seat 3 to act.",
            (),
            {"action": 4, "text": "p3 sd", "refused": "no_turn"},
        ),
        (
            lambda: then("d dh p1 4c5c"),
            "phh_illegal_action",
            "Action 4, “d dh p1 4c5c”, is refused: No card is due now: the hand waits for a player to act.",
            (),
            {"action": 4, "text": "d dh p1 4c5c", "refused": "cards_not_due"},
        ),
        (
            lambda: import_hand(with_fields(actions=("d dh p1 2c3c", "", "d dh p2 2c3d", "d dh p3 2h3h"))),
            "phh_illegal_action",
            "Action 3, “d dh p2 2c3d”, is refused: 2c (Seat 2) is in the hand already. Correct it.",
            (),
            {"action": 3, "text": "d dh p2 2c3d", "refused": "duplicate_card"},
        ),
        (
            lambda: import_hand(with_fields(actions=("d dh p1 2c3c", "d dh p2 2d3d", "d dh p3 2h3h4h", "p3 cc"))),
            "phh_illegal_action",
            "Action 3, “d dh p3 2h3h4h”, is refused: Seat 3 is owed 2 cards, not 3. Tell what it was dealt.",
            (),
            {"action": 3, "text": "d dh p3 2h3h4h", "refused": "too_many_cards"},
        ),
        (
            lambda: then("p3 cbr 12345678901234567890"),
            "phh_action",
            "Action 4, “p3 cbr 12345678901234567890”: “12345678901234567890” is not an amount such as 700 or 0.25.",
            (),
            {"action": 4, "text": "p3 cbr 12345678901234567890"},
        ),
        (
            lambda: then("p3 jumps over the table and takes all the chips that lie upon it, all"),
            "phh_action",
            "Action 4, “p3 jumps over the table and takes all the chips that lie upo...”: it is none of d dh "
            "pN CARDS, d db CARDS, pN f, cc, pb, cbr AMOUNT, sd, sm.",
            (),
            {"action": 4, "text": "p3 jumps over the table and takes all the chips that lie upo..."},
        ),
    ],
)
def test_an_action_that_cannot_be_taken(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: replay_history(NO_LIMIT),
            "phh_unfinished",
            "After its last action the hand is not over: it waits for a player to act. Write its end.",
            (),
            {"phase": "betting", "actions": 3},
        ),
        (
            lambda: replay_history(
                replace(
                    NO_LIMIT, actions=(*NO_LIMIT.actions, "p3 f", "p1 f"), others={"finishing_stacks": [95, 104, 100]}
                )
            ),
            "phh_finishing_stacks",
            "finishing_stacks: p2 ends with 105 and the file says 104. If the house took a rake, allow for it.",
            ("STD-7", "STD-8"),
            {"player": 2, "settled": "105", "stated": "104"},
        ),
        (
            lambda: replay_history(
                replace(
                    NO_LIMIT, actions=(*NO_LIMIT.actions, "p3 f", "p1 f"), others={"finishing_stacks": [95, 106, 100]}
                ),
                rake_allowed=True,
            ),
            "phh_finishing_stacks",
            "finishing_stacks: p2 ends with 105 and the file says 106.",
            ("STD-7", "STD-8"),
            {"player": 2, "settled": "105", "stated": "106"},
        ),
        (
            lambda: replay_history(
                replace(
                    NO_LIMIT, actions=(*NO_LIMIT.actions, "p3 f", "p1 f"), others={"finishing_stacks": [94, 105, 100]}
                ),
                rake_allowed=True,
            ),
            "phh_finishing_stacks",
            "finishing_stacks: p1 ends with 95 and the file says 94.",
            ("STD-7", "STD-8"),
            {"player": 1, "settled": "95", "stated": "94"},
        ),
    ],
)
def test_a_hand_that_does_not_end_as_it_says(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


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
            "There is no house “bridge”. There are wlia, canterbury, angies, washburn, biska, standard.",
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
            "_rulings: “jump” after action 3 is refused: This is no stored hand: line 3 of the log is no "
            "action. Send what the hand was stored as.",
            (),
            {"action": 3, "refused": "bad_hand"},
        ),
        (
            lambda: with_own(_rulings=[[3, "claim", 1, Decimal("0.5")]]),
            "phh_ruling",
            "_rulings: “claim” after action 3 is refused: This is no stored hand: line 3 of the log, "
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
        (f"{'q' * 30} f", f"{'q' * 20} is no player; players are p1 to p10"),
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
