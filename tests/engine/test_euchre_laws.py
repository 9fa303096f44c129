"""Laws of euchre hands under every house: whatever is legal adds up, can be undone, stored and shown."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.euchre.catalogue import house_of, overrides_of
from engine.euchre.deck import SEATS, Suit, card_texts, each_card, partner_of, team_of
from engine.euchre.hand.actions import CARD_VERBS, PASS, Verb, discard, name, play
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import Stage
from engine.euchre.hand.stored import hand_json, read_hand
from engine.euchre.hand.tricks import active_seats, tricks_of
from engine.euchre.hand.views import view_of, wall_view
from tests.engine.euchre_hands import all_houses, random_hand

HOUSES = all_houses()
played_hands = st.builds(
    random_hand,
    house=st.sampled_from(HOUSES),
    seed=st.text(max_size=4),
    choices=st.lists(st.integers(0, 59), min_size=1, max_size=40),
    dealer=st.integers(0, 3),
)
EVERY_ACTION = (
    *(name(suit) for suit in Suit),
    *(make(card) for card in each_card(HOUSES[1].pack) for make in (play, discard)),
    PASS,
)


@given(hand=played_hands)
def test_tricks_and_points_add_up(hand):
    assert isinstance(hand, Finished)
    scale = hand.deal.house.scale
    contract, result = hand.contract, hand.result

    if contract is None:
        assert hand.points == (0, 0)
        assert not hand.deal.house.dealer_must_choose
        return
    tricks = tricks_of(hand)
    assert len(tricks) == 5
    assert result.tricks == sum(team_of(trick.winner) == contract.makers for trick in tricks)
    assert min(hand.points) == 0
    assert 1 <= max(hand.points) <= max(scale.march, scale.lone_march, scale.euchre, scale.lone_defender_euchre)
    assert (hand.points[contract.makers] > 0) == (result.tricks >= 3)


@given(hand=played_hands)
def test_every_card_is_played_once_by_the_seat_that_held_it(hand):
    seats = active_seats(hand)
    for seat in seats if hand.contract else ():
        played = [one.card for trick in tricks_of(hand) for one in trick.plays if one.seat == seat]
        assert sum(played) == hand.contract.hands[seat]
        assert len(played) == 5
    for state in hand.states:
        if state.stage is Stage.FINISHED and hand.contract is not None:
            continue
        held = [state.hand_of(seat) for seat in range(SEATS)]
        assert sum(held).bit_count() == sum(cards.bit_count() for cards in held)


@given(hand=played_hands)
def test_the_last_of_a_trick_leads_on_and_seats_that_sit_out_never_act(hand):
    tricks = tricks_of(hand)
    for earlier, later in pairwise(tricks):
        assert later.leader == earlier.winner
    playing = {line.seat for line in hand.log if line.action.verb is Verb.PLAY}
    assert playing <= set(active_seats(hand))


@given(hand=played_hands)
def test_undo_goes_back_to_the_very_hand_and_the_log_leads_to_it_again(hand):
    states = hand.states
    for count, state in enumerate(states):
        back = hand.undo(count)
        assert back is state
        assert len(back.log) == count
    again = states[0]
    for line in hand.log:
        again = again.take(line.action, line.seat)
    assert again == hand


@given(hand=played_hands, count=st.integers(0, 40))
def test_a_hand_stored_at_any_point_is_the_same_hand(hand, count):
    state = hand.undo(min(count, len(hand.log)))

    assert read_hand(json.loads(json.dumps(hand_json(state)))) == state
    assert house_of(state.deal.house.key, overrides_of(state.deal.house)) == state.deal.house


@given(hand=played_hands, count=st.integers(0, 40))
def test_what_is_legal_is_taken_and_what_is_not_has_a_reason(hand, count):
    state = hand.undo(min(count, len(hand.log)))

    for action in {*EVERY_ACTION, *state.legal}:
        why = state.why_not(action)
        assert (why is None) == (action in state.legal)
        assert why is None or (why.code and why.message)
    for seat in range(SEATS):
        for action in state.legal:
            assert (state.why_not(action, seat) is None) == (seat == state.turn)


@given(hand=played_hands, count=st.integers(0, 40), seat=st.sampled_from([None, 0, 1, 2, 3]))
def test_a_view_shows_nobody_a_hidden_card(hand, count, seat):
    state = hand.undo(min(count, len(hand.log)))
    contract = state.contract
    seen = {card_texts(one.card)[0] for trick in tricks_of(state) for one in trick.plays}
    seen |= set(card_texts(state.deal.upcard))
    may_look = state.stage is not Stage.NAMING_BENNY or seat != state.deal.dealer
    if seat is not None and may_look:
        seen |= set(card_texts(state.hand_of(seat))) | set(card_texts(state.deal.hands[seat]))

    shown = json.dumps(view_of(state, seat))

    hidden = set(card_texts(state.deal.house.pack)) - seen
    assert not [card for card in hidden if f'"{card}"' in shown]
    if contract is not None and contract.discard is not None and seat != state.deal.dealer:
        assert "discard" not in (view_of(state, seat)["contract"] or {})


@given(hand=played_hands)
def test_the_log_of_the_wall_names_every_action_but_no_discarded_card(hand):
    told = wall_view(hand)["log"]

    assert [line["action"] for line in told] == [line.action.verb.value for line in hand.log]
    for line, own in zip(told, hand.log, strict=True):
        if own.action.verb is Verb.DISCARD:
            assert "card" not in line
        elif own.action.verb in CARD_VERBS:
            assert "card" in line


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: f"{house.key} {overrides_of(house)}")
def test_every_house_is_played_under(house):
    seen = {random_hand(house, str(number), range(number, number + 7)).contract is None for number in range(20)}

    assert False in seen


@given(hand=played_hands)
def test_the_partner_of_a_lone_player_sits_out(hand):
    contract = hand.contract
    lone = {contract.lone_maker, contract.lone_defender} - {None} if contract else set()

    assert set(active_seats(hand)) == set(range(SEATS)) - {partner_of(seat) for seat in lone}
