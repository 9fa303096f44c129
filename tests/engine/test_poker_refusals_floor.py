"""What the floor is not asked, word for word."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.poker.floor.board import flop_too_early, flop_with_too_many_cards, river_too_early, turn_too_early
from engine.poker.floor.conduct import Fouled, cut_asked_for, fouled_hand
from engine.poker.floor.exposed import (
    boxed_in_a_hand,
    boxed_in_the_deck,
    dropped_by_its_player,
    flashed_on_the_draw,
)
from engine.poker.floor.misdeal import wrong_number_of_cards
from engine.poker.floor.wagers import forfeit_wager
from tests.engine.floor_hands import angies, canterbury, exposed, lowball, wager
from tests.engine.hands import FIXED_LIMIT, STUD_LIMIT, begin, refusal_of

DEAL = "2c 3c 4c 2d 3d 4d"
"""Two cards each: 2c and 2d for seat 1."""


def fed(**more):
    return begin(**{"house": "canterbury", "stakes": FIXED_LIMIT, "deck": None, **more})


def card(text):
    return parse_card(text)


def noted(hand):
    cut_asked_for(hand, seed="x").apply(hand)
    return hand


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: wager(canterbury()),
            "no_chips",
            "Seat 3 put no chips out. It checks, calls or folds by word.",
            (),
            {"seat": 3},
        ),
        (
            lambda: wager(canterbury(), 0),
            "no_chips",
            "Seat 3 put no chips out. It checks, calls or folds by word.",
            (),
            {"seat": 3},
        ),
        (
            lambda: wager(canterbury(), 5, 0),
            "no_chips",
            "Seat 3 put no chips out. It checks, calls or folds by word.",
            (),
            {"seat": 3},
        ),
        (
            lambda: wager(canterbury(), 5, added=-1),
            "no_chips",
            "Seat 3 put no chips out. It checks, calls or folds by word.",
            (),
            {"seat": 3},
        ),
        (
            lambda: wager(canterbury(), 5, declared_raise=True, raise_to=-1),
            "no_chips",
            "Seat 3 put no chips out. It checks, calls or folds by word.",
            (),
            {"seat": 3},
        ),
        (
            lambda: wager(canterbury(), 1001),
            "more_than_held",
            "Seat 3 has 1000 chips, not 1001. Count again.",
            (),
            {"seat": 3, "chips": 1001, "stack": 1000},
        ),
        (
            lambda: wager(canterbury(stacks=[1000, 1000, 50]), 30, 20, added=1),
            "more_than_held",
            "Seat 3 has 50 chips, not 51. Count again.",
            (),
            {"seat": 3, "chips": 51, "stack": 50},
        ),
        (
            lambda: forfeit_wager(canterbury(), 0),
            "bet_reached",
            "Only chips short of the 10 that seat 3 faces can be forfeited, not 0.",
            ("ANG-28",),
            {"seat": 3, "chips": 0},
        ),
        (
            lambda: forfeit_wager(canterbury(), 10),
            "bet_reached",
            "Only chips short of the 10 that seat 3 faces can be forfeited, not 10.",
            ("ANG-28",),
            {"seat": 3, "chips": 10},
        ),
        (
            lambda: forfeit_wager(canterbury("c c k"), 10),
            "bet_reached",
            "Only chips short of the 10 that seat 1 faces can be forfeited, not 10.",
            ("ANG-28",),
            {"seat": 1, "chips": 10},
        ),
        (
            lambda: forfeit_wager(angies(game="seven_stud", stakes=STUD_LIMIT), 10),
            "bet_reached",
            "Only chips short of the 10 that seat 2 faces can be forfeited, not 10.",
            ("ANG-28",),
            {"seat": 2, "chips": 10},
        ),
    ],
)
def test_a_wager_that_cannot_be(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: fouled_hand(canterbury("f"), 3, Fouled.MIXED),
            "not_in_hand",
            "Seat 3 is not in the hand. Name a seat that is.",
            (),
            {"seat": 3},
        ),
        (
            lambda: wrong_number_of_cards(canterbury(), {}),
            "nobody_named",
            "Name the seats with a wrong number of cards.",
            (),
            {},
        ),
        (
            lambda: wrong_number_of_cards(canterbury(), {1: 2}),
            "right_number",
            "Seat 1 holds 2 cards, as it should. Play on.",
            (),
            {"seat": 1, "cards": 2},
        ),
        (
            lambda: wrong_number_of_cards(canterbury("f"), {3: 1}),
            "not_in_hand",
            "Seat 3 is not in the hand. Name a seat that is.",
            (),
            {"seat": 3},
        ),
        (
            lambda: exposed(canterbury()),
            "nobody_named",
            "Name the seat and the card that was exposed.",
            ("CAN-11",),
            {},
        ),
        (
            lambda: exposed(canterbury(deck=DEAL), (1, "9h")),
            "no_such_card",
            "Seat 1 does not hold 9h. Name a card of its hand.",
            (),
            {"seat": 1},
        ),
        (
            lambda: exposed(canterbury("c", deck=DEAL), (1, "2c")),
            "deal_over",
            "The deal is over and players have acted. A card seen since is its player's own.",
            ("CAN-11",),
            {},
        ),
        (
            lambda: exposed(canterbury("c c k", deck=DEAL), (1, "2c")),
            "deal_over",
            "The deal is over and players have acted. A card seen since is its player's own.",
            ("CAN-11",),
            {},
        ),
        (
            lambda: exposed(canterbury("f", deck=DEAL), (3, "4c")),
            "not_in_hand",
            "Seat 3 is not in the hand. Name a seat that is.",
            (),
            {"seat": 3},
        ),
        (
            lambda: flashed_on_the_draw(lowball(), 1, card("2c")),
            "no_draw",
            "Nobody has drawn cards on this street.",
            ("ANG-22",),
            {},
        ),
        (
            lambda: boxed_in_the_deck(canterbury(deck=DEAL), card("2c")),
            "not_in_stub",
            "The 2c is not among the cards still to be dealt.",
            (),
            {"card": "2c"},
        ),
        (
            lambda: boxed_in_a_hand(canterbury(deck=DEAL), 1, None),
            "no_such_card",
            "All cards of seat 1 are known and none is a joker.",
            ("CAN-10",),
            {"seat": 1},
        ),
        (
            lambda: boxed_in_a_hand(canterbury(deck=DEAL), 1, card("9h")),
            "no_such_card",
            "Seat 1 does not hold 9h. Name a card of its hand.",
            (),
            {"seat": 1},
        ),
        (
            lambda: dropped_by_its_player(canterbury(deck=DEAL), 1, card("2c")),
            "no_draw",
            "Texas hold'em has no draw, so a dropped card goes back to its hand unless it touched others.",
            ("ANG-23", "ANG-27"),
            {},
        ),
        (
            lambda: cut_asked_for(noted(canterbury()), seed="y"),
            "already_cut",
            "The deck was cut in this hand already. One cut a hand.",
            ("ANG-26",),
            {},
        ),
        (
            lambda: cut_asked_for(canterbury("c"), seed="y"),
            "cut_too_late",
            "Someone has acted. A cut is asked for before any action.",
            ("ANG-26",),
            {},
        ),
        (
            lambda: flop_with_too_many_cards(canterbury(), seed="x"),
            "not_the_flop",
            "The flop is not on the board.",
            ("CAN-13",),
            {},
        ),
        (
            lambda: flop_too_early(canterbury("c c k"), seed="x"),
            "not_early",
            "The betting before it is not on, so nothing was dealt too early. The hand is on the flop.",
            ("CAN-14",),
            {"street": "flop"},
        ),
        (
            lambda: turn_too_early(canterbury(), seed="x"),
            "not_early",
            "The betting before it is not on, so nothing was dealt too early. The hand is on the preflop.",
            ("CAN-15",),
            {"street": "preflop"},
        ),
        (
            lambda: river_too_early(canterbury("c c k"), seed="x"),
            "not_early",
            "The betting before it is not on, so nothing was dealt too early. The hand is on the flop.",
            ("CAN-16",),
            {"street": "flop"},
        ),
        (
            lambda: flop_too_early(angies(game="seven_stud", stakes=STUD_LIMIT), seed="x"),
            "not_early",
            "The betting before it is not on, so nothing was dealt too early. The hand is on the third street.",
            ("CAN-14",),
            {"street": "third street"},
        ),
        (
            lambda: flop_with_too_many_cards(canterbury("c c k k k k"), seed="x"),
            "not_the_flop",
            "The flop is not on the board.",
            ("CAN-13",),
            {},
        ),
        (
            lambda: turn_too_early(fed(), seed="x"),
            "not_early",
            "The betting before it is not on, so nothing was dealt too early. The hand is on the preflop.",
            ("CAN-15",),
            {"street": "preflop"},
        ),
    ],
)
def test_a_question_about_hands_and_cards_that_cannot_be(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
