"""A guest calls the floor from their seat: one open call a table, which everybody there may explain or cancel."""

from __future__ import annotations

from uuid import uuid4

import pytest

from eventnight.bank.services import give_first_stack
from eventnight.calls import services
from eventnight.calls.models import About, CallState, FloorCall
from eventnight.calls.places import Kind, Place
from eventnight.calls.selectors.calls import call_view, open_calls
from eventnight.calls.selectors.seats import seats_now
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.events.models import Player
from eventnight.events.services.eligibility import withdraw_player
from tables.services import seat_player
from tests.calls.nights import FINN, answer, at, by, call, cancel, fresh, player_of
from tests.factories import NOW, make_event, make_player
from tests.flows.full_night import PLACES_OF_HOLDEM, open_night
from tests.flows.pressing import nothing_changes
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tournaments.floors import at as at_table
from tests.tournaments.floors import floor_of
from tests.tournaments.holdem_nights import make_holdem, out, seated_flight
from tests.tournaments.nights import DANA, drawn_bracket, match_of
from tournaments.models import Flight
from tournaments.services.bracket.matches import call_match
from tournaments.services.clock.presses import start_clock
from tournaments.services.seating.seats import Place as SeatPlace
from tournaments.services.seating.seats import move_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def flight() -> Flight:
    """A running flight: table 1 with players on seats 1 to 3, table 2 with two."""
    return floor_of([3, 2])


def sitting(flight: Flight, table: int, seat: int) -> Player:
    return player_of(flight.tournament.event, at_table(flight, table, seat))


def refused(press, *given, **facts) -> Conflict:
    with pytest.raises(Conflict) as refusal:
        press(*given, **facts)
    return refusal.value


def say(called: FloorCall, player: Player, about: About, seconds: float = 0) -> FloorCall:
    return services.say_about(
        event=player.event, call_id=called.pk, about=about, press=by(player, seconds), player=player
    )


# Where somebody sits


def test_a_call_comes_from_the_flights_table_and_the_seat(flight):
    called = call(sitting(flight, 1, 3))

    assert called.place == Place(Kind.FLIGHT, flight.pk, 1)
    assert (called.seat_number, called.state, called.called_at) == (3, CallState.WAITING, NOW)


def test_a_call_comes_from_an_open_card_table():
    table = open_table(open_night())
    people = seat_people(table, {4: 200})

    called = call(player_of(table.event, people[4].code))

    assert (called.place, called.seat_number) == (Place(Kind.TABLE, table.pk), 4)


def test_a_call_comes_from_the_table_of_a_match_once_it_is_called():
    event = open_night()
    bracket = drawn_bracket(2, event)
    player = player_of(event, "P001")
    assert refused(call, player).code == "no_seat_to_call_from"

    call_match(match=match_of(bracket, 1), station=4, press=by(DANA))
    called = call(player)

    assert (called.place, called.seat_number) == (Place(Kind.MATCH, match_of(bracket, 1).pk), None)
    assert open_calls(event)[0].table == "Euchre table 4"


def test_whoever_has_several_seats_calls_from_where_play_goes_on():
    event = open_night()
    bracket = drawn_bracket(2, event)
    player, table = player_of(event, "P001"), open_table(event)

    def seat() -> Kind:
        return seats_now(event.pk)[player.pk].place.kind

    flight = seated_flight(2, make_holdem(event, **PLACES_OF_HOLDEM))
    flight.entries.filter(pk=flight.entries.first().pk).update(player=player)
    assert seat() == Kind.FLIGHT

    Player.objects.filter(pk=player.pk).update(checked_in_at=NOW)
    give_first_stack(event=event, player_code=player.code, press=Press(SYSTEM, NOW, uuid4()))
    seat_player(table=table, seat=1, player=player_of(event, player.code), chips=200, **by_staff())
    assert seat() == Kind.TABLE, "a flight whose clock has not started comes last"

    start_clock(flight=flight, press=by(DANA))
    assert seat() == Kind.FLIGHT

    call_match(match=match_of(bracket, 1), station=1, press=by(DANA))
    assert seat() == Kind.MATCH


def test_whoever_is_out_withdrawn_or_never_sat_down_has_nowhere_to_call_from(flight):
    gone = sitting(flight, 1, 3)
    out(flight, gone.code)
    stranger = make_player(flight.tournament.event, checked_in=True)
    withdrawn = sitting(flight, 1, 2)
    withdraw_player(player=withdrawn, reason="Showed no ID", press=by(FINN))

    codes = [refused(call, player).code for player in (gone, stranger, withdrawn)]

    assert codes == ["no_seat_to_call_from", "no_seat_to_call_from", "player_withdrawn"]
    assert not FloorCall.objects.exists()


def test_nobody_comes_once_the_night_is_closed(flight):
    event = flight.tournament.event
    type(event).objects.filter(pk=event.pk).update(status="closed")

    error = refused(call, sitting(flight, 1, 1))

    assert (error.code, event.name in error.message) == ("night_over", True)


# One open call a table


def test_a_second_tap_finds_the_open_call_and_changes_no_screen(flight):
    first = call(sitting(flight, 1, 3))

    with nothing_changes(but=("PressKey",)):
        again = [call(sitting(flight, 1, seat), 5) for seat in (3, 1)]

    assert [each.pk for each in again] == [first.pk, first.pk]
    assert again[1].by_label == first.by_label


def test_each_table_has_a_call_of_its_own(flight):
    calls = [call(sitting(flight, table, 1)) for table in (1, 2)]

    assert len({each.pk for each in calls}) == 2
    assert [each.table for each in open_calls(flight.tournament.event)] == ["Table 1", "Table 2"]


