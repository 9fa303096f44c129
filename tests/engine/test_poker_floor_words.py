"""What the floor says of cards and hands that went wrong: the ruling, its sentence, its rules and what it changes."""

from __future__ import annotations

import pytest

from engine.cards import JOKER, parse_card, parse_cards
from engine.poker.floor.board import flop_too_early, flop_with_too_many_cards, river_too_early, turn_too_early
from engine.poker.floor.conduct import Fouled, fouled_hand
from engine.poker.floor.exposed import (
    boxed_in_a_hand,
    boxed_in_the_deck,
    dropped_by_its_player,
    flashed_on_the_draw,
    off_the_table,
)
from engine.poker.floor.misdeal import wrong_number_of_cards
from tests.engine.floor_hands import angies, canterbury, changed, exposed, lowball
from tests.engine.hands import FIXED_LIMIT, begin, play

DEAL = "2c 3c 4c 2d 3d 4d"
"""Two cards each: 2c and 2d for seat 1."""


def fed(**more):
    return begin(**{"house": "canterbury", "stakes": FIXED_LIMIT, "deck": None, **more})


def all_unknown(**more):
    hand = fed(**more)
    hand.deal_unknown()
    return hand


def on_the_flop():
    hand = play(all_unknown(), "c c k")
    hand.deal_board(parse_cards("KsQsJs"))
    return hand


def on_the_turn():
    hand = play(on_the_flop(), "k k k")
    hand.deal_board(parse_cards("2s"))
    return hand


def card(text):
    return parse_card(text)


@pytest.mark.parametrize(
    ("rule", "code", "says", "rules", "changes"),
    [
        (
            lambda: flop_too_early(all_unknown(), seed="x"),
            "flop_again",
            "The flop came too early: it is reshuffled. After the betting it is dealt without another burn.",
            ("CAN-14",),
            (),
        ),
        (
            lambda: flop_with_too_many_cards(on_the_flop(), seed="x"),
            "flop_again",
            "Too many cards on the flop: it is taken back and reshuffled. The burned card stays, nothing "
            "more is burned.",
            ("CAN-13",),
            (),
        ),
        (
            lambda: turn_too_early(on_the_flop(), seed="x"),
            "turn_again",
            "The turn came too early and is out of play. After the betting a card is burned and the river "
            "card is the turn; the early card is then reshuffled into the deck and the river dealt without a "
            "burn.",
            ("CAN-15",),
            (),
        ),
        (
            lambda: river_too_early(on_the_turn(), seed="x"),
            "river_again",
            "The river came too early: it is reshuffled. After the betting it is dealt without another burn.",
            ("CAN-16",),
            (),
        ),
    ],
)
def test_rulings_about_the_board_of_a_table(rule, code, says, rules, changes):
    ruling = rule()

    assert (ruling.code, ruling.says, ruling.rules, changed(ruling)) == (code, says, rules, changes)


@pytest.mark.parametrize(
    ("rule", "code", "says", "rules", "changes"),
    [
        (
            lambda: fouled_hand(canterbury(), 2, Fouled.BELOW_TABLE),
            "dead_hand",
            "The hand of seat 2 was held below table level: it is dead. What it put in stays in the pot.",
            ("ANG-27",),
            (("kill", 2),),
        ),
        (
            lambda: fouled_hand(canterbury(), 2, Fouled.MIXED),
            "dead_hand",
            "The hand of seat 2 was mixed with other cards: it is dead. What it put in stays in the pot.",
            ("ANG-27",),
            (("kill", 2),),
        ),
        (
            lambda: fouled_hand(canterbury(), 3, Fouled.THROWN_AWAY),
            "dead_hand",
            "The hand of seat 3 was thrown away and touches other cards: it is dead. What it put in stays in the pot.",
            ("ANG-27",),
            (("kill", 3),),
        ),
        (
            lambda: wrong_number_of_cards(canterbury(), {1: 3}),
            "misdeal",
            "Misdeal: a wrong number of cards for seat 1 before two players acted. All chips go back.",
            ("CAN-12",),
            (("void",),),
        ),
        (
            lambda: wrong_number_of_cards(canterbury("c"), {1: 3, 2: 1}),
            "misdeal",
            "Misdeal: a wrong number of cards for seats 1 and 2 before two players acted. All chips go back.",
            ("CAN-12",),
            (("void",),),
        ),
        (
            lambda: wrong_number_of_cards(canterbury("c c"), {1: 3, 2: 1}),
            "dead_hand",
            "Two players have acted: seats 1 and 2 forfeits the hand and what is in the pot.",
            ("CAN-12",),
            (("kill", 1), ("kill", 2)),
        ),
        (
            lambda: wrong_number_of_cards(canterbury("c c"), {1: 3, 2: 1, 3: 1}),
            "misdeal",
            "Misdeal: a wrong number of cards for seats 1, 2 and 3 before two players acted. All chips go back.",
            ("CAN-12",),
            (("void",),),
        ),
        (
            lambda: wrong_number_of_cards(lowball(), {1: 6}),
            "dead_hand",
            "A hand has 5 cards: the hand of seat 1 is dead.",
            ("ANG-19",),
            (("kill", 1),),
        ),
        (
            lambda: wrong_number_of_cards(lowball("c c"), {1: 4, 2: 4}),
            "dead_hand",
            "A hand has 5 cards: the hand of seats 1 and 2 is dead.",
            ("ANG-19",),
            (("kill", 1), ("kill", 2)),
        ),
        (
            lambda: wrong_number_of_cards(lowball("c c"), {1: 6, 2: 4}),
            "dead_hand",
            "A hand has 5 cards: the hand of seats 1 and 2 is dead.",
            ("ANG-19",),
            (("kill", 1), ("kill", 2)),
        ),
        (
            lambda: wrong_number_of_cards(lowball("c c"), {1: 6, 2: 7}),
            "misdeal",
            "Misdeal: too many cards for seats 1 and 2. All chips go back.",
            ("ANG-24",),
            (("void",),),
        ),
    ],
)
def test_rulings_about_hands(rule, code, says, rules, changes):
    ruling = rule()

    assert (ruling.code, ruling.says, ruling.rules, changed(ruling)) == (code, says, rules, changes)


