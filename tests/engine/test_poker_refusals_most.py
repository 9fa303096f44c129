"""What a hand of poker says to a bet or raise that is too much, or lies between two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.poker.stakes import Stakes, Structure
from tests.engine.hands import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, begin, play, refusal_of

SPREAD = Stakes(structure=Structure.SPREAD_LIMIT, small_blind=1, big_blind=2, small_bet=2, early_most=4, late_most=8)
CEILING = replace(NO_LIMIT, ceiling=30)
POT_WITH_CEILING = replace(POT_LIMIT, ceiling=100)
OPEN_PAIR = Stakes(structure=Structure.FIXED_LIMIT, ante=1, bring_in=2, small_bet=4, big_bet=10, open_pair_doubles=True)


def paired():
    """A pair of twos shows on fourth street."""
    return play(begin(game="seven_stud", stakes=OPEN_PAIR, deck="2c 3c 2d 3d 9h Kh 7s 9s 8s", stacks=[100, 100]), "b c")


def short_third(third, **more):
    """Seat 3, first to act, has these chips."""
    return begin(stacks=[1000, 1000, third], **more)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: begin(stakes=FIXED_LIMIT).bet_to(21),
            "raise_too_large",
            "Seat 3 cannot raise to 21: the most is 20, the fixed bet. Make it 20 or less.",
            ("STD-6",),
            {"seat": 3, "to": 21, "min_to": 20, "max_to": 20},
        ),
        (
            lambda: short_third(15, stakes=FIXED_LIMIT).bet_to(20),
            "raise_too_large",
            "Seat 3 cannot raise to 20: the most is 15, all it has. Make it 15 or less.",
            ("STD-7",),
            {"seat": 3, "to": 20, "min_to": 15, "max_to": 15},
        ),
        (
            lambda: begin().bet_to(1001),
            "raise_too_large",
            "Seat 3 cannot raise to 1001: the most is 1000, all it has. Make it 1000 or less.",
            ("WAS-7", "WAS-11"),
            {"seat": 3, "to": 1001, "min_to": 20, "max_to": 1000},
        ),
        (
            lambda: begin(stakes=POT_LIMIT).bet_to(36),
            "raise_too_large",
            "Seat 3 cannot raise to 36: the most is 35, the pot after calling. Make it 35 or less.",
            ("STD-5", "BIS-9"),
            {"seat": 3, "to": 36, "min_to": 20, "max_to": 35},
        ),
        (
            lambda: short_third(30, stakes=POT_LIMIT).bet_to(31),
            "raise_too_large",
            "Seat 3 cannot raise to 31: the most is 30, all it has. Make it 30 or less.",
            ("STD-7",),
            {"seat": 3, "to": 31, "min_to": 20, "max_to": 30},
        ),
        (
            lambda: short_third(35, stakes=POT_LIMIT).bet_to(36),
            "raise_too_large",
            "Seat 3 cannot raise to 36: the most is 35, all it has. Make it 35 or less.",
            ("STD-7",),
            {"seat": 3, "to": 36, "min_to": 20, "max_to": 35},
        ),
        (
            lambda: begin(stakes=CEILING).bet_to(41),
            "raise_too_large",
            "Seat 3 cannot raise to 41: the most is 40, the ceiling of 30 for each bet and raise. Make it 40 or less.",
            ("WLIA-5",),
            {"seat": 3, "to": 41, "min_to": 20, "max_to": 40},
        ),
        (
            lambda: short_third(40, stakes=CEILING).bet_to(41),
            "raise_too_large",
            "Seat 3 cannot raise to 41: the most is 40, all it has. Make it 40 or less.",
            ("WAS-7", "WAS-11"),
            {"seat": 3, "to": 41, "min_to": 20, "max_to": 40},
        ),
        (
            lambda: begin(stakes=POT_WITH_CEILING).bet_to(36),
            "raise_too_large",
            "Seat 3 cannot raise to 36: the most is 35, the pot after calling. Make it 35 or less.",
            ("WLIA-5",),
            {"seat": 3, "to": 36, "min_to": 20, "max_to": 35},
        ),
        (
            lambda: play(begin(stakes=POT_WITH_CEILING), "35").bet_to(121),
            "raise_too_large",
            "Seat 1 cannot raise to 121: the most is 115, the pot after calling. Make it 115 or less.",
            ("WLIA-5",),
            {"seat": 1, "to": 121, "min_to": 60, "max_to": 115},
        ),
        (
            lambda: begin(stakes=SPREAD).bet_to(7),
            "raise_too_large",
            "Seat 3 cannot raise to 7: the most is 6, the top of the range. Make it 6 or less.",
            ("STD-6",),
            {"seat": 3, "to": 7, "min_to": 4, "max_to": 6},
        ),
        (
            lambda: play(begin(stakes=SPREAD), "c c k").bet_to(5),
            "raise_too_large",
            "Seat 1 cannot bet 5: the most is 4, the top of the range. Make it 4 or less.",
            ("STD-6",),
            {"seat": 1, "to": 5, "min_to": 2, "max_to": 4},
        ),
        (
            lambda: paired().bet_to(11),
            "raise_too_large",
            "Seat 1 cannot bet 11: the most is 10, the fixed bet. Make it 10 or less.",
            ("STD-6",),
            {"seat": 1, "to": 11, "min_to": 4, "max_to": 10},
        ),
        (
            lambda: play(begin(stakes=FIXED_LIMIT), "c c k k k k").bet_to(21),
            "raise_too_large",
            "Seat 1 cannot bet 21: the most is 20, the fixed bet. Make it 20 or less.",
            ("STD-6",),
            {"seat": 1, "to": 21, "min_to": 20, "max_to": 20},
        ),
    ],
)
def test_what_is_too_much(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: paired().bet_to(7),
            "raise_between_bets",
            "With a pair showing seat 1 bets 4 or 10, nothing between.",
            ("STD-6",),
            {"seat": 1, "to": 7, "min_to": 4, "max_to": 10},
        ),
        (
            lambda: paired().bet_to(5),
            "raise_between_bets",
            "With a pair showing seat 1 bets 4 or 10, nothing between.",
            ("STD-6",),
            {"seat": 1, "to": 5, "min_to": 4, "max_to": 10},
        ),
        (
            lambda: begin(smallest_chip=5).bet_to(22),
            "chips_too_small",
            "22 cannot be paid: the smallest chip in play is 5. Make it a multiple of it.",
            ("CAN-24", "WLIA-1"),
            {"smallest_chip": 5, "seat": 3, "to": 22, "min_to": 20, "max_to": 1000},
        ),
        (
            lambda: begin(smallest_chip=5).bet_to(997),
            "chips_too_small",
            "997 cannot be paid: the smallest chip in play is 5. Make it a multiple of it.",
            ("CAN-24", "WLIA-1"),
            {"smallest_chip": 5, "seat": 3, "to": 997, "min_to": 20, "max_to": 1000},
        ),
    ],
)
def test_what_lies_between_two_bets_or_chips(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
