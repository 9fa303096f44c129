"""Seats, buttons, games and settings that a table does not have, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import parse_card
from engine.poker.between.choice import choose_game
from engine.poker.between.first_button import draw_for_button, first_button, highest_card, left_of_dealer
from engine.poker.between.kill import Kill, KillButton
from engine.poker.between.stored import read_table, table_json
from engine.poker.between.table_state import (
    TableState,
    come_back,
    give_first_button,
    sit_down,
    sit_out,
    stand_up,
)
from engine.poker.games.catalogue import CHOICES
from engine.poker.house.catalogue import HOUSES, house_of, overrides_of
from tests.engine.between_hands import a_table
from tests.engine.hands import refusal_of

TABLE = a_table((1, 2, 4, 6, 8), last=(8, 1, 2))
"""The big blind of the next hand is seat 4."""
STORED = table_json(TABLE)
LONG = "a game that nobody has ever heard of in this club"


def picks(seat, key, choice="stud_choice"):
    return choose_game(CHOICES[choice], key, seat=seat, dealt_in=(1, 2, 4), button=3)


def stored(**change):
    return read_table({**STORED, **change})


def held(wins, holder=4):
    return KillButton(kind=Kill.FULL, holder=holder, wins=wins)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (lambda: sit_down(TABLE, 4), "seat_taken", "Seat 4 is taken. Choose an open seat.", (), {"seat": 4}),
        (
            lambda: sit_down(TABLE, 11),
            "unknown_seat",
            "This table has no seat 11. Its seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 11, "seats": 10},
        ),
        (
            lambda: sit_down(TABLE, 0),
            "unknown_seat",
            "This table has no seat 0. Its seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 0, "seats": 10},
        ),
        (
            lambda: sit_down(TableState(seats=6), 7),
            "unknown_seat",
            "This table has no seat 7. Its seats are numbered 1 to 6.",
            ("BIS-3",),
            {"seat": 7, "seats": 6},
        ),
        (lambda: stand_up(TABLE, 3), "nobody_there", "Nobody sits in seat 3. Choose a taken seat.", (), {"seat": 3}),
        (lambda: sit_out(TABLE, 3), "nobody_there", "Nobody sits in seat 3. Choose a taken seat.", (), {"seat": 3}),
        (
            lambda: sit_out(replace(TABLE, kill=held(2)), 4),
            "kill_blind_due",
            "Seat 4 won two pots in a row and owes the kill blind. Sit out after the next hand.",
            ("ANG-34",),
            {"seat": 4},
        ),
        (lambda: come_back(TABLE, 3), "nobody_there", "Nobody sits in seat 3. Choose a taken seat.", (), {"seat": 3}),
        (
            lambda: give_first_button(TABLE, 4),
            "button_moves",
            "The first hand has been played; the button moves automatically.",
            ("WLIA-6", "WAS-4"),
            {"button": 8},
        ),
        (
            lambda: give_first_button(a_table((1, 2)), 3),
            "nobody_there",
            "Nobody sits in seat 3. Choose a taken seat.",
            (),
            {"seat": 3},
        ),
        (
            lambda: TableState(seats=11),
            "too_many_seats",
            "A table has 2 to 10 seats, and 6 when short-handed, not 11.",
            ("BIS-3",),
            {"seats": 11},
        ),
        (
            lambda: TableState(seats=1),
            "too_many_seats",
            "A table has 2 to 10 seats, and 6 when short-handed, not 1.",
            ("BIS-3",),
            {"seats": 1},
        ),
        (
            lambda: TableState(first_button=11),
            "unknown_seat",
            "This table has no seat 11. Its seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 11, "seats": 10},
        ),
        (
            lambda: TableState(seats=6, kill=held(1, 7)),
            "unknown_seat",
            "This table has no seat 7. Its seats are numbered 1 to 6.",
            ("BIS-3",),
            {"seat": 7, "seats": 6},
        ),
    ],
)
def test_a_seat_that_cannot_be_taken_or_left(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: first_button(HOUSES["wlia"], (1, 2)),
            "dealer_needed",
            "The first button goes to the left of the person dealing. Say who deals.",
            ("WLIA-6",),
            {},
        ),
        (
            lambda: first_button(HOUSES["washburn"], (1, 2)),
            "cards_needed",
            "The first button goes to the highest card. Deal one to each player.",
            ("WAS-4",),
            {},
        ),
        (
            lambda: first_button(HOUSES["washburn"], (1, 2, 5), cards={1: parse_card("Ah"), 3: parse_card("Kh")}),
            "cards_needed",
            "Each player draws one card for the button. Check seats 2, 3 and 5.",
            ("WAS-4",),
            {"seats": [2, 3, 5]},
        ),
        (
            lambda: left_of_dealer((), 3),
            "nobody_seated",
            "Nobody is seated, so nobody can have the button. Seat players first.",
            (),
            {},
        ),
        (
            lambda: left_of_dealer((1, 2), 11),
            "unknown_seat",
            "There is no seat 11. Seats are numbered 1 to 10, a dealer between the last and the first has 0.",
            ("BIS-3",),
            {"seat": 11},
        ),
        (
            lambda: left_of_dealer((1, 2), -1),
            "unknown_seat",
            "There is no seat -1. Seats are numbered 1 to 10, a dealer between the last and the first has 0.",
            ("BIS-3",),
            {"seat": -1},
        ),
        (
            lambda: left_of_dealer((1, 12), 1),
            "unknown_seat",
            "There is no seat 12. Seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 12},
        ),
        (
            lambda: draw_for_button((), "seed"),
            "nobody_seated",
            "Nobody is seated, so nobody can have the button. Seat players first.",
            (),
            {},
        ),
        (
            lambda: highest_card({}),
            "nobody_seated",
            "Nobody is seated, so nobody can have the button. Seat players first.",
            (),
            {},
        ),
        (
            lambda: highest_card({1: parse_card("Ah"), 4: parse_card("Ah")}),
            "duplicate_card",
            "Seats 1 and 4 cannot both have Ah. Correct one of the two.",
            ("WAS-4",),
            {"card": "Ah"},
        ),
        (
            lambda: highest_card({1: parse_card("Ah"), 4: parse_card("Jk")}),
            "joker_has_no_rank",
            "Jk has no rank of its own. Use one of the 52 cards.",
            (),
            {"card": "Jk"},
        ),
    ],
)
def test_a_first_button_that_nobody_can_have(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: picks(4, "razz"),
            "not_the_button",
            "Seat 4 cannot pick the game: the button is with seat 2. Ask seat 2.",
            ("ANG-30",),
            {"seat": 4, "button": 2},
        ),
        (
            lambda: picks(2, "holdem"),
            "game_not_offered",
            "“holdem” is not offered in stud choice. Pick one of seven_stud, seven_stud_hilo, razz.",
            ("ANG-30",),
            {"game": "holdem"},
        ),
        (
            lambda: picks(2, LONG),
            "game_not_offered",
            "“a game that nobody has ever heard of in ” is not offered in stud choice. Pick one of "
            "seven_stud, seven_stud_hilo, razz.",
            ("ANG-30",),
            {"game": "a game that nobody has ever heard of in "},
        ),
        (
            lambda: picks(1, "lowball", "dealers_choice"),
            "not_the_button",
            "Seat 1 cannot pick the game: the button is with seat 2. Ask seat 2.",
            ("ANG-16", "ANG-30"),
            {"seat": 1, "button": 2},
        ),
        (
            lambda: house_of("bridge"),
            "unknown_house",
            f"There is no house “bridge”. There are {', '.join(HOUSES)}.",
            (),
            {"house": "bridge"},
        ),
        (
            lambda: house_of("wlia", {"buttons": "dead"}),
            "unknown_setting",
            "The setting buttons is unknown; there are raises_per_round, cap_lift, no_limit_reopen, limit_reopen, "
            "may_fold_unbet, undeclared, button, heads_up, first_button, entry, missed_blinds, straddles, "
            "lowball_straddles, blind_before_ante, draw_fill, good_low_must_bet, wrong_count, exposed_card, showdown, "
            "stud_showdown, lowball_showdown, played_out, kill, odd_chips, award_order, "
            "smallest_chip, structure, ante_by, one_bet_size, most_seats, flight_seats, half_blinds.",
            (),
            {"setting": "buttons"},
        ),
        (
            lambda: house_of("wlia", {"button": "left"}),
            "bad_setting",
            "The setting button must be one of dead, forward, moving_big_blind, not “left”.",
            (),
            {"setting": "button", "value": "left"},
        ),
        (
            lambda: house_of("wlia", {"button": LONG}),
            "bad_setting",
            f"The setting button must be one of dead, forward, moving_big_blind, not “{LONG}”.",
            (),
            {"setting": "button", "value": LONG},
        ),
        (
            lambda: house_of("wlia", {"kill": 1}),
            "bad_setting",
            "The setting kill must be true or false, not “1”.",
            (),
            {"setting": "kill", "value": 1},
        ),
        (
            lambda: house_of("wlia", {"entry": "post_big_blind"}),
            "bad_setting",
            "The setting entry must be a list, not “post_big_blind”.",
            (),
            {"setting": "entry", "value": "post_big_blind"},
        ),
        (
            lambda: house_of("wlia", {"entry": ["post"]}),
            "bad_setting",
            "The setting entry[1] must be one of post_big_blind, wait_for_big_blind, buy_button, post_behind_button, "
            "post_missed, not “post”.",
            (),
            {"setting": "entry[1]", "value": "post"},
        ),
        (
            lambda: house_of("wlia", {"smallest_chip": 0}),
            "bad_setting",
            "The setting smallest_chip must be a whole number from 1 to 9,999,999,999, not “0”.",
            (),
            {"setting": "smallest_chip", "value": 0},
        ),
        (
            lambda: house_of("wlia", {"smallest_chip": None}),
            "bad_setting",
            "The setting smallest_chip must be a whole number from 1 to 9,999,999,999, not “None”.",
            (),
            {"setting": "smallest_chip", "value": "None"},
        ),
        (
            lambda: house_of("wlia", {"raises_per_round": -1}),
            "bad_setting",
            "The setting raises_per_round must be a whole number from 0 to 1,000, not “-1”.",
            (),
            {"setting": "raises_per_round", "value": -1},
        ),
        (
            lambda: house_of("wlia", {"raises_per_round": True}),
            "bad_setting",
            "The setting raises_per_round must be a whole number from 0 to 1,000, not “True”.",
            (),
            {"setting": "raises_per_round", "value": True},
        ),
        (
            lambda: overrides_of(replace(HOUSES["wlia"], key="bridge")),
            "unknown_house",
            f"There is no house “bridge”. There are {', '.join(HOUSES)}.",
            (),
            {"house": "bridge"},
        ),
    ],
)
def test_a_game_or_a_setting_that_is_not_offered(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
