"""What a table between two hands refuses, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import parse_card
from engine.poker.between.choice import choose_game
from engine.poker.between.entry import choose_entry
from engine.poker.between.first_button import draw_for_button, first_button, highest_card, left_of_dealer
from engine.poker.between.kill import Kill, KillButton, refuse_kill
from engine.poker.between.level import level_stakes
from engine.poker.between.stored import read_table, table_json
from engine.poker.between.table_state import (
    Player,
    TableState,
    come_back,
    give_first_button,
    sit_down,
    sit_out,
    stand_up,
)
from engine.poker.games.catalogue import CHOICES
from engine.poker.house.catalogue import HOUSES, house_of, overrides_of
from engine.poker.house.options import Entry
from engine.poker.stakes import Stakes, Structure
from tests.engine.between_hands import LIMIT, NO_LIMIT, a_table, prepare
from tests.engine.hands import refusal_of

TABLE = a_table((1, 2, 4, 6, 8), last=(8, 1, 2))
"""The big blind of the next hand is seat 4."""
NEW = a_table((1, 2, 4), last=(4, 1, 2), seat_6=Player(is_new=True))
ANTES = Stakes(structure=Structure.NO_LIMIT, ante=2, small_bet=10)
STORED = table_json(TABLE)
ROWS = STORED["players"]
LONG = "a game that nobody has ever heard of in this club"


def straddled(*seats, house="angies", **more):
    return prepare(TABLE, house, straddles=seats, **more)


def enters(state, seat, entry, house="canterbury"):
    return choose_entry(state, seat, entry, house=HOUSES[house], stakes=NO_LIMIT, able=state.players)


def picks(seat, key, choice="stud_choice"):
    return choose_game(CHOICES[choice], key, seat=seat, dealt_in=(1, 2, 4), button=3)


def stored(**change):
    return read_table({**STORED, **change})


def stored_player(**change):
    return stored(players=[{**ROWS[0], **change}, *ROWS[1:]])


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
            "A hand needs 2 players and 0 can be dealt in. Wait for another one.",
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
            lambda: refuse_kill(
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
            lambda: level_stakes(20, antes_from=-2),
            "no_such_level",
            "Levels are counted from 1, not -2.",
            ("BIS-4",),
            {},
        ),
        (
            lambda: level_stakes(20, level=-1, antes_from=-2),
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
            "The first hand has been played; the button moves by itself.",
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
            "There is no house “bridge”. There are wlia, canterbury, angies, washburn, biska, standard.",
            (),
            {"house": "bridge"},
        ),
        (
            lambda: house_of("wlia", {"buttons": "dead"}),
            "unknown_setting",
            "There is no setting “buttons”. There are cap_lift, no_limit_reopen, limit_reopen, undeclared, "
            "button, heads_up, first_button, draw_fill, wrong_count, exposed_card, odd_chips, award_order, "
            "entry, missed_blinds, may_fold_unbet, straddles, blind_before_ante, good_low_must_bet, kill, "
            "raises_per_round, smallest_chip.",
            (),
            {"setting": "buttons"},
        ),
        (
            lambda: house_of("wlia", {"button": "left"}),
            "bad_setting",
            "button cannot be 'left'. It is one of dead, forward, moving_big_blind.",
            (),
            {"setting": "button", "value": "left"},
        ),
        (
            lambda: house_of("wlia", {"button": LONG}),
            "bad_setting",
            "button cannot be 'a game that nobody has ever heard of in '. It is one of dead, forward, "
            "moving_big_blind.",
            (),
            {"setting": "button", "value": "a game that nobody has ever heard of in "},
        ),
        (
            lambda: house_of("wlia", {"kill": 1}),
            "bad_setting",
            "kill cannot be '1'. It is true or false.",
            (),
            {"setting": "kill", "value": "1"},
        ),
        (
            lambda: house_of("wlia", {"entry": "post_big_blind"}),
            "bad_setting",
            "entry cannot be 'post_big_blind'. It is a list.",
            (),
            {"setting": "entry", "value": "post_big_blind"},
        ),
        (
            lambda: house_of("wlia", {"entry": ["post"]}),
            "bad_setting",
            "entry cannot be 'post'. It is one of post_big_blind, wait_for_big_blind, buy_button, "
            "post_behind_button, post_missed.",
            (),
            {"setting": "entry", "value": "post"},
        ),
        (
            lambda: house_of("wlia", {"smallest_chip": 0}),
            "bad_setting",
            "smallest_chip cannot be '0'. It is a number.",
            (),
            {"setting": "smallest_chip", "value": "0"},
        ),
        (
            lambda: house_of("wlia", {"smallest_chip": None}),
            "bad_setting",
            "smallest_chip cannot be 'None'. It is a number.",
            (),
            {"setting": "smallest_chip", "value": "None"},
        ),
        (
            lambda: house_of("wlia", {"raises_per_round": -1}),
            "bad_setting",
            "raises_per_round cannot be '-1'. It is a number.",
            (),
            {"setting": "raises_per_round", "value": "-1"},
        ),
        (
            lambda: house_of("wlia", {"raises_per_round": True}),
            "bad_setting",
            "raises_per_round cannot be 'True'. It is a number.",
            (),
            {"setting": "raises_per_round", "value": "True"},
        ),
        (
            lambda: overrides_of(replace(HOUSES["wlia"], key="bridge")),
            "unknown_house",
            "There is no house “bridge”.",
            (),
            {"house": "bridge"},
        ),
    ],
)
def test_a_game_or_a_setting_that_is_not_offered(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: read_table([]),
            "bad_table",
            "This is no stored table: it is not of format 1. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(format=2),
            "bad_table",
            "This is no stored table: it is not of format 1. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(players={}),
            "bad_table",
            "This is no stored table: its players are no list with each seat once. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(players=[3]),
            "bad_table",
            "This is no stored table: a player is no object. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(players=[*ROWS, ROWS[0]]),
            "bad_table",
            "This is no stored table: its players are no list with each seat once. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(seat="1"),
            "bad_table",
            "This is no stored table: its seat is no whole number. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(seat=True),
            "bad_table",
            "This is no stored table: its seat is no whole number. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(is_new=0),
            "bad_table",
            "This is no stored table: its is_new is neither true nor false. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(is_away=None),
            "bad_table",
            "This is no stored table: its is_away is neither true nor false. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(missed_small_blind=1),
            "bad_table",
            "This is no stored table: its missed_small_blind is neither true nor false. Send what the table "
            "was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(missed_big_blind="x"),
            "bad_table",
            "This is no stored table: its missed_big_blind is neither true nor false. Send what the table "
            "was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(entry="post"),
            "bad_table",
            "This is no stored table: there is no entry 'post'. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(entry=LONG),
            "bad_table",
            "This is no stored table: there is no entry 'a game that nobody has ever heard of in '. Send "
            "what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored_player(seat=12),
            "unknown_seat",
            "This table has no seat 12. Its seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 12, "seats": 10},
        ),
        (
            lambda: stored(last=[1, 2]),
            "bad_table",
            "This is no stored table: its last positions are no three seats. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(last=[1, 2, 11]),
            "bad_table",
            "This is no stored table: its last positions are no three seats. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(last=[1, 2, 0]),
            "bad_table",
            "This is no stored table: its last positions are no three seats. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(last=[1, 2, True]),
            "bad_table",
            "This is no stored table: its last positions are no three seats. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(last=[1, 2, 2]),
            "bad_table",
            "This is no stored table: one seat cannot have had both blinds. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(first_button="1"),
            "bad_table",
            "This is no stored table: its first_button is no whole number. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(seats=None),
            "bad_table",
            "This is no stored table: its seats is no whole number. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(kill=[]),
            "bad_table",
            "This is no stored table: its kill button is no object. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(kill={"kind": "full", "holder": 4, "wins": 3}),
            "bad_table",
            "This is no stored table: its kill button has 3 wins in a row, which does not fit its holder. "
            "Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(kill={"kind": "full", "holder": 4, "wins": -1}),
            "bad_table",
            "This is no stored table: its kill button has -1 wins in a row, which does not fit its holder. "
            "Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(kill={"kind": "full", "holder": 4, "wins": 0}),
            "bad_table",
            "This is no stored table: its kill button has 0 wins in a row, which does not fit its holder. "
            "Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(kill={"kind": "full", "holder": None, "wins": 1}),
            "bad_table",
            "This is no stored table: its kill button has 1 wins in a row, which does not fit its holder. "
            "Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(kill={"kind": "double", "holder": 4, "wins": 1}),
            "bad_table",
            "This is no stored table: there is no kill 'double'. Send what the table was stored as.",
            (),
            {},
        ),
        (
            lambda: stored(kill={"kind": "full", "holder": 3, "wins": 1}),
            "bad_table",
            "This is no stored table: its kill button is at seat 3, where nobody sits. Send what the table "
            "was stored as.",
            (),
            {},
        ),
    ],
)
def test_a_table_that_cannot_be_read(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
