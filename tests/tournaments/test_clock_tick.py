"""The tick may run late, twice, out of order or not at all: every level is announced once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import pytest
from celery import current_app
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from eventnight.core.changes import lock_event
from eventnight.core.press import Press
from tests.factories import after, current_version
from tests.tournaments.clocks import tick_at
from tests.tournaments.holdem_nights import BY, fresh, make_holdem, running_flight
from tournaments import tasks
from tournaments.models import BlindClock, LevelAnnouncement
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.services.clock.presses import adjust_clock, back_level, pause_clock
from tournaments.services.flight.tournament import lock_flight
from tournaments.tasks import announce_due_levels as task

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-6")]


def announced(flight) -> list[int]:
    rows = LevelAnnouncement.objects.filter(clock__flight=flight).order_by("id")
    return list(rows.values_list("position", flat=True))


def version_of(flight) -> int:
    return current_version(flight.tournament.event_id)


def tick(minutes: float, seconds: float = 0) -> None:
    """What beat does at that time."""
    tick_at(after(minutes, seconds))


@pytest.mark.django_db(transaction=True)
def test_a_level_that_begins_is_announced_and_the_event_told():
    flight = running_flight()
    before = version_of(flight)

    tick(20)

    assert announced(flight) == [1, 2]
    assert version_of(flight) == before + 1
    assert fresh(flight).clock.due_at == after(40)


@pytest.mark.django_db(transaction=True)
def test_before_the_level_is_over_nothing_happens():
    flight = running_flight()
    BlindClock.objects.update(last_read_at=after(19, 58))
    before = version_of(flight)

    tick(19, 59)

    assert (announced(flight), version_of(flight)) == ([1], before)


@pytest.mark.django_db(transaction=True)
def test_a_doubled_tick_announces_once_and_tells_once():
    flight = running_flight()
    tick(20)
    told = version_of(flight)

    tick(20)
    tick(20, 1)

    assert (announced(flight), version_of(flight)) == ([1, 2], told)


def test_a_late_tick_makes_up_for_every_level_it_missed():
    flight = running_flight()

    tick_at(after(75))

    assert announced(flight) == [1, 2, 3, 4, 5]
    assert clock_view(fresh(flight), after(75)).seconds_left == 15 * 60


def test_a_tick_out_of_order_changes_nothing():
    flight = running_flight()
    tick_at(after(41))
    reading = clock_view(fresh(flight), after(42))

    tick_at(after(40, 59.5))

    assert announced(flight) == [1, 2, 3]
    assert clock_view(fresh(flight), after(42)) == reading


def test_no_tick_at_all_changes_nothing_of_what_the_clock_shows():
    ticked, alone = running_flight(), running_flight()
    for minute in range(1, 46):
        tick_at(after(minute))
    BlindClock.objects.filter(flight=alone).update(last_read_at=after(0))

    with_tick = clock_view(fresh(ticked), after(45))
    without = clock_view(fresh(alone), after(45))

    assert (with_tick.level, with_tick.seconds_left) == (without.level, without.seconds_left)


def test_a_paused_clock_is_not_due():
    flight = running_flight()
    pause_clock(flight=flight, press=Press(BY["press"].by, after(5)))

    tick_at(after(60))

    assert announced(flight) == [1]
    assert fresh(flight).clock.due_at is None


def test_a_level_missed_by_the_tick_is_announced_by_the_next_press():
    flight = running_flight()

    pause_clock(flight=flight, press=Press(BY["press"].by, after(21)))

    assert announced(flight) == [1, 2]


def test_a_level_played_again_is_announced_again():
    flight = running_flight()
    tick_at(after(20))
    back_level(flight=flight, press=Press(BY["press"].by, after(25)))

    tick_at(after(45))

    assert announced(flight) == [1, 2, 2]


def test_an_adjustment_moves_the_time_of_the_announcement():
    flight = running_flight()
    adjust_clock(flight=flight, seconds=-300, press=Press(BY["press"].by, after(5)))

    tick_at(after(15))

    assert announced(flight) == [1, 2]


def test_the_last_level_is_followed_by_none():
    flight = running_flight()

    tick_at(after(60 * 10))

    view = clock_view(fresh(flight), after(60 * 10))
    assert (view.state, view.heading, fresh(flight).clock.due_at) == ("over", "Last level", None)
    assert tick_at(after(60 * 10, 30)) == 0


def test_a_tick_announces_all_that_are_due_some_in_each_transaction():
    event = make_holdem().event
    tournament = make_holdem(event, name="Other")
    flights = [running_flight(3, tournament, number) for number in (1, 2, 3)]

    first = tick_at(after(20), limit=2)
    second = tick_at(after(20), limit=2)

    assert (first, second) == (3, 0)
    assert [announced(flight) for flight in flights] == [[1, 2]] * 3


@pytest.mark.django_db(transaction=True)
def test_an_event_that_was_not_told_is_told_by_the_next_tick():
    flight = running_flight()
    BlindClock.objects.filter(flight=flight).update(is_told=False)
    before = version_of(flight)

    tick(1)

    assert version_of(flight) == before + 1
    assert fresh(flight).clock.is_told


@pytest.mark.django_db(transaction=True)
def test_the_events_of_a_full_tick_are_told_with_as_many_statements_as_one():
    costs = []
    for number in (1, 3):
        flights = [running_flight(3) for _ in range(number)]
        BlindClock.objects.update(last_read_at=after(19, 58))
        before = [version_of(flight) for flight in flights]
        with CaptureQueriesContext(connection) as captured:
            tick(20)
        costs.append(len(captured))
        assert [version_of(flight) for flight in flights] == [version + 1 for version in before]
        BlindClock.objects.update(running_since=None, due_at=None)

    assert costs[0] == costs[1]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_event_that_is_being_written_is_told_by_the_next_tick():
    busy, free = running_flight(3), running_flight(3)
    BlindClock.objects.update(last_read_at=after(19, 58))
    before = version_of(busy), version_of(free)
    held, done = Event(), Event()

    def write() -> None:
        with transaction.atomic():
            lock_event(busy.tournament.event_id)
            held.set()
            done.wait(10)
        connection.close()

    writer = Thread(target=write)
    writer.start()
    held.wait(10)
    tick(20)
    assert (version_of(busy), version_of(free)) == (before[0], before[1] + 1)
    assert announced(busy) == announced(free) == [1, 2]
    done.set()
    writer.join()
    tick(20, 1)

    assert version_of(busy) == before[0] + 2
    assert fresh(busy).clock.is_told


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_tick_waits_for_no_press_that_has_the_flight_and_is_about_to_wait_for_the_clock():
    flight = running_flight(3)
    held, is_ticked = Event(), Event()

    def press() -> bool:
        with transaction.atomic():
            lock_flight(flight)
            held.set()
            return is_ticked.wait(10)

    with ThreadPoolExecutor(1) as pool:
        pressed = pool.submit(in_a_session, press)
        held.wait(10)
        # Nobody looked for so long that the tick writes the clock twice.
        tick(40)
        is_ticked.set()

        assert pressed.result(), "the tick waited until the press had given up"
    assert announced(flight) == [1, 2, 3]


def in_a_session(work: Callable[[], bool]) -> bool:
    try:
        return work()
    finally:
        connection.close()


def test_the_task_goes_by_the_name_that_beat_calls():
    assert task.name == "tournaments.announce_due_levels"
    assert task.name in current_app.tasks
    assert task() is None


def test_ticks_that_were_queued_while_nobody_could_work_are_dropped(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(tasks, "turn", tasks.Turn())
    task()

    with django_assert_num_queries(0):
        for _ in range(20):
            task()


def test_a_tick_is_dropped_while_another_of_its_process_is_at_work(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(tasks, "turn", tasks.Turn())
    assert tasks.turn.take()

    with django_assert_num_queries(0):
        task()


@pytest.mark.postgres
def test_the_tick_finds_its_clocks_by_their_index():
    running_flight(3)
    with CaptureQueriesContext(connection) as captured:
        tick(1)
    asked = [
        query["sql"] for query in captured if query["sql"].startswith("SELECT") and "running_since" in query["sql"]
    ]

    with connection.cursor() as cursor:
        # So few rows would be read as fast without one.
        cursor.execute("SET LOCAL enable_seqscan = off")
        for sql in asked:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
            assert "blindclock_running" in plan, plan
            assert "Seq Scan on tournaments_blindclock" not in plan
    assert len(asked) >= 3
