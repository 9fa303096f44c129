"""Chips that do not reach what they were put out for: what the floor says, and what changes."""

from __future__ import annotations

import pytest

from engine.cards import parse_card, parse_cards
from engine.poker.floor.exposed import (
    exposed_on_the_deal,
)
from engine.poker.floor.wagers import Wager, forfeit_wager, read_wager
from tests.engine.hands import FIXED_LIMIT, STUD_LIMIT, begin, play

"""Two cards each: 2c and 2d for seat 1."""


def canterbury(actions="", **more):
    return play(begin(**{"house": "canterbury", "stakes": FIXED_LIMIT, **more}), actions)


def angies(actions="", **more):
    return play(begin(**{"house": "angies", "stakes": FIXED_LIMIT, **more}), actions)


def lowball(actions="", **more):
    return angies(actions, game="lowball", deck="2c 6c 4c Jk 3d 4d 7c 5d 9d", **more)


def wager(hand, *chips, **more):
    return read_wager(hand, Wager(chips=chips, **more))


def cards(text):
    return parse_cards(text)


def exposed(hand, *held):
    return exposed_on_the_deal(hand, [(seat, parse_card(text)) for seat, text in held])


def changed(ruling):
    """Its changes, those that repeat the sentence and the rules without them."""
    told = (ruling.says, list(ruling.rules))
    return tuple(change[:-2] if change[-2:] == told else change for change in ruling.changes)


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
