"""The first button: left of the person dealing, or the highest card."""

from __future__ import annotations

import pytest

from engine.cards import JOKER, card_text, parse_card
from engine.errors import RuleError
from engine.poker.between.first_button import draw_for_button, first_button, highest_card, left_of_dealer
from engine.poker.between.table_state import give_first_button
from engine.poker.house.catalogue import HOUSES
from tests.engine.between_hands import a_table


def _cards(**cards: str):
    return {int(seat.removeprefix("seat_")): parse_card(card) for seat, card in cards.items()}


@pytest.mark.parametrize(("dealer", "button"), [(0, 2), (1, 2), (2, 5), (5, 9), (9, 2), (10, 2)])
def test_the_seat_left_of_the_dealer_is_the_next_one_taken(dealer, button):
    assert left_of_dealer({2, 5, 9}, dealer) == button


def test_each_seat_draws_another_card_and_the_seed_repeats_the_draw():
    drawn = draw_for_button(range(1, 11), "friday")

    assert len(set(drawn.values())) == 10
    assert drawn == draw_for_button(range(1, 11), "friday")
    assert drawn != draw_for_button(range(1, 11), "saturday")
    assert highest_card(drawn) in drawn


def test_a_house_asks_for_what_it_decides_by():
    seats = {2, 5}
    cards = _cards(seat_2="Kh", seat_5="2c")

    assert first_button(HOUSES["wlia"], seats, dealer=2, cards=cards) == 5
    assert first_button(HOUSES["washburn"], seats, dealer=2, cards=cards) == 2


@pytest.mark.parametrize(
    ("house", "given", "code", "rules"),
    [
        ("wlia", {}, "dealer_needed", ("WLIA-6",)),
        ("washburn", {}, "cards_needed", ("WAS-4",)),
        ("washburn", {"cards": {2: parse_card("Ah")}}, "cards_needed", ("WAS-4",)),
        ("wlia", {"dealer": 11}, "unknown_seat", ("BIS-3",)),
        ("washburn", {"cards": {2: parse_card("Ah"), 5: parse_card("Ah")}}, "duplicate_card", ("WAS-4",)),
        ("washburn", {"cards": {2: JOKER, 5: parse_card("Ah")}}, "joker_has_no_rank", ()),
    ],
)
def test_what_cannot_decide_the_first_button_is_refused(house, given, code, rules):
    with pytest.raises(RuleError) as refused:
        first_button(HOUSES[house], {2, 5}, **given)

    assert (refused.value.code, refused.value.rules) == (code, rules)


def test_an_empty_table_has_no_button():
    for decide in (lambda: left_of_dealer((), 0), lambda: highest_card({}), lambda: draw_for_button((), "x")):
        with pytest.raises(RuleError) as refused:
            decide()

        assert refused.value.code == "nobody_seated"


def test_a_button_in_play_is_not_given_away_again():
    with pytest.raises(RuleError) as refused:
        give_first_button(a_table((1, 2, 3), last=(1, 2, 3)), 2)

    assert refused.value.code == "button_moves"


def test_the_first_button_goes_to_a_player():
    with pytest.raises(RuleError) as refused:
        give_first_button(a_table((1, 2, 3)), 4)

    assert refused.value.code == "nobody_there"


@pytest.mark.rule("WAS-4")
def test_a_seed_draws_these_very_cards_whatever_the_order_of_the_seats():
    drawn = draw_for_button((7, 1, 3), "charity night")

    assert {seat: card_text(card) for seat, card in drawn.items()} == {1: "9h", 3: "Qd", 7: "8h"}
    assert list(drawn) == [1, 3, 7]
    assert highest_card(drawn) == 3
