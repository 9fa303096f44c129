"""Chips that do not reach what they were put out for: what the floor says, and what changes."""

from __future__ import annotations

import pytest

from engine.poker.floor.wagers import forfeit_wager
from tests.engine.floor_hands import angies, canterbury, changed, wager
from tests.engine.hands import STUD_LIMIT


@pytest.mark.parametrize(
    ("rule", "code", "says", "rules", "changes"),
    [
        (
            lambda: wager(canterbury(), 5),
            "insufficient_bet",
            "5 does not reach the 10 owed: seat 3 adds 5, or forfeits the 5.",
            ("ANG-28",),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury(), 5, added=5),
            "insufficient_bet",
            "5 does not reach the 10 owed: seat 3 adds 5, or forfeits the 5.",
            ("ANG-28",),
            (("call", 3),),
        ),
        (
            lambda: wager(canterbury("c"), 3),
            "insufficient_bet",
            "3 does not reach the 5 owed: seat 1 adds 2, or forfeits the 3.",
            ("ANG-28",),
            (("call", 1),),
        ),
        (
            lambda: wager(canterbury(stacks=[1000, 1000, 8]), 5),
            "insufficient_bet",
            "5 does not reach the 8 owed: seat 3 adds 3, or forfeits the 5.",
            ("ANG-28",),
            (("call", 3),),
        ),
        (
            lambda: wager(angies(game="seven_stud", stakes=STUD_LIMIT), 1),
            "bring_in",
            "Seat 2 posts the bring-in of 3.",
            ("ANG-28",),
            (("bring_in", 2),),
        ),
        (
            lambda: wager(angies(game="seven_stud", stakes=STUD_LIMIT), 9),
            "bring_in",
            "Seat 2 posts the bring-in of 3.",
            ("ANG-28",),
            (("bring_in", 2),),
        ),
        (
            lambda: wager(angies(game="seven_stud", stakes=STUD_LIMIT), 10),
            "raise",
            "Seat 2 makes it 10.",
            ("CAN-7",),
            (("bet", 2, 10),),
        ),
        (
            lambda: wager(angies(game="seven_stud", stakes=STUD_LIMIT), 10, added=1),
            "raise",
            "Seat 2 makes it 10. What followed in a second motion goes back.",
            ("CAN-6", "ANG-28", "CAN-7"),
            (("bet", 2, 10),),
        ),
        (
            lambda: forfeit_wager(canterbury(), 5),
            "bet_forfeited",
            "Seat 3 does not make up its bet: the 5 stay in the pot and the hand is folded.",
            ("ANG-28",),
            (("forfeit", 3, 5),),
        ),
        (
            lambda: forfeit_wager(canterbury(), 9),
            "bet_forfeited",
            "Seat 3 does not make up its bet: the 9 stay in the pot and the hand is folded.",
            ("ANG-28",),
            (("forfeit", 3, 9),),
        ),
        (
            lambda: forfeit_wager(canterbury("c"), 1),
            "bet_forfeited",
            "Seat 1 does not make up its bet: the 1 stay in the pot and the hand is folded.",
            ("ANG-28",),
            (("forfeit", 1, 1),),
        ),
        (
            lambda: forfeit_wager(canterbury("c c k"), 9),
            "bet_forfeited",
            "Seat 1 does not make up its bet: the 9 stay in the pot and the hand is folded.",
            ("ANG-28",),
            (("forfeit", 1, 9),),
        ),
        (
            lambda: forfeit_wager(angies(game="seven_stud", stakes=STUD_LIMIT), 2),
            "bet_forfeited",
            "Seat 2 does not make up its bet: the 2 stay in the pot and the hand is folded.",
            ("ANG-28",),
            (("forfeit", 2, 2),),
        ),
    ],
)
def test_chips_that_do_not_reach(rule, code, says, rules, changes):
    ruling = rule()

    assert (ruling.code, ruling.says, ruling.rules, changed(ruling)) == (code, says, rules, changes)
