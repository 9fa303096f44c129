"""Chips and fees that no settlement is made from, word for word."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.seats import require_known_seats
from engine.poker.settling.pots import Contribution
from engine.poker.settling.settlement import SeatEnd, settle
from tests.engine.entered_pots import make_pots
from tests.engine.hands import refusal_of

BOARD = "Ks9s7d4c2h"


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
            lambda: make_pots([Contribution(1, -1, True), Contribution(2, 5, True)]),
            "negative_contribution",
            "Seat 1 put in -1. Enter what it put into the pot, 0 or more.",
            (),
            {"seat": 1, "chips": -1},
        ),
        (
            lambda: make_pots([Contribution(1, 5, True, 6), Contribution(2, 5, True)]),
            "dead_above_contribution",
            "Seat 1 put in 5, of which 6 are dead. Dead chips are between 0 and 5.",
            ("CAN-2", "BIS-4"),
            {"seat": 1, "chips": 5, "dead": 6},
        ),
        (
            lambda: make_pots([Contribution(1, 5, True, -1), Contribution(2, 5, True)]),
            "dead_above_contribution",
            "Seat 1 put in 5, of which -1 are dead. Dead chips are between 0 and 5.",
            ("CAN-2", "BIS-4"),
            {"seat": 1, "chips": 5, "dead": -1},
        ),
        (
            lambda: make_pots([Contribution(1, 5, True, 0, 6), Contribution(2, 5, True)]),
            "claim_above_contribution",
            "Seat 1 put in 5 and can claim up to 6 of it. Enter a claim between 0 and 5, or none where "
            "nothing limits it.",
            ("ANG-18",),
            {"seat": 1, "chips": 5, "claim": 6},
        ),
        (
            lambda: make_pots([Contribution(1, 5, True, 0, -1), Contribution(2, 5, True)]),
            "claim_above_contribution",
            "Seat 1 put in 5 and can claim up to -1 of it. Enter a claim between 0 and 5, or none where "
            "nothing limits it.",
            ("ANG-18",),
            {"seat": 1, "chips": 5, "claim": -1},
        ),
        (
            lambda: make_pots([Contribution(1, 0, True), Contribution(2, 5, True)]),
            "live_without_chips",
            "Seat 1 is still in but put in nothing. Enter its chips, or mark it folded.",
            ("STD-7",),
            {"seat": 1},
        ),
        (
            lambda: make_pots([Contribution(1, 5, True)]),
            "too_few_contributors",
            "A hand is played by at least two. Enter every seat that was dealt in, also those that put in nothing.",
            ("STD-7",),
            {"contributors": 1},
        ),
        (
            lambda: make_pots([]),
            "too_few_contributors",
            "A hand is played by at least two. Enter every seat that was dealt in, also those that put in nothing.",
            ("STD-7",),
            {"contributors": 0},
        ),
        (
            lambda: make_pots([Contribution(1, 5, False), Contribution(2, 5, False)]),
            "no_live_seat",
            "Every seat has folded. The last one left wins the pot: mark it live.",
            ("STD-7", "BIS-11"),
            {},
        ),
        (
            lambda: make_pots([Contribution(1, 5, True), Contribution(3, 9, False), Contribution(2, 9, False)]),
            "pot_without_claimant",
            "Nobody is left to win 8 chips that seats 2 and 3 put in above 5. One of them must be live, or "
            "an amount is wrong.",
            ("STD-7",),
            {"chips": 8, "seats": [2, 3], "ceiling": 5},
        ),
        (
            lambda: make_pots([Contribution(1, 5, True), Contribution(2, 9, False, 3), Contribution(3, 8, False)]),
            "pot_without_claimant",
            "Nobody is left to win 4 chips that seats 2 and 3 put in above 5. One of them must be live, or "
            "an amount is wrong.",
            ("STD-7",),
            {"chips": 4, "seats": [2, 3], "ceiling": 5},
        ),
        (
            lambda: make_pots([Contribution(11, 5, True), Contribution(2, 9, False)]),
            "unknown_seat",
            "There is no seat 11. Seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 11},
        ),
        (
            lambda: make_pots([Contribution(2, 5, True), Contribution(2, 9, False)]),
            "duplicate_seat",
            "Seat 2 is listed twice. Remove one of its lines.",
            (),
            {"seat": 2},
        ),
        (
            lambda: require_known_seats([1, 10, 0]),
            "unknown_seat",
            "There is no seat 0. Seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 0},
        ),
    ],
)
def test_chips_that_nobody_can_have_put_in(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: shown("KhQc", button=0),
            "unknown_seat",
            "There is no seat 0. Seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 0},
        ),
        (
            lambda: shown("KhQc", button=11),
            "unknown_seat",
            "There is no seat 11. Seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 11},
        ),
        (
            lambda: shown("KhQc", fee=-1),
            "negative_fee",
            "A table fee of -1 is not possible. Enter 0 or more.",
            (),
            {"fee": -1},
        ),
        (
            lambda: shown("KhQc", fee=101),
            "fee_above_pot",
            "The table fee of 101 is more than the 100 in the pot. Lower it to 100 or less.",
            ("ANG-37",),
            {"fee": 101, "pot": 100},
        ),
        (
            lambda: shown("KhQc", smallest_chip=0),
            "smallest_chip",
            "The smallest chip in play cannot be 0. Enter 1 or more.",
            (),
            {"chip": 0},
        ),
        *(
            (
                lambda chip=chip: shown("KhQc", fee=7, smallest_chip=5, fee_chip=chip),
                "smallest_chip",
                f"The fee cannot be paid in chips of {chip}, of which the smallest chip in play of 5 is not a "
                "multiple. Name a chip that divides it.",
                (),
                {"chip": chip},
            )
            for chip in (0, 2)
        ),
        (
            lambda: shown("KhQc", fee=7, smallest_chip=5),
            "chips_too_small",
            "The table fee is 7, but the smallest chip in play is 5. Enter a multiple of 5, or a smaller "
            "smallest chip.",
            ("CAN-24", "WLIA-1"),
            {"chips": 7, "smallest_chip": 5},
        ),
        (
            lambda: settled(end(1, 52, "KhQc"), end(2, 50, "9h9c"), smallest_chip=5),
            "chips_too_small",
            "Seat 1 put in 52, but the smallest chip in play is 5. Enter a multiple of 5, or a smaller smallest chip.",
            ("CAN-24", "WLIA-1"),
            {"chips": 52, "smallest_chip": 5},
        ),
        (
            lambda: settled(end(1, 50, "KhQc", dead=3), end(2, 50, "9h9c"), smallest_chip=5),
            "chips_too_small",
            "Seat 1 put in 3, but the smallest chip in play is 5. Enter a multiple of 5, or a smaller smallest chip.",
            ("CAN-24", "WLIA-1"),
            {"chips": 3, "smallest_chip": 5},
        ),
        (
            lambda: settled(end(1, 50, "KhQc", claim=12), end(2, 50, "9h9c"), smallest_chip=5),
            "chips_too_small",
            "Seat 1 put in 12, but the smallest chip in play is 5. Enter a multiple of 5, or a smaller smallest chip.",
            ("CAN-24", "WLIA-1"),
            {"chips": 12, "smallest_chip": 5},
        ),
        (
            lambda: shown(None, None),
            "no_hand_shown",
            "Nobody shows a hand for the main pot of 100. Enter the cards of seats 1 and 2, or mark all but "
            "one of them folded.",
            ("STD-11", "CAN-17"),
            {"pot": 0, "chips": 100, "seats": [1, 2]},
        ),
        (
            lambda: settled(end(1, 50, "KhQc"), end(2, 80), end(3, 80)),
            "no_hand_shown",
            "Nobody shows a hand for the side pot 1 of 60. Enter the cards of seats 2 and 3, or mark all but "
            "one of them folded.",
            ("STD-11", "CAN-17"),
            {"pot": 1, "chips": 60, "seats": [2, 3]},
        ),
    ],
)
def test_a_settlement_that_cannot_be(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
