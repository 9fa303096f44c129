"""Two staff at a flight at the same moment: one hand counts, and the other hears of it (PostgreSQL)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.errors import Refusal
from eventnight.bank.models import Entry, EntryKind
from tables import services
from tables.models import Hand, HandInPlay, Table
from tables.selectors import the_play
from tests.locks import elsewhere, waiting
from tests.tournaments.hands import (
    all_in,
    at,
    begun,
    book_faults,
    by_staff,
    chips_at,
    counts,
    do,
    followed,
    held,
    seat_of,
    won,
)
from tests.tournaments.holdem_nights import make_holdem, places, press, running_flight
from tournaments.models import Flight
from tournaments.services.flight.bust_outs import bust_out

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def flight() -> Flight:
    """Four players at one table; one of them wins it."""
    return running_flight(4, make_holdem(advancing_count=1))


def at_once(flight: Flight, *deeds: Callable[[], object]) -> list[Refusal | None]:
    """Why each was refused, None where it counted. All of them wait for the night when it is let go; the first to wait
    has it first.
    """
    answers: list[Refusal | None] = [None for _ in deeds]

    def answering(number: int) -> Callable[[], None]:
        def work() -> None:
            try:
                deeds[number]()
            except Refusal as refused:
                answers[number] = refused

        return work

    with elsewhere() as cursor:
        cursor.execute("SELECT 1 FROM core_eventhead WHERE event_id = %s FOR UPDATE", [flight.tournament.event_id])
        with waiting(answering(0)), waiting(answering(1)):
            cursor.execute("ROLLBACK")
    return answers


def test_of_two_ends_entered_for_one_hand_the_first_counts(flight):
    table = followed(flight)
    first, second, third, _ = chips_at(table)

    counted, refused = at_once(
        flight, lambda: won(table, first, {second: 500}), lambda: won(table, third, {second: 900})
    )

    assert counted is None
    assert refused.code == "hand_already_settled"
    assert "Hand 1" in refused.message
    assert Hand.objects.count() == Entry.objects.filter(kind=EntryKind.STACK_HAND).count() == 1
    assert (chips_at(table)[first], chips_at(table)[second], chips_at(table)[third]) == (10_500, 9_500, 10_000)
    assert book_faults(flight) == []


def test_a_hand_begins_once(flight):
    table = followed(flight)

    counted, refused = at_once(flight, lambda: begun(table), lambda: begun(table))

    assert (counted, refused.code) == (None, "hand_in_play")
    assert HandInPlay.objects.get().number == 1


def test_a_hand_is_paid_out_once(flight):
    table = begun(followed(flight))
    while the_play(table).phase == "betting":
        do(table, "fold")
    version = the_play(table).version

    def pay() -> None:
        services.pay_out(table=Table.objects.get(pk=table.pk), version=version, **by_staff())

    counted, refused = at_once(flight, pay, pay)

    assert (counted, refused.code) == (None, "no_hand_in_play")
    assert Hand.objects.count() == 1
    assert held(flight) == counts(flight)


def test_who_goes_out_on_a_hand_is_not_out_on_the_floor_as_well(flight):
    table = followed(flight)
    first, second, *_ = chips_at(table)
    code = seat_of(flight, second).player.code

    counted, refused = at_once(
        flight,
        lambda: all_in(table, winner=first, losers=[second]),
        lambda: bust_out(flight=flight, busted={code: 10_000}, **press()),
    )

    assert (counted, refused.code) == (None, "player_is_out")
    assert places(flight) == {code: (4, 4)}
    assert book_faults(flight) == []


def test_hands_at_two_tables_both_count_and_no_chip_is_lost():
    flight = running_flight(6, make_holdem(advancing_count=1, seats_per_table=3))
    tables = [followed(flight, number) for number in (1, 2)]
    (a, b, *_), (c, d, *_) = map(chips_at, tables)

    answers = at_once(flight, lambda: won(tables[0], a, {b: 500}), lambda: all_in(tables[1], winner=c, losers=[d]))

    assert answers == [None, None]
    assert [Hand.objects.filter(table=table).count() for table in tables] == [1, 1]
    assert chips_at(at(tables[0]))[a] == 10_500
    assert chips_at(at(tables[1]))[c] == 20_000
    assert sum(counts(flight).values()) == 60_000
    assert held(flight) == counts(flight)
    assert book_faults(flight) == []
