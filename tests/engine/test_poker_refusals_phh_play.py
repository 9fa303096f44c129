"""What cannot be done in a written hand, and what is not a hand history, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.poker.phh import History, import_hand, replay_history
from tests.engine.hands import refusal_of

NO_LIMIT = History(
    variant="NT",
    antes=(0, 0, 0),
    blinds_or_straddles=(5, 10, 0),
    min_bet=10,
    starting_stacks=(100, 100, 100),
    actions=("d dh p1 2c3c", "d dh p2 2d3d", "d dh p3 2h3h"),
)


def with_fields(**change):
    return replace(NO_LIMIT, **change)


def then(*actions, **others):
    return import_hand(replace(NO_LIMIT, actions=(*NO_LIMIT.actions, *actions), others=others))


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
