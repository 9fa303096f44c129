"""Hands at the tables of a flight beside what the floor does: moves, bags, hand for hand, and the final."""

from __future__ import annotations

import pytest

from tables import services
from tables.models import Seat, Table
from tables.selectors import table_view, the_play
from tests.factories import after, make_event
from tests.tables.evening import put_in
from tests.tournaments.floors import due, floor_of
from tests.tournaments.hands import (
    all_in,
    at,
    begun,
    book_faults,
    by_staff,
    chips_at,
    do,
    followed,
    paid_out,
    refusal_of,
    seat_of,
    settled,
    undone,
    won,
)
from tests.tournaments.holdem_nights import codes_of, fresh, make_holdem, places, press, running_flight
from tournaments.models import Flight, FlightTable
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts
from tournaments.services.flight.final import finish_holdem
from tournaments.services.flight.hand_for_hand import finish_shared_hand, resume_shared_hand, start_hand_for_hand
from tournaments.services.seating.seats import Place, move_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def flight():
    """Four players at one table; one of them wins it."""
    return running_flight(4, make_holdem(advancing_count=1))


def test_while_a_hand_is_played_its_seats_stay_as_they_are(flight):
    begun(followed(flight))
    code = codes_of(flight)[0]
    taken = {entry.seat_number for entry in flight.entries.all()}
    free = next(number for number in range(1, 9) if number not in taken)
    doors = {
        "move": lambda: move_player(flight=flight, player_code=code, to=Place(table=1, seat=free), **press()),
        "bust": lambda: bust_out(flight=flight, busted={code: 10_000}, **press()),
        "count": lambda: enter_chip_counts(flight=flight, counts={code: 9_000}, **press()),
    }

    refused = {name: refusal_of(door) for name, door in doors.items()}

    assert {each.code for each in refused.values()} == {"hand_in_play"}
    assert "Hand 1 of Flight 1 is being played at table 1." in refused["move"].message


def test_no_flight_is_bagged_while_a_hand_is_played(flight):
    table = begun(followed(flight))
    fresh_one = fresh(flight)
    fresh_one.decided_at = after(minutes=1)
    fresh_one.save(update_fields=["decided_at"])

    assert refusal_of(lambda: bag_flight(flight=flight, counts={}, **press())).code == "hand_in_play"
    refused = refusal_of(lambda: paid_out(table))
    assert (refused.code, "Call the hand off" in refused.message) == ("flight_decided", True)
    services.call_off(table=table, version=1, reason="Decided elsewhere", **by_staff())


@pytest.mark.rule("ANG-41", "WAS-2")
def test_a_hand_that_the_decision_overtook_is_called_off_where_all_hands_are_played_out():
    flight = running_flight(4, make_holdem(make_event("angies"), advancing_count=1))
    table = begun(followed(flight))
    do(table, "fold")
    assert refusal_of(lambda: called_off(at(table))).code == "hand_plays_on"
    Flight.objects.filter(pk=flight.pk).update(decided_at=after(minutes=1))

    called_off(at(table))

    assert refusal_of(lambda: paid_out(at(table))).code == "no_hand_in_play"


def called_off(table: Table) -> None:
    version = the_play(table).version
    services.call_off(table=table, version=version, reason="Decided elsewhere", **by_staff())


def test_what_the_tables_need_waits_for_the_hand_at_them():
    flight = floor_of([5, 3])
    table = begun(followed(flight, 1))

    waiting = due(flight)

    assert (waiting.lines, waiting.blocked) == (
        (),
        "It waits for hand 1 at table 1 to end: pay it out or call it off.",
    )
    services.call_off(table=table, version=the_play(table).version, reason="Misdeal", **by_staff())
    assert due(flight).lines


def test_the_tables_own_doors_for_seats_are_the_floors(flight):
    table = followed(flight)
    seat = next(iter(chips_at(table)))
    doors = (
        lambda: services.seat_player(table=table, seat=1, player=flight.entries.first().player, chips=50, **by_staff()),
        lambda: services.top_up(table=table, seat=seat, chips=50, **by_staff()),
        lambda: services.leave_seat(table=table, seat=seat, **by_staff()),
        lambda: services.sit_out(table=table, seat=seat, **by_staff()),
        lambda: services.close_table(table=table, **by_staff()),
    )

    assert {refusal_of(door).code for door in doors} == {"kept_by_the_floor"}


