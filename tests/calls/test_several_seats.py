"""Somebody who sits at a card table and whose match is called, or whose flight runs, sits at both places."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from eventnight.bank.services import give_first_stack
from eventnight.calls import services
from eventnight.calls.models import CallState, FloorCall
from eventnight.calls.places import Kind, Place
from eventnight.calls.selectors.seats import seats_now, taken_places
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Player
from eventnight.events.services.eligibility import withdraw_player
from tables.models import Table
from tables.services import leave_seat, seat_player
from tests.answers import press
from tests.calls.nights import FINN, at, by, call, fresh, player_of
from tests.calls.pages import staff
from tests.factories import NOW
from tests.flows.full_night import PLACES_OF_HOLDEM, open_night
from tests.tables.evening import by_staff, open_table
from tests.tournaments.holdem_nights import make_holdem, seated_flight
from tests.tournaments.nights import DANA, drawn_bracket
from tournaments.models import Match
from tournaments.services.bracket.matches import call_match
from tournaments.services.clock.presses import start_clock

pytestmark = pytest.mark.django_db

Elsewhere = Callable[[Player], Place]


def to_a_match(player: Player) -> Place:
    match = Match.objects.get(tournament__event=player.event)
    call_match(match=match, station=4, press=by(DANA))
    return Place(Kind.MATCH, match.pk)


def to_a_flight(player: Player) -> Place:
    flight = seated_flight(2, make_holdem(player.event, **PLACES_OF_HOLDEM))
    entry = flight.entries.get(pk=flight.entries.first().pk)
    flight.entries.filter(pk=entry.pk).update(player=player)
    start_clock(flight=flight, press=by(DANA))
    return Place(Kind.FLIGHT, flight.pk, entry.table_number)


def alone_at_a_card_table() -> tuple[Table, Player]:
    """A player who is in a bracket of one match, too."""
    event = open_night()
    drawn_bracket(2, event)
    table, player = open_table(event), player_of(event, "P001")
    Player.objects.filter(pk=player.pk).update(checked_in_at=NOW)
    give_first_stack(event=event, player_code=player.code, press=Press(SYSTEM, NOW, uuid4()))
    seat_player(table=table, seat=1, player=player_of(event, "P001"), chips=200, **by_staff())
    return table, player_of(event, "P001")


def call_to(table: Table) -> Place:
    place = Place(Kind.TABLE, table.pk)
    return services.call_for_table(event=table.event, place=place, press=by(FINN)).place


both = pytest.mark.parametrize("elsewhere", [to_a_match, to_a_flight])


def by_the_dealer(table: Table, player: Player) -> FloorCall:
    return services.call_for_table(event=table.event, place=Place(Kind.TABLE, table.pk), press=by(FINN))


def by_the_guest(table: Table, player: Player) -> FloorCall:
    return call(player)


@both
@pytest.mark.parametrize("made", [by_the_dealer, by_the_guest])
def test_a_call_from_a_card_table_stands_while_its_players_are_called_elsewhere(
    elsewhere: Elsewhere, made: Callable[[Table, Player], FloorCall]
):
    table, player = alone_at_a_card_table()
    called = made(table, player)

    elsewhere(player)
    ended = services.end_calls_of_empty_tables(read_now=lambda: at(100))

    assert (ended, fresh(called).state) == (0, CallState.WAITING)


@both
def test_a_call_ends_once_the_player_has_left_the_card_table(elsewhere: Elsewhere):
    table, player = alone_at_a_card_table()
    called = by_the_dealer(table, player)
    elsewhere(player)

    leave_seat(table=table, seat=1, **by_staff())
    services.end_calls_of_empty_tables(read_now=lambda: at(100))

    assert fresh(called).state == CallState.TABLE_ENDED


@both
def test_a_dealer_calls_the_floor_while_the_players_are_called_elsewhere(elsewhere: Elsewhere):
    table, player = alone_at_a_card_table()
    elsewhere(player)

    page = press(staff(table.event, Role.TABLES), f"/staff/{table.event.code}/tables/{table.pk}/floor-call/")

    assert page.status_code == 302
    assert call_to(table) == Place(Kind.TABLE, table.pk)


@both
def test_whoever_sits_at_two_places_takes_both_and_calls_from_where_play_goes_on(elsewhere: Elsewhere):
    table, player = alone_at_a_card_table()

    place = elsewhere(player)

    assert {Place(Kind.TABLE, table.pk), place} <= taken_places(table.event_id)
    assert seats_now(table.event_id)[player.pk].place == call(player).place == place


def test_a_table_whose_only_player_is_withdrawn_has_nobody():
    table, player = alone_at_a_card_table()
    withdraw_player(player=player, reason="Showed no ID", press=by(FINN))

    with pytest.raises(Conflict) as refused:
        call_to(table)

    assert refused.value.code == "nobody_at_table"


@both
def test_taken_places_cost_as_many_queries_as_seats(elsewhere: Elsewhere):
    table, player = alone_at_a_card_table()
    elsewhere(player)
    with CaptureQueriesContext(connection) as of_seats:
        seats_now(table.event_id)

    with CaptureQueriesContext(connection) as of_places:
        taken_places(table.event_id)

    assert len(of_places) == len(of_seats)
