"""Telling the cards of several seats at once is telling them one seat after the other."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.cards import JOKER, full_deck, parse_cards
from engine.errors import RuleError
from engine.poker.hand import Hand
from tests.engine.hands import FIXED_LIMIT, STUD_LIMIT, begin, play

ACES = parse_cards("AcAdAhAs")
KINGS = parse_cards("KcKdKhKs")
CARDS = st.none() | st.sampled_from([*full_deck(), JOKER])
DEALT = st.dictionaries(st.integers(1, 4), st.lists(CARDS, min_size=2, max_size=3), max_size=3)
STAKES = {"seven_stud": STUD_LIMIT}


def fed(game: str) -> Hand:
    return begin(game=game, deck=None, stakes=STAKES.get(game, FIXED_LIMIT))


def drawn() -> Hand:
    """Seat 1 is owed two cards, seat 2 three and seat 3 none."""
    hand = fed("five_draw")
    hand.deal_unknown()
    play(hand, "c c k")
    for cards in (2, 3, 0):
        hand.discard([None] * cards)
    return hand


def assert_same_at_once(at_once: Hand, in_turn: Hand, *rounds: dict) -> None:
    for dealt in rounds:
        assert told(at_once, lambda dealt=dealt: at_once.deal_holes(dealt)) == told(
            in_turn, lambda dealt=dealt: [in_turn.deal_hole(seat, cards) for seat, cards in dealt.items()]
        )


def told(hand: Hand, tell) -> tuple[object, ...]:
    """What telling leads to: the refusal, and the hand after it."""
    code = message = ""
    try:
        tell()
    except RuleError as wrong:
        code, message = wrong.code, wrong.message
    return code, message, hand.to_json(), hand.view(1), hand.owed_cards, [hand.upcards(seat) for seat in hand.seats]


@given(game=st.sampled_from(["holdem", "seven_stud", "lowball"]), first=DEALT, second=DEALT)
@example(game="holdem", first={1: ACES[:2], 2: KINGS[:2]}, second={3: [*ACES[2:]]})
@example(game="holdem", first={1: ACES[:2], 2: [ACES[0], None]}, second={})
@example(game="holdem", first={1: ACES[:2], 2: [JOKER, None]}, second={})
@example(game="holdem", first={1: [ACES[0]]}, second={1: [ACES[1]], 2: [*KINGS[:2]]})
@example(game="holdem", first={1: ACES[:2], 4: KINGS[:2]}, second={})
@example(game="holdem", first={1: ACES[:2]}, second={1: KINGS[:2]})
@example(game="seven_stud", first={1: ACES[:3], 2: KINGS[:3]}, second={3: [None, None, ACES[3]]})
@example(game="seven_stud", first={1: [None] * 3, 2: KINGS[:3]}, second={3: [None, None, None]})
@example(game="seven_stud", first={1: [None] * 3}, second={2: [None] * 3, 3: [None] * 3})
@example(game="seven_stud", first={1: [None, None, ACES[0]]}, second={2: KINGS[:3], 3: [*ACES[1:]]})
@example(game="lowball", first={1: [*ACES, JOKER], 2: [*KINGS, None]}, second={3: [None] * 5})
def test_a_deal_told_at_once_is_the_deal_told_in_turn(game, first, second):
    assert_same_at_once(fed(game), fed(game), first, second)


@pytest.mark.parametrize(
    "rounds",
    [
        [{1: ACES[:2], 2: KINGS[:3]}],
        [{1: ACES[:2], 2: KINGS[:2]}, {2: KINGS[2:3]}],
        [{2: KINGS[:3], 1: ACES[:2]}],
        [{2: KINGS[:3], 1: ACES[:3]}],
        [{1: [None, None], 2: [None] * 3}],
        [{1: ACES[:2], 3: KINGS[:2]}],
        [{1: ACES[:2]}, {2: ACES[:3]}],
        [{}],
    ],
)
def test_a_draw_told_at_once_is_the_draw_told_in_turn(rounds):
    assert_same_at_once(drawn(), drawn(), *rounds)
