"""What must never be true of a call, the database refuses."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from eventnight.calls.models import FloorCall
from eventnight.events.models import Event
from tests.calls.nights import at
from tests.flows.full_night import PLACES_OF_HOLDEM, open_night
from tests.tables.evening import open_table, seat_people
from tests.tournaments.holdem_nights import make_holdem, running_flight
from tests.tournaments.nights import drawn_bracket, match_of

pytestmark = pytest.mark.django_db
WHO = {"by_code": "player-P001", "by_label": "Player P001", "called_at": at(0)}
TAKEN = {"taken_at": at(9), "taken_by_code": "staff-5", "taken_by_label": "Finn"}
OVER = {"ended_at": at(30), "ended_by_code": "staff-5"}


@pytest.fixture
def places() -> tuple[Event, dict[str, dict[str, Any]]]:
    event = open_night()
    flight = running_flight(3, make_holdem(event, **PLACES_OF_HOLDEM))
    table = open_table(event)
    seat_people(table, {1: 200})
    match = match_of(drawn_bracket(2, event), 1)
    return event, {
        "flight": {"flight": flight, "table_number": 1},
        "table": {"table": table},
        "match": {"match": match},
    }


def made(event: Event, **columns: Any) -> FloorCall:
    return FloorCall.objects.create(event=event, **{**WHO, **columns})


def refused(event: Event, **columns: Any) -> str:
    """The constraint that refuses the row."""
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        made(event, **columns)
    return str(error.value)


@pytest.mark.parametrize(
    ("kind", "columns"),
    [("flight", ["flight_id", "table_number"]), ("table", ["table_id"]), ("match", ["match_id"])],
)
@pytest.mark.parametrize("state", [{}, {"state": "taken", **TAKEN}])
def test_a_table_has_one_open_call(places, kind: str, columns: list[str], state: dict[str, Any]):
    event, of = places
    made(event, **of[kind], **state)

    said = refused(event, **of[kind])

    assert all(f"calls_floorcall.{column}" in said or column in said for column in columns)


@pytest.mark.parametrize("kind", ["flight", "table", "match"])
def test_calls_that_are_over_are_many(places, kind: str):
    event, of = places
    for state in ("cancelled", "table_ended", "cancelled"):
        made(event, **of[kind], **OVER, state=state)

    assert made(event, **of[kind]).pk


def test_two_tables_of_one_flight_have_a_call_each(places):
    event, of = places
    made(event, **of["flight"])

    assert made(event, **of["flight"] | {"table_number": 2}).pk


@pytest.mark.parametrize(
    "kinds", [(), ("flight", "table"), ("flight", "match"), ("table", "match"), ("flight", "table", "match")]
)
def test_a_call_comes_from_exactly_one_place(places, kinds: tuple[str, ...]):
    event, of = places
    columns = {name: value for kind in kinds for name, value in of[kind].items()}

    assert "floorcall_from_one_place" in refused(event, **columns)


def test_a_flight_needs_the_number_of_its_table_and_nothing_else_has_one(places):
    event, of = places

    for columns in (
        {**of["flight"], "table_number": None},
        {**of["flight"], "table_number": 0},
        {**of["table"], "table_number": 1},
        {**of["match"], "table_number": 1},
    ):
        assert "floorcall_from_one_place" in refused(event, **columns)


@pytest.mark.parametrize(
    ("columns", "claim"),
    [
        ({"state": "lost", **OVER}, "floorcall_known_state"),
        ({"about": "drinks"}, "floorcall_known_about"),
        ({"seat_number": 3}, "floorcall_seat_of_a_player"),
        ({"by_code": ""}, "floorcall_by_somebody"),
        ({"by_label": ""}, "floorcall_by_somebody"),
        ({"state": "taken"}, "floorcall_taken_by_somebody"),
        ({"state": "taken", **TAKEN, "taken_at": None}, "floorcall_taken_by_somebody"),
        ({"state": "taken", **TAKEN, "taken_by_code": ""}, "floorcall_taken_by_somebody"),
        ({"state": "taken", **TAKEN, "taken_by_label": ""}, "floorcall_taken_by_somebody"),
        ({"state": "waiting", **TAKEN}, "floorcall_taken_by_somebody"),
        ({"state": "done", **OVER}, "floorcall_taken_by_somebody"),
        ({"state": "waiting", **OVER}, "floorcall_ended_by_somebody"),
        ({"state": "done", **TAKEN}, "floorcall_ended_by_somebody"),
        ({"state": "cancelled", **OVER, "ended_at": None}, "floorcall_ended_by_somebody"),
        ({"state": "cancelled", **OVER, "ended_by_code": ""}, "floorcall_ended_by_somebody"),
    ],
)
def test_what_a_call_cannot_be(places, columns: dict[str, Any], claim: str):
    event, of = places

    assert claim in refused(event, **of["table"], **columns)


def test_a_seat_is_counted_from_one_and_no_match_has_any(places):
    event, of = places
    player = event.players.first()

    assert "floorcall_seat_of_a_player" in refused(event, **of["table"], player=player, seat_number=0)
    assert "floorcall_seat_of_a_player" in refused(event, **of["match"], player=player, seat_number=1)
    assert made(event, **of["match"], player=player).pk
