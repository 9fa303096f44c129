"""What chips in front of a player mean: the ruling, its sentence, its rules and what it changes."""

from __future__ import annotations

import pytest

from engine.poker.stakes import Stakes, Structure
from tests.engine.floor_hands import canterbury, changed, wager
from tests.engine.hands import NO_LIMIT

SPREAD = Stakes(structure=Structure.SPREAD_LIMIT, small_blind=1, big_blind=2, small_bet=2, early_most=6, late_most=8)


@pytest.mark.parametrize(
    ("rule", "code", "says", "rules", "changes"),
    [
        (
            lambda: wager(canterbury(), 20, declared_raise=True),
            "declared_raise",
            "Seat 3 declared a raise: it is 20.",
            ("CAN-6",),
            (("bet", 3, 20),),
        ),
        (
            lambda: wager(canterbury(), 10, declared_raise=True),
            "declared_raise",
            "Seat 3 declared a raise: it is 20.",
            ("CAN-6",),
            (("bet", 3, 20),),
        ),
        (
            lambda: wager(canterbury(), 10, added=10, declared_raise=True),
            "declared_raise",
            "Seat 3 declared a raise: it is 20.",
            ("CAN-6",),
            (("bet", 3, 20),),
        ),
        (
            lambda: wager(canterbury(), 50, declared_raise=True),
            "declared_raise",
            "Seat 3 declared a raise: it is 20.",
            ("CAN-6",),
            (("bet", 3, 20),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT), 10, added=37, declared_raise=True),
            "declared_raise",
            "Seat 3 declared a raise: it is 47.",
            ("CAN-6",),
            (("bet", 3, 47),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT), 10, declared_raise=True, raise_to=65),
            "declared_raise",
            "Seat 3 declared a raise: it is 65.",
            ("CAN-6",),
            (("bet", 3, 65),),
        ),
        (
            lambda: wager(canterbury("c", stakes=NO_LIMIT), 20, declared_raise=True, raise_to=65),
            "declared_raise",
            "Seat 1 declared a raise: it is 65.",
            ("CAN-6",),
            (("bet", 1, 65),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT), 10, declared_raise=True, raise_to=2000),
            "declared_raise",
            "Seat 3 declared a raise: it is 1000.",
            ("CAN-6",),
            (("bet", 3, 1000),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT), 10, declared_raise=True, raise_to=0),
            "declared_raise",
            "Seat 3 declared a raise: it is 20.",
            ("CAN-6",),
            (("bet", 3, 20),),
        ),
        (
            lambda: wager(canterbury("c", stakes=NO_LIMIT), 25, declared_raise=True),
            "declared_raise",
            "Seat 1 declared a raise: it is 30.",
            ("CAN-6",),
            (("bet", 1, 30),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT, smallest_chip=5), 25, 8, declared_raise=True),
            "declared_raise",
            "Seat 3 declared a raise: it is 30.",
            ("CAN-6",),
            (("bet", 3, 30),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT, smallest_chip=5), 25, declared_raise=True, raise_to=48),
            "declared_raise",
            "Seat 3 declared a raise: it is 45.",
            ("CAN-6",),
            (("bet", 3, 45),),
        ),
        (
            lambda: wager(canterbury("c", stakes=NO_LIMIT, smallest_chip=5), 25, added=12, declared_raise=True),
            "declared_raise",
            "Seat 1 declared a raise: it is 40.",
            ("CAN-6",),
            (("bet", 1, 40),),
        ),
        (
            lambda: wager(canterbury("20 30 40 50", stacks=[1000] * 4), 60, declared_raise=True),
            "call",
            "Seat 3 calls 30.",
            ("CAN-6",),
            (("call", 3),),
        ),
    ],
)
def test_a_declared_raise(rule, code, says, rules, changes):
    ruling = rule()

    assert (ruling.code, ruling.says, ruling.rules, changed(ruling)) == (code, says, rules, changes)


