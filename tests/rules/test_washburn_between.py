"""Washburn intramural between hands: the first button, its way round, and the blinds of a level."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.poker.between.first_button import first_button
from engine.poker.between.level import level_stakes
from engine.poker.between.next_hand import after_hand
from engine.poker.between.table_state import give_first_button
from engine.poker.house.catalogue import HOUSES
from tests.engine.between_hands import a_result, a_table, prepare

WASHBURN = HOUSES["washburn"]


@pytest.mark.rule("WAS-4")
@pytest.mark.parametrize(
    ("cards", "button"),
    [
        pytest.param({1: "Kd", 2: "Ac", 5: "Qs"}, 2, id="highest-rank"),
        pytest.param({1: "As", 2: "Ah", 5: "Ad"}, 1, id="ace-of-spades-beats-all"),
        pytest.param({1: "9c", 2: "9d", 5: "9h"}, 5, id="hearts-before-diamonds-and-clubs"),
        pytest.param({1: "9c", 2: "9d", 5: "2s"}, 2, id="diamonds-before-clubs"),
    ],
)
def test_the_highest_card_gets_the_first_button(cards, button):
    drawn = {seat: parse_card(card) for seat, card in cards.items()}

    assert first_button(WASHBURN, drawn.keys(), cards=drawn) == button


@pytest.mark.rule("WAS-4")
def test_the_dealer_button_goes_round_clockwise():
    table = give_first_button(a_table((1, 4, 7)), 4)

    buttons = []
    for _ in range(4):
        setup = prepare(table, WASHBURN)
        buttons.append(setup.button)
        table = after_hand(setup.table, a_result(1))

    assert buttons == [4, 7, 1, 4]


@pytest.mark.rule("WAS-4", "WAS-5", "WAS-15")
@pytest.mark.parametrize(
    ("out", "button", "blinds"),
    [
        pytest.param(4, 7, [9, 1], id="small-blind-knocked-out"),
        pytest.param(7, 4, [9, 1], id="big-blind-knocked-out"),
        pytest.param(1, 4, [7, 9], id="button-knocked-out"),
    ],
)
def test_the_button_lies_before_a_player_and_the_two_left_of_it_post(out: int, button: int, blinds: list[int]):
    stayed = {1, 4, 7, 9} - {out}

    setup = prepare(a_table(stayed, last=(1, 4, 7)), WASHBURN, stakes=level_stakes(500))

    assert setup.button == button
    assert setup.forced.blinds == dict(zip(blinds, (250, 500), strict=True))


@pytest.mark.rule("WAS-5")
def test_blinds_are_half_and_all_of_the_minimum_bet():
    stakes = level_stakes(500)

    forced = prepare(a_table((1, 4, 7), first_button=1), WASHBURN, stakes=stakes).forced

    assert forced.blinds == {4: 250, 7: 500}
    assert stakes == WASHBURN.limits["250/500"]
