"""Canterbury Park between hands: the button, coming into a game, and missed blinds."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.poker.between.entry import NextDeal, choose_entry, offers
from engine.poker.between.next_hand import after_hand
from engine.poker.between.table_state import Player, TableState, come_back, sit_down, sit_out
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.options import Entry
from tests.engine.between_hands import LIMIT, a_result, a_table, prepare

CANTERBURY = HOUSES["canterbury"]
NEW = Player(is_new=True)


def _choose(table: TableState, seat: int, entry: Entry) -> TableState:
    return choose_entry(table, seat, entry, NextDeal(house=CANTERBURY, stakes=LIMIT, able=frozenset(table.players)))


@pytest.mark.rule("CAN-19")
def test_a_new_player_has_four_ways_in_and_sees_what_each_costs_now():
    table = sit_down(a_table((1, 3, 5, 7), last=(7, 1, 3)), 2)

    made = offers(table, 2, NextDeal(house=CANTERBURY, stakes=LIMIT, able=frozenset(table.players)))

    assert [(offer.entry, offer.live, offer.dead, offer.is_dealt_in) for offer in made] == [
        (Entry.POST_BIG_BLIND, 10, 0, True),
        (Entry.WAIT_FOR_BIG_BLIND, 0, 0, False),
        (Entry.BUY_BUTTON, 10, 5, True),
        (Entry.POST_BEHIND_BUTTON, 0, 0, False),
    ]


@pytest.mark.rule("CAN-19")
def test_a_post_is_the_opening_bet_with_the_option_to_raise_in_turn():
    table = _choose(a_table((1, 2, 3, 5), last=(5, 1, 2), seat_7=NEW), 7, Entry.POST_BIG_BLIND)
    hand = prepare(table, CANTERBURY, stakes=LIMIT).begin()
    hand.deal_unknown()
    assert hand.turn == 5
    hand.call()

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (7, 0, 20)


@pytest.mark.rule("CAN-19")
def test_a_player_who_waits_for_the_big_blind_pays_it_like_everybody_else():
    table = _choose(a_table((1, 2, 3, 5), last=(1, 2, 3), seat_4=NEW), 4, Entry.WAIT_FOR_BIG_BLIND)

    setup = prepare(table, CANTERBURY, stakes=LIMIT)

    assert (setup.forced.blinds, setup.forced.dead) == ({3: 5, 4: 10}, {})


@pytest.mark.rule("CAN-19")
def test_who_buys_the_button_posts_all_blinds_and_the_natural_blinds_rest_for_a_hand():
    table = _choose(a_table((1, 3, 5, 7), last=(7, 1, 3), seat_2=NEW), 2, Entry.BUY_BUTTON)

    setup = prepare(table, CANTERBURY, stakes=LIMIT)
    hand = setup.begin()
    hand.deal_unknown()

    assert (setup.forced.blinds, setup.forced.dead) == ({2: 10}, {2: 5})
    assert (hand.turn, hand.legal.to_call, hand.pot) == (3, 10, 15)
    assert prepare(after_hand(setup.table, a_result(1)), CANTERBURY).button == 2


@pytest.mark.rule("CAN-19")
def test_the_button_can_only_be_bought_between_it_and_the_small_blind():
    table = a_table((1, 3, 5, 7), last=(7, 1, 3), seat_6=NEW)

    with pytest.raises(RuleError) as refused:
        _choose(table, 6, Entry.BUY_BUTTON)

    assert (refused.value.code, refused.value.rules) == ("no_button_to_buy", ("CAN-19",))


@pytest.mark.rule("CAN-19")
def test_who_waits_for_the_button_to_pass_posts_a_big_blind_right_behind_it():
    table = _choose(a_table((1, 2, 5, 7), last=(1, 2, 5), seat_4=NEW), 4, Entry.POST_BEHIND_BUTTON)

    before = prepare(table, CANTERBURY, stakes=LIMIT)
    behind = prepare(after_hand(before.table, a_result(1)), CANTERBURY, stakes=LIMIT)

    assert (before.button, 4 in before.stacks) == (2, False)
    assert (behind.button, behind.forced.blinds) == (5, {7: 5, 1: 10, 4: 10})
    hand = behind.begin()
    hand.deal_unknown()
    hand.call()
    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (4, 0, 20)


@pytest.mark.rule("CAN-20")
def test_a_player_who_missed_a_blind_posts_the_small_one_dead_and_the_big_one_live():
    table = sit_out(a_table((1, 2, 3, 5, 7), last=(7, 1, 2)), 3)
    table = come_back(after_hand(prepare(table, CANTERBURY, stakes=LIMIT).table, a_result(1)), 3)
    assert 3 not in prepare(table, CANTERBURY, stakes=LIMIT).stacks

    # Two hands later both blinds have gone by.
    table = after_hand(prepare(table, CANTERBURY, stakes=LIMIT).table, a_result(1))
    setup = prepare(_choose(table, 3, Entry.POST_MISSED), CANTERBURY, stakes=LIMIT)
    hand = setup.begin()
    hand.deal_unknown()

    assert (setup.forced.blinds, setup.forced.dead) == ({7: 5, 1: 10, 3: 10}, {3: 5})
    assert hand.contributed[3] == 15
    hand.bet_to(20)
    assert hand.legal.seat == 3
    assert hand.legal.to_call == 10


@pytest.mark.rule("CAN-20")
def test_a_player_who_missed_a_blind_may_wait_for_the_big_blind_and_then_owes_no_more():
    table = a_table((1, 2, 5), last=(5, 1, 2), seat_3=Player(missed_big_blind=True, missed_small_blind=True))

    setup = prepare(_choose(table, 3, Entry.WAIT_FOR_BIG_BLIND), CANTERBURY, stakes=LIMIT)

    assert (setup.forced.blinds, setup.forced.dead) == ({2: 5, 3: 10}, {})
    assert not setup.table.players[3].owes


@pytest.mark.rule("CAN-20")
def test_a_returning_player_may_not_post_the_big_blind_alone():
    table = a_table((1, 2, 5), last=(5, 1, 2), seat_7=Player(missed_small_blind=True))

    with pytest.raises(RuleError) as refused:
        _choose(table, 7, Entry.POST_BIG_BLIND)

    assert (refused.value.code, refused.value.rules) == ("entry_not_offered", ("CAN-20",))


@pytest.mark.rule("CAN-21")
def test_the_button_always_moves_forward_and_the_blinds_adjust_even_if_one_escapes_the_big_blind():
    # Six players, button 1; the small blind, seat 2, leaves: seat 4 is never big blind.
    table = a_table((1, 3, 4, 5, 6), last=(1, 2, 3))

    positions = []
    for _ in range(3):
        setup = prepare(table, CANTERBURY)
        positions.append((setup.button, setup.forced.blinds))
        table = after_hand(setup.table, a_result(1))

    assert positions == [(3, {4: 5, 5: 10}), (4, {5: 5, 6: 10}), (5, {6: 5, 1: 10})]


@pytest.mark.rule("CAN-1", "CAN-3")
def test_the_first_round_starts_left_of_the_furthest_blind_and_the_button_acts_last_on_all_others():
    hand = prepare(a_table((1, 2, 4, 6, 8), last=(8, 1, 2)), CANTERBURY, stakes=LIMIT).begin()
    hand.deal_unknown()

    rounds = []
    while len(rounds) < 2:
        turns = []
        street = hand.street
        while hand.turn is not None and hand.street is street:
            turns.append(hand.turn)
            hand.call() if hand.legal.may_call else hand.check()
        rounds.append(turns)
        if len(rounds) == 1:
            hand.deal_board(parse_cards("9h7c2d"))

    assert rounds == [[6, 8, 1, 2, 4], [2, 4, 6, 8, 1]]


@pytest.mark.rule("CAN-2")
def test_blinds_are_live_act_last_and_may_raise_themselves():
    hand = prepare(a_table((1, 2, 4), last=(4, 1, 2)), CANTERBURY, stakes=LIMIT).begin()
    hand.deal_unknown()
    hand.call()
    small_blind = (hand.turn, hand.legal.to_call, hand.legal.min_to)
    hand.call()

    assert small_blind == (2, 5, 20)
    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (4, 0, 20)
