"""A phone that lost the answer sends its press again, long after the floor has gone on: it is answered as before."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.flows.pressing import nothing_changes
from tests.tournaments.holdem_nights import bagged_flight, codes_of, decided_flight, make_holdem, out, running_flight
from tests.tournaments.test_holdem_pages import staff_address
from tournaments.models import FlightStatus

pytestmark = pytest.mark.django_db
BESIDE = ("EventHead",)


@pytest.fixture
def floor(client: Client):
    """Signs the floor in at the tournament of a flight."""

    def signed_in(flight) -> Client:
        client.force_login(make_staff(flight.tournament.event, Role.FLOOR))
        return client

    return signed_in


def test_a_bust_out_sent_again_is_counted_once(floor):
    flight = running_flight()
    gone, next_out = codes_of(flight)[7], codes_of(flight)[6]
    body = {"request_id": str(uuid4()), f"out_{gone}": "on", f"chips_{gone}": "900"}
    client, address = floor(flight), staff_address(flight, "bust-outs/")

    first = client.post(address, body)
    out(flight, next_out)
    with nothing_changes(but=BESIDE):
        again = client.post(address, body)

    assert (first.status_code, again.status_code) == (302, 302)
    assert first["Location"] == again["Location"]


def test_another_bust_out_of_somebody_who_is_out_is_refused_by_name(floor):
    flight = running_flight()
    gone = codes_of(flight)[7]
    out(flight, gone)

    body = {"request_id": str(uuid4()), f"out_{gone}": "on", f"chips_{gone}": "900"}
    page = floor(flight).post(staff_address(flight, "bust-outs/"), body)

    assert page.status_code == 409
    assert page.context["bust_form"].refusal.code == "player_is_out"


def test_a_final_drawn_with_somebody_absent_is_drawn_once(floor):
    tournament = make_holdem()
    for number in (1, 2, 3):
        flight = bagged_flight(tournament, number, (60_000, 20_000))
    body = {"request_id": str(uuid4()), "absent": [codes_of(flight)[0]], "no_shows": "removed"}
    client = floor(flight)
    address = f"/staff/{tournament.event.code}/holdem/{tournament.pk}/final/"

    first = client.post(address, body)
    with nothing_changes(but=BESIDE):
        again = client.post(address, body)

    assert (first.status_code, again.status_code) == (302, 302)
    assert first["Location"] == again["Location"]


def test_a_stranger_who_is_absent_from_the_final_is_refused_by_code(floor):
    tournament = make_holdem(flights=1)
    flight = bagged_flight(tournament, 1, (60_000, 20_000))

    body = {"request_id": str(uuid4()), "absent": ["P999"]}
    page = floor(flight).post(f"/staff/{tournament.event.code}/holdem/{tournament.pk}/final/", body)

    assert page.context["final_form"].refusal.code == "not_a_finalist"


def test_bags_sent_again_close_the_flight_once(floor):
    flight = decided_flight(make_holdem(), 1)
    first_code, second_code = codes_of(flight)[:2]
    body = {"request_id": str(uuid4()), first_code: "60000", second_code: "20000"}
    client, address = floor(flight), staff_address(flight, "bags/")

    first = client.post(address, body)
    with nothing_changes(but=BESIDE):
        again = client.post(address, body)

    assert (first.status_code, again.status_code) == (302, 302)
    flight.refresh_from_db()
    assert flight.status == FlightStatus.BAGGED
