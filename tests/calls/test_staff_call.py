"""Staff call the floor to the table that they keep."""

from __future__ import annotations

import pytest

from eventnight.calls import services
from eventnight.calls.models import FloorCall
from eventnight.calls.places import Kind, Place
from eventnight.core.roles import Role
from tests.answers import press, shown_text, text_of
from tests.calls.nights import FINN, answer, call
from tests.calls.pages import KEY, banner, staff
from tests.flows.full_night import open_night
from tests.tables.evening import open_table, seat_people
from tests.tournaments.floors import floor_of
from tests.tournaments.hands import begun, followed

pytestmark = pytest.mark.django_db


def test_whoever_keeps_a_card_table_calls_the_floor_to_it_and_undoes_it():
    table = open_table(open_night())
    seat_people(table, {4: 200})
    tess = staff(table.event, Role.TABLES, "Tess")
    page = f"/staff/{table.event.code}/tables/{table.pk}/"
    assert KEY in shown_text(tess.get(page))

    answered = press(tess, f"{page}floor-call/")

    called = FloorCall.objects.get()
    assert (called.place, called.player, called.by_label) == (Place(Kind.TABLE, table.pk), None, "Tess")
    assert answered["Location"] == f"/staff/{table.event.code}/"
    shown = text_of(tess.get(page))
    assert f"The floor is called to {table.name}." in shown
    assert f'action="/staff/{table.event.code}/calls/{called.pk}/cancel/"' in shown
    assert "Tess" in banner(staff(table.event), table.event)


def test_a_call_that_is_there_already_is_not_undone_from_the_table():
    table = open_table(open_night())
    called = call(seat_people(table, {4: 200})[4])
    tess = staff(table.event, Role.TABLES, "Tess")
    page = f"/staff/{table.event.code}/tables/{table.pk}/"

    press(tess, f"{page}floor-call/")
    assert "has called the floor already" in shown_text(tess.get(page))
    answer(services.take_call, called, FINN, 20)
    press(tess, f"{page}floor-call/")

    shown = text_of(tess.get(page))
    assert f"Finn is on the way to {table.name} already." in shown
    assert f"/calls/{called.pk}/cancel/" not in shown


def test_an_empty_table_calls_nobody():
    table = open_table(open_night())
    tess = staff(table.event, Role.TABLES)
    page = f"/staff/{table.event.code}/tables/{table.pk}/"
    assert KEY not in shown_text(tess.get(page))

    assert press(tess, f"{page}floor-call/").status_code == 409


def test_a_dealer_at_a_flights_table_calls_from_the_page_of_the_hand():
    table = begun(followed(floor_of([3])))
    tess = staff(table.event, Role.TABLES, "Tess")
    page = f"/staff/{table.event.code}/tables/{table.pk}/"
    assert KEY in shown_text(tess.get(f"{page}play/"))

    press(tess, f"{page}floor-call/")

    assert FloorCall.objects.get().place == Place(Kind.FLIGHT, table.of_flight.flight_id, 1)
