"""Calls for programs: the open ones, answering them, and calling the floor to a card table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from eventnight.calls.models import CallState, FloorCall
from eventnight.core.roles import Role
from eventnight.events.models import Event
from tests.answers import JSON, post
from tests.calls.nights import by, call, cancel, fresh, player_of
from tests.factories import NOW, make_staff
from tests.flows.full_night import PLACES_OF_HOLDEM, open_night
from tests.flows.pressing import nothing_changes
from tests.tables.evening import open_table, seat_people
from tests.tournaments.floors import at as at_table
from tests.tournaments.floors import floor_of
from tests.tournaments.holdem_nights import make_holdem
from tests.tournaments.nights import DANA, drawn_bracket, match_of
from tournaments.services.bracket.matches import call_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return open_night()


def program(event: Event, role: Role = Role.ORGANISER) -> Client:
    user = make_staff(event, role)
    user.first_name = "Finn"
    user.save()
    client = Client()
    client.force_login(user)
    return client


def calls(client: Client, event: Event) -> list[dict[str, Any]]:
    return client.get(f"/api/v1/events/{event.code}/calls/").json()


def at_a_table(event: Event) -> FloorCall:
    return call(seat_people(open_table(event), {4: 200})[4])


def test_a_program_reads_the_open_calls_with_their_tables(event):
    bracket = drawn_bracket(2, event)
    call_match(match=match_of(bracket, 1), station=4, press=by(DANA))
    flight = floor_of([3, 2], make_holdem(event, **PLACES_OF_HOLDEM))
    called = [
        call(player_of(event, at_table(flight, 2, 1))),
        call(player_of(event, "P001"), 1),
        call(seat_people(open_table(event), {4: 200})[4], 2),
    ]

    told = calls(program(event), event)

    assert [each["id"] for each in told] == [each.pk for each in called]
    where = ("kind", "table", "within", "flight_id", "table_number", "table_id", "bracket_id", "match_number", "seat")
    assert [tuple(each[name] for name in where) for each in told] == [
        ("flight", "Table 2", "Flight 1", flight.pk, 2, None, None, None, 1),
        ("match", "Euchre table 4", "Match 1", None, None, None, bracket.pk, 1, None),
        ("table", "Card table 1", "", None, None, called[2].table_id, None, None, 4),
    ]
    assert told[0]["called_at"][:19] == NOW.isoformat()[:19]
    assert (told[0]["state"], told[0]["about"], told[0]["taken_by"], told[0]["taken_at"]) == ("waiting", "", "", None)


def test_each_answer_is_pressed_by_a_program_too(event):
    called = at_a_table(event)
    finn, address = program(event, Role.FLOOR), f"/api/v1/events/{event.code}/calls/{called.pk}"

    about = post(finn, f"{address}/about/", {"about": "chips"}).json()
    taken = post(finn, f"{address}/take/").json()
    key = {"Idempotency-Key": "0e7b1f9e-3a5f-4f8e-9c51-5f8a2f9f7f11"}
    back = finn.delete(f"{address}/take/", headers=key).json()
    again = finn.delete(f"{address}/take/", headers=key)
    post(finn, f"{address}/take/")
    done = post(finn, f"{address}/done/").json()

    assert (about["about"], taken["state"], taken["taken_by"]) == ("chips", "taken", "Finn")
    assert (back["state"], back["taken_by"], again["Idempotency-Replayed"]) == ("waiting", "", "true")
    assert (done["state"], fresh(called).state) == ("done", CallState.DONE)
    assert calls(finn, event) == []


def test_a_call_raised_by_mistake_is_cancelled(event):
    called = at_a_table(event)

    answered = post(program(event), f"/api/v1/events/{event.code}/calls/{called.pk}/cancel/")

    assert (answered.status_code, answered.json()["state"]) == (200, "cancelled")


def test_a_program_calls_the_floor_to_a_card_table(event):
    table = open_table(event)
    seat_people(table, {4: 200})
    tess = program(event, Role.TABLES)
    address = f"/api/v1/events/{event.code}/tables/{table.pk}/floor-call/"

    first, second = post(tess, address), post(tess, address)

    assert (first.status_code, first.json()["id"]) == (201, second.json()["id"])
    assert (first.json()["caller"], first.json()["seat"]) == ("Finn", None)


@pytest.mark.parametrize("role", [Role.DESK, Role.RAFFLE, Role.MATCHES])
def test_a_program_without_the_role_reads_and_takes_nothing(event, role: Role):
    called = at_a_table(event)
    other, address = program(event, role), f"/api/v1/events/{event.code}/calls/{called.pk}"

    assert calls(other, event) == []
    with nothing_changes():
        answers = [post(other, f"{address}/{what}/") for what in ("take", "done", "cancel")]
        answers += [post(other, f"{address}/about/", {"about": "chips"})]
        answers += [post(other, f"/api/v1/events/{event.code}/tables/{called.table_id}/floor-call/")]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(403, "role_missing")}


def test_refusals_are_told_as_problems(event):
    called = at_a_table(event)
    finn, address = program(event), f"/api/v1/events/{event.code}/calls/{called.pk}"

    assert finn.post(f"{address}/take/", content_type=JSON).json()["code"] == "idempotency_key_missing"
    assert post(finn, f"{address}/about/", {"about": "drinks"}).json()["code"] == "invalid_fields"
    assert post(finn, f"{address}/done/").json()["code"] == "call_not_taken"
    assert post(finn, f"{address}0/take/").json()["code"] == "unknown_call"
    cancel(called, called.player, 30)
    over = post(finn, f"{address}/take/")
    assert (over.status_code, over.json()["code"]) == (409, "call_over")


def test_strangers_are_asked_to_sign_in(event):
    assert Client().get(f"/api/v1/events/{event.code}/calls/").status_code == 401
