"""A match on four phones when time runs out, staff step in or the computer was down."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest

from engine.euchre.hand.actions import PASS
from engine.euchre.hand.hand import Stage
from engine.shuffle import verify_deck
from eventnight.core.press import Press
from tables.models import PackState
from tests.tournaments.dealt_match import BANK, TURN, DealtMatch
from tests.tournaments.hands import refusal_of
from tests.tournaments.nights import DANA, decide
from tournaments.models import EuchreDeal, EuchreHand
from tournaments.selectors.dealt.deals import next_dealer_of
from tournaments.services import dealt
from tournaments.services.score.euchre_hands import NewHand, NextHand, enter_hand, undo_hand

pytestmark = pytest.mark.django_db


def test_a_turn_that_runs_out_takes_the_bank_and_then_the_least_is_done():
    night = DealtMatch()
    night.begin()
    turn = night.hand.turn
    code = night.people[turn + 1].code
    night.wait(TURN + 8)
    assert (night.hand.turn, night.deal.banks) == (turn, {})
    night.act(PASS)
    assert night.deal.banks == {code: BANK - 8}
    night.wait(TURN + BANK + 4)
    assert night.hand.turn == (turn + 2) % 4
    assert night.deal.missed == {night.people[(turn + 1) % 4 + 1].code: 1}


def test_who_lets_three_turns_pass_is_not_waited_for_until_they_are_back():
    night = DealtMatch(bank_seconds=0)
    night.begin()
    seat = night.hand.turn + 1
    code = night.people[seat].code
    EuchreDeal.objects.filter(pk=night.deal.pk).update(missed={code: 2})
    night.wait(TURN + 4)
    while night.hand.turn + 1 != seat:
        night.act(night.hand.legal[0] if night.hand.stage is not Stage.BIDDING else PASS)
    assert night.deal.seconds_left(night.now) == 2
    night.ready(seat)
    assert (night.deal.seconds_left(night.now), night.deal.missed) == (TURN, {})


def test_a_hand_in_which_nobody_presses_anything_comes_to_its_end():
    night = DealtMatch(bank_seconds=0)
    night.begin()
    number = night.deal.hand_number
    for _ in range(300):
        if not night.is_playing:
            break
        night.wait(4)
    assert EuchreHand.objects.get().number == number


def test_a_hand_that_is_called_off_counts_for_nobody_and_the_same_dealer_deals_again():
    night = DealtMatch()
    night.begin()
    dealer, number = night.deal.dealer, night.deal.hand_number
    off = {"match": night.match, "number": number, "press": night.by_host()}
    assert refusal_of(lambda: dealt.void_hand(**off, reason=" ")).code == "reason_missing"
    dealt.void_hand(**off, reason="A phone fell into the punch")
    void = EuchreDeal.objects.get(is_void=True)
    assert (void.state, void.secret, EuchreHand.objects.count()) == (PackState.PUBLISHED, "", 0)
    assert verify_deck(void.published) == []
    night.begin()
    assert (night.deal.dealer, night.deal.hand_number) == (dealer, number)
    stale = {"match": night.match, "number": number + 1, "reason": "x", "press": night.by_host()}
    assert refusal_of(lambda: dealt.void_hand(**stale)).code == "hand_moved_on"


def test_while_a_match_is_paused_nobody_acts_and_no_time_passes():
    night = DealtMatch()
    night.begin()
    left = night.deal.seconds_left(night.now)
    dealt.pause_match(match=night.match, press=night.by_host())
    dealt.pause_match(match=night.match, press=night.by_host())
    assert refusal_of(lambda: night.act(PASS)).code == "table_paused"
    night.wait(400)
    dealt.resume_match(match=night.match, press=night.by_host())
    assert night.deal.seconds_left(night.now) == left
    night.act(PASS)


def test_half_a_minute_more_for_whoever_is_to_act():
    night = DealtMatch()
    refused = refusal_of(lambda: dealt.give_time(match=night.match, number=1, press=night.by_host()))
    assert refused.code == "nobody_to_act"
    night.begin()
    dealt.give_time(match=night.match, number=1, press=night.by_host())
    assert night.deal.seconds_left(night.now) == TURN + BANK + 30


def test_time_in_which_the_computer_was_down_is_given_back():
    night = DealtMatch()
    night.begin()
    night.wait(4)
    left = night.deal.seconds_left(night.now)
    night.now += timedelta(seconds=600)
    night.tick()
    assert night.deal.seconds_left(night.now) == pytest.approx(left, abs=5)
    assert night.deal.missed == {}


def test_a_match_without_a_pack_says_so():
    night = DealtMatch()
    EuchreDeal.objects.all().delete()
    refused = refusal_of(lambda: dealt.pause_match(match=night.match, press=night.by_host()))
    assert refused.code == "no_pack"


def test_a_hand_that_another_installation_sealed_is_tried_again_later_and_called_off(settings):
    night = DealtMatch()
    night.begin()
    settings.SECRET_KEY = "another"
    number, ends = night.deal.hand_number, night.deal.turn_ends_at
    night.wait(TURN + BANK + 4)
    assert night.deal.turn_ends_at > ends
    assert night.tick() == 0
    off = {"match": night.match, "number": number, "reason": "Restored", "press": night.by_host()}
    dealt.void_hand(**off)
    assert EuchreDeal.objects.get(is_void=True).published["shown"] == []
    night.begin()
    assert night.is_playing


def test_a_result_that_staff_enter_calls_the_hand_off():
    night = DealtMatch()
    night.begin()
    decide(night.tournament, 1, press=Press(DANA, night.now, uuid4()))
    assert refusal_of(lambda: night.act(PASS)).code == "match_already_decided"
    night.tick()
    left = EuchreDeal.objects.get(is_void=True)
    assert (left.state, left.secret) == (PackState.PUBLISHED, "")
    assert not EuchreDeal.objects.filter(state__in=(PackState.PROMISED, PackState.DEALT)).exists()


def test_nobody_writes_on_the_score_sheet_while_the_system_deals_a_hand():
    night = DealtMatch()
    night.begin()
    match = night.match
    hand = NewHand(makers=match.sides[0], tricks=3)
    which = NextHand(game=1, number=1, teams=match.sides)
    refused = refusal_of(lambda: enter_hand(match=match, which=which, hand=hand, press=night.by_host()))
    assert refused.code == "hand_is_dealt"
    night.play_on(Random(2))
    row = EuchreHand.objects.get()
    undo_hand(hand=row, press=night.by_host())
    assert next_dealer_of(night.match) == EuchreDeal.objects.get(is_flip=True).dealer
    night.begin()
    assert night.deal.hand_number == 1
