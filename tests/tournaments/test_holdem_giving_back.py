"""Entry money, re-buys and add-ons that go back: one press, and a second person's name from the event's limit on."""

from __future__ import annotations

import pytest
from django.test import Client

from eventnight.bank.selectors import verify_books
from eventnight.bank.selectors.desk.fund import fund_total
from eventnight.core.roles import Role
from tests.answers import press
from tests.factories import make_player, make_staff
from tests.tournaments.holdem_nights import codes_of, flight_of, fresh, make_holdem, running_flight
from tests.tournaments.test_holdem_pages import api_address, send, staff_address
from tournaments.models import Flight, StackPurchase

pytestmark = pytest.mark.django_db

PRICE = 150_00
"""More than one person may give back alone."""
PASSWORD = "card-night"


@pytest.fixture
def flight() -> Flight:
    """Two players in a flight that runs, with expensive re-buys."""
    return running_flight(2, make_holdem(flights=1, advancing_count=1, rebuy_price=PRICE, rebuy_chips=5_000))


@pytest.fixture
def floor(client: Client, flight: Flight) -> Client:
    """A browser of the floor."""
    client.force_login(make_staff(flight.tournament.event, Role.FLOOR))
    return client


def test_an_expensive_rebuy_goes_back_once_a_second_person_has_signed(floor: Client, flight: Flight):
    event, code = flight.tournament.event, codes_of(flight)[0]
    other = make_staff(event, Role.DESK)
    press(floor, staff_address(flight, f"entries/{code}/sell/rebuy/"), till="T1", means="cash")
    sold = StackPurchase.objects.get()
    address = staff_address(flight, f"purchases/{sold.pk}/undo/")

    alone = press(floor, address)
    wrong = press(floor, address, second=other.username, password="guessed")
    taken = fund_total(event.pk)
    signed = press(floor, address, second=other.username, password=PASSWORD)

    page = alone.content.decode()
    assert (alone.status_code, wrong.status_code, taken) == (422, 422, PRICE)
    assert "From $100.00 a second person confirms a correction" in page
    assert f"Re-buy of 5,000 for $150.00, sold to {code}" in page
    assert 'name="password"' in page
    assert "does not fit" in wrong.content.decode()
    assert signed.status_code == 302
    assert (fund_total(event.pk), StackPurchase.objects.get().undone_at is None) == (0, False)
    assert verify_books(event.pk).is_clean


def test_an_expensive_entry_is_withdrawn_once_a_second_person_has_signed(client: Client):
    tournament = make_holdem(flights=1, advancing_count=1, entry_price=PRICE)
    flight, event = flight_of(tournament), tournament.event
    player, other = make_player(event, checked_in=True), make_staff(event, Role.DESK)
    client.force_login(make_staff(event, Role.FLOOR))
    press(client, staff_address(flight, "entries/"), player=player.code, till="T1", means="cash")
    address = staff_address(flight, f"entries/{player.code}/withdraw/")

    alone = press(client, address)
    entered = codes_of(flight)
    signed = press(client, address, second=other.username, password=PASSWORD)

    assert (alone.status_code, entered) == (422, [player.code])
    assert f"Reverse the entry of {player.code}" in alone.content.decode()
    assert (signed.status_code, codes_of(fresh(flight)), fund_total(event.pk)) == (302, [], 0)


def test_programs_sign_for_what_goes_back(floor: Client, flight: Flight):
    event, code = flight.tournament.event, codes_of(flight)[0]
    other = make_staff(event, Role.DESK)
    sold = send(floor, api_address(flight, f"entries/{code}/purchases/"), {"kind": "rebuy", "means": "cash"}).json()
    address = api_address(flight, f"purchases/{sold['id']}/undo/")

    alone = send(floor, address)
    signed = send(floor, address, {"second": other.username, "password": PASSWORD})

    assert (alone.status_code, alone.json()["code"]) == (422, "second_person")
    assert (signed.status_code, fund_total(event.pk)) == (200, 0)


def test_programs_withdraw_an_entry(client: Client):
    tournament = make_holdem(flights=1, advancing_count=1, entry_price=PRICE)
    flight, event = flight_of(tournament), tournament.event
    player, other = make_player(event, checked_in=True), make_staff(event, Role.DESK)
    client.force_login(make_staff(event, Role.FLOOR))
    send(client, api_address(flight, "entries/"), {"player": player.code, "means": "cash"})
    address = api_address(flight, f"entries/{player.code}/withdraw/")

    alone = send(client, address)
    signed = send(client, address, {"second": other.username, "password": PASSWORD})

    assert (alone.status_code, signed.status_code) == (422, 200)
    assert (codes_of(flight), fund_total(event.pk)) == ([], 0)
