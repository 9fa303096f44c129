"""Rows of hands that are played at a flight: what the database refuses, what the admin shows, and the file of them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.poker.phh import read_phhs, replay_history
from tables.models import Hand, Seat, Table
from tests.factories import make_user
from tests.tables.at_the_table import Played, each_door
from tests.tables.test_pages import signed_in
from tests.tournaments.floors import floor_of
from tests.tournaments.hands import all_in, chips_at, followed, won
from tests.tournaments.holdem_nights import make_holdem, running_flight
from tests.tournaments.test_holdem_constraints import refuses
from tournaments.models import Flight, PlayedHand, PlayedTable

pytestmark = pytest.mark.django_db


def two_tables() -> Flight:
    """A flight of two tables, both followed."""
    flight = floor_of([3, 3], make_holdem(advancing_count=1, seats_per_table=6))
    for number in (1, 2):
        followed(flight, number)
    return flight


def two_busts() -> Flight:
    """A flight of which two players went out, on the first hand and on the second."""
    flight = running_flight(5, make_holdem(advancing_count=1))
    table = followed(flight)
    first, second, winner, *_ = chips_at(table)
    for loser in (first, second):
        all_in(table, winner=winner, losers=[loser])
    return flight


def test_a_table_of_a_flight_is_followed_by_one_card_table_under_one_number():
    flight = two_tables()
    first, second = flight.played_tables.all()
    rows = PlayedTable.objects.filter(pk=second.pk)

    refuses(rows, "playedtable_number_unique", number=first.number)
    refuses(rows, "playedtable_number_from_one", number=0)
    refuses(rows, "playedtable_table_id", table=first.table)


def test_a_settled_hand_leads_to_one_thing_in_its_flight():
    flight = two_busts()
    first, second = flight.played_hands.all()
    rows = PlayedHand.objects.filter(pk=second.pk)

    refuses(rows, "playedhand_hand_id", hand=first.hand)
    refuses(rows, "playedhand_bust_hand_id", bust_hand=first.bust_hand)
    refuses(rows, "playedhand_shared_from_one", shared_hand=0)


def test_a_seat_with_a_stack_has_a_player():
    flight = two_busts()
    seats = Seat.objects.filter(table__of_flight__flight=flight)

    refuses(seats.exclude(stack_code=""), "seat_stack_has_a_player", player=None, sat_down_at=None)


@pytest.mark.parametrize("fee", [{"fee_schedule": "A", "chip_value": 100}, {"limit": "limit-2-4"}])
def test_a_table_of_a_flight_takes_no_fee(fee: dict[str, object]):
    flight = two_tables()

    refuses(Table.objects.filter(of_flight__flight=flight), "table_of_a_flight_takes_no_fee", **fee)


@pytest.mark.parametrize("name", ["playedtable", "playedhand"])
def test_the_admin_looks_at_them_and_changes_nothing(name: str):
    flight = two_busts()
    client = Client()
    client.force_login(make_user(is_superuser=True))
    row = {"playedtable": flight.played_tables, "playedhand": flight.played_hands}[name].first()

    listed = client.get(reverse(f"admin:tournaments_{name}_changelist"))
    shown = client.get(reverse(f"admin:tournaments_{name}_change", args=[row.pk]))
    changed = client.post(reverse(f"admin:tournaments_{name}_change", args=[row.pk]), {"number": 9, "shared_hand": 9})
    added = client.get(reverse(f"admin:tournaments_{name}_add"))

    assert (listed.status_code, shown.status_code) == (200, 200)
    assert (changed.status_code, added.status_code) == (403, 403)
    assert str(row.flight) in listed.content.decode()
    assert str(row) in shown.content.decode()
    assert 'name="_save"' not in shown.content.decode()


@each_door
def test_the_hands_of_a_flight_are_written_as_a_file_that_plays_them_again(door: str):
    flight = running_flight(3, make_holdem(advancing_count=1))
    table = followed(flight)
    winner, loser, _ = chips_at(table)
    won(table, winner, {loser: 500})
    hand = Played(table=table, door=door, client=signed_in(table.event)).start()
    before = list(hand.stacks.values())
    hand.play("c c k [Kh 9c 4d] 1000 f f")
    after = hand.pay_out()

    (history,) = read_phhs(hand.history).values()

    told, again = dict(history.others), replay_history(history)
    assert (told["hand"], told["table"], told["event"]) == (2, table.code, table.event.name)
    assert (sorted(history.starting_stacks), sorted(again.stacks)) == (sorted(before), sorted(after.values()))
    assert tuple(history.blinds_or_straddles)[:2] == (250, 500)
    assert again.settlement.net == _nets(Hand.objects.get(table=table, number=2))


def _nets(hand: Hand) -> dict[int, int]:
    """What each seat won or lost in the books."""
    return {seat.seat: seat.net for seat in hand.seats.all()}
