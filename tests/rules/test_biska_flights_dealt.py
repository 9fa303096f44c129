"""Biska's flights as a fresh night of the house opens them: the system deals, and phones alone play."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse

from eventnight.core.roles import Role
from tests.answers import post
from tests.factories import NOW, make_event
from tests.tables.at_the_table import each_door
from tests.tables.test_pages import signed_in
from tests.tournaments.dealt_flight import DealtFlight
from tests.tournaments.holdem_nights import enter, flight_of, press
from tournaments.models import HoldemTournament
from tournaments.services.seating.seats import draw_seats

pytestmark = pytest.mark.django_db


def opened(door: str) -> HoldemTournament:
    """The tournament that a fresh night opens where nothing is changed."""
    event = make_event("biska")
    client = signed_in(event, Role.ORGANISER)
    if door == "api":
        assert post(client, f"/api/v1/events/{event.code}/holdem/", {}).status_code == 201
    else:
        address = reverse("tournaments:new_holdem", kwargs={"code": event.code})
        form = client.get(address).context["form"]
        shown = {field.html_name: field.value() for field in form if field.value() is not None}
        assert client.post(address, shown).status_code == 302
    return HoldemTournament.objects.get(event=event)


def begun(door: str = "api") -> DealtFlight:
    """Its flight with eight players, at two tables of four."""
    flight = flight_of(opened(door))
    enter(flight, 8)
    draw_seats(flight=flight, seed="seats", **press())
    return DealtFlight.of(flight, NOW)


def pass_on(night: DealtFlight) -> None:
    while night.play() is not None:
        night.pass_on()


@pytest.mark.rule("BIS-16")
@each_door
def test_the_system_deals_at_the_tables_of_the_flight_that_a_fresh_night_opens(door: str):
    night = begun(door)
    table = night.table()
    night.deal()

    by_staff = f"/api/v1/events/{table.event.code}/tables/{table.pk}/play/"
    answer = post(signed_in(table.event), by_staff, {"number": 1})

    assert (table.turn_seconds, table.bank_seconds) == (30, 60)
    assert answer.status_code == 409
    assert answer.json()["code"] == "system_deals_here"
    assert len(night.play().hand.seats) == 4


@pytest.mark.rule("BIS-4")
def test_the_antes_of_the_fifth_level_lie_in_the_pot_of_the_hands_that_begin_in_it():
    night = begun()
    night.now += timedelta(minutes=39)
    night.deal()
    before = sum(night.play().hand.contributed.values())
    pass_on(night)
    night.now = NOW + timedelta(minutes=40)
    night.deal()

    assert (before, sum(night.play().hand.contributed.values())) == (150, 75 + 150 + 4 * 15)


@pytest.mark.rule("BIS-5", "BIS-6")
def test_the_big_blind_moves_to_the_next_player_each_hand():
    night = begun()
    seats, places = sorted(night.sitting()), []
    for _ in range(4):
        night.deal()
        bets = night.play().hand.bets
        assert sorted(bets.values())[-2:] == [10, 20]
        places.append(seats.index(max(bets, key=bets.__getitem__)))
        pass_on(night)

    assert places == [(places[0] + turn) % 4 for turn in range(4)]


@pytest.mark.rule("BIS-8")
def test_of_two_players_the_button_has_the_big_blind():
    night, chance = DealtFlight(3, event=make_event("biska"), advancing_count=1), Random(5)
    while len(night.chips()) > 2:
        night.deal()
        night.play_hand(chance)
    night.deal()

    hand = night.play().hand
    assert max(hand.bets, key=hand.bets.__getitem__) == hand.button
