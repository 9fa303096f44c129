"""The computer's time of day is set while clocks run: no level moves, and only who saw it may say so."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

import pytest
from django.db import connection, transaction
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.deep import examples
from tests.factories import NOW, after, make_staff
from tests.tournaments.clocks import Computer, Process, tick_at
from tests.tournaments.holdem_nights import BY, fresh, make_holdem, running_flight
from tournaments.models import BlindClock, ClockEvent, ClockKind
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.services.clock.presses import pause_clock, skip_level, undo_clock_event, undo_time_step
from tournaments.services.clock.wall_time import NEW_FOR, RELIC_AFTER

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-6")]

MINUTE = 60
HOUR = timedelta(hours=1)


def at(minutes: float) -> dict[str, object]:
    return {"press": Press(BY["press"].by, after(minutes))}


def read(flight, minutes: float, put_forward: timedelta = timedelta(0)):
    """What the clock shows that long after the doors opened, on a computer whose time was put forward by so much."""
    return clock_view(fresh(flight), after(minutes) + put_forward)


def seen_until(minutes: float, *, seconds_before: float = 0.5) -> Process:
    """A process that has run since an hour before the doors opened, and ticked a moment before that time for the last
    time.
    """
    process = Computer(NOW - HOUR).process()
    BlindClock.objects.update(last_read_at=after(minutes, -30))
    process.tick(after(minutes, -seconds_before))
    return process


def steps() -> list[ClockEvent]:
    return list(ClockEvent.objects.filter(kind=ClockKind.WALL_STEP).order_by("id"))


def alone(tick: Callable[[], object]) -> None:
    """Run it in a thread that leaves no connection behind."""
    try:
        tick()
    finally:
        connection.close()


def test_a_computer_set_back_in_time_moves_no_level_back():
    flight, process = running_flight(), seen_until(25)
    back = process.computer.put_forward = timedelta(minutes=-24)

    before_the_tick = read(flight, 25, back)
    process.tick(after(25))

    assert (before_the_tick.level.number, before_the_tick.seconds_left) == (2, 15 * MINUTE + 1)
    assert (read(flight, 26, back).level.number, read(flight, 26, back).seconds_left) == (2, 14 * MINUTE)


@pytest.mark.parametrize("seconds", [3600, -3600, 40, -40, 3, -3])
def test_a_computer_whose_time_is_set_while_the_night_runs_moves_no_level(seconds):
    flight, process = running_flight(), seen_until(25)
    put_forward = process.computer.put_forward = timedelta(seconds=seconds)

    process.tick(after(25))
    process.tick(after(25, 0.5))

    view = read(flight, 26, put_forward)
    assert (view.level.number, view.seconds_left, view.away) == (2, 14 * MINUTE, None)
    (step,) = steps()
    assert (step.until, step.at, "forward" in step.reason) == (after(25), after(25) + put_forward, seconds > 0)


def test_a_time_step_is_noted_for_the_organiser_and_survives_an_undo_of_staff():
    flight, process = running_flight(), seen_until(4)
    skip_level(flight=flight, **at(5))
    process.tick(after(15))
    process.computer.put_forward = timedelta(minutes=-12)
    process.tick(after(15, 0.5))

    undo_clock_event(flight=flight, **at(4))

    (step,) = steps()
    assert (step.at, step.until, step.by_label) == (after(3, 0.5), after(15, 0.5), "EventNight")
    assert (read(flight, 4).level.number, read(flight, 4).seconds_left) == (1, 4 * MINUTE)


def test_two_processes_of_one_computer_note_one_step():
    flight, first = running_flight(), seen_until(25)
    second = first.computer.process()
    first.computer.put_forward = HOUR

    for seconds in (0, 0.5, 1, 30):
        first.tick(after(25, seconds))
        second.tick(after(25, seconds))

    assert len(steps()) == 1
    assert read(flight, 26, HOUR).seconds_left == 14 * MINUTE


def test_a_process_that_slept_through_the_step_notes_it_no_second_time():
    flight, awake = running_flight(), seen_until(25)
    asleep = awake.computer.process()
    awake.computer.put_forward = HOUR
    awake.tick(after(25))
    for minute in range(26, 120):
        awake.tick(after(minute))

    asleep.tick(after(120))

    assert len(steps()) == 1
    assert read(flight, 121, HOUR).elapsed_ms == read(flight, 25, HOUR).elapsed_ms


def test_an_absence_before_the_time_was_set_is_still_asked_about():
    flight, process = running_flight(), seen_until(5, seconds_before=0)
    process.computer.put_forward = HOUR

    process.tick(after(15))

    view = read(flight, 15, HOUR)
    assert (view.level.number, view.seconds_left, view.away.seconds) == (1, 5 * MINUTE, 10 * MINUTE)


def test_after_a_restart_a_time_put_forward_is_asked_about():
    flight = running_flight()
    BlindClock.objects.update(last_read_at=after(25))

    tick_at(after(85))

    assert read(flight, 85).away.seconds == 60 * MINUTE
    assert steps() == []


def test_a_new_process_leaves_a_clock_that_does_not_fit_its_time_to_those_that_saw_why():
    flight, old = running_flight(), seen_until(25)
    old.computer.put_forward = HOUR
    new = old.computer.process()

    new.tick(after(25, 1))
    assert read(flight, 25, HOUR).away is None
    old.tick(after(25, 1.5))
    new.tick(after(25, 2 + NEW_FOR))

    view = read(flight, 26, HOUR)
    assert (view.seconds_left, view.away, len(steps())) == (14 * MINUTE, None, 1)


def test_after_a_restart_a_time_set_back_is_compensated_once_nobody_else_can_have_read_the_clock():
    flight = running_flight()
    BlindClock.objects.update(last_read_at=after(25))
    computer = Computer(after(25))
    computer.put_forward = -HOUR
    new = computer.process()

    for second in range(int(RELIC_AFTER)):
        new.tick(after(25, second))
    assert steps() == []
    new.tick(after(25, RELIC_AFTER))

    assert len(steps()) == 1
    assert read(flight, 26, -HOUR).seconds_left == 14 * MINUTE


@pytest.mark.parametrize("seconds", [1.5, -5, 5, 90, -90, 3600])
def test_two_machines_that_differ_note_no_step(seconds):
    flight = running_flight()
    here, there = seen_until(10), Computer()
    there.put_forward = timedelta(seconds=seconds)
    other = there.process()

    for second in range(40):
        here.tick(after(10, second))
        other.tick(after(10, second + 0.3))

    assert steps() == []
    assert fresh(flight).clock.running_since == NOW


@pytest.mark.django_db(transaction=True)
def test_a_tick_that_waited_for_the_lock_of_another_moves_no_clock():
    flight = running_flight()
    here = seen_until(10)
    waiting, has_read = here.computer.process(), Event()
    waiting.on_read = has_read.set

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            BlindClock.objects.select_for_update().get(flight=flight)
            ticking = threads.submit(alone, waiting.tick)
            # A tick that reads the time before it holds the lock reads it here.
            has_read.wait(0.3)
            here.tick(after(10, 11))
        ticking.result()

    assert steps() == []
    assert fresh(flight).clock.running_since == NOW


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_tick_that_waited_for_the_database_moves_no_clock():
    flight = running_flight()
    here = seen_until(10)
    waiting = here.computer.process()
    asked, answered = Event(), Event()

    def slowly(execute, *arguments):
        asked.set()
        answered.wait(10)
        return execute(*arguments)

    def tick() -> None:
        with connection.execute_wrapper(slowly):
            waiting.tick()

    with ThreadPoolExecutor(1) as threads:
        ticking = threads.submit(alone, tick)
        asked.wait(10)
        here.tick(after(10, 5))
        here.tick(after(10, 11))
        answered.set()
        ticking.result()

    assert steps() == []
    assert fresh(flight).clock.running_since == NOW


def test_a_step_noted_by_mistake_is_undone_for_all_clocks_of_the_night_with_one_press():
    flight, process = running_flight(3), seen_until(25)
    other = running_flight(3, make_holdem(flight.tournament.event, name="Other"))
    elsewhere = running_flight(3)
    BlindClock.objects.update(last_read_at=after(25, -0.5))
    for seconds in (-5, -11):
        process.computer.put_forward = timedelta(seconds=seconds)
        process.tick(after(25))
    pause_clock(flight=flight, **at(26))

    undo_time_step(flight=fresh(flight), **at(27))

    assert read(flight, 28).elapsed_ms == 26 * MINUTE * 1000
    assert read(other, 28).seconds_left == 12 * MINUTE
    assert read(elsewhere, 28).seconds_left < 12 * MINUTE
    with pytest.raises(Conflict, match="never moved because of the computer's time"):
        undo_time_step(flight=fresh(flight), **at(28))


def test_the_floor_undoes_a_time_step(client):
    flight, process = running_flight(), seen_until(25)
    process.computer.put_forward = timedelta(seconds=-5)
    process.tick(after(25))
    event = flight.tournament.event
    client.force_login(make_staff(event, Role.FLOOR))
    floor = f"/staff/{event.code}/floor/{flight.pk}/"

    assert "Undo time step" in client.get(floor).content.decode()
    answer = client.post(f"{floor}clock/undo-step/", {"seen_version": fresh(flight).clock.version})

    assert answer.status_code == 302
    assert fresh(flight).clock.running_since == NOW
    assert "Undo time step" not in client.get(floor).content.decode()


def test_a_second_absence_after_the_time_was_set_back_adds_to_the_first():
    flight, process = running_flight(), seen_until(5)
    process.tick(after(9))
    process.computer.put_forward = -HOUR
    process.tick(after(9, 1))

    process.tick(after(12))

    away = read(flight, 12, -HOUR).away
    assert (away.seconds, away.since < away.until) == (4 * MINUTE + 179, True)
    assert read(flight, 12, -HOUR).seconds_left == 8 * MINUTE


@given(st.lists(st.tuples(st.integers(1, 900), st.sampled_from([0, 0, 60, -60, 3600, -3600])), min_size=1, max_size=8))
@example([(1, 60)])
@settings(max_examples=examples(40))
def test_however_long_nobody_looks_and_whatever_the_time_is_set_to_the_clock_shows_the_time_that_passed(moves):
    with transaction.atomic():
        flight, process = running_flight(), seen_until(0, seconds_before=0)
        passed = 0
        for seconds, put in moves:
            passed += seconds
            process.tick(after(seconds=passed))
            process.computer.put_forward += timedelta(seconds=put)
            process.tick(after(seconds=passed + 0.5))

        shown = clock_view(fresh(flight), after(seconds=passed + 1) + process.computer.put_forward)
        without = clock_view(fresh(running_flight()), after(seconds=passed + 1))
        transaction.set_rollback(True)

    assert (shown.level.number, shown.seconds_left) == (without.level.number, without.seconds_left)
