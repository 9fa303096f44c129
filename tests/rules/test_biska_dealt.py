"""Biska's hold'em at the table that a fresh night of the house opens: the system deals, and phones alone play."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tables.models import Hand
from tests.answers import post
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import each_door
from tests.tables.dealt_night import DealtTable
from tests.tables.on_phones import OnPhones, pack_deals
from tests.tables.test_pages import signed_in

pytestmark = pytest.mark.django_db

THREE, FOUR = (1000,) * 3, (1000,) * 4


@pytest.mark.rule("BIS-16")
@each_door
def test_the_system_deals_at_the_table_that_a_fresh_night_opens(door: str):
    night = OnPhones(door, "biska", THREE).deal()
    held = {seat: night.cards_of(seat) for seat in night.people}

    by_staff = f"/api/v1/events/{night.table.event.code}/tables/{night.table.pk}/play/"
    answer = post(signed_in(night.table.event), by_staff, {"number": 1})

    assert (night.table.turn_seconds, night.table.bank_seconds) == (30, 60)
    assert len({card for cards in held.values() for card in cards}) == 6
    assert refusal_in(answer).code == "system_deals_here"


@pytest.mark.rule("BIS-1")
@each_door
def test_the_pack_that_is_published_has_52_cards_and_no_joker(door: str):
    night = OnPhones(door, "biska", THREE).deal().play("f f")

    place = {"code": night.table.event.code, "table_id": night.table.pk, "serial": 1}
    file = signed_in(night.table.event).get(reverse("tables:pack_file", kwargs=place)).json()

    assert (len(file["cards"]), len(set(file["cards"])), "Jk" in file["cards"]) == (52, 52, False)


@pytest.mark.rule("BIS-2")
@each_door
def test_who_lets_the_time_pass_is_folded_in_their_turn_and_nobody_plays_for_them(door: str):
    night = OnPhones(door, "biska", THREE).deal()
    gone, hand = night.turn, DealtTable.at(night.table, night.table.opened_at)
    hand.now = hand.shuffle.turn_began_at

    hand.wait(91)

    assert [seat["seat"] for seat in night.view["seats"] if not seat["is_live"]] == [gone]
    assert night.stacks[gone] == 1000


@pytest.mark.rule("BIS-3")
@each_door
def test_six_can_sit_there(door: str):
    night = OnPhones(door, "biska", (1000,) * 6)

    assert night.table.seats_count == 6


@pytest.mark.rule("BIS-5", "BIS-6")
@each_door
def test_the_big_blind_is_the_minimum_bet_acts_last_and_moves_on(door: str):
    night = OnPhones(door, "biska", FOUR).deal()
    bets = {seat["seat"]: seat["bet"] for seat in night.view["seats"] if seat["bet"]}
    big = max(bets, key=lambda seat: bets[seat])

    night.play("c c c")
    acts_last = night.turn
    night.play("k")
    while not night.is_over:
        night.play("k" if "check" in night.keys else "s")
    night.deal()
    moved = {seat["seat"]: seat["bet"] for seat in night.view["seats"] if seat["bet"] == 10}

    assert (sorted(bets.values()), acts_last) == ([5, 10], big)
    assert moved == {big % 4 + 1: 10}


@pytest.mark.rule("BIS-8")
@each_door
def test_heads_up_the_big_blind_is_on_the_button(door: str):
    night = OnPhones(door, "biska", (1000, 1000)).deal()

    big = next(seat["seat"] for seat in night.view["seats"] if seat["bet"] == 10)

    assert night.view["button"] == big


@pytest.mark.rule("BIS-9")
@each_door
def test_a_bet_is_at_least_the_minimum(door: str):
    night = OnPhones(door, "biska", THREE).deal().play("c c k")

    refused = night.refused("5")

    assert night.span == (10, 990)
    assert (refused.code, "BIS-9" in refused.rules) == ("raise_too_small", True)


@pytest.mark.rule("BIS-10")
@each_door
def test_the_first_raise_doubles_the_bet_and_the_next_adds_what_the_last_one_did(door: str):
    night = OnPhones(door, "biska", THREE).deal().play("c c k 40")
    doubled = night.span[0]

    refused = night.play("100").refused("155")

    assert (doubled, night.span[0]) == (80, 160)
    assert (refused.code, "BIS-10" in refused.rules) == ("raise_too_small", True)


@pytest.mark.rule("BIS-11")
@each_door
def test_all_fold_but_one_who_wins_without_showing(door: str):
    night = OnPhones(door, "biska", THREE).deal().play("f f")

    assert night.is_over
    assert sorted(night.stacks.values()) == [995, 1000, 1005]
    assert all(not seat.cards for seat in Hand.objects.get().seats.all())


@pytest.mark.rule("BIS-12")
@each_door
def test_each_all_in_closes_a_pot_from_the_smallest_up(door: str, monkeypatch: pytest.MonkeyPatch):
    pack_deals(monkeypatch, {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd", 4: "7h 7d"}, "Jh 9c 4d 8s 2h")
    stacks = (50, 100, 300, 1000)
    night = OnPhones(door, "biska", stacks).deal()

    while not night.is_over:
        seat = night.turn
        lies = next(each["bet"] for each in night.view["seats"] if each["seat"] == seat)
        whole = stacks[seat - 1]
        night.play(str(whole) if night.span and night.span[1] >= whole > lies else "c")

    assert night.stacks == {1: 200, 2: 150, 3: 400, 4: 700}


@pytest.mark.rule("BIS-13")
@each_door
def test_an_all_in_below_a_whole_raise_lets_who_has_acted_only_call_or_fold(door: str):
    night = OnPhones(door, "biska", (1000, 1000, 1000, 150)).deal()
    while night.turn != 3:
        night.play("c")
    night.play("100")
    while night.turn != 4:
        night.play("c")
    night.play("150")
    while night.turn != 3:
        night.play("f")

    refused = night.refused("300")

    assert night.keys == {"call", "fold"}
    assert (refused.code, refused.rules) == ("not_reopened", ("BIS-13",))


@pytest.mark.rule("BIS-14")
@each_door
def test_once_nobody_can_bet_every_live_hand_is_turned_up(door: str, monkeypatch: pytest.MonkeyPatch):
    pack_deals(monkeypatch, {1: "As Ad", 2: "Ks Kd"}, "Jh 9c 4d 8s 2h")
    night = OnPhones(door, "biska", (1000, 1000)).deal().play("1000 c")

    shown = dict(Hand.objects.get().seats.values_list("seat", "cards"))

    assert shown == {1: "As Ad", 2: "Ks Kd"}
    assert night.stacks == {1: 2000, 2: 0}


@pytest.mark.rule("BIS-15")
@each_door
def test_ace_seven_beats_ace_two_on_king_queen_nine_four_three(door: str, monkeypatch: pytest.MonkeyPatch):
    pack_deals(monkeypatch, {1: "As 2d", 2: "Ac 7d"}, "Kh Qd 3c 9s 4h")
    night = OnPhones(door, "biska", (1000, 1000)).deal()

    night.play("c k")
    while night.view["phase"] == "betting":
        night.play("k")
    said = night.words_of(2)
    while not night.is_over:
        night.play("s")

    assert "ace king queen nine seven" in said.lower()
    assert night.stacks == {1: 990, 2: 1010}
