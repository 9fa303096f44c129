"""The wall shows the tables of a flight from above, as long as the room can read the names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from eventnight.core.values.formats import chips_text
from tables.drawings.measures import BROAD, wall
from tables.drawings.plan import lay
from tests.factories import NOW
from tests.flows.full_night import full_night
from tournaments.drawings.wall_tables import MOST_DRAWN, wall_tables
from tournaments.models import Flight
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.selectors.flight.values import FlightView

pytestmark = pytest.mark.django_db


@pytest.fixture
def flight() -> FlightView:
    return flight_view(Flight.objects.get(tournament__event=full_night(), status="running"), NOW)


def test_each_table_is_drawn_with_who_sits_there_and_their_chips(flight):
    [plan] = wall_tables(flight.tables)

    seated = [(number, entry) for number, entry in enumerate(flight.tables[0].seats, start=1) if entry]
    assert [(pod.number, pod.name, pod.stack) for pod in plan.pods] == [
        (number, entry.name, chips_text(entry.chips)) for number, entry in seated if not entry.is_out
    ]
    assert (plan.pots, plan.seats) == ((("Table", "1"),), len(flight.tables[0].seats))


def test_more_tables_than_can_be_read_are_lists(flight):
    (table,) = flight.tables

    assert len(wall_tables([table] * MOST_DRAWN)) == MOST_DRAWN
    assert wall_tables([table] * (MOST_DRAWN + 1)) == []
    assert wall_tables([replace(table, seats=(None,) * 11)]) == []


@pytest.mark.parametrize("count", BROAD)
def test_no_seat_lies_on_another_or_on_the_number_of_the_table(flight, count):
    (table,) = flight.tables
    [plan] = wall_tables([replace(table, seats=(next(filter(None, table.seats)),) * count)])

    laid = lay(plan, wall(count))

    things = [*laid.pods.values(), *laid.pots]
    assert [(one, two) for one in things for two in things if one is not two and one.lies_on(two)] == []


def test_the_wall_shows_the_drawing_with_a_name_for_each_seat():
    event = full_night()

    page = Client().get(f"/e/{event.code}/wall/seats/").content.decode()

    assert 'class="table-plan table-wall"' in page
    assert 'aria-label="Seat ' in page