def test_the_log_says_who_called_from_where_and_how_it_ended(flight):
    player = sitting(flight, 1, 3)
    called = call(player)
    say(called, player, About.RULING)
    cancel(called, sitting(flight, 1, 1), 9)

    lines = AuditRecord.objects.filter(action__startswith="floor_call.").order_by("id")

    holdem = f"holdem {flight.tournament_id} flight {flight.code}"
    assert [(line.action, line.subject, line.facts.get("table")) for line in lines] == [
        (f"floor_call.{did}", holdem, 1) for did in ("made", "said", "cancelled")
    ]


# What it is about, and never mind


def test_anybody_at_the_table_says_what_it_is_about_and_says_it_again(flight):
    called = call(sitting(flight, 1, 3))

    say(called, sitting(flight, 1, 1), About.WRONG_DEAL)
    assert open_calls(flight.tournament.event)[0].heading == "Table 1 calls the floor: a wrong deal"

    say(called, sitting(flight, 1, 3), About.CHIPS, 30)
    assert open_calls(flight.tournament.event)[0].heading == "Table 1 calls the floor: chips"


def test_anybody_at_the_table_cancels_the_call(flight):
    called = call(sitting(flight, 1, 3))

    ended = cancel(called, sitting(flight, 1, 1), 8)

    assert (ended.state, ended.ended_at, ended.taken_at) == (CallState.CANCELLED, at(8), None)
    assert open_calls(flight.tournament.event) == ()


def test_a_call_that_somebody_is_on_the_way_to_may_still_be_cancelled(flight):
    called = call(sitting(flight, 1, 3))
    services.take_call(event=called.event, call_id=called.pk, press=by(FINN, 20))

    ended = cancel(called, sitting(flight, 1, 3), 40)

    assert (ended.state, ended.taken_by_label) == (CallState.CANCELLED, "Finn")


@pytest.mark.parametrize("press", [cancel, lambda called, player: say(called, player, About.RULING)])
def test_another_table_touches_nothing_of_it(flight, press):
    called = call(sitting(flight, 1, 3))
    neighbour = sitting(flight, 2, 1)

    with nothing_changes():
        assert refused(press, called, neighbour).code == "not_your_table"


def test_whoever_moved_away_no_longer_speaks_for_the_table(flight):
    player = sitting(flight, 1, 3)
    called = call(player)
    move_player(flight=flight, player_code=player.code, to=SeatPlace(table=2, seat=5), press=by(FINN))

    assert refused(cancel, called, player).code == "not_your_table"
    assert call(player, 5).pk != called.pk


def test_a_guest_of_another_night_finds_no_such_call(flight):
    called = call(sitting(flight, 1, 3))
    elsewhere = seat_people(open_table(make_event("wlia")), {1: 200})[1]

    with pytest.raises(NotFound) as refusal:
        cancel(called, elsewhere)

    assert refusal.value.code == "unknown_call"
    assert fresh(called).state == CallState.WAITING


@pytest.mark.parametrize("press", [cancel, lambda called, player: say(called, player, About.RULING)])
def test_a_call_that_is_over_stays_so(flight, press):
    player = sitting(flight, 1, 3)
    called = call(player)
    cancel(called, player, 8)

    error = refused(press, called, player)

    assert (error.code, "7:00 PM: cancelled" in error.message) == ("call_over", True)


# Tapping to and fro


@pytest.mark.parametrize(("seconds", "left"), [(8, 20), (8.5, 20), (27.2, 1), (27.9, 1)])
def test_whoever_cancels_waits_a_moment_before_the_next_call(flight, seconds: float, left: int):
    player = sitting(flight, 1, 3)
    cancel(call(player), player, 8)

    error = refused(call, player, seconds)

    assert (error.code, error.facts["seconds"]) == ("called_just_now", left)
    assert f"Call again in {left} s" in error.message


def test_after_twenty_seconds_the_table_is_called_again(flight):
    player = sitting(flight, 1, 3)
    first = call(player)
    cancel(first, player, 8)

    assert call(player, 28).pk != first.pk


def test_nobody_waits_for_a_moment_to_come_when_the_computers_time_was_set_back(flight):
    player = sitting(flight, 1, 3)
    cancel(call(player), player, 5)

    again = call(player, -3600)
    answer(services.take_call, again, FINN, -3700)

    assert call_view(fresh(again), again.event).seconds_to_take == 0


def test_a_neighbour_who_cancels_every_call_holds_back_themselves_alone(flight):
    """A call may be made at most every twenty seconds by one guest, whoever cancels it."""
    caller, neighbour = sitting(flight, 1, 3), sitting(flight, 1, 1)
    cancel(call(caller), neighbour, 15)

    assert refused(call, caller, 19).code == "called_just_now"
    assert refused(call, neighbour, 34).code == "called_just_now"
    assert call(caller, 20).state == CallState.WAITING


def test_an_answered_call_holds_nobody_back(flight):
    player = sitting(flight, 1, 3)
    called = call(player)
    services.take_call(event=called.event, call_id=called.pk, press=by(FINN, 2))
    services.finish_call(event=called.event, call_id=called.pk, press=by(FINN, 4))

    assert call(player, 5).pk != called.pk


# Staff call to a table


def test_staff_call_the_floor_to_a_table_where_somebody_sits(flight):
    event = flight.tournament.event

    def press(number: int, key=None) -> FloorCall:
        place = Place(Kind.FLIGHT, flight.pk, number)
        return services.call_for_table(event=event, place=place, press=by(DANA))

    called = press(2)

    assert (called.player, called.by_label, called.place.number) == (None, "Dana", 2)
    assert press(2).pk == called.pk
    assert refused(press, 9).code == "nobody_at_table"
    assert call(sitting(flight, 2, 1)).pk == called.pk
