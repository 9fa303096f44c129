"""What a table between two hands refuses to a hand that is prepared, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.poker.between.entry import NextDeal, choose_entry
from engine.poker.between.kill import Kill, KillButton, require_kill_offered
from engine.poker.between.level import Antes, level_stakes
from engine.poker.between.stored import read_table, table_json
from engine.poker.between.table_state import (
    Player,
)
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.options import Entry
from engine.poker.stakes import Stakes, Structure
from engine.units import NO_CHIPS
from tests.engine.between_hands import LIMIT, NO_LIMIT, a_table, prepare
from tests.engine.hands import refusal_of

TABLE = a_table((1, 2, 4, 6, 8), last=(8, 1, 2))
"""The big blind of the next hand is seat 4."""
NEW = a_table((1, 2, 4), last=(4, 1, 2), seat_6=Player(is_new=True))
ANTES = Stakes(structure=Structure.NO_LIMIT, ante=2, small_bet=10)
STORED = table_json(TABLE)


def straddled(*seats, house="angies", game="lowball", **more):
    return prepare(TABLE, house, game=game, straddles=seats, **more)


def enters(state, seat, entry, house="canterbury"):
    return choose_entry(state, seat, entry, NextDeal(house=HOUSES[house], stakes=NO_LIMIT, able=state.players))


def stored(**change):
    return read_table({**STORED, **change})


def held(wins, holder=4):
    return KillButton(kind=Kill.FULL, holder=holder, wins=wins)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: straddled(6, house="wlia"),
            "no_straddles",
            "WLIA charity night plays without straddles. Leave them out.",
            ("ANG-20",),
            {},
        ),
        (
            lambda: straddled(6, game="omaha"),
            "no_straddles",
            "Angie's Poker Club takes straddles in lowball, not in Omaha. Leave them out.",
            ("ANG-20",),
            {},
        ),
        (
            lambda: straddled(6, stakes=ANTES),
            "no_straddles",
            "There is no blind to straddle. Play with blinds, or without.",
            ("ANG-20",),
            {},
        ),
        (
            lambda: straddled(8),
            "straddle_out_of_turn",
            "Seat 8 cannot straddle now: the next straddle is seat 6's. Straddles go round from the left of "
            "the big blind.",
            ("ANG-20",),
            {"seat": 8, "turn": 6},
        ),
        (
            lambda: straddled(6, 1),
            "straddle_out_of_turn",
            "Seat 1 cannot straddle now: the next straddle is seat 8's. Straddles go round from the left of "
            "the big blind.",
            ("ANG-20",),
            {"seat": 1, "turn": 8},
        ),
        (
            lambda: straddled(6, 8, 1, 2, 6),
            "straddle_out_of_turn",
            "Seat 6 cannot straddle now: everybody else has straddled. Straddles go round from the left of "
            "the big blind.",
            ("ANG-20",),
            {"seat": 6, "turn": None},
        ),
        (
            lambda: straddled(4),
            "straddle_out_of_turn",
            "Seat 4 cannot straddle now: the next straddle is seat 6's. Straddles go round from the left of "
            "the big blind.",
            ("ANG-20",),
            {"seat": 4, "turn": 6},
        ),
        (
            lambda: straddled(6, stacks={1: 1000, 2: 1000, 4: 1000, 6: 39, 8: 1000}),
            "straddle_too_large",
            "The straddle of seat 6 would be 20, more than half of its 39 chips. Leave it out.",
            ("ANG-20",),
            {"seat": 6, "straddle": 20, "chips": 39},
        ),
        (
            lambda: straddled(6, 8, stacks={1: 1000, 2: 1000, 4: 1000, 6: 1000, 8: 79}),
            "straddle_too_large",
            "The straddle of seat 8 would be 40, more than half of its 79 chips. Leave it out.",
            ("ANG-20",),
            {"seat": 8, "straddle": 40, "chips": 79},
        ),
        (
            lambda: straddled(6, cards_seen={6: 3}),
            "straddle_after_cards",
            "Seat 6 has looked at 3 cards and may straddle after no more than 2.",
            ("ANG-20",),
            {"seat": 6, "cards": 3},
        ),
        (
            lambda: straddled(6, 8, cards_seen={8: 4}),
            "straddle_after_cards",
            "Seat 8 has looked at 4 cards and may straddle after no more than 2.",
            ("ANG-20",),
            {"seat": 8, "cards": 4},
        ),
    ],
)
def test_a_straddle_that_cannot_be(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: prepare(a_table((1,), last=(8, 1, 2)), "wlia"),
            "too_few_players",
            "A hand needs 2 players and 1 can be dealt in. Wait for another one.",
            ("STD-3",),
            {"players": 1},
        ),
        (
            lambda: prepare(a_table(()), "wlia"),
            "too_few_players",
            "A hand needs 2 players and nobody can be dealt in. Seat them first.",
            ("STD-3",),
            {"players": 0},
        ),
        (
            lambda: prepare(a_table((1, 2, 3)), "wlia"),
            "no_button",
            "Nobody has the button yet. Decide who gets it for the first hand.",
            ("WLIA-6",),
            {},
        ),
        (
            lambda: prepare(TABLE, "wlia", stacks={1: 10, 9: 10, 10: 10}),
            "nobody_there",
            "There are chips for seats 9 and 10, where nobody sits. Seat the player first.",
            (),
            {"seats": [9, 10]},
        ),
        (
            lambda: prepare(replace(TABLE, kill=held(0, None)), "wlia", stakes=LIMIT),
            "kill_not_offered",
            "WLIA charity night offers no kill. Play without one.",
            ("ANG-32",),
            {},
        ),
        (
            lambda: prepare(replace(TABLE, kill=held(0, None)), "angies", stakes=NO_LIMIT),
            "kill_needs_limits",
            "A kill goes with fixed or spread limit, not with no limit. Choose another limit, or no kill.",
            ("ANG-32", "ANG-33", "ANG-34", "ANG-35"),
            {"structure": "no limit"},
        ),
        (
            lambda: require_kill_offered(
                HOUSES["angies"], Stakes(structure=Structure.FIXED_LIMIT, ante=1, small_bet=2, big_bet=4)
            ),
            "kill_needs_blinds",
            "The kill blind is the big blind raised. Play the kill with blinds.",
            ("ANG-32", "ANG-33", "ANG-34", "ANG-35"),
            {},
        ),
        (
            lambda: level_stakes(25),
            "minimum_bet_is_odd",
            "The minimum bet 25 of level 1 has no half. Choose an even number.",
            ("BIS-5", "WAS-5"),
            {"minimum_bet": 25},
        ),
        (
            lambda: level_stakes(25, level=3),
            "minimum_bet_is_odd",
            "The minimum bet 25 of level 3 has no half. Choose an even number.",
            ("BIS-5", "WAS-5"),
            {"minimum_bet": 25},
        ),
        (lambda: level_stakes(20, level=0), "no_such_level", "Levels are counted from 1, not 0.", ("BIS-4",), {}),
        (
            lambda: level_stakes(20, antes=Antes(ante=NO_CHIPS, from_level=-2)),
            "no_such_level",
            "Levels are counted from 1, not -2.",
            ("BIS-4",),
            {},
        ),
        (
            lambda: level_stakes(20, level=-1, antes=Antes(ante=NO_CHIPS, from_level=-2)),
            "no_such_level",
            "Levels are counted from 1, not -2.",
            ("BIS-4",),
            {},
        ),
    ],
)
def test_a_hand_that_cannot_be_prepared(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: enters(NEW, 1, Entry.POST_BIG_BLIND),
            "nothing_owed",
            "Seat 1 owes no blind and is dealt in.",
            ("CAN-20",),
            {"seat": 1},
        ),
        (
            lambda: enters(NEW, 7, Entry.POST_BIG_BLIND),
            "nobody_there",
            "Nobody sits in seat 7. Choose a taken seat.",
            (),
            {"seat": 7},
        ),
        (
            lambda: enters(NEW, 6, Entry.POST_MISSED),
            "entry_not_offered",
            "Canterbury Park does not let seat 6 post the total of the blinds: the small blind dead, the big "
            "blind live. It offers: post the big blind at once; wait for the big blind; post all blinds "
            "between the small blind and the button; wait for the button to pass and post behind it.",
            ("CAN-19",),
            {"seat": 6, "entry": "post_missed"},
        ),
        (
            lambda: enters(NEW, 6, Entry.BUY_BUTTON),
            "no_button_to_buy",
            "Seat 6 does not sit alone between the button and the small blind of the next hand. Choose another way in.",
            ("CAN-19",),
            {"seat": 6},
        ),
        (
            lambda: enters(NEW, 6, Entry.BUY_BUTTON, "wlia"),
            "entry_not_offered",
            "WLIA charity night does not let seat 6 post all blinds between the small blind and the button. "
            "It offers: post the big blind at once; wait for the big blind.",
            ("STD-3",),
            {"seat": 6, "entry": "buy_button"},
        ),
        (
            lambda: enters(
                a_table((1, 2, 4), last=(4, 1, 2), seat_6=Player(missed_big_blind=True)),
                6,
                Entry.POST_BIG_BLIND,
                "biska",
            ),
            "entry_not_offered",
            "Biska does not let seat 6 post the big blind at once. It offers: post the total of the blinds: "
            "the small blind dead, the big blind live; wait for the big blind.",
            ("STD-3",),
            {"seat": 6, "entry": "post_big_blind"},
        ),
    ],
)
def test_a_player_who_cannot_come_in(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
