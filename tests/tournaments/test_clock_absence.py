"""The system was off while a clock ran: the clock counted on, and staff say whether play did too."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.clock import ClockMove, ClockState, make_move, read_clock
from engine.tournament.clock import TimedMove as Move
from engine.tournament.levels import Level
from eventnight.core.errors import Conflict
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from eventnight.night.selectors.alerts import alerts
from eventnight.night.selectors.tonight import tonight
from tests.factories import NOW, after, make_staff
from tests.pressing import pressed
from tests.tournaments.clocks import tick_at
from tests.tournaments.holdem_nights import BY, fresh, running_flight
from tournaments.models import BlindClock, ClockEvent
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.services.clock.presses import answer_absence, pause_clock, set_pause_for_breaks, undo_clock_event

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-6")]

LEVELS = (
    Level(small_blind=100, big_blind=200, ante=0, seconds=20 * 60),
    Level(small_blind=0, big_blind=0, ante=0, seconds=10 * 60, is_break=True),
    Level(small_blind=200, big_blind=400, ante=0, seconds=20 * 60),
)


def away(minutes: float = 41):
    """A flight whose system was off from 5:00 to that time."""
    flight = running_flight()
    BlindClock.objects.update(last_read_at=after(5))
    tick_at(after(minutes))
    return fresh(flight)


def by(minutes: float) -> dict[str, object]:
    return pressed(BY, at=after(minutes))


def test_the_clock_counts_on_and_staff_are_asked():
    flight = away()

    view = clock_view(flight, after(41))

    assert (view.level.name, view.seconds_left) == ("Level 3", 19 * 60)
    assert (view.away.since, view.away.until, view.away.seconds) == (after(5), after(41), 36 * 60)
    assert (view.away.back_to.name, view.away.back_to_seconds_left) == ("Level 1", 15 * 60)


def test_where_play_went_on_nothing_moves_and_nobody_is_asked_again():
    flight = answer_absence(flight=away(), play_went_on=True, **by(42)).flight

    view = clock_view(fresh(flight), after(42))
    assert (view.level.name, view.seconds_left, view.away) == ("Level 3", 18 * 60, None)
    with pytest.raises(Conflict, match="answered already"):
        answer_absence(flight=flight, play_went_on=False, **by(43))


def test_where_nobody_played_the_time_is_given_back_and_an_undo_takes_it_again():
    flight = answer_absence(flight=away(), play_went_on=False, **by(42)).flight

    view = clock_view(fresh(flight), after(42))
    assert (view.level.name, view.seconds_left, view.away) == ("Level 1", 14 * 60, None)
    undo_clock_event(flight=flight, **by(43))
    view = clock_view(fresh(flight), after(43))
    assert (view.level.name, view.seconds_left) == ("Level 3", 17 * 60)


def test_a_level_given_back_is_announced_again_when_it_comes():
    flight = answer_absence(flight=away(), play_went_on=False, **by(42)).flight
    version = fresh(flight).clock.version

    tick_at(after(56, 30))

    assert list(
        ClockEvent.objects.filter(clock__flight=flight, kind=ClockMove.STOOD_STILL.value).values_list(
            "seconds", flat=True
        )
    ) == [36 * 60]
    announced = fresh(flight).clock.announcements.filter(version=version).values_list("position", flat=True)
    assert list(announced.order_by("position")) == [2]


def test_a_clock_that_stopped_for_the_break_gives_back_no_more_than_it_counted():
    flight = running_flight()
    set_pause_for_breaks(flight=flight, is_on=True, **by(1))
    BlindClock.objects.update(last_read_at=after(59))

    tick_at(after(120))

    assert clock_view(fresh(flight), after(120)).away.seconds == 60


def test_a_short_absence_and_a_standing_clock_ask_nothing():
    flight = running_flight()
    BlindClock.objects.update(last_read_at=after(5))
    tick_at(after(6))
    assert clock_view(fresh(flight), after(6)).away is None

    pause_clock(flight=flight, **by(6))
    BlindClock.objects.update(last_read_at=after(6))
    tick_at(after(60))
    assert clock_view(fresh(flight), after(60)).away is None


def test_two_absences_before_an_answer_add_up():
    flight = away(15)
    BlindClock.objects.update(last_read_at=after(16))
    tick_at(after(19))

    view = clock_view(fresh(flight), after(19))

    assert (view.away.since, view.away.until, view.away.seconds) == (after(5), after(19), 13 * 60)


def test_an_answer_to_an_older_clock_is_refused():
    flight = away()

    with pytest.raises(Conflict, match="has changed since"):
        answer_absence(flight=flight, play_went_on=False, seen_version=flight.clock.version - 1, **by(42))

    assert clock_view(fresh(flight), after(42)).away is not None


def test_the_floor_page_asks_and_the_organiser_is_told(client):
    flight = away()
    event = flight.tournament.event
    client.force_login(make_staff(event, Role.FLOOR))

    page = client.get(f"/staff/{event.code}/floor/{flight.pk}/").content.decode()

    assert "The system was off from" in page
    assert any("go on from" in alert.title for alert in alerts(tonight(event, after(41)), [], after(41)))
    answer = client.post(f"/staff/{event.code}/floor/{flight.pk}/clock/absence/stood-still/")
    assert answer.status_code == 302
    assert fresh(flight).clock.away_seconds is None


@pytest.mark.parametrize(
    ("answer", "told"), [("stood-still", ("clock.stood", 0)), ("went-on", ("clock.went_on", 36 * 60))]
)
def test_a_clock_whose_start_was_undone_takes_either_answer(client, answer, told):
    flight = away()
    client.force_login(make_staff(flight.tournament.event, Role.FLOOR))
    clock = f"/staff/{flight.tournament.event.code}/floor/{flight.pk}/clock"
    undo_clock_event(flight=flight, **by(42))
    version = fresh(flight).clock.version

    client.post(f"{clock}/absence/{answer}/")

    row = fresh(flight).clock
    assert (row.away_from, row.away_until, row.away_seconds) == (None, None, None)
    assert (row.elapsed_ms, row.is_running, row.version) == (0, False, version)
    line = AuditRecord.objects.filter(event=flight.tournament.event).latest("pk")
    assert (line.action, line.facts["seconds"]) == told


def test_the_database_keeps_the_absence_whole():
    flight = away()

    with pytest.raises(IntegrityError, match="blindclock_away_is_whole"), transaction.atomic():
        BlindClock.objects.filter(flight=flight).update(away_seconds=None)


@given(
    before=st.integers(0, 49 * 60),
    gap=st.integers(1, 3600),
    later=st.integers(0, 3600),
)
def test_giving_an_absence_back_is_as_if_the_clock_had_been_paused(before, gap, later):
    """Law: while the levels last, it does not matter whether somebody pressed pause or the time is given back."""
    start = ClockState(0, NOW)
    gone, back, now = (after(0, seconds) for seconds in (before, before + gap, before + gap + later))
    counted = (read_clock(LEVELS, start, back).elapsed_ms - read_clock(LEVELS, start, gone).elapsed_ms) // 1000
    paused = make_move(LEVELS, make_move(LEVELS, start, Move(ClockMove.PAUSE, gone)), Move(ClockMove.RESUME, back))

    stood = make_move(LEVELS, start, Move(ClockMove.STOOD_STILL, back, counted))

    assert read_clock(LEVELS, stood, now) == read_clock(LEVELS, paused, now)
