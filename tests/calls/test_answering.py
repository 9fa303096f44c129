"""Staff answer a call by name, give it back, and are done; who is told, and in which order."""

from __future__ import annotations

from datetime import timedelta

import pytest

from eventnight.calls import services
from eventnight.calls.lifecycles import CALL
from eventnight.calls.models import CallState, FloorCall
from eventnight.calls.selectors.banner import Banner, answers_calls, banner_of
from eventnight.calls.selectors.calls import answered_tonight, of_roles, open_calls
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from eventnight.events.models import Event, NamePolicy
from tests.calls.nights import FINN, GRETA, answer, at, by, call, cancel, fresh, player_of
from tests.flows.full_night import PLACES_OF_HOLDEM, open_night
from tests.flows.pressing import nothing_changes
from tests.tables.evening import open_table, seat_people
from tests.tournaments.holdem_nights import codes_of, make_holdem, running_flight
from tests.tournaments.nights import DANA, drawn_bracket, match_of
from tournaments.services.bracket.matches import call_match

pytestmark = pytest.mark.django_db

EVERYTHING = frozenset({Role.ORGANISER})


@pytest.fixture
def called() -> FloorCall:
    """A call from seat 4 of a card table."""
    return call(seat_people(open_table(open_night()), {4: 200})[4])


def refused(service, called: FloorCall, who: Actor = FINN, seconds: float = 0) -> Conflict:
    with pytest.raises(Conflict) as refusal:
        answer(service, called, who, seconds)
    return refusal.value


def banner(event: Event, who: Actor = FINN, seconds: float = 0) -> Banner:
    return banner_of(event, EVERYTHING, who, at(seconds))


# One tap, by name


def test_whoever_takes_a_call_is_named(called):
    taken = answer(services.take_call, called, FINN, 20)

    assert (taken.state, taken.taken_by_label, taken.taken_at) == (CallState.TAKEN, "Finn", at(20))
    assert open_calls(called.event)[0].seconds_to_take == 20


def test_a_second_tap_of_the_same_person_changes_nothing(called):
    answer(services.take_call, called, FINN, 20)

    with nothing_changes(but=("PressKey", "EventHead")):
        answer(services.take_call, called, FINN, 25)


def test_the_second_who_would_go_reads_who_is_on_the_way(called):
    answer(services.take_call, called, FINN, 20)

    with nothing_changes():
        error = refused(services.take_call, called, GRETA, 21)

    assert (error.code, error.facts["taken_by"]) == ("call_taken", "Finn")
    assert "Finn has been on the way since 7:00 PM" in error.message


def test_a_call_given_back_waits_from_when_it_was_made(called):
    answer(services.take_call, called, FINN, 20)

    back = answer(services.give_back_call, called, FINN, 50)

    assert (back.state, back.taken_at, back.taken_by_code, back.called_at) == (CallState.WAITING, None, "", at(0))
    assert banner(called.event, seconds=61).is_urgent
    assert answer(services.take_call, called, GRETA, 62).taken_by_label == "Greta"


def test_done_ends_the_call_for_everybody(called):
    answer(services.take_call, called, FINN, 20)

    done = answer(services.finish_call, called, GRETA, 120)

    assert (done.state, done.ended_at, done.ended_by_code, done.taken_by_label) == (
        CallState.DONE,
        at(120),
        GRETA.code,
        "Finn",
    )
    assert open_calls(called.event) == ()


@pytest.mark.parametrize("service", [services.give_back_call, services.finish_call])
def test_what_nobody_took_is_neither_given_back_nor_done(called, service):
    with nothing_changes():
        assert refused(service, called).code == "call_not_taken"


@pytest.mark.parametrize("service", [services.take_call, services.give_back_call, services.finish_call])
def test_nobody_goes_to_a_call_that_is_over(called, service):
    cancel(called, called.player, 30)

    with nothing_changes():
        error = refused(service, called)

    assert error.code == "call_over"
    assert "ended at 7:00 PM: cancelled. Nobody needs to go" in error.message


def test_the_log_has_a_line_for_each_answer(called):
    for service in (services.take_call, services.give_back_call, services.take_call, services.finish_call):
        answer(service, called)

    lines = AuditRecord.objects.filter(action__startswith="floor_call.").order_by("id")
    assert [(line.action.partition(".")[2], line.subject, line.actor_label) for line in lines[1:]] == [
        (did, "T1", "Finn") for did in ("taken", "given_back", "taken", "done")
    ]


# Every state and every move


