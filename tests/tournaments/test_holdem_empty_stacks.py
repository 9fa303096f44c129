"""A finalist who fills a place with an empty stack: not counted, not given chips, and out with nothing."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from eventnight.core.errors import UserFacingError
from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.tournaments.holdem_nights import (
    BY,
    codes_of,
    final_of,
    fresh,
    make_holdem,
    out,
    places,
    press,
    running_flight,
)
from tests.tournaments.test_holdem_pages import api_address, send, staff_address
from tournaments.models import Flight, FlightEntry
from tournaments.selectors.flight.races import RaceCount
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import undo_bust_out
from tournaments.services.flight.final import advance_to_final, finish_holdem
from tournaments.services.flight.races import color_up_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def final() -> Flight:
    """A final of three under way: two with chips, and one who went out on the flight's last hand."""
    tournament = make_holdem(flights=1, advancing_count=3)
    flight = running_flight(4, tournament)
    first, second, better, worse = codes_of(flight)
    out(flight, {better: 900, worse: 400})
    bag_flight(flight=flight, counts={first: 30_000, second: 10_000}, **press())
    final = advance_to_final(tournament=tournament, **press())
    start_clock(flight=final, **BY)
    return fresh(final)


def empty_one(final: Flight) -> str:
    return final.entries.get(started_with=0).player.code


@pytest.mark.rule("WAS-2", "STD-10")
def test_who_came_with_an_empty_stack_goes_out_with_it_and_the_final_ends(final: Flight):
    winner, second, empty = codes_of(final)

    out(final, {empty: 0})
    out(final, {second: 10_000})
    tournament = finish_holdem(tournament=final.tournament, **press()).tournament

    assert places(final) == {winner: (1, 1), second: (2, 2), empty: (3, 3)}
    assert tournament.winner.code == winner


def test_their_bust_out_is_taken_back(final: Flight):
    out(final, {empty_one(final): 0})

    undo_bust_out(flight=final, **BY)

    assert final.entries.get(started_with=0).chips == 0
    assert places(final) == {}


def test_nobody_else_goes_out_with_nothing(final: Flight):
    with pytest.raises(UserFacingError) as refused:
        out(final, {codes_of(final)[0]: 0})

    assert refused.value.code == "bust_without_chips"
    assert "Enter the stack" in refused.value.message
    entry = out(final, {codes_of(final)[0]: 500})[0]
    with pytest.raises(IntegrityError, match="flightentry_out_with_a_place"), transaction.atomic():
        FlightEntry.objects.filter(pk=entry.pk).update(began_hand_with=0)


@pytest.mark.rule("WAS-6")
def test_a_colour_up_gives_them_nothing(final: Flight):
    cards = dict.fromkeys(codes_of(final), ())

    color_up_table(flight=final, counted=RaceCount(table=1, small=25, large=100, stacks={}), cards=cards, **press())

    assert final.entries.get(started_with=0).chips == 0


def test_the_floor_counts_the_others_and_enters_them_as_out(client: Client, final: Flight):
    client.force_login(make_staff(final.tournament.event, Role.FLOOR))
    winner, second, empty = codes_of(final)

    counts = {f"count-{winner}": 25_000, f"count-{second}": 15_000}
    counted = client.post(staff_address(final, "counts/"), counts)
    form = client.get(staff_address(final, f"?player={empty}&do=bust")).content.decode()
    busted = client.post(
        staff_address(final, "bust-outs/"), {"request_id": uuid4(), f"out_{empty}": "on", f"chips_{empty}": "0"}
    )

    assert (counted.status_code, busted.status_code) == (302, 302)
    assert dict(final.entries.values_list("player__code", "chips")) == {winner: 25_000, second: 15_000, empty: 0}
    assert f'name="chips_{empty}" value="0"' in form
    assert places(final) == {empty: (3, 3)}


def test_a_program_enters_them_as_out(client: Client, final: Flight):
    client.force_login(make_staff(final.tournament.event, Role.FLOOR))

    answer = send(client, api_address(final, "bust-outs/"), {"busted": {empty_one(final): 0}})

    assert answer.status_code in (200, 201)
    assert final_of(final.tournament).entries.filter(bust_hand__isnull=False).count() == 1
