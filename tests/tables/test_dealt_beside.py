"""A table where the system deals, and what happens beside it: people come and go, nights are copied, pages are old."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.commands import CheckFailed
from engine.commands.deck import deal_again
from engine.errors import RuleError
from engine.poker.between.kill import Kill, KillButton
from engine.poker.between.stored import table_json
from engine.poker.deck import Deck
from engine.poker.redealt import verify_deal
from engine.shuffle import verify_deck
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.services import withdraw_player
from tables import services
from tables.models import Hand, Shuffle, Table
from tables.selectors import hand_to_come
from tables.selectors.dealt.secret import opened
from tables.services.dealt import ready
from tables.services.dealt.ready import deal_hand
from tables.services.locks import lock_table
from tests.factories import make_event
from tests.flows.archives import archive_of, restored
from tests.tables.dealt_night import TURN, DealtTable, number_of
from tests.tables.evening import make_holder, stacks
from tests.tables.looking import archived, everything_stored

pytestmark = pytest.mark.django_db


def play_out(night: DealtTable) -> None:
    """Everybody checks, calls and shows."""
    for _ in range(60):
        if not night.is_playing:
            return
        if night.play.phase == "showdown":
            night.act("show")
        else:
            night.act("check" if night.play.legal.may_check else "call")


def pressed(night: DealtTable, player: Any, name: str, **facts: Any) -> Any:
    address = reverse(f"tables:{name}", kwargs={"token": player.token})
    return Client().post(address, {"request_id": str(uuid4()), "table": night.table.pk, **facts})


@pytest.mark.rule("CAN-19", "CAN-20")
@pytest.mark.parametrize("house", ["wlia", "canterbury", "angies", "biska"])
def test_who_comes_back_during_a_hand_does_not_keep_it_from_being_paid(house):
    """Seat 5 has waited for the big blind and is dealt in on it; then seat 4 comes back, where it would have been."""
    small = {} if house in ("biska", "wlia") else {"chips": 40, "small_blind": 1, "big_blind": 2}
    night = DealtTable(seats=4, event=make_event(house=house), seats_count=6, bank_seconds=0, **small)
    while not night.fresh.between.last or hand_to_come(night.fresh, stacks(night.table)).big_blind != 4:
        night.ready()
        while night.is_playing:
            night.act("fold")
    new = make_holder(night.table.event, "Nell New")
    services.seat_player(table=night.table, seat=5, player=new, chips=small.get("chips", 400), press=night.by_host())
    night.people[5] = new
    if night.fresh.between.player(5).is_new:
        services.choose_entry(table=night.table, seat=5, entry="wait_for_big_blind", press=night.by_host())
    services.sit_out(table=night.table, seat=4, press=night.by_host())
    night.ready(1, 2, 3, 5)
    night.wait(4)
    assert 4 not in night.play.hand.seats
    services.come_back(table=night.table, seat=4, press=night.by_host())
    play_out(night)
    assert not night.is_playing
    assert not night.fresh.between.player(4).is_away


@pytest.mark.rule("ANG-34")
def test_who_owes_the_kill_blind_is_paid_and_sits_out_after_it_however_long_they_are_away():
    night = DealtTable(
        seats=2,
        chips=40,
        event=make_event(house="angies"),
        small_blind=1,
        big_blind=2,
        structure="fixed_limit",
        kill="half",
        bank_seconds=0,
    )
    before = replace(night.fresh.between, kill=KillButton(kind=Kill.HALF, holder=2, wins=1))
    Table.objects.filter(pk=night.table.pk).update(state=table_json(before))
    night.ready()
    if night.play.hand.turn == 2:
        night.act("call")
    Shuffle.objects.filter(pk=night.shuffle.pk).update(missed={night.people[2].code: 3})
    night.act("fold")
    assert not night.is_playing
    assert (night.fresh.between.kill.is_on, night.fresh.between.player(2).is_away) == (True, False)

    night.ready(1)
    Shuffle.objects.filter(pk=night.shuffle.pk).update(ready={"1": [night.people[1].code, ""], "2": ["P999", ""]})
    deal_hand(lock_table(night.table), night.shuffle, night.now)
    while night.is_playing:
        if night.play.hand.turn == 2:
            night.wait(TURN)
        else:
            night.act("check" if night.play.legal.may_check else "call")
    assert night.fresh.between.player(2).is_away


@pytest.mark.rule("CAN-19")
def test_somebody_new_on_a_seat_that_was_left_during_a_hand_owes_a_blind():
    night = DealtTable(seats=4, chips=40, event=make_event(house="canterbury"), small_blind=1, big_blind=2)
    night.ready()
    while night.is_playing:
        night.act("fold")
    services.sit_out(table=night.table, seat=4, press=night.by_host())
    night.ready(1, 2, 3)
    services.leave_seat(table=night.table, seat=4, press=night.by_host())
    new = make_holder(night.table.event, "Nell New")
    services.seat_player(table=night.table, seat=4, player=new, chips=40, press=night.by_host())
    play_out(night)
    assert night.fresh.between.player(4).is_new


@pytest.mark.parametrize("house", house_templates())
def test_a_hand_is_played_on_phones_alone_in_every_house(house):
    unit = make_event(house=house).house_settings.bank.smallest_chip
    stakes = {"small_blind": unit, "big_blind": 2 * unit, "chips": 20 * unit}
    night = DealtTable(seats=3, event=make_event(house=house), bank_seconds=0, **stakes)
    night.ready()
    play_out(night)
    assert Hand.objects.get().number == 1


def test_a_deck_that_no_phone_would_shape_is_not_dealt():
    night = DealtTable(seats=4)
    night.ready(1, 2)
    for seat in (1, 2):
        services.sit_out(table=night.table, seat=seat, press=night.by_host())
    night.wait(8)
    assert not night.is_playing
    night.ready(3, 4)
    assert set(night.shuffle.numbers_by_seat.values()) == {number_of(3), number_of(4)}


def test_a_hand_that_was_due_before_the_computer_went_down_waits_for_the_phones():
    night = DealtTable(seats=3, bank_seconds=0)
    night.ready(1, 2)
    night.stand_still(86_400)
    assert not night.is_playing
    assert (night.shuffle.sent, night.shuffle.due_at) == ({}, None)


@pytest.mark.rule("WAS-14")
def test_the_others_play_on_without_somebody_who_was_withdrawn():
    night = DealtTable(seats=3)
    withdraw_player(player=night.people[2], reason="Ill", press=night.by_host())
    for seat in (1, 3):
        answer = pressed(night, night.people[seat], "my_ready", serial=1, number=number_of(seat))
        assert (answer.status_code, b"Ill" in answer.content) == (302, False)
    assert set(night.play.hand.seats) == {1, 3}


def test_half_a_minute_given_in_a_pause_is_half_a_minute():
    night = DealtTable(seats=2, bank_seconds=0)
    night.ready()
    night.wait(15)
    services.pause_table(table=night.table, press=night.by_host())
    night.wait(600)
    services.give_time(table=night.table, number=1, press=night.by_host())
    services.resume_table(table=night.table, press=night.by_host())
    assert night.shuffle.seconds_left(night.now) == TURN - 15 + 30


def test_given_time_is_taken_from_nobodys_bank():
    night = DealtTable(seats=2)
    night.ready()
    services.give_time(table=night.table, number=1, press=night.by_host())
    night.now += timedelta(seconds=TURN + 25)
    night.act("call")
    assert night.shuffle.banks == {}


@pytest.mark.parametrize("name", ["my_move", "my_ready", "my_sit_out", "my_entry"])
def test_an_old_page_of_another_table_does_nothing_at_this_one(name):
    before = DealtTable(seats=3)
    now = DealtTable(seats=3, event=before.table.event)
    player = before.people[1]
    services.leave_seat(table=before.table, seat=1, press=before.by_host())
    services.leave_seat(table=now.table, seat=1, press=now.by_host())
    services.seat_player(table=now.table, seat=1, player=player, chips=300, press=now.by_host())
    now.people[1] = player
    if name == "my_move":
        now.ready()
    version = now.play.version if now.is_playing else 0
    facts = {"serial": 1, "number": number_of(1), "version": version, "verb": "fold", "entry": "post_big_blind"}
    stood = (now.fresh.state, now.shuffle.ready, now.play.row.log if now.is_playing else None)
    answer = pressed(before, player, name, **facts)
    assert answer.status_code == 409
    assert (now.fresh.state, now.shuffle.ready, now.play.row.log if now.is_playing else None) == stood


def test_a_copy_of_a_running_night_opens_no_pack_of_it():
    night = DealtTable(seats=3)
    promised = night.shuffle
    copy = restored(archive_of(night.table.event), code="COPY")
    night.ready()
    table = Table.objects.select_related("event").get(event=copy)
    assert opened(table.shuffles.get(serial=1)) is None
    again = DealtTable.at(table, night.now)
    again.ready(1)
    again.ready(2, 3)
    assert table.shuffles.get(serial=1).state == "given_up"
    assert again.shuffle.root != promised.root


def test_nobody_reads_the_numbers_of_others_before_the_deal():
    night = DealtTable(seats=3)
    night.ready(1)
    assert number_of(1) not in everything_stored() + archived(night.table.event, night.now)


def test_a_pack_of_another_key_is_called_off_and_says_that_nothing_can_be_checked(settings):
    night = DealtTable(seats=2)
    night.ready()
    settings.SECRET_KEY = "another" * 8
    services.void_hand(table=night.table, number=1, reason="Key", press=night.by_host())
    published = json.loads(json.dumps(Shuffle.objects.get(serial=1).published))
    with pytest.raises(RuleError) as refused:
        verify_deck(published)
    assert refused.value.code == "deck_not_revealed"
    night.ready()
    assert night.is_playing


def test_phones_that_were_ready_with_another_key_can_be_ready_again(settings):
    night = DealtTable(seats=3, bank_seconds=0)
    night.ready(1, 2)
    settings.SECRET_KEY = "another" * 8
    night.wait(8)
    assert night.shuffle.sent == {}
    night.ready()
    assert night.is_playing


def test_a_published_pack_without_a_seed_is_checked_by_the_command(tmp_path: Path):
    night = DealtTable(seats=2)
    night.ready()
    play_out(night)
    told = dict(Shuffle.objects.get(serial=1).published)
    del told["seed"]
    file = tmp_path / "pack.json"
    file.write_text(json.dumps(told))
    try:
        [line] = deal_again(Namespace(file=file, promised=None))
    except CheckFailed:
        pytest.fail("an honest pack was refused")
    assert line == {"deck": str(file), "agrees": True, "is_whole": False, "deal": "agrees"}


def test_a_deck_that_is_dealt_in_another_order_is_caught(monkeypatch):
    """The system gives seat 1 a card from the depth of the pack."""
    honest = ready.engine_deck

    def crooked(shuffle: Shuffle) -> Deck:
        order = list(honest(shuffle).order)
        order[0], order[40] = order[40], order[0]
        return Deck(order=tuple(order), seed=honest(shuffle).seed)

    night = DealtTable(seats=2)
    monkeypatch.setattr(ready, "engine_deck", crooked)
    night.ready()
    play_out(night)
    published = Shuffle.objects.get(serial=1).published
    assert verify_deck(published) == []
    assert verify_deal(published)


def test_an_honest_hand_agrees_with_its_deck():
    night = DealtTable(seats=4)
    for serial in (1, 2):
        night.ready()
        play_out(night)
        assert verify_deal(Shuffle.objects.get(serial=serial).published) == []
