"""A bust-out at one table while a hand is played at another: stacks are counted, then the hand is paid out."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from eventnight.core.roles import Role
from tables.models import Table
from tests.factories import make_staff
from tests.flows.pressing import press_page, refusal_in
from tests.tournaments.hands import at, begun, book_faults, do, followed, paid_out, refusal_of
from tests.tournaments.holdem_nights import fresh, make_holdem, out, press, running_flight
from tournaments.models import Flight
from tournaments.services.flight.bust_outs import enter_chip_counts
from tournaments.services.seating.seats import Place, move_player

pytestmark = pytest.mark.django_db
each_door = pytest.mark.parametrize("door", ["page", "api"])


def codes_at(flight: Flight, number: int) -> list[str]:
    rows = flight.entries.filter(table_number=number, bust_hand=None).order_by("seat_number")
    return list(rows.values_list("player__code", flat=True))


def two_tables() -> Flight:
    """Three players at each."""
    return running_flight(6, make_holdem(advancing_count=1, seats_per_table=3))


def folded_out(table: Table) -> Table:
    for _ in range(2):
        do(at(table), "fold")
    return at(table)


def counts(door: str, flight: Flight, told: dict[str, int], table: int = 2):
    """The floor counts the stacks of table 2, or a program sends those of the whole flight."""
    staff, code = make_staff(flight.tournament.event, Role.FLOOR), flight.tournament.event.code
    if door == "page":
        sent = {f"count-{player}": chips for player, chips in told.items()}
        return press_page(staff, f"/staff/{code}/floor/{flight.pk}/counts/?table={table}", sent)
    client = APIClient()
    client.force_login(staff)
    return client.put(f"/api/v1/events/{code}/holdem/flights/{flight.pk}/counts/", {"counts": told}, format="json")


@pytest.mark.rule("WAS-11")
@each_door
def test_who_is_in_a_hand_may_be_named_with_the_count_they_have(door: str):
    flight = two_tables()
    table = folded_out(begun(followed(flight)))
    gone, winner, third = codes_at(flight, 2)
    out(flight, {gone: 10_000})
    refused = refusal_of(lambda: paid_out(table))
    assert (refused.code, "who is not in the hand at table 1" in refused.message) == ("counts_differ", True)

    told = {winner: 20_000, third: 10_000, **dict.fromkeys(codes_at(flight, 1), 10_000)}
    assert counts(door, flight, told).status_code in (200, 302)

    paid_out(table)
    assert book_faults(flight) == []


def test_a_stack_that_is_in_a_hand_is_counted_after_it():
    flight = two_tables()
    begun(followed(flight))
    playing = codes_at(flight, 1)[0]

    refused = refusal_of(lambda: enter_chip_counts(flight=flight, counts={playing: 9_000}, **press()))

    assert (refused.code, "Hand 1 of Flight 1 is being played at table 1" in refused.message) == ("hand_in_play", True)


@pytest.mark.rule("WAS-11")
def test_who_won_the_chips_elsewhere_and_was_moved_to_the_table_is_counted_during_its_hand():
    flight = running_flight(5, make_holdem(advancing_count=1, seats_per_table=4))
    table = begun(followed(flight))
    dealt = len(codes_at(flight, 1))
    gone, winner = codes_at(flight, 2)[:2]
    free = min({1, 2, 3, 4} - set(flight.entries.filter(table_number=1).values_list("seat_number", flat=True)))
    move_player(flight=fresh(flight), player_code=winner, to=Place(table=1, seat=free), **press())
    out(flight, {gone: 10_000})
    for _ in range(dealt - 1):
        do(at(table), "fold")

    enter_chip_counts(flight=fresh(flight), counts={winner: 20_000}, **press())

    paid_out(at(table))
    assert flight.entries.get(player__code=winner).chips == 20_000
    assert book_faults(flight) == []


def test_a_refused_form_of_the_floor_names_the_hand():
    flight = two_tables()
    begun(followed(flight))

    told = dict.fromkeys(codes_at(flight, 1), 9_000)

    assert refusal_in(counts("page", flight, told, table=1)).code == "hand_in_play"