@pytest.mark.parametrize(
    ("rule", "code", "says", "rules", "changes"),
    [
        (lambda: wager(canterbury(), 10), "call", "Seat 3 calls 10.", ("CAN-6",), (("call", 3),)),
        (
            lambda: wager(canterbury(), 10, added=10),
            "call",
            "Seat 3 calls 10. What followed in a second motion goes back.",
            ("CAN-6", "ANG-28"),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury(), 25),
            "one_chip_call",
            "One chip without a word is not a raise: seat 3 is in for 10.",
            ("CAN-8",),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury(), 25, added=5),
            "one_chip_call",
            "One chip without a word is not a raise: seat 3 is in for 10. What followed in a second motion goes back.",
            ("CAN-8", "CAN-6", "ANG-28"),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury(), 10, 5),
            "completed_raise",
            "Half a bet or more beyond 10: it must be completed to 20.",
            ("CAN-7",),
            (("bet", 3, 20),),
        ),
        (
            lambda: wager(canterbury(), 10, 4),
            "call",
            "4 beyond 10 is not a raise: seat 3 is in for 10.",
            ("CAN-7",),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury(), 10, 4, added=6),
            "call",
            "4 beyond 10 is not a raise: seat 3 is in for 10. What followed in a second motion goes back.",
            ("CAN-7", "CAN-6", "ANG-28"),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury(), 10, 5, added=5),
            "completed_raise",
            "Half a bet or more beyond 10: it must be completed to 20. What followed in a second motion goes back.",
            ("CAN-7", "CAN-6", "ANG-28"),
            (("bet", 3, 20),),
        ),
        (lambda: wager(canterbury(), 10, 10), "raise", "Seat 3 makes it 20.", ("CAN-7",), (("bet", 3, 20),)),
        (lambda: wager(canterbury(), 10, 10, 10), "raise", "Seat 3 makes it 20.", ("CAN-7",), (("bet", 3, 20),)),
        (lambda: wager(canterbury("c c"), 5, 5), "raise", "Seat 2 makes it 20.", ("CAN-7",), (("bet", 2, 20),)),
        (
            lambda: wager(canterbury("c c"), 25),
            "one_chip_call",
            "One chip without a word is not a raise: seat 2 is in for 10.",
            ("CAN-8",),
            (("check", 2),),
        ),
        (lambda: wager(canterbury("c c k"), 25), "raise", "Seat 1 makes it 10.", ("CAN-7",), (("bet", 1, 10),)),
        (
            lambda: wager(canterbury("c c k"), 5),
            "completed_raise",
            "Half a bet or more beyond 0: it must be completed to 10.",
            ("CAN-7",),
            (("bet", 1, 10),),
        ),
        (
            lambda: wager(canterbury("c c k"), 5, 4),
            "completed_raise",
            "Half a bet or more beyond 0: it must be completed to 10.",
            ("CAN-7",),
            (("bet", 1, 10),),
        ),
        (
            lambda: wager(canterbury("c c k"), 4),
            "insufficient_bet",
            "4 is too small a bet: seat 1 makes it 10, or forfeits what it put out.",
            ("ANG-28",),
            (("bet", 1, 10),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT), 10, 5),
            "call",
            "5 beyond 10 is not a raise: seat 3 is in for 10.",
            ("CAN-7",),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT), 25, 25),
            "raise",
            "Seat 3 makes it 50.",
            ("CAN-7",),
            (("bet", 3, 50),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT), 25, 25, added=10),
            "raise",
            "Seat 3 makes it 50. What followed in a second motion goes back.",
            ("CAN-6", "ANG-28", "CAN-7"),
            (("bet", 3, 50),),
        ),
        (
            lambda: wager(canterbury("c c k", stakes=NO_LIMIT), 5),
            "insufficient_bet",
            "5 is too small a bet: seat 1 makes it 10, or forfeits what it put out.",
            ("ANG-28",),
            (("bet", 1, 10),),
        ),
        (
            lambda: wager(canterbury("c c k", stakes=NO_LIMIT), 25),
            "raise",
            "Seat 1 makes it 25.",
            ("CAN-7",),
            (("bet", 1, 25),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT, overrides={"undeclared": "as_counted"}), 25),
            "raise",
            "Seat 3 makes it 25.",
            ("CAN-7",),
            (("bet", 3, 25),),
        ),
        (
            lambda: wager(canterbury(overrides={"undeclared": "as_counted"}), 10, 5),
            "call",
            "5 beyond 10 is not a raise: seat 3 is in for 10.",
            ("CAN-7",),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury(stakes=NO_LIMIT, smallest_chip=5), 25, 8),
            "raise",
            "Seat 3 makes it 30.",
            ("CAN-7",),
            (("bet", 3, 30),),
        ),
        (
            lambda: wager(canterbury(stakes=SPREAD), 2, 1),
            "completed_raise",
            "Half a bet or more beyond 2: it must be completed to 4.",
            ("CAN-7",),
            (("bet", 3, 4),),
        ),
        (
            lambda: wager(canterbury("6", stakes=SPREAD), 4, 3),
            "completed_raise",
            "Half a bet or more beyond 6: it must be completed to 10.",
            ("CAN-7",),
            (("bet", 1, 10),),
        ),
        (
            lambda: wager(canterbury("6", stakes=SPREAD), 4, 4),
            "completed_raise",
            "Half a bet or more beyond 6: it must be completed to 10.",
            ("CAN-7",),
            (("bet", 1, 10),),
        ),
        (
            lambda: wager(canterbury("20 30 40 50", stacks=[1000] * 4), 25, 50),
            "call",
            "Seat 3 calls 30.",
            ("CAN-6",),
            (("call", 3),),
        ),
    ],
)
def test_chips_put_out_without_a_word(rule, code, says, rules, changes):
    ruling = rule()

    assert (ruling.code, ruling.says, ruling.rules, changed(ruling)) == (code, says, rules, changes)
