"""A call ends with its table: nobody is left there, the table or the night is closed. It never waits for nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eventnight.calls import services
from eventnight.calls.models import CallState, FloorCall
from eventnight.calls.tasks import end_calls_of_empty_tables
from eventnight.core.actors import SYSTEM
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.events.services import close_event
from eventnight.events.services.eligibility import withdraw_player
from tables.services import close_table, leave_seat
from tests.calls.nights import FINN, answer, at, by, call, fresh, player_of
from tests.factories import NOW, make_event
from tests.flows.full_night import PLACES_OF_HOLDEM, open_night
from tests.flows.pressing import nothing_changes
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tournaments.floors import at as at_table
from tests.tournaments.floors import floor_of
from tests.tournaments.holdem_nights import codes_of, decided_flight, make_holdem, out, press
from tests.tournaments.nights import DANA, decide, drawn_bracket, match_of
from tournaments.services.bracket.matches import call_match, undo_call
from tournaments.services.flight.bags import bag_flight
from tournaments.services.seating.seats import Place, move_player

pytestmark = pytest.mark.django_db


def tick(seconds: float = 100) -> int:
    return services.end_calls_of_empty_tables(read_now=lambda: at(seconds))


def at_a_card_table() -> tuple[FloorCall, Callable[[], object]]:
    """Everybody stood up, and the table was closed."""
    table = open_table(open_night())
    called = call(seat_people(table, {4: 200})[4])

    def leave() -> None:
        leave_seat(table=table, seat=4, **by_staff())
        close_table(table=table, **by_staff())

    return called, leave


def at_a_flights_table() -> tuple[FloorCall, Callable[[], object]]:
    """The last player of table 2 was moved away."""
    flight = floor_of([3, 1])
    code = at_table(flight, 2, 1)
    called = call(player_of(flight.tournament.event, code))
    return called, lambda: move_player(flight=flight, player_code=code, to=Place(table=1, seat=6), press=by(FINN))


def of_who_went_out() -> tuple[FloorCall, Callable[[], object]]:
    """The last player of table 2 went out."""
    flight = floor_of([3, 1])
    code = at_table(flight, 2, 1)
    return call(player_of(flight.tournament.event, code)), lambda: out(flight, code)


def of_bagged_stacks() -> tuple[FloorCall, Callable[[], object]]:
    """The flight is over."""
    flight = decided_flight(make_holdem(open_night(make_event("washburn"))), 1)
    codes = codes_of(flight)[:2]
    called = call(player_of(flight.tournament.event, codes[0]))
    return called, lambda: bag_flight(flight=flight, counts=dict(zip(codes, (52_000, 28_000), strict=True)), **press())


def of_a_match(end: Callable[..., object]) -> Callable[[], tuple[FloorCall, Callable[[], object]]]:
    def made() -> tuple[FloorCall, Callable[[], object]]:
        event = open_night()
        bracket = drawn_bracket(2, event)
        call_match(match=match_of(bracket, 1), station=4, press=by(DANA))
        return call(player_of(event, "P001")), lambda: end(bracket)

    return made


def of_who_was_withdrawn() -> tuple[FloorCall, Callable[[], object]]:
    """The only one who sits there does not play on."""
    player = seat_people(open_table(open_night()), {4: 200})[4]
    return call(player), lambda: withdraw_player(player=player, reason="Showed no ID", press=by(FINN))


@pytest.mark.parametrize(
    "ended",
    [
        at_a_card_table,
        at_a_flights_table,
        of_who_went_out,
        of_bagged_stacks,
        of_a_match(lambda bracket: decide(bracket, 1)),
        of_a_match(lambda bracket: undo_call(match=match_of(bracket, 1), press=by(DANA))),
        of_who_was_withdrawn,
    ],
)
@pytest.mark.parametrize("is_taken", [False, True])
def test_a_call_whose_table_has_nobody_left_ends_with_it(ended, is_taken: bool):
    called, end = ended()
    if is_taken:
        answer(services.take_call, called)
    assert tick() == 0

    end()
    assert tick(100) == 1

    row = fresh(called)
    assert (row.state, row.ended_at, row.ended_by_code) == (CallState.TABLE_ENDED, at(100), "system")
    assert (row.taken_by_label, tick()) == ("Finn" if is_taken else "", 0)


def test_a_call_stands_while_somebody_sits_at_the_table_though_the_caller_has_left():
    flight = floor_of([3, 2])
    caller = at_table(flight, 1, 3)
    called = call(player_of(flight.tournament.event, caller))
    out(flight, caller)

    with nothing_changes():
        assert tick() == 0

    assert fresh(called).state == CallState.WAITING


def test_the_log_says_that_the_table_ended():
    called, end = at_a_flights_table()
    end()
    tick()

    line = AuditRecord.objects.get(action="floor_call.ended")
    assert (line.actor_code, line.facts["table"]) == ("system", 2)
    assert fresh(called).ended_at == line.at


def test_new_people_make_a_call_of_their_own():
    called, end = at_a_card_table()
    end()
    tick()

    again = call(seat_people(open_table(called.event), {1: 200})[1], 200)

    assert (again.pk != called.pk, again.state) == (True, CallState.WAITING)


def test_the_worker_looks_by_itself():
    called, end = at_a_flights_table()
    end()

    end_calls_of_empty_tables()

    assert fresh(called).state == CallState.TABLE_ENDED


def test_nothing_is_locked_while_every_table_has_somebody():
    at_a_card_table()
    at_a_flights_table()

    with nothing_changes():
        tick()


def test_closing_the_night_ends_every_call_at_once(settings):
    settings.CLOSING_GUARD = "tests.calls.test_ending.let_it_close"
    flight = floor_of([3, 2], make_holdem(open_night(), **PLACES_OF_HOLDEM))
    event = flight.tournament.event
    calls = [call(player_of(event, at_table(flight, table, 1))) for table in (1, 2)]
    answer(services.take_call, calls[0])

    close_event(event=event, press=Press(FINN, at(60)))

    rows = [fresh(each) for each in calls]
    assert {(row.state, row.ended_at, row.ended_by_code) for row in rows} == {
        (CallState.TABLE_ENDED, at(60), FINN.code)
    }
    assert AuditRecord.objects.filter(action="floor_call.ended").count() == 2


def let_it_close(event, now) -> dict[str, object]:
    """A night with flights under way may be closed."""
    return {}


def test_a_night_that_may_not_close_keeps_its_calls(settings):
    flight = floor_of([3, 2], make_holdem(open_night(), **PLACES_OF_HOLDEM))
    called = call(player_of(flight.tournament.event, at_table(flight, 1, 1)))

    with pytest.raises(Exception, match="cannot be closed yet"):
        close_event(event=flight.tournament.event, press=Press(SYSTEM, NOW))

    assert fresh(called).state == CallState.WAITING
