"""Hole cards of a written hand are told a round at once; it must come to the same as one seat after the other."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_text, full_deck, parse_cards
from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase
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
    assert "".join(card_text(card) for card in first[2] or () if card is not None) == cards


def draw_poker(*actions: str) -> History:
    return History(
        variant="F5D",
        antes=(0, 0),
        blinds_or_straddles=(2, 1),
        small_bet=2,
        big_bet=4,
        starting_stacks=(50, 50),
        actions=("d dh p1 AcKcQcJc9c", "d dh p2 AdKdQdJd9d", "p1 cc", "p2 cc", *actions),
    )


@pytest.mark.rule("ANG-13")
def test_cards_of_a_draw_wait_until_all_have_drawn():
    hand = import_hand(draw_poker("p1 sd 9c", "p2 sd 9d", "d dh p1 2c", "d dh p2 2d"))
    assert (hand.phase, hand.copy().log) == (Phase.BETTING, hand.log)

    with pytest.raises(RuleError) as wrong:
        import_hand(draw_poker("p1 sd 9c", "d dh p1 2c", "p2 sd 9d", "d dh p2 2d"))

    assert (wrong.value.facts["action"], wrong.value.facts["refused"]) == (6, "cards_not_due")


def test_a_shown_hand_is_dealt_no_unknown_card():
    third = ("d dh p1 2c3d4h", "d dh p2 AdKdQd", "d dh p3 8c8h5h", "d dh p4 9h6s7s")
    all_in = ("p1 cbr 4", "p2 f", "p3 f", "p4 cbr 8", "p1 cc", "p1 sm 2c3d4h")
    later = ("d dh p1 5c", "d dh p4 9d", "d dh p1 6c", "d dh p4 8d", "d dh p1 Tc", "d dh p4 7d")

    with pytest.raises(RuleError) as wrong:
        import_hand(stud(*third, *all_in, *later, "d dh p1 ??", "d dh p4 3c"))

    assert (wrong.value.facts["action"], wrong.value.facts["refused"]) == (17, "upcard_unknown")


def test_the_log_has_cards_as_text_and_keeps_its_own():
    hand = fed_stud()
    told = [[None, None, card] for card in full_deck()[:PLAYERS]]

    hand.deal_holes(dict(zip(hand.seats, told, strict=True)))
    told[0][2] = full_deck()[-1]

    assert hand.log == (("hole", 1, "????2c"), ("hole", 2, "????2d"), ("hole", 3, "????2h"), ("hole", 4, "????2s"))
    assert hand.to_json()["log"] == [list(entry) for entry in hand.log]
    hand.undo()
    assert hand.log == (("hole", 1, "????2c"), ("hole", 2, "????2d"), ("hole", 3, "????2h"))


def test_an_action_known_from_a_larger_table_is_refused_at_a_smaller_one():
    assert parse_actions(["p4 f"], 4) == parse_actions(["p4 f"], 6)

    with pytest.raises(RuleError, match=r"Action 2, “p4 f”: there is no p4; the hand has p1 to p3\."):
        parse_actions(["p3 f", "p4 f"], 3)


@pytest.mark.parametrize("actions", [(1,), ("p1 f", None), (b"p1 f",), "p1 f", None])
def test_actions_that_are_no_list_of_texts_are_refused(actions):
    with pytest.raises(RuleError) as wrong:
        replace(stud(), actions=actions)

    assert (wrong.value.code, wrong.value.facts["field"]) == ("phh_field", "actions")


@pytest.mark.parametrize(
    ("changed", "places"),
    [
        ({}, 0),
        ({"antes": (Decimal("0.5"), Decimal("0.50"), 0, 0)}, 2),
        ({"small_bet": Decimal("4.0")}, 1),
        ({"starting_stacks": (9, 9, 9, Decimal("9.125"))}, 3),
        ({"actions": ("# 1.5", "p1 cbr 4.25")}, 2),
        ({"actions": ("# 1.5", "p1 cbr 4")}, 0),
        ({"others": {"finishing_stacks": (9, 9, Decimal("8.5"), Decimal("9.5"))}}, 1),
        ({"starting_stacks": (9, 9, 9, Decimal("9E+2"))}, 0),
    ],
)
def test_chips_are_as_fine_as_the_finest_number(changed, places):
    assert replace(stud(), **changed).places == places


def test_cards_of_a_seat_that_is_owed_none_leave_the_others_told():
    first, strange, second = (parse_cards(cards) for cards in ("2c3cAc", "2d3dAd", "2h3hAh"))
    hand = fed_stud()

    with pytest.raises(RuleError, match="Seat 9 was not dealt into this hand"):
        hand.deal_holes({1: first, 9: strange, 2: second})

    assert hand.log == (("hole", 1, "2c3cAc"),)


@pytest.mark.parametrize("word", ["db", "dc", "di", "p1", "", "DH", "dhh"])
@pytest.mark.parametrize("who", ["d", "c", "e", "p1"])
def test_only_a_dealer_who_deals_hole_cards_says_so_in_four_words(who, word):
    with pytest.raises(RuleError) as wrong:
        parse_actions([f"{who} {word or who} p1 AcKd"], 3)

    assert wrong.value.code == "phh_action"


@pytest.mark.parametrize("word", ["cbq", "cbs", "cb", "cc", "sd"])
def test_only_a_bet_has_an_amount(word):
    with pytest.raises(RuleError) as wrong:
        parse_actions([f"p1 {word} 30"], 3)

    assert wrong.value.code == "phh_action"
