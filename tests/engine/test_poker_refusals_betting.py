"""What a player may not bet, call, check or fold, word for word: the seat, the number, the way out, and the rule."""

from __future__ import annotations

import pytest

from engine.poker.forced import ForcedBets
from engine.poker.stakes import Stakes, Structure
from tests.engine.hands import FIXED_LIMIT, STUD_LIMIT, begin, play, refusal_of

SPREAD = Stakes(structure=Structure.SPREAD_LIMIT, small_blind=1, big_blind=2, small_bet=2, early_most=4, late_most=8)
ANTES = Stakes(structure=Structure.FIXED_LIMIT, ante=1, small_bet=10, big_bet=20)


def stud():
    return begin(game="seven_stud", stakes=STUD_LIMIT)


def no_folding():
    return play(begin(overrides={"may_fold_unbet": False}), "c c")


def pass_and_out():
    return begin(game="lowball", house="angies", stakes=ANTES)


def short_third(third, **more):
    """Seat 3, first to act, has these chips."""
    return begin(stacks=[1000, 1000, third], **more)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: stud().fold(),
            "bring_in_due",
            "Seat 2 has the bring-in: post it, or complete it to 10.",
            (),
            {"seat": 2},
        ),
        (
            lambda: stud().check(),
            "bring_in_due",
            "Seat 2 has the bring-in: post it, or complete it to 10.",
            (),
            {"seat": 2},
        ),
        (
            lambda: stud().call(),
            "bring_in_due",
            "Seat 2 has the bring-in: post it, or complete it to 10.",
            (),
            {"seat": 2},
        ),
        (
            lambda: begin().post_bring_in(),
            "no_bring_in",
            "Seat 3 owes no bring-in. Check, call, bet or fold.",
            (),
            {"seat": 3},
        ),
        (
            lambda: no_folding().fold(),
            "fold_unbet",
            "Nobody has bet, so seat 2 gives nothing up by checking. Check instead.",
            ("STD-3",),
            {"seat": 2},
        ),
        (
            lambda: begin().check(),
            "bet_to_call",
            "Seat 3 faces a bet and owes 10. Call, raise or fold.",
            ("WLIA-11",),
            {"seat": 3, "to_call": 10},
        ),
        (
            lambda: short_third(4).check(),
            "bet_to_call",
            "Seat 3 faces a bet and owes 4. Call, raise or fold.",
            ("WLIA-11",),
            {"seat": 3, "to_call": 4},
        ),
        (
            lambda: pass_and_out().check(),
            "pass_and_out",
            "Before the draw there is no check: seat 1 bets at least 10 or folds.",
            ("ANG-17",),
            {"seat": 1},
        ),
        (
            lambda: pass_and_out().call(),
            "nothing_to_call",
            "Seat 1 owes nothing. Bet or fold.",
            ("WLIA-11",),
            {"seat": 1},
        ),
        (
            lambda: play(begin(), "c c").call(),
            "nothing_to_call",
            "Seat 2 owes nothing. Check or bet.",
            ("WLIA-11",),
            {"seat": 2},
        ),
        (
            lambda: play(begin(), "c c k").call(),
            "nothing_to_call",
            "Seat 1 owes nothing. Check or bet.",
            ("WLIA-11",),
            {"seat": 1},
        ),
    ],
)
def test_what_is_no_fold_no_check_and_no_call(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: short_third(10).bet_to(20),
            "all_in_call",
            "Seat 3 has 10 and owes 10. Call all-in or fold.",
            ("STD-7",),
            {"seat": 3, "to_call": 10},
        ),
        (
            lambda: short_third(7).bet_to(20),
            "all_in_call",
            "Seat 3 has 7 and owes 7. Call all-in or fold.",
            ("STD-7",),
            {"seat": 3, "to_call": 7},
        ),
        (
            lambda: play(begin(stacks=[1000, 120, 1000]), "100 f 120").bet_to(400),
            "not_reopened",
            "Seat 3 has acted and the all-in of 20 more is less than a full raise of 90. Call 20 or fold.",
            ("STD-4",),
            {"seat": 3, "to_call": 20, "raise_size": 90},
        ),
        (
            lambda: play(begin(stacks=[1000, 119, 1000], overrides={"no_limit_reopen": "half"}), "100 f 119").bet_to(
                400
            ),
            "not_reopened",
            "Seat 3 has acted and the all-in of 19 more is less than half a bet of 90. Call 19 or fold.",
            ("STD-4",),
            {"seat": 3, "to_call": 19, "raise_size": 90},
        ),
        (
            lambda: play(begin(stacks=[1000, 24, 1000], stakes=FIXED_LIMIT), "20 c 24").bet_to(34),
            "not_reopened",
            "Seat 3 has acted and the all-in of 4 more is less than half a bet of 10. Call 4 or fold.",
            ("STD-4", "STD-6"),
            {"seat": 3, "to_call": 4, "raise_size": 10},
        ),
        (
            lambda: play(
                begin(stacks=[1000, 24, 1000], stakes=FIXED_LIMIT, overrides={"limit_reopen": "full"}), "20 c 24"
            ).bet_to(34),
            "not_reopened",
            "Seat 3 has acted and the all-in of 4 more is less than a full raise of 10. Call 4 or fold.",
            ("STD-4", "STD-6"),
            {"seat": 3, "to_call": 4, "raise_size": 10},
        ),
        (
            lambda: play(begin(stacks=[1000, 7, 1000], stakes=SPREAD), "6 c 7").bet_to(10),
            "not_reopened",
            "Seat 3 has acted and the all-in of 1 more is less than half a bet of 4. Call 1 or fold.",
            ("STD-4", "STD-6"),
            {"seat": 3, "to_call": 1, "raise_size": 4},
        ),
        (
            lambda: play(begin(house="wlia", stakes=FIXED_LIMIT, stacks=[1000] * 4), "20 30 40").bet_to(50),
            "raises_capped",
            "The round has had its bet and 3 raises. Seat 2 may call 30 or fold.",
            ("WLIA-10",),
            {"seat": 2, "raises": 3, "to_call": 30},
        ),
        (
            lambda: play(begin(house="wlia", overrides={"raises_per_round": 1}, stacks=[1000] * 4), "20").bet_to(50),
            "raises_capped",
            "The round has had its bet and 1 raises. Seat 4 may call 20 or fold.",
            ("WLIA-10",),
            {"seat": 4, "raises": 1, "to_call": 20},
        ),
        (
            lambda: play(begin(stacks=[1000, 50, 50]), "50 c c").bet_to(100),
            "no_turn",
            "Nobody can bet now: the hand waits for hands to be shown.",
            (),
            {"phase": "showdown"},
        ),
        (
            lambda: play(begin(stacks=[50, 1000, 50]), "50 c").bet_to(100),
            "nobody_left_to_call",
            "Nobody else has chips beyond 50, so nobody could call a raise of seat 2. Call, check or fold.",
            ("STD-9", "BIS-14"),
            {"seat": 2},
        ),
    ],
)
def test_what_nobody_may_raise(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: begin().bet_to(19),
            "raise_too_small",
            "Seat 3 cannot raise to 19: the least is 20. Make it 20 or more, or call.",
            ("STD-4", "BIS-10"),
            {"seat": 3, "to": 19, "min_to": 20, "max_to": 1000},
        ),
        (
            lambda: play(begin(), "c c").bet_to(19),
            "raise_too_small",
            "Seat 2 cannot raise to 19: the least is 20. Make it 20 or more, or check.",
            ("STD-4", "BIS-10"),
            {"seat": 2, "to": 19, "min_to": 20, "max_to": 1000},
        ),
        (
            lambda: play(begin(), "c c k").bet_to(9),
            "raise_too_small",
            "Seat 1 cannot bet 9: the least is 10. Make it 10 or more, or check.",
            ("STD-4", "BIS-9"),
            {"seat": 1, "to": 9, "min_to": 10, "max_to": 990},
        ),
        (
            lambda: begin(stakes=FIXED_LIMIT).bet_to(19),
            "raise_too_small",
            "Seat 3 cannot raise to 19: the least is 20. Make it 20 or more, or call.",
            ("STD-6",),
            {"seat": 3, "to": 19, "min_to": 20, "max_to": 20},
        ),
        (
            lambda: play(begin(stakes=SPREAD), "c c k").bet_to(1),
            "raise_too_small",
            "Seat 1 cannot bet 1: the least is 2. Make it 2 or more, or check.",
            ("STD-6",),
            {"seat": 1, "to": 1, "min_to": 2, "max_to": 4},
        ),
        (
            lambda: stud().bet_to(9),
            "raise_too_small",
            "Seat 2 cannot bet 9: the least is 10. Make it 10 or more, or check.",
            ("STD-6",),
            {"seat": 2, "to": 9, "min_to": 10, "max_to": 10},
        ),
        (
            lambda: begin(smallest_chip=5).bet_to(23),
            "chips_too_small",
            "23 cannot be paid: the smallest chip in play is 5. Make it a multiple of it.",
            ("CAN-24", "WLIA-1"),
            {"seat": 3, "to": 23, "min_to": 20, "max_to": 1000, "smallest_chip": 5},
        ),
    ],
)
def test_what_is_too_little(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


def test_all_that_a_player_has_left_may_be_bet_even_where_an_odd_price_has_broken_the_chips():
    forced = ForcedBets(
        antes={}, antes_are_dead=False, blinds={1: 5, 2: 10}, dead={}, last_blind=2, price=12, raise_size=10,
        bets_counted=1,
    )  # fmt: skip
    hand = play(begin(stacks=[1000, 35, 1000], smallest_chip=5, forced=forced), "c c c k 10 20 f")

    play(hand, "23")

    assert hand.stacks[2] == 0