@pytest.mark.parametrize("move", list(CALL.moves))
@pytest.mark.parametrize("state", list(CallState))
def test_each_move_is_made_from_its_states_alone(called, state: CallState, move: str):
    is_over, is_taken = state not in ("waiting", "taken"), state in ("taken", "done")
    FloorCall.objects.filter(pk=called.pk).update(
        state=state,
        ended_at=at(1) if is_over else None,
        ended_by_code="x" if is_over else "",
        **({"taken_at": at(1), "taken_by_code": "staff-5", "taken_by_label": "Eve"} if is_taken else {}),
    )
    row = fresh(called)

    if state in CALL.sources(move):
        CALL.require(move, row)
    else:
        with pytest.raises(Conflict) as refusal:
            CALL.require(move, row)
        assert refusal.value.code == ("call_over" if is_over else "call_taken" if is_taken else "call_not_taken")


# Who answers


def three_calls() -> tuple[Event, dict[str, FloorCall]]:
    """A call from a flight, from a card table and from a match of one night."""
    event = open_night()
    bracket = drawn_bracket(2, event)
    call_match(match=match_of(bracket, 1), station=4, press=by(DANA))
    flight = running_flight(3, make_holdem(event, **PLACES_OF_HOLDEM))
    players = {
        "match": player_of(event, "P001"),
        "flight": player_of(event, codes_of(flight)[0]),
        "table": seat_people(open_table(event), {1: 200})[1],
    }
    return event, {kind: call(player, seconds) for seconds, (kind, player) in enumerate(players.items())}


@pytest.mark.parametrize(
    ("role", "kinds"),
    [
        (Role.ORGANISER, ["match", "flight", "table"]),
        (Role.FLOOR, ["flight", "table"]),
        (Role.TABLES, ["table"]),
        (Role.MATCHES, ["match"]),
        (Role.DESK, []),
        (Role.RAFFLE, []),
    ],
)
def test_whoever_runs_a_table_answers_its_calls(role: Role, kinds: list[str]):
    event, _ = three_calls()
    roles = frozenset({role})

    assert [call.place.kind.value for call in of_roles(open_calls(event), roles)] == kinds
    assert answers_calls(roles) == bool(kinds)


# The banner, and what was answered


def test_the_banner_shows_the_oldest_waiting_call_and_counts_the_others():
    event, calls = three_calls()
    assert (banner(event).first.id, banner(event).others) == (calls["match"].pk, 2)

    answer(services.take_call, calls["match"], FINN, 10)

    assert (banner(event).first.id, banner(event).others) == (calls["flight"].pk, 1)
    assert [[call.id for call in banner(event, who).own] for who in (FINN, GRETA)] == [[calls["match"].pk], []]


@pytest.mark.parametrize(("seconds", "is_urgent"), [(0, False), (59.999, False), (60, True), (600, True)])
def test_a_call_is_urgent_from_its_first_minute_on(called, seconds: float, is_urgent: bool):
    shown = banner(called.event, seconds=seconds)

    assert shown.is_urgent == is_urgent
    assert shown.changes_at == (None if is_urgent else at(60))


def test_a_banner_without_a_waiting_call_never_changes_by_itself(called):
    answer(services.take_call, called)

    assert (banner(called.event, seconds=600).is_urgent, banner(called.event).changes_at) == (False, None)


def test_what_was_answered_says_how_fast():
    event, calls = three_calls()
    for seconds, made in ((41, calls["match"]), (11, calls["flight"]), (90, calls["table"])):
        answer(services.take_call, made, FINN, seconds)
        answer(services.finish_call, made, FINN, 200)

    told = answered_tonight(event, EVERYTHING)

    assert (told.number, told.typically) == (3, 41)
    assert [call.seconds_to_take for call in told.newest] == [88, 41, 10]
    assert answered_tonight(event, frozenset({Role.MATCHES})).number == 1
    assert answered_tonight(event, frozenset({Role.DESK})).number == 0


def test_staff_read_a_minor_by_the_code_name(called):
    called.player.person.is_minor = True
    called.player.person.save()
    Event.objects.update(name_policy=NamePolicy.FULL)

    assert open_calls(Event.objects.get())[0].who == f"{called.player.code}, seat 4"


def test_a_fuller_night_costs_no_more_queries(django_assert_num_queries):
    event, _ = three_calls()

    with django_assert_num_queries(1):
        assert len(banner_of(event, EVERYTHING, FINN, at(0) + timedelta(seconds=5)).waiting) == 3
