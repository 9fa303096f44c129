"""A press is booked at the moment in which it was received, however long it waited; time is neither lost nor gained."""

from __future__ import annotations

from datetime import timedelta

import pytest

from eventnight.core.press import Press
from tests.factories import after
from tests.tournaments.clocks import tick_at
from tests.tournaments.holdem_nights import BY, fresh, running_flight
from tournaments.models import BlindClock, ClockEvent, ClockKind
from tournaments.selectors.clock.clock_view import clock_view, last_move
from tournaments.services.clock.presses import adjust_clock, pause_clock, resume_clock, undo_clock_event

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-6")]

MINUTE = 60


def at(minutes: float, seconds: float = 0) -> dict[str, object]:
    return {"press": Press(BY["press"].by, after(minutes, seconds))}


def read(flight, minutes: float):
    return clock_view(fresh(flight), after(minutes))


def ticked(flight, minutes: float, seconds: float = 0) -> None:
    """The clock was never left alone until then, and a tick reads it."""
    BlindClock.objects.filter(flight=flight).update(last_read_at=after(minutes, seconds - 10))
    tick_at(after(minutes, seconds))


def test_a_pause_that_waited_while_a_tick_read_the_clock_is_booked_when_it_was_pressed():
    flight = running_flight()
    ticked(flight, 10, 5)

    pause_clock(flight=flight, **at(10))

    assert last_move(fresh(flight).clock).at == after(10)
    assert read(flight, 30).elapsed_ms == 10 * MINUTE * 1000
    assert not ClockEvent.objects.filter(kind=ClockKind.WALL_STEP).exists()


def test_a_level_announced_while_the_pause_waited_is_announced_again_when_it_comes():
    flight = running_flight()
    ticked(flight, 20, 1)
    pause_clock(flight=flight, **at(19, 58))
    resume_clock(flight=flight, **at(25))

    ticked(flight, 25, 2)

    positions = fresh(flight).clock.announcements.order_by("id").values_list("position", flat=True)
    assert list(positions) == [1, 2, 2]


def test_a_resume_that_waited_counts_from_when_it_was_pressed():
    flight = running_flight()
    pause_clock(flight=flight, **at(10))

    resume_clock(flight=flight, **at(12))
    ticked(flight, 12, 6)

    assert read(flight, 13).seconds_left == 9 * MINUTE


def test_a_press_that_was_overtaken_is_booked_with_the_move_that_overtook_it():
    flight = running_flight()
    adjust_clock(flight=flight, seconds=60, **at(10, 5))

    pause_clock(flight=flight, **at(10))

    assert last_move(fresh(flight).clock).at == after(10, 5)
    assert read(flight, 30).elapsed_ms == (9 * MINUTE + 5) * 1000


def test_a_resume_that_was_overtaken_by_the_pause_before_it_gives_no_time_twice():
    flight = running_flight()
    pause_clock(flight=flight, **at(10, 3))

    resume_clock(flight=flight, **at(10))
    undo_clock_event(flight=flight, **at(11))
    undo_clock_event(flight=flight, **at(11))

    assert read(flight, 12).seconds_left == 8 * MINUTE


def test_a_press_by_a_computer_set_back_an_hour_takes_no_time_from_the_clock():
    flight = running_flight()
    ticked(flight, 90)
    back = timedelta(hours=-1)

    pause_clock(flight=flight, press=Press(BY["press"].by, after(90, 0.2) + back))
    paused = clock_view(fresh(flight), after(91) + back)
    resume_clock(flight=flight, press=Press(BY["press"].by, after(95) + back))

    assert paused.elapsed_ms == 90 * MINUTE * 1000
    assert clock_view(fresh(flight), after(96) + back).elapsed_ms == paused.elapsed_ms
    assert clock_view(fresh(flight), after(96) + back).running_since_ms == int((after(95) + back).timestamp() * 1000)
