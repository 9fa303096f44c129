"""Cards that make no hand, no board and no deck, word for word."""

from __future__ import annotations

import pytest

from engine.cards import JOKER, full_deck, parse_card, parse_cards, rank_of
from engine.poker.best import best_high, best_low
from engine.poker.deck import Deck
from engine.poker.games.catalogue import GAMES
from engine.poker.high import high_rank, omaha_high_rank
from engine.poker.house.catalogue import HOUSES
from engine.poker.low import eight_low_rank, low_rank, omaha_eight_low_rank
from engine.poker.settling.settlement import SeatEnd, settle
from tests.engine.hands import refusal_of

BOARD = "Ks9s7d4c2h"
CARDS = full_deck()


def end(seat, contributed, cards=None, *, is_live=True, dead=0, claim=None):
    return SeatEnd(seat, contributed, is_live, None if cards is None else parse_cards(cards), dead, claim)


def settled(*ends, game="holdem", board=BOARD, button=10, **more):
    return settle(
        game=GAMES[game], house=HOUSES["standard"], button=button, seats=ends, board=parse_cards(board), **more
    )


def shown(one, two="9h9c", **more):
    """Two seats show their cards for a pot of 100."""
    return settled(end(1, 50, one), end(2, 50, two), **more)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: shown("KhQcJc"),
            "wrong_hole_cards",
            "Seat 1 shows 3 cards; Texas hold'em needs all 2 hole cards. Enter them all, or none if the hand "
            "was mucked.",
            ("STD-2", "CAN-17", "CAN-18"),
            {"seat": 1, "cards": 3, "needed": 2},
        ),
        (
            lambda: shown("Kh"),
            "wrong_hole_cards",
            "Seat 1 shows 1 card; Texas hold'em needs all 2 hole cards. Enter them all, or none if the hand "
            "was mucked.",
            ("STD-2", "CAN-17", "CAN-18"),
            {"seat": 1, "cards": 1, "needed": 2},
        ),
        (
            lambda: shown("AhAd", game="omaha"),
            "wrong_hole_cards",
            "Seat 1 shows 2 cards; Omaha needs all 4 hole cards. Enter them all, or none if the hand was mucked.",
            ("STD-2", "CAN-17", "CAN-18"),
            {"seat": 1, "cards": 2, "needed": 4},
        ),
        (
            lambda: shown("KhQc", board="Ks9s7d4c"),
            "wrong_board",
            "The board has 4 cards; Texas hold'em is settled on 5. Complete the board; it may stay short "
            "only when all but one have folded.",
            ("STD-9",),
            {"cards": 4, "needed": 5},
        ),
        (
            lambda: shown("KhQc", board="Ks9s7d4c2h3h"),
            "wrong_board",
            "The board has 6 cards; Texas hold'em is settled on 5. Complete the board; it may stay short "
            "only when all but one have folded.",
            ("STD-9",),
            {"cards": 6, "needed": 5},
        ),
        (
            lambda: settled(end(1, 50, "KhQc"), end(2, 50, is_live=False), board="Ks9s7d4c2h3h"),
            "wrong_board",
            "The board has 6 cards; Texas hold'em is settled on 5. Complete the board; it may stay short "
            "only when all but one have folded.",
            ("STD-9",),
            {"cards": 6, "needed": 5},
        ),
        (
            lambda: shown("KsQc"),
            "duplicate_card",
            "Ks appears in the board and in seat 1. Correct one of the two.",
            (),
            {"card": "Ks", "place": "seat 1"},
        ),
        (
            lambda: shown("9hQc"),
            "duplicate_card",
            "9h appears in seat 1 and in seat 2. Correct one of the two.",
            (),
            {"card": "9h", "place": "seat 2"},
        ),
        (
            lambda: shown("KhKh"),
            "duplicate_card",
            "Kh appears twice. Correct one of the two entries.",
            (),
            {"card": "Kh"},
        ),
        (
            lambda: shown("KhQc", board="Ks9s7d4cKs"),
            "duplicate_card",
            "Ks appears twice. Correct one of the two entries.",
            (),
            {"card": "Ks"},
        ),
        (
            lambda: shown("JkQc"),
            "card_not_in_game",
            "Jk (seat 1) does not belong to Texas hold'em. Enter one of the 52 cards.",
            ("CAN-9", "BIS-1"),
            {"card": "Jk"},
        ),
        (
            lambda: shown("KhQc", board="Ks9s7d4cJk"),
            "card_not_in_game",
            "Jk (the board) does not belong to Texas hold'em. Enter one of the 52 cards.",
            ("CAN-9", "BIS-1"),
            {"card": "Jk"},
        ),
        (
            lambda: shown("AhKhQhJhTh9h8h", "AcKcQcJcTc", game="seven_stud", board="2d3d"),
            "wrong_hole_cards",
            "Seat 1 shows 7 cards; Seven-card stud needs all 5 hole cards beside the common card. Enter them "
            "all, or none if the hand was mucked.",
            ("STD-2", "CAN-17", "CAN-18", "ANG-10"),
            {"seat": 1, "cards": 7, "needed": 5},
        ),
        (
            lambda: shown("AhKhQhJhTh9h", "AcKcQcJcTc9c", game="seven_stud", board="2d3d4d"),
            "wrong_hole_cards",
            "Seat 1 shows 6 cards; Seven-card stud needs all 7 hole cards. Enter them all, or none if the "
            "hand was mucked.",
            ("STD-2", "CAN-17", "CAN-18"),
            {"seat": 1, "cards": 6, "needed": 7},
        ),
        (
            lambda: shown("AhKhQhJhTh9h", "AcKcQcJcTc9c8c", game="seven_stud", board="2d"),
            "wrong_hole_cards",
            "Seat 2 shows 7 cards; Seven-card stud needs all 6 hole cards beside the common card. Enter them "
            "all, or none if the hand was mucked.",
            ("STD-2", "CAN-17", "CAN-18", "ANG-10"),
            {"seat": 2, "cards": 7, "needed": 6},
        ),
    ],
)
def test_cards_that_cannot_have_been_shown(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: high_rank(CARDS[:4]),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: high_rank(CARDS[::7]),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: high_rank([CARDS[0]] * 5),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: high_rank("AhKh"),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: omaha_high_rank(CARDS[:4], CARDS[4:6]),
            "cards_not_ranked",
            "A hand or board of 3 to 5 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: omaha_high_rank(CARDS[:4], CARDS[4:10]),
            "cards_not_ranked",
            "A hand or board of 3 to 5 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: omaha_high_rank("AhKh", CARDS[:3]),
            "cards_not_ranked",
            "A hand or board of 3 to 5 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: best_high(CARDS[:4]),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: low_rank(CARDS[:4]),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: low_rank(CARDS[::6]),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: low_rank("Ah"),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: eight_low_rank("Ah"),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: eight_low_rank(CARDS[:4]),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: omaha_eight_low_rank([1, 2], CARDS[:3]),
            "cards_not_ranked",
            "A hand or board of 3 to 5 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: omaha_eight_low_rank(None, CARDS[:3]),
            "cards_not_ranked",
            "A hand or board of 3 to 5 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
        (
            lambda: best_low(CARDS[:4]),
            "cards_not_ranked",
            "A hand or board of 5 to 7 different cards is ranked. Read them with parse_cards, each once.",
            ("STD-1",),
            {},
        ),
    ],
)
def test_cards_that_make_no_hand(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: parse_card("1h"),
            "unknown_card",
            "“1h” is not a card. Write a rank (23456789TJQKA, or 10) and a suit (cdhs), such as Ah.",
            (),
            {"card": "1h"},
        ),
        (
            lambda: parse_card(7),
            "unknown_card",
            "“7” is not a card. Write a rank (23456789TJQKA, or 10) and a suit (cdhs), such as Ah.",
            (),
            {"card": "7"},
        ),
        (
            lambda: parse_card("A knave of hearts, please"),
            "unknown_card",
            "“A knave of hearts, p” is not a card. Write a rank (23456789TJQKA, or 10) and a suit (cdhs), such as Ah.",
            (),
            {"card": "A knave of hearts, p"},
        ),
        (
            lambda: parse_card("x" * 21),
            "unknown_card",
            "“xxxxxxxxxxxxxxxxxxxx” is not a card. Write a rank (23456789TJQKA, or 10) and a suit (cdhs), such as Ah.",
            (),
            {"card": "xxxxxxxxxxxxxxxxxxxx"},
        ),
        (
            lambda: parse_cards("AhKx"),
            "unknown_card",
            "“Kx” is not a card. Write a rank (23456789TJQKA, or 10) and a suit (cdhs), such as Ah.",
            (),
            {"card": "Kx"},
        ),
        (
            lambda: parse_cards("Ah, Kd Ah"),
            "duplicate_card",
            "Ah appears twice. Correct one of the two entries.",
            (),
            {"card": "Ah"},
        ),
        (
            lambda: parse_cards(5),
            "unknown_card",
            "“5” is not a card. Write a rank (23456789TJQKA, or 10) and a suit (cdhs), such as Ah.",
            (),
            {"card": "5"},
        ),
        (
            lambda: rank_of(JOKER),
            "joker_has_no_rank",
            "Jk has no rank of its own. Use one of the 52 cards.",
            (),
            {"card": "Jk"},
        ),
        (
            lambda: rank_of(12),
            "unknown_card",
            "“12” is not a card. Write a rank (23456789TJQKA, or 10) and a suit (cdhs), such as Ah.",
            (),
            {"card": "12"},
        ),
        (
            lambda: Deck(order=CARDS[:47]),
            "missing_cards",
            "The deck has 47 cards; Ac, Ad, Ah, Ks, As are missing. A hand is dealt from a full pack.",
            ("BIS-1",),
            {"cards": ["Ac", "Ad", "Ah", "Ks", "As"]},
        ),
        (
            lambda: Deck(order=CARDS[:46]),
            "missing_cards",
            "The deck has 46 cards; Ac, Ad, Kh, Ah, Ks ... are missing. A hand is dealt from a full pack.",
            ("BIS-1",),
            {"cards": ["Ac", "Ad", "Kh", "Ah", "Ks", "As"]},
        ),
        (
            lambda: Deck(order=CARDS[1:]),
            "missing_cards",
            "The deck has 51 cards; 2c are missing. A hand is dealt from a full pack.",
            ("BIS-1",),
            {"cards": ["2c"]},
        ),
        (
            lambda: Deck(order=(*CARDS, CARDS[3])),
            "duplicate_card",
            "2s is in the deck twice. Take one out.",
            (),
            {"card": "2s"},
        ),
        (
            lambda: Deck(order=(*CARDS[1:], CARDS[3])),
            "duplicate_card",
            "2s is in the deck twice. Take one out.",
            (),
            {"card": "2s"},
        ),
    ],
)
def test_what_is_no_card_and_no_deck(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
