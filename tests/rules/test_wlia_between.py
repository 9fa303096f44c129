"""The WLIA charity night between hands: the button."""

from __future__ import annotations

import pytest

from engine.poker.between.first_button import first_button
from engine.poker.between.next_hand import after_hand
from engine.poker.between.table_state import give_first_button
from engine.poker.house.catalogue import HOUSES
from tests.engine.between_hands import a_result, a_table, prepare

WLIA = HOUSES["wlia"]


@pytest.mark.rule("WLIA-6")
@pytest.mark.parametrize(("dealer", "button"), [(0, 2), (2, 3), (3, 6), (6, 9), (9, 2)])
def test_the_first_button_is_to_the_direct_left_of_the_person_dealing(dealer, button):
    assert first_button(WLIA, {2, 3, 6, 9}, dealer=dealer) == button


@pytest.mark.rule("WLIA-6")
def test_after_each_hand_the_button_moves_one_player_left_whoever_left_or_deals():
    table = give_first_button(a_table((2, 3, 6, 9)), first_button(WLIA, {2, 3, 6, 9}, dealer=9))

    hands = []
    for gone in ((3,), (), (), ()):
        setup = prepare(table, WLIA)
        hands.append((setup.button, setup.forced.blinds))
        table = after_hand(setup.table, a_result(6), out=gone)

    assert hands == [(2, {3: 5, 6: 10}), (6, {9: 5, 2: 10}), (9, {2: 5, 6: 10}), (2, {6: 5, 9: 10})]