def test_a_player_of_a_flight_may_sit_at_a_cash_table_later(flight):
    table = begun(followed(flight))

    assert Seat.objects.filter(table=table, player__isnull=False).exclude(stack_code="").count() == 4
    assert {seat.account.kind for seat in Seat.objects.filter(table=table, player__isnull=False)} == {"stack"}


def test_who_moves_to_a_table_is_dealt_in_at_once_and_owes_nothing():
    flight = running_flight(6, make_holdem(advancing_count=1, seats_per_table=3))
    one = followed(flight, 1)
    first, second, _ = chips_at(one)
    won(one, first, {second: 500})
    mover = next(entry for entry in flight.entries.filter(table_number=2))
    leaver = seat_of(flight, second)
    move_player(flight=flight, player_code=leaver.player.code, to=Place(table=3, seat=1), opens_table=True, **press())
    move_player(flight=flight, player_code=mover.player.code, to=Place(table=1, seat=second), **press())

    view = table_view(at(one))

    assert set(view.to_come.dealt_in) == set(view.stacks)
    assert view.to_come.owed == ()
    assert view.stacks[second] == 10_000


# Hand for hand


@pytest.mark.rule("STD-10")
def test_hand_for_hand_a_table_that_played_its_hand_waits_for_the_others():
    flight = running_flight(6, make_holdem(advancing_count=1, seats_per_table=3))
    one, two = followed(flight, 1), followed(flight, 2)
    start_hand_for_hand(flight=flight, **press())
    (a, b, _), (x, y, _) = chips_at(one), chips_at(two)

    all_in(one, winner=a, losers=(b,))

    assert fresh(flight).tables_done == [1]
    assert refusal_of(lambda: begun(one)).code == "waits_for_the_others"
    assert refusal_of(lambda: resume_shared_hand(flight=flight, table=1, **press())).code == "hand_was_played"
    begun(two)
    assert refusal_of(lambda: finish_shared_hand(flight=flight, table=2, hand=1, **press())).code == "hand_in_play"
    services.call_off(table=two, version=1, reason="Misdeal", **by_staff())
    all_in(two, winner=x, losers=(y,))
    assert (fresh(flight).shared_hand, fresh(flight).tables_done) == (2, [])
    assert sorted(places(flight).values()) == [(5, 6), (5, 6)]

    undone(two, 1)
    assert (fresh(flight).shared_hand, fresh(flight).tables_done) == (1, [1])
    assert sorted(places(flight).values()) == [(6, 6)]
    undone(one, 1)
    assert (fresh(flight).shared_hand, fresh(flight).tables_done, places(flight)) == (1, [], {})
    assert book_faults(flight) == []


def test_a_shared_hand_stays_once_another_table_has_gone_on():
    flight = running_flight(6, make_holdem(advancing_count=1, seats_per_table=3))
    one, two = followed(flight, 1), followed(flight, 2)
    start_hand_for_hand(flight=flight, **press())
    for table in (one, two, two):
        first, second, _ = chips_at(table)
        won(table, first, {second: 500})

    assert refusal_of(lambda: undone(one, 1)).code == "shared_hand_over"


# Two at once, and the end


def test_two_staff_settle_one_hand_and_the_second_is_told(flight):
    table = followed(flight)
    first, second, *_ = chips_at(table)
    posting = won(table, first, {second: 500})
    ends = [put_in(first, 500), put_in(second, 500, folded=True)]

    refused = refusal_of(lambda: settled(table, *ends, number=1))

    assert refused.code == "hand_already_settled"
    assert (refused.facts["next"], posting.hand.number) == (2, 1)
    key = by_staff()
    once, again = (settled(table, *ends, number=2, button=1, **key) for _ in "ab")
    assert (again.hand, once.is_replay, again.is_replay) == (once.hand, False, True)
    assert chips_at(table)[first] == 11_000


def test_the_final_is_played_by_hands_to_its_winner():
    from tests.tournaments.holdem_nights import final_drawn
    from tournaments.services.clock.presses import start_clock

    final = final_drawn()
    start_clock(flight=final, **press())
    final = fresh(final)
    table = followed(final)
    seats = chips_at(table)
    champion = max(seats, key=seats.__getitem__)

    for seat in sorted(set(seats) - {champion}, key=seats.__getitem__):
        all_in(table, winner=champion, losers=(seat,))

    assert fresh(final).is_decided
    assert sorted(places(final).values()) == [(number, number) for number in range(1, 7)]
    finished = finish_holdem(tournament=final.tournament, **press())
    assert finished.winner == seat_of(final, champion).player
    assert book_faults(final) == []
    assert not FlightTable.objects.filter(flight=final).exists()
