"""What no hand can begin from, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.poker.forced import ForcedBets
from tests.engine.hands import NO_LIMIT, STUD_LIMIT, begin, refusal_of

PLAIN = ForcedBets(
    antes={}, antes_are_dead=False, blinds={1: 5, 2: 10}, dead={}, last_blind=2, price=10, raise_size=10, bets_counted=1
)


@pytest.mark.parametrize(
    ("act", "code", "message", "rules", "facts"),
    [
        (
            lambda: begin(stacks=[100]),
            "too_few_players",
            "1 players cannot play a hand. Deal in at least 2.",
            (),
            {"players": 1},
        ),
        (
            lambda: begin(stacks={0: 100, 3: 100}),
            "unknown_seat",
            "There is no seat 0. Seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 0},
        ),
        (
            lambda: begin(stacks={3: 100, 11: 100}, button=3),
            "unknown_seat",
            "There is no seat 11. Seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 11},
        ),
        (
            lambda: begin(button=11),
            "unknown_seat",
            "There is no seat 11. Seats are numbered 1 to 10.",
            ("BIS-3",),
            {"seat": 11},
        ),
        (
            lambda: begin(smallest_chip=0),
            "smallest_chip",
            "The smallest chip in play cannot be 0. Enter 1 or more.",
            (),
            {"chip": 0},
        ),
        (
            lambda: begin(stacks=[100, 4, 3], smallest_chip=5),
            "empty_stack",
            "Seat 3 has 3 chips and the smallest that plays is 5. Leave it out of the hand.",
            ("CAN-24",),
            {"seat": 3, "chips": 3},
        ),
        (
            lambda: begin(stacks=[100, 0, 100]),
            "empty_stack",
            "Seat 2 has 0 chips and the smallest that plays is 1. Leave it out of the hand.",
            ("CAN-24",),
            {"seat": 2, "chips": 0},
        ),
        (
            lambda: begin(smallest_chip=2),
            "stakes_below_chip",
            "The stakes name 5, which the smallest chip of 2 cannot pay. Take a smaller chip or other stakes.",
            ("CAN-24",),
            {"chips": 5, "smallest_chip": 2},
        ),
        (
            lambda: begin(stakes=replace(NO_LIMIT, ante=3), smallest_chip=5),
            "stakes_below_chip",
            "The stakes name 3, which the smallest chip of 5 cannot pay. Take a smaller chip or other stakes.",
            ("CAN-24",),
            {"chips": 3, "smallest_chip": 5},
        ),
        (
            lambda: begin(stakes=replace(NO_LIMIT, ceiling=12), smallest_chip=5),
            "stakes_below_chip",
            "The stakes name 12, which the smallest chip of 5 cannot pay. Take a smaller chip or other stakes.",
            ("CAN-24",),
            {"chips": 12, "smallest_chip": 5},
        ),
        (
            lambda: begin(stakes=STUD_LIMIT),
            "stakes",
            "Texas hold'em has no bring-in. Play it with blinds or antes.",
            ("ANG-5",),
            {},
        ),
        (
            lambda: begin(game="lowball", deck=begin().setup.deck),
            "wrong_deck",
            "Lowball with the bug is played with the joker. Take another deck.",
            ("ANG-16", "BIS-1"),
            {},
        ),
        (
            lambda: begin(deck=begin(game="lowball").setup.deck),
            "wrong_deck",
            "Texas hold'em is played without a joker. Take another deck.",
            ("ANG-16", "BIS-1"),
            {},
        ),
        (
            lambda: begin(forced=PLAIN._replace(blinds={1: 5, 9: 10, 7: 10})),
            "not_in_hand",
            "Seat 7 posts, but was not dealt into this hand.",
            (),
            {"seat": 7},
        ),
        (
            lambda: begin(forced=PLAIN._replace(antes={4: 1})),
            "not_in_hand",
            "Seat 4 posts, but was not dealt into this hand.",
            (),
            {"seat": 4},
        ),
        (
            lambda: begin(forced=PLAIN._replace(dead={4: 1})),
            "not_in_hand",
            "Seat 4 posts, but was not dealt into this hand.",
            (),
            {"seat": 4},
        ),
        (
            lambda: begin(forced=PLAIN._replace(last_blind=4)),
            "not_in_hand",
            "Seat 4 posts, but was not dealt into this hand.",
            (),
            {"seat": 4},
        ),
        (
            lambda: begin(forced=PLAIN._replace(price=-1)),
            "bad_posts",
            "A post is below 0. Tell what each seat posts, 0 or more.",
            ("STD-3",),
            {},
        ),
        (
            lambda: begin(forced=PLAIN._replace(raise_size=-1)),
            "bad_posts",
            "A post is below 0. Tell what each seat posts, 0 or more.",
            ("STD-3",),
            {},
        ),
        (
            lambda: begin(forced=PLAIN._replace(bets_counted=-1)),
            "bad_posts",
            "A post is below 0. Tell what each seat posts, 0 or more.",
            ("STD-3",),
            {},
        ),
        (
            lambda: begin(forced=PLAIN._replace(antes={1: -1})),
            "bad_posts",
            "A post is below 0. Tell what each seat posts, 0 or more.",
            ("STD-3",),
            {},
        ),
        (
            lambda: begin(forced=PLAIN._replace(dead={2: -5})),
            "bad_posts",
            "A post is below 0. Tell what each seat posts, 0 or more.",
            ("STD-3",),
            {},
        ),
        (
            lambda: begin(forced=PLAIN._replace(price=9)),
            "price_below_posts",
            "A blind of 10 is posted and a call would cost 9. Make it 10 or more.",
            ("STD-3",),
            {"posted": 10, "price": 9},
        ),
        (
            lambda: begin(forced=PLAIN._replace(blinds={1: 5, 2: 7}), smallest_chip=5),
            "stakes_below_chip",
            "The stakes name 7, which the smallest chip of 5 cannot pay. Take a smaller chip or other stakes.",
            ("CAN-24",),
            {"chips": 7, "smallest_chip": 5},
        ),
        (
            lambda: begin(forced=PLAIN._replace(dead={1: 3}), smallest_chip=5),
            "stakes_below_chip",
            "The stakes name 3, which the smallest chip of 5 cannot pay. Take a smaller chip or other stakes.",
            ("CAN-24",),
            {"chips": 3, "smallest_chip": 5},
        ),
    ],
)
def test_a_hand_that_cannot_begin(act, code, message, rules, facts):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)
