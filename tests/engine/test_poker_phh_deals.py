"""Hole cards of a written hand are told a round at once; it must come to the same as one seat after the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_text, full_deck, parse_cards
from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand
from engine.poker.house.standard import STANDARD
from engine.poker.phh import History, import_hand
from engine.poker.phh.actions import parse_actions
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips

PLAYERS = 4
TEXTS = (*map(card_text, full_deck()), "Jk")


def fed_stud() -> Hand:
    return Hand.start(
        game=GAMES["seven_stud"],
        house=STANDARD,
        stakes=Stakes(
            structure=Structure.FIXED_LIMIT, ante=Chips(1), bring_in=Chips(2), small_bet=Chips(4), big_bet=Chips(8)
        ),
        stacks=dict.fromkeys(range(1, PLAYERS + 1), Chips(100)),
        button=PLAYERS,
    )


def stud(*actions: str) -> History:
    return History(
        variant="F7S",
        antes=(1,) * PLAYERS,
        bring_in=2,
        small_bet=4,
        big_bet=8,
        starting_stacks=(9,) * PLAYERS,
        actions=actions,
    )


def outcome(hand: Hand, *deals: dict[int, list[int | None]]) -> tuple[str, object, object]:
    """What refused the deals, if anything, the log and the street."""
    refused = ""
    try:
        for dealt in deals:
            hand.deal_holes(dealt)
    except RuleError as wrong:
        refused = wrong.message
    return refused, hand.log, (hand.phase, hand.turn, [hand.upcards(seat) for seat in hand.seats])


@given(st.data())
def test_a_round_told_at_once_is_what_its_seats_told_in_turn_are(data):
    card = st.sampled_from([None, *parse_cards("AcAdAhAsKcKdKhKs2c2d2h2s")])
    seat = st.integers(1, PLAYERS + 1)
    dealt = data.draw(st.dictionaries(seat, st.lists(card, min_size=1, max_size=4), min_size=1))

    at_once = outcome(fed_stud(), dealt)

    assert at_once == outcome(fed_stud(), *({seat: cards} for seat, cards in dealt.items()))


def test_no_cards_at_all_change_nothing():
    hand = fed_stud()
    hand.deal_holes({seat: [None, None, card] for seat, card in zip(hand.seats, full_deck(), strict=False)})
    hand.post_bring_in()
    before = outcome(hand)

    assert outcome(hand, {}) == before


@pytest.mark.parametrize(
    ("sixth", "refused"),
    [("d dh p2 Ac", "duplicate_card"), ("d dh p2 ??", "upcard_unknown"), ("d dh p2 KcKd", "too_many_cards")],
)
def test_a_refused_card_of_a_later_round_is_named_with_its_own_action(sixth, refused):
    deal = ("d dh p1 ????Ac", "d dh p2 ????Ad", "d dh p3 ????Ah", "d dh p4 ????2c")
    betting = ("# third street", "p4 pb", "p1 cc", "p2 cc", "p3 cc")

    with pytest.raises(RuleError) as wrong:
        import_hand(stud(*deal, *betting, "d dh p1 3c", sixth, "d dh p3 3d", "d dh p4 3h"))

    assert (wrong.value.facts["action"], wrong.value.facts["refused"]) == (11, refused)


def test_streets_that_run_out_are_dealt_one_after_the_other():
    deal = ("d dh p1 ????Ac", "d dh p2 ????Ad", "d dh p3 ????Ah", "d dh p4 ????2c")
    all_in = ("p4 cbr 4", "p1 cbr 8", "p2 cc", "p3 f", "p4 f")

    hand = import_hand(
        stud(*deal, *all_in, "d dh p1 3c", "d dh p2 3d", "d dh p1 4c", "d dh p2 4d", "d dh p1 5c", "d dh p2 5d")
    )

    assert hand.upcards(1) == parse_cards("Ac3c4c5c")
    assert hand.upcards(2) == parse_cards("Ad3d4d5d")


@given(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3).map("".join), st.text(" #x", max_size=80))
def test_an_action_reads_the_same_when_it_comes_again(cards, comment):
    text = f"d dh p2 {cards} # {comment}"

    (first,), (again,) = parse_actions([text], 2), parse_actions([text], 2)

    assert first == again
    assert first is not None
    assert "".join(card_text(card) for card in first.cards or () if card is not None) == cards
