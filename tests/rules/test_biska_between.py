"""Biska between hands: seats, antes, blinds, and the big blind that leads the way."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.between.level import Antes, level_stakes
from engine.poker.between.next_hand import after_hand
from engine.poker.between.table_state import SHORT_HANDED_SEATS, TableState, sit_down
from engine.poker.house.catalogue import HOUSES
from tests.engine.between_hands import a_result, a_table, blinds_of, prepare

BISKA = HOUSES["biska"]


def _hands(out_in_hand_1: set[int], count: int = 4) -> list[tuple[int, int | None, int]]:
    """Button, small and big blind of each hand of six players, the first with the button in seat 1."""
    table = a_table(range(1, 7), first_button=1)
    lines = []
    for number in range(count):
        setup = prepare(table, BISKA)
        button, blinds = blinds_of(setup)
        lines.append((button, blinds.small, blinds.big))
        table = after_hand(setup.table, a_result(1), out=out_in_hand_1 if number == 0 else ())
    return lines


@pytest.mark.rule("BIS-3")
@pytest.mark.parametrize(("seats", "open_seats"), [(10, range(1, 11)), (SHORT_HANDED_SEATS, range(1, 7))])
def test_a_table_has_ten_seats_and_a_short_handed_one_six(seats, open_seats):
    table = TableState(seats=seats)
    for seat in open_seats:
        table = sit_down(table, seat)

    with pytest.raises(RuleError) as refused:
        sit_down(table, seats + 1)

    assert (refused.value.code, refused.value.rules) == ("unknown_seat", ("BIS-3",))


@pytest.mark.rule("BIS-3")
def test_there_is_no_table_for_eleven():
    with pytest.raises(RuleError) as refused:
        TableState(seats=11)

    assert (refused.value.code, refused.value.rules) == ("too_many_seats", ("BIS-3",))


@pytest.mark.rule("BIS-4")
def test_antes_start_after_some_levels_and_lie_in_the_pot_before_the_cards_without_being_a_bet():
    table = a_table((1, 2, 4, 6), last=(6, 1, 2))

    hands = {}
    for level in (3, 4):
        stakes = level_stakes(200, level=level, antes=Antes(ante=25, from_level=4))
        hand = prepare(table, BISKA, stakes=stakes).begin()
        in_the_pot = hand.pot
        hand.deal_unknown()
        hands[level] = (in_the_pot, hand.legal.to_call, hand.legal.min_to)

    assert hands == {3: (300, 200, 400), 4: (400, 200, 400)}


@pytest.mark.rule("BIS-5")
def test_the_small_blind_is_half_the_minimum_bet_and_the_big_blind_all_of_it_and_the_last_to_act():
    stakes = level_stakes(500)
    hand = prepare(a_table((1, 2, 4, 6), last=(6, 1, 2)), BISKA, stakes=stakes).begin()
    hand.deal_unknown()

    turns = []
    while hand.turn is not None:
        turns.append(hand.turn)
        hand.call() if hand.legal.may_call else hand.check()

    assert (stakes.small_blind, stakes.big_blind, stakes.small_bet) == (250, 500, 500)
    assert hand.forced.blinds == {2: 250, 4: 500}
    assert turns == [6, 1, 2, 4]


@pytest.mark.rule("BIS-5")
def test_a_minimum_bet_without_a_half_is_refused():
    with pytest.raises(RuleError) as refused:
        level_stakes(75)

    assert refused.value.rules == ("BIS-5", "WAS-5")


@pytest.mark.rule("BIS-6")
def test_the_big_blind_moves_one_player_each_hand_and_the_others_follow():
    assert _hands(set()) == [(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6)]


@pytest.mark.rule("BIS-7")
def test_when_the_small_blind_is_knocked_out_the_button_stays_one_hand():
    assert _hands({2}) == [(1, 2, 3), (1, 3, 4), (3, 4, 5), (4, 5, 6)]


@pytest.mark.rule("BIS-7")
def test_when_the_big_blind_is_knocked_out_the_next_posts_alone_and_then_the_button_stays_one_hand():
    assert _hands({3}) == [(1, 2, 3), (2, None, 4), (2, 4, 5), (4, 5, 6)]


@pytest.mark.rule("BIS-8")
def test_heads_up_the_big_blind_is_on_the_button_and_acts_last_before_the_flop_and_after():
    setup = prepare(a_table((2, 7), last=(2, 7, 2)), BISKA)
    hand = setup.begin()
    hand.deal_unknown()

    assert (setup.button, setup.forced.blinds) == (7, {2: 5, 7: 10})
    assert hand.turn == 2
    assert hand.seats == (2, 7)
