"""What a hand in play refuses to dealer and floor, word for word."""

from __future__ import annotations

import pytest

from engine.cards import JOKER, parse_cards
from tests.engine.hands import FIXED_LIMIT, begin, checked_down, mucked, over, play, refusal_of, shown


def fed(**more):
    return begin(**{"deck": None, **more})


def drawing(**more):
    return play(begin(game="five_draw", stakes=FIXED_LIMIT, **more), "c c k")


def unknown_door_cards(hand):
    for seat in hand.seats:
        hand.deal_hole(seat, [None] * 3)


def out_of_cards():
    hand = play(begin(stacks=[100, 100]), "c k k k k k")
    hand.floor.set_stub(())
    return hand


def replace_first_late(hand):
    hand.floor.replace_late(1, hand.hole(1)[0])


def all_unknown(**more):
    hand = fed(**more)
    hand.deal_unknown()
    return hand


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: over().floor.kill(2, "dead"),
            "last_hand",
            "Seat 2 is the only one left and wins the pot.",
            (),
            {"seat": 2},
        ),
        (
            lambda: mucked(checked_down(), 1, 2).floor.kill(3, "dead"),
            "last_hand",
            "The others have mucked, so seat 3 is the last to win. Play on.",
            (),
            {"seat": 3},
        ),
        (
            lambda: shown(checked_down(), 1).floor.replace_card(1, None),
            "already_shown",
            "Seat 1 has shown its hand. It plays as it lies.",
            (),
            {"seat": 1},
        ),
        (
            lambda: begin().floor.replace_late(1, parse_cards("Ah")[0]),
            "no_draw_to_come",
            "No draw is to come that could replace the card.",
            ("ANG-22",),
            {"seat": 1},
        ),
        (
            lambda: replace_first_late(play(drawing(), "d d d")),
            "no_draw_to_come",
            "No draw is to come that could replace the card.",
            ("ANG-22",),
            {"seat": 1},
        ),
        (
            lambda: begin().floor.redeal_board(parse_cards("Ah")),
            "no_board_to_redeal",
            "Board cards are dealt again only before anyone has acted on them.",
            ("CAN-13",),
            {},
        ),
        (
            lambda: play(begin(), "c c k k").floor.redeal_board(parse_cards("Ah")),
            "no_board_to_redeal",
            "Board cards are dealt again only before anyone has acted on them.",
            ("CAN-13",),
            {},
        ),
        (
            lambda: begin().floor.set_stub(parse_cards("AhKhQhJhTh9h8h")),
            "stub_too_short",
            "7 cards cannot finish the hand, which may need 8. Leave more of them in.",
            ("ANG-10",),
            {"cards": 7, "needed": 8},
        ),
        (
            lambda: begin().floor.forfeit(0),
            "no_chips",
            "Seat 3 has 1000 and cannot forfeit 0.",
            ("ANG-28", "CAN-24"),
            {"seat": 3, "chips": 0},
        ),
        (
            lambda: begin().floor.forfeit(1000),
            "no_chips",
            "Seat 3 has 1000 and cannot forfeit 1000.",
            ("ANG-28", "CAN-24"),
            {"seat": 3, "chips": 1000},
        ),
        (
            lambda: begin(smallest_chip=5).floor.forfeit(7),
            "no_chips",
            "Seat 3 has 1000 and cannot forfeit 7.",
            ("ANG-28", "CAN-24"),
            {"seat": 3, "chips": 7},
        ),
        (
            lambda: mucked(checked_down(), 1, 2).floor.limit_claim(3, 5),
            "last_hand",
            "Nobody else can win, so nothing limits seat 3.",
            ("ANG-18",),
            {"seat": 3},
        ),
        (
            lambda: begin().floor.limit_claim(2, 11),
            "claim",
            "Seat 2 put in 10; it cannot claim up to 11.",
            ("ANG-18",),
            {"seat": 2},
        ),
        (
            lambda: begin().floor.limit_claim(2, -1),
            "claim",
            "Seat 2 put in 10; it cannot claim up to -1.",
            ("ANG-18",),
            {"seat": 2},
        ),
        (
            lambda: begin(smallest_chip=5).floor.limit_claim(2, 7),
            "chips_too_small",
            "Seat 2 cannot claim up to 7: the smallest chip in play is 5.",
            ("CAN-24",),
            {"seat": 2, "smallest_chip": 5},
        ),
        (
            lambda: begin().undo(),
            "nothing_to_undo",
            "The hand has 0 actions; it cannot go back to -1.",
            (),
            {"actions": 0},
        ),
        (
            lambda: begin().undo(1),
            "nothing_to_undo",
            "The hand has 0 actions; it cannot go back to 1.",
            (),
            {"actions": 0},
        ),
        (
            lambda: play(begin(), "c").undo(2),
            "nothing_to_undo",
            "The hand has 1 actions; it cannot go back to 2.",
            (),
            {"actions": 1},
        ),
        (
            lambda: play(begin(), "c").undo(-1),
            "nothing_to_undo",
            "The hand has 1 actions; it cannot go back to -1.",
            (),
            {"actions": 1},
        ),
        (
            lambda: begin().floor.set_stub([JOKER]),
            "stub_too_short",
            "1 cards cannot finish the hand, which may need 8. Leave more of them in.",
            ("ANG-10",),
            {"cards": 1, "needed": 8},
        ),
        (
            lambda: begin(game="lowball").floor.set_stub(parse_cards("Ah") * 80),
            "duplicate_card",
            "Ah would be in the hand twice.",
            (),
            {"card": "Ah"},
        ),
        (
            lambda: fed().floor.set_stub(parse_cards("2c3c4c5c6c7c8c9c")),
            "fed_hand",
            "This hand is dealt at the table. Deal on as ruled and tell the cards.",
            (),
            {},
        ),
        (
            lambda: drawing().floor.replace_card(1, JOKER),
            "no_such_card",
            "That card is not in the hand. Name one that is.",
            (),
            {},
        ),
    ],
)
def test_a_ruling_that_cannot_be(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: begin().deal_hole(1, parse_cards("Ah")),
            "cards_not_due",
            "No card is due now: the hand waits for a player to act.",
            (),
            {},
        ),
        (
            lambda: begin().deal_board(parse_cards("Ah")),
            "cards_not_due",
            "No card is due now: the hand waits for a player to act.",
            (),
            {},
        ),
        (
            lambda: drawing().deal_unknown(),
            "cards_not_due",
            "No card is due now: the hand waits for a player to draw.",
            (),
            {},
        ),
        (
            lambda: fed().deal_hole(1, parse_cards("AhKhQh")),
            "too_many_cards",
            "Seat 1 is owed 2 cards, not 3. Tell what it was dealt.",
            (),
            {"cards": 3, "owed": 2},
        ),
        (
            lambda: fed().deal_hole(1, ()),
            "too_many_cards",
            "Seat 1 is owed 2 cards, not 0. Tell what it was dealt.",
            (),
            {"cards": 0, "owed": 2},
        ),
        (
            lambda: fed().deal_hole(1, parse_cards("Ah") * 2),
            "duplicate_card",
            "Ah (Seat 1) is in the hand already. Correct it.",
            (),
            {"card": "Ah"},
        ),
        (
            lambda: fed().deal_hole(1, [JOKER]),
            "card_not_in_game",
            "Jk (Seat 1) does not belong to Texas hold'em. It is a scrap of paper: deal the next.",
            ("CAN-9", "BIS-1"),
            {"card": "Jk"},
        ),
        (lambda: fed().deal_board(parse_cards("Ah")), "cards_not_due", "The board is owed no card now.", (), {}),
        (
            lambda: fed(game="seven_stud").deal_unknown(),
            "upcard_unknown",
            "Some cards due are upcards, which all can see: tell them.",
            ("ANG-4",),
            {},
        ),
        (
            lambda: play(all_unknown(), "c c k").deal_hole(1, [None]),
            "cards_not_due",
            "Seat 1 is owed no card now.",
            (),
            {"place": "Seat 1"},
        ),
        (
            lambda: play(all_unknown(), "c c k").deal_board(parse_cards("AhKh")),
            "too_many_cards",
            "The board is owed 3 cards, not 2. Tell those dealt.",
            (),
            {"cards": 2, "owed": 3},
        ),
        (
            lambda: play(all_unknown(), "c c k").deal_board(parse_cards("AhKhQhJh")),
            "too_many_cards",
            "The board is owed 3 cards, not 4. Tell those dealt.",
            (),
            {"cards": 4, "owed": 3},
        ),
        (
            lambda: unknown_door_cards(fed(game="seven_stud", stacks=[100, 100])),
            "upcard_unknown",
            "An upcard of Seat 2 is unknown. Everyone can see it: tell it.",
            ("ANG-4",),
            {},
        ),
        (
            lambda: unknown_door_cards(fed(game="seven_stud", stacks=[100, 100, 100])),
            "upcard_unknown",
            "An upcard of Seat 3 is unknown. Everyone can see it: tell it.",
            ("ANG-4",),
            {},
        ),
        (
            lambda: out_of_cards().floor.replace_card(1, out_of_cards().hole(1)[0]),
            "no_card_left",
            "The deck has no card left to replace it with.",
            ("ANG-10",),
            {},
        ),
    ],
)
def test_cards_that_cannot_be_told(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


def test_a_card_stands_once_in_a_new_stub_and_among_what_is_burned():
    hand = begin()
    top = hand.stub[:1]

    assert refusal_of(lambda: hand.floor.set_stub([*hand.stub, *top])).code == "duplicate_card"
    assert refusal_of(lambda: hand.floor.set_stub(hand.stub, burned=top)).code == "duplicate_card"
