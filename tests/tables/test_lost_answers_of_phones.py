"""A press on a phone whose answer was lost is sent again, and answered as done, wherever its player is by then."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from eventnight.events.services import withdraw_player
from tables import services
from tests.factories import make_event
from tests.tables.dealt_night import DealtTable, number_of
from tests.tables.evening import by_staff, make_holder
from tests.tables.test_roulette_on_phones import at_a_wheel, bet_on

pytestmark = pytest.mark.django_db

OWES = 5
"""The seat of whoever sat down after the first hand."""
FREE = 6
SMALL = {"chips": 40, "small_blind": 1, "big_blind": 2, "seats_count": FREE}


def a_table_whose_last_player_owes_a_blind() -> DealtTable:
    night = DealtTable(seats=4, event=make_event(house="canterbury"), **SMALL)
    night.ready()
    while night.is_playing:
        night.act("fold")
    night.people[OWES] = make_holder(night.table.event, "Nell New")
    services.seat_player(table=night.table, seat=OWES, player=night.people[OWES], chips=40, press=night.by_host())
    return night


def leaves(night: DealtTable) -> None:
    services.leave_seat(table=night.table, seat=OWES, press=night.by_host())


def takes_another_seat(night: DealtTable) -> None:
    leaves(night)
    services.seat_player(table=night.table, seat=FREE, player=night.people[OWES], chips=40, press=night.by_host())


def moves_to_another_table(night: DealtTable) -> None:
    leaves(night)
    there = DealtTable(seats=3, event=night.table.event, **SMALL)
    services.seat_player(table=there.table, seat=FREE, player=night.people[OWES], chips=40, press=there.by_host())


def stays_until_the_table_closes(night: DealtTable) -> None:
    for seat in night.people:
        services.leave_seat(table=night.table, seat=seat, press=night.by_host())
    services.close_table(table=night.table, press=night.by_host())


def is_withdrawn(night: DealtTable) -> None:
    withdraw_player(player=night.people[OWES], reason="Ill", press=night.by_host())


def sent_from(night: DealtTable, name: str, facts: dict[str, Any], seat: int = OWES) -> HttpResponse:
    address = reverse(f"tables:{name}", kwargs={"token": night.people[seat].token})
    return Client().post(address, {"table": night.table.pk, **facts}, follow=True)


def is_done(answer: HttpResponse) -> bool:
    return [status for _, status in answer.redirect_chain] == [302] and answer.status_code == 200


@pytest.mark.parametrize(
    "then", [leaves, takes_another_seat, moves_to_another_table, stays_until_the_table_closes, is_withdrawn]
)
@pytest.mark.parametrize("name", ["my_ready", "my_sit_out", "my_entry"])
def test_what_was_said_at_a_seat_counts_once_whatever_came_after_it(name: str, then: Callable[[DealtTable], None]):
    night = a_table_whose_last_player_owes_a_blind()
    more = {"my_ready": {"serial": night.shuffle.serial, "number": number_of(OWES)}, "my_sit_out": {}}
    facts = {"request_id": str(uuid4()), **more.get(name, {"entry": "post_big_blind"})}
    assert is_done(sent_from(night, name, facts))
    then(night)
    assert is_done(sent_from(night, name, facts))
    if then is not takes_another_seat:
        assert sent_from(night, name, facts | {"request_id": str(uuid4())}).status_code in (404, 409)
    assert not is_done(sent_from(night, name, facts, seat=1))


def test_a_bet_is_taken_back_once_also_after_its_wheel_has_closed():
    table, player = at_a_wheel()
    kept, back = bet_on(table, player), bet_on(table, player, "black")
    addresses = [
        reverse("tables:my_bet_back", kwargs={"token": player.token, "table_id": table.pk, "bet_id": bet.pk})
        for bet in (back, kept)
    ]
    assert is_done(Client().post(addresses[0], follow=True))
    services.close_bets(table=table, number=1, **by_staff())
    services.spin(table=table, number=1, pocket="1", **by_staff())
    services.close_table(table=table, **by_staff())
    assert is_done(Client().post(addresses[0], follow=True))
    assert Client().post(addresses[1]).status_code == 409


def test_a_bet_counts_once_also_after_its_wheel_has_closed():
    table, player = at_a_wheel()
    address = reverse("tables:my_bets", kwargs={"token": player.token, "table_id": table.pk})
    sent = {"bets": json.dumps([{"who": "", "bet": "red", "chips": 50}]), "request_id": str(uuid4())}
    assert is_done(Client().post(address, sent, follow=True))
    services.close_bets(table=table, number=1, **by_staff())
    services.spin(table=table, number=1, pocket="1", **by_staff())
    services.close_table(table=table, **by_staff())
    assert is_done(Client().post(address, sent, follow=True))
    assert Client().post(address, sent | {"request_id": str(uuid4())}).status_code == 409
