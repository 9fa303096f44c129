"""A final or a flight with nobody left in it: it cannot come to that, and where it has, every press says so."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.bank.selectors import verify_books
from eventnight.core.errors import Conflict
from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.flows.pressing import nothing_changes, press_api, press_page, refusal_in
from tests.tournaments.holdem_nights import BY, codes_of, final_drawn, fresh, press, seated_flight
from tests.tournaments.test_holdem_pages import staff_address
from tournaments.models import Flight, FlightEntry, FlightStatus
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.final import finish_holdem, take_back_final
from tournaments.services.flight.flight_entries import withdraw_entry

pytestmark = pytest.mark.django_db


def final_of_one() -> Flight:
    """A final before its start with one finalist left: the others were withdrawn."""
    final = final_drawn()
    for code in codes_of(final)[1:]:
        withdraw_entry(flight=fresh(final), player_code=code, **press())
    return fresh(final)


def came_with_nothing(final: Flight) -> FlightEntry:
    """Somebody who fills a place of the final with an empty stack."""
    one = final.entries.get()
    fills_in = one.carried_from.flight.entries.exclude(player=one.player).first()
    return final.entries.create(
        player=fills_in.player,
        stack_code=f"{final.code}-{fills_in.player.code}",
        entered_at=one.entered_at,
        carried_from=fills_in,
        started_with=0,
        chips=0,
    )


def test_the_last_finalist_is_not_withdrawn():
    final = final_of_one()
    (last,) = codes_of(final)

    with nothing_changes(), pytest.raises(Conflict, match="Undo the final, or start its clock") as refused:
        withdraw_entry(flight=final, player_code=last, **press())

    assert refused.value.code == "last_finalist"


def test_a_finalist_without_chips_does_not_count_as_somebody_left():
    final = final_of_one()
    (last,) = codes_of(final)
    came_with_nothing(final)

    with pytest.raises(Conflict) as refused:
        withdraw_entry(flight=fresh(final), player_code=last, **press())

    assert refused.value.code == "last_finalist"


def test_the_finalist_who_is_left_alone_wins():
    final = final_of_one()
    (last,) = codes_of(final)
    start_clock(flight=final, **BY)

    tournament = finish_holdem(tournament=final.tournament, **press()).tournament

    assert tournament.winner.code == last
    assert verify_books(tournament.event_id).is_clean


def test_a_final_is_taken_back_with_the_stacks_of_those_who_were_withdrawn():
    final = final_of_one()

    take_back_final(tournament=final.tournament, **press())

    assert fresh(final).status == FlightStatus.PLANNED
    assert verify_books(final.tournament.event_id).is_clean
    assert fresh(final).tournament.final_entries == []


def test_a_final_that_nobody_is_in_is_not_finished():
    final = final_of_one()
    start_clock(flight=final, **BY)
    final.entries.all().delete()
    event, user = final.tournament.event, make_staff(final.tournament.event, Role.FLOOR)
    path = f"{event.code}/holdem/{final.tournament.pk}/finish/"

    with nothing_changes(but=("EventHead", "Session", "User")):
        page = press_page(user, f"/staff/{event.code}/holdem/{final.tournament.pk}/finish/", {})
        program = press_api(user, path, {})

    assert (page.status_code, program.status_code) == (409, 409)
    assert refusal_in(program).code == "final_without_players"


def test_a_clock_does_not_start_for_nobody():
    flight = seated_flight(2)
    for code in codes_of(flight):
        withdraw_entry(flight=fresh(flight), player_code=code, may_reverse_any=True, **press())

    with nothing_changes(), pytest.raises(Conflict, match="has 0 players, so its clock does not start") as refused:
        start_clock(flight=fresh(flight), **BY)

    assert refused.value.code == "flight_empty"


def test_a_withdrawal_of_the_last_finalist_is_refused_on_the_floor(client: Client):
    final = final_of_one()
    (last,) = codes_of(final)
    client.force_login(make_staff(final.tournament.event, Role.ORGANISER))

    page = client.post(staff_address(final, f"entries/{last}/withdraw/"), {"request_id": str(uuid4())})

    assert page.status_code == 409
    assert fresh(final).entries.count() == 1
