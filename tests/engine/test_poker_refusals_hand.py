"""What a hand in play refuses to its players, word for word."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from tests.engine.hands import FIXED_LIMIT, STUD_LIMIT, begin, checked_down, mucked, over, play, refusal_of, shown


def fed(**more):
    return begin(**{"deck": None, **more})


def drawing(**more):
    return play(begin(game="five_draw", stakes=FIXED_LIMIT, **more), "c c k")


def folded(hand):
    return play(hand, "f")


def misdealt():
    hand = begin()
    hand.floor.void("two cards face up")
    return hand


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: begin().fold(1),
            "not_your_turn",
            "It is the turn of seat 3, not of seat 1.",
            ("STD-3",),
            {"seat": 1, "turn": 3},
        ),
        (
            lambda: begin().check(2),
            "not_your_turn",
            "It is the turn of seat 3, not of seat 2.",
            ("STD-3",),
            {"seat": 2, "turn": 3},
        ),
        (
            lambda: begin().call(1),
            "not_your_turn",
            "It is the turn of seat 3, not of seat 1.",
            ("STD-3",),
            {"seat": 1, "turn": 3},
        ),
        (
            lambda: begin().bet_to(20, 1),
            "not_your_turn",
            "It is the turn of seat 3, not of seat 1.",
            ("STD-3",),
            {"seat": 1, "turn": 3},
        ),
        (
            lambda: begin(game="seven_stud", stakes=STUD_LIMIT).post_bring_in(1),
            "not_your_turn",
            "It is the turn of seat 2, not of seat 1.",
            ("STD-3",),
            {"seat": 1, "turn": 2},
        ),
        (
            lambda: begin().floor.forfeit(3, 1),
            "not_your_turn",
            "It is the turn of seat 3, not of seat 1.",
            ("STD-3",),
            {"seat": 1, "turn": 3},
        ),
        (
            lambda: drawing().discard((), 3),
            "not_your_turn",
            "It is the turn of seat 1, not of seat 3.",
            ("STD-3",),
            {"seat": 3, "turn": 1},
        ),
        (
            lambda: fed().fold(),
            "no_turn",
            "Nobody can fold now: the hand waits for cards to be told.",
            (),
            {"phase": "deal"},
        ),
        (
            lambda: fed().bet_to(20, 3),
            "no_turn",
            "Nobody can bet now: the hand waits for cards to be told.",
            (),
            {"phase": "deal"},
        ),
        (
            lambda: fed().check(),
            "no_turn",
            "Nobody can check now: the hand waits for cards to be told.",
            (),
            {"phase": "deal"},
        ),
        (
            lambda: fed().call(),
            "no_turn",
            "Nobody can call now: the hand waits for cards to be told.",
            (),
            {"phase": "deal"},
        ),
        (
            lambda: fed().legal,
            "no_turn",
            "Nobody can act now: the hand waits for cards to be told.",
            (),
            {"phase": "deal"},
        ),
        (
            lambda: fed().post_bring_in(),
            "no_turn",
            "Nobody can bring_in now: the hand waits for cards to be told.",
            (),
            {"phase": "deal"},
        ),
        (
            lambda: fed().floor.forfeit(3),
            "no_turn",
            "Nobody can forfeit now: the hand waits for cards to be told.",
            (),
            {"phase": "deal"},
        ),
        (
            lambda: over().fold(2),
            "no_turn",
            "Nobody can fold now: the hand waits for nothing: it can be settled.",
            (),
            {"phase": "over"},
        ),
        (
            lambda: misdealt().call(3),
            "no_turn",
            "Nobody can call now: the hand waits for nothing: a misdeal, everything goes back.",
            (),
            {"phase": "void"},
        ),
        (
            lambda: checked_down().bet_to(20),
            "no_turn",
            "Nobody can bet now: the hand waits for hands to be shown.",
            (),
            {"phase": "showdown"},
        ),
        (
            lambda: begin().discard(()),
            "no_turn",
            "Nobody can draw now: the hand waits for seat 3 to act.",
            (),
            {"phase": "betting"},
        ),
        (
            lambda: drawing().call(1),
            "no_turn",
            "Nobody can call now: the hand waits for a player to draw.",
            (),
            {"phase": "draw"},
        ),
        (
            lambda: begin().show_down(),
            "no_turn",
            "Nobody can show now: the hand waits for seat 3 to act.",
            (),
            {"phase": "betting"},
        ),
        (
            lambda: fed().why_not("check"),
            "no_turn",
            "Nobody can check now: the hand waits for cards to be told.",
            (),
            {"phase": "deal"},
        ),
    ],
)
def test_who_may_not_act_now(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (lambda: begin().hole(4), "not_in_hand", "Seat 4 was not dealt into this hand.", (), {"seat": 4}),
        (lambda: begin().upcards(0), "not_in_hand", "Seat 0 was not dealt into this hand.", (), {"seat": 0}),
        (lambda: begin().view(7), "not_in_hand", "Seat 7 was not dealt into this hand.", (), {"seat": 7}),
        (lambda: begin().floor.mark_absent(4), "not_in_hand", "Seat 4 was not dealt into this hand.", (), {"seat": 4}),
        (lambda: folded(begin()).floor.mark_absent(3), "not_in_hand", "Seat 3 has folded.", (), {"seat": 3}),
        (lambda: folded(begin()).floor.kill(3, "dead"), "not_in_hand", "Seat 3 has folded.", (), {"seat": 3}),
        (
            lambda: misdealt().floor.mark_absent(1),
            "hand_over",
            "The hand was a misdeal. Undo the ruling first, or deal the next.",
            (),
            {},
        ),
        (lambda: misdealt().floor.void("again"), "hand_over", "The hand is over. Undo its last action first.", (), {}),
        (lambda: over().floor.void("late"), "hand_over", "The hand is over. Undo its last action first.", (), {}),
    ],
)
def test_who_is_not_in_the_hand(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: drawing().discard([None] * 6),
            "too_many_discards",
            "Seat 1 may exchange up to 5 cards, not 6.",
            ("ANG-13", "ANG-29"),
            {"seat": 1, "cards": 6, "most": 5},
        ),
        (
            lambda: drawing().discard(parse_cards("2c")),
            "no_such_card",
            "Seat 1 does not hold 2c. Name cards of its hand.",
            (),
            {"seat": 1, "card": "2c"},
        ),
        (
            lambda: drawing().discard([None]),
            "no_such_card",
            "Seat 1 does not hold ??. Name cards of its hand.",
            (),
            {"seat": 1, "card": "??"},
        ),
        (
            lambda: drawing(house="angies").discard(parse_cards("2c3c4c5c6c7c")),
            "too_many_discards",
            "Seat 1 may exchange up to 5 cards, not 6.",
            ("ANG-13", "ANG-29"),
            {"seat": 1, "cards": 6, "most": 5},
        ),
    ],
)
def test_a_draw_that_cannot_be(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (lambda: begin().show(1), "not_showdown", "Seat 1 cannot show yet: bets can still be made.", (), {"seat": 1}),
        (lambda: drawing().muck(1), "not_showdown", "Seat 1 cannot show yet: bets can still be made.", (), {"seat": 1}),
        (lambda: folded(begin()).show(3), "not_in_hand", "Seat 3 has folded.", (), {"seat": 3}),
        (
            lambda: shown(checked_down(), 1).show(1),
            "already_shown",
            "Seat 1 has already shown or mucked.",
            (),
            {"seat": 1},
        ),
        (
            lambda: shown(checked_down(), 1).muck(1),
            "already_shown",
            "Seat 1 has already shown or mucked.",
            (),
            {"seat": 1},
        ),
        (
            lambda: mucked(checked_down(), 1).show(1),
            "already_shown",
            "Seat 1 has already shown or mucked.",
            (),
            {"seat": 1},
        ),
        (
            lambda: mucked(checked_down(), 1, 2).muck(3),
            "last_claim",
            "Seat 3 is the last with a claim to the main pot of 30. Show the hand.",
            ("STD-11", "CAN-17"),
            {"seat": 3, "chips": 30},
        ),
        (
            lambda: play(begin(stacks=[100, 100]), "100 c").muck(1),
            "must_show",
            "No more bets could be made, so every live hand is turned up. Show seat 1.",
            ("STD-9", "BIS-14"),
            {"seat": 1},
        ),
        (
            lambda: mucked(play(begin(stacks=[50, 200, 200]), "50 c c 50 c k k k k"), 1, 2).muck(3),
            "last_claim",
            "Seat 3 is the last with a claim to the main pot of 150. Show the hand.",
            ("STD-11", "CAN-17"),
            {"seat": 3, "chips": 150},
        ),
        (lambda: begin().settle(), "hand_not_over", "The hand is not over; it waits for a player to act.", (), {}),
        (lambda: drawing().settle(), "hand_not_over", "The hand is not over; it waits for a player to draw.", (), {}),
        (
            lambda: checked_down().settle(),
            "hand_not_over",
            "The hand is not over; it waits for hands to be shown.",
            (),
            {},
        ),
        (
            lambda: misdealt().settle(),
            "misdeal",
            "The hand was a misdeal: everyone has their chips back, nothing is won.",
            (),
            {},
        ),
        (lambda: fed().settle(), "hand_not_over", "The hand is not over; it waits for cards to be told.", (), {}),
    ],
)
def test_a_showdown_that_cannot_be(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