@pytest.mark.parametrize(
    ("rule", "code", "says", "rules", "changes"),
    [
        (
            lambda: exposed(canterbury(deck=DEAL), (1, "2c")),
            "card_exchanged",
            "Seat 1 may not keep the exposed 2c: it gets the top card, and the 2c is burned first.",
            ("CAN-11",),
            (("replace", 1, "2c", "", True),),
        ),
        (
            lambda: exposed(canterbury(deck=DEAL), (1, "2c"), (2, "3d")),
            "misdeal",
            "Misdeal: 2 cards were exposed on the deal. All chips go back.",
            ("CAN-11",),
            (("void",),),
        ),
        (
            lambda: exposed(all_unknown(), (1, "2c")),
            "card_exchanged",
            "Seat 1 may not keep the exposed 2c: it gets the top card, and the 2c is burned first.",
            ("CAN-11",),
            (("replace", 1, "??", "", True),),
        ),
        (
            lambda: exposed(lowball(), (1, "2c")),
            "card_kept",
            "Seat 1 keeps the 2c: a card of five or lower flashed on the deal is kept.",
            ("ANG-21",),
            (),
        ),
        (
            lambda: exposed(lowball(), (2, "6c")),
            "card_replaced",
            "The 6c of seat 2 is a six or higher: it is replaced after the last player is dealt.",
            ("ANG-21",),
            (("replace", 2, "6c", "", False),),
        ),
        (
            lambda: exposed(lowball(), (2, "3d")),
            "card_kept",
            "Seat 2 keeps the 3d: a card of five or lower flashed on the deal is kept.",
            ("ANG-21",),
            (),
        ),
        (
            lambda: exposed(lowball(), (1, "Jk")),
            "card_kept",
            "Seat 1 keeps the Jk: a card of five or lower flashed on the deal is kept.",
            ("ANG-21",),
            (),
        ),
        (
            lambda: exposed(angies(deck=DEAL), (1, "2c")),
            "card_exchanged",
            "Seat 1 may not keep the exposed 2c: it gets the top card, and the 2c is burned first.",
            ("CAN-11",),
            (("replace", 1, "2c", "", True),),
        ),
        (
            lambda: exposed(angies(game="five_draw", deck=DEAL), (1, "2c")),
            "card_exchanged",
            "Seat 1 may not keep the exposed 2c: it gets the top card, and the 2c is burned first.",
            ("CAN-11",),
            (("replace", 1, "2c", "", True),),
        ),
        (
            lambda: flashed_on_the_draw(lowball("c c k d d d"), 1, card("2c")),
            "card_replaced",
            "The 2c of seat 1 cannot be kept: another card comes after the last player has drawn.",
            ("ANG-22",),
            (("replace", 1, "2c", "", False),),
        ),
        (
            lambda: flashed_on_the_draw(lowball("c c k"), 1, card("2c")),
            "card_replaced",
            "The 2c of seat 1 cannot be kept: another card comes after the last player has drawn.",
            ("ANG-22",),
            (("replace_late", 1, "2c"),),
        ),
        (
            lambda: boxed_in_the_deck(canterbury(), JOKER),
            "scrap_of_paper",
            "The joker does not belong to the game: a scrap of paper. The next card is dealt in its place.",
            ("CAN-9",),
            (),
        ),
        (
            lambda: boxed_in_the_deck(all_unknown(), card("9h")),
            "scrap_of_paper",
            "The 9h is out of play: the next card below it is dealt in its place.",
            ("CAN-9",),
            (("out", "9h"),),
        ),
        (
            lambda: off_the_table(all_unknown(), None, card("9h")),
            "dead_card",
            "The 9h left the table and is dead: the next card is dealt in its place.",
            ("ANG-23", "CAN-9"),
            (("out", "9h"),),
        ),
        (
            lambda: off_the_table(canterbury(deck=DEAL), 1, card("2c")),
            "dead_card",
            "The 2c dealt to seat 1 left the table and is dead: another card comes after the deal.",
            ("ANG-23", "CAN-9"),
            (("replace", 1, "2c", "", False),),
        ),
        (
            lambda: off_the_table(lowball(), 2, card("6c")),
            "dead_card",
            "The 6c dealt to seat 2 left the table and is dead: another card comes after the deal.",
            ("ANG-23",),
            (("replace", 2, "6c", "", False),),
        ),
        (
            lambda: boxed_in_a_hand(canterbury(deck=DEAL), 1, card("2c")),
            "scrap_of_paper",
            "The 2c of seat 1 is a scrap of paper: the top card replaces it after the round of dealing.",
            ("CAN-9",),
            (("replace", 1, "2c", "", False),),
        ),
        (
            lambda: boxed_in_a_hand(all_unknown(), 1, card("2c")),
            "scrap_of_paper",
            "The 2c of seat 1 is a scrap of paper: the top card replaces it after the round of dealing.",
            ("CAN-9",),
            (("replace", 1, "??", "", False),),
        ),
        (
            lambda: boxed_in_a_hand(all_unknown(), 1, None),
            "scrap_of_paper",
            "The joker of seat 1 is a scrap of paper: the top card replaces it after the round of dealing.",
            ("CAN-9",),
            (("replace", 1, "??", "", False),),
        ),
        (
            lambda: boxed_in_a_hand(play(all_unknown(), "c"), 3, None),
            "foul_hand",
            "Seat 3 acted with a joker it did not report: the hand is foul and forfeits what it put in.",
            ("CAN-10",),
            (("kill", 3),),
        ),
        (
            lambda: boxed_in_a_hand(play(all_unknown(), "c"), 1, None),
            "scrap_of_paper",
            "The joker of seat 1 is a scrap of paper: the top card replaces it after the round of dealing.",
            ("CAN-9",),
            (("replace", 1, "??", "", False),),
        ),
        (
            lambda: dropped_by_its_player(lowball("c c k"), 1, card("2c")),
            "dead_card",
            "Seat 1 dropped the 2c before the draw: a dead card, replaced after all have drawn.",
            ("ANG-23",),
            (("replace_late", 1, "2c"),),
        ),
        (
            lambda: dropped_by_its_player(lowball("c c k d"), 1, card("2c")),
            "dead_hand",
            "Seat 1 dropped the 2c after the draw: the hand is dead.",
            ("ANG-23",),
            (("kill", 1),),
        ),
        (
            lambda: dropped_by_its_player(lowball("c c k d"), 2, card("6c")),
            "dead_card",
            "Seat 2 dropped the 6c before the draw: a dead card, replaced after all have drawn.",
            ("ANG-23",),
            (("replace_late", 2, "6c"),),
        ),
        (
            lambda: dropped_by_its_player(all_unknown(game="five_draw"), 2, card("6c")),
            "dead_card",
            "Seat 2 dropped the 6c before the draw: a dead card, replaced by another.",
            ("ANG-23",),
            (("replace", 2, "??", "", False),),
        ),
        (
            lambda: dropped_by_its_player(lowball(), 2, card("6c")),
            "dead_card",
            "Seat 2 dropped the 6c before the draw: a dead card, replaced after all have drawn.",
            ("ANG-23",),
            (("replace_late", 2, "6c"),),
        ),
    ],
)
def test_rulings_about_cards_that_were_seen(rule, code, says, rules, changes):
    ruling = rule()

    assert (ruling.code, ruling.says, ruling.rules, changed(ruling)) == (code, says, rules, changes)
