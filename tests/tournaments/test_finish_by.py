"""A flight is made to end by a time: its levels to come grow or shrink, what was played stays."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from eventnight.core.errors import Conflict
from eventnight.core.roles import Role
from eventnight.events.models import Event
from tests.factories import NOW, after, make_staff
from tests.pressing import pressed
from tests.tournaments.clocks import tick_at
from tests.tournaments.holdem_nights import BY, fresh, running_flight
from tournaments.models import BlindClock
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.selectors.clock.finish_by import expected_end, finish_plan, next_time
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.clock.finish_by import finish_flight_by, plan_levels_again
from tournaments.services.clock.presses import answer_absence, back_level, pause_clock, undo_clock_event

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-6")]


def at(minutes: float) -> dict[str, object]:
    return pressed(BY, at=after(minutes))


def end_of(flight, minutes: float):
    row = fresh(flight)
    return expected_end(flight_view(row, after(minutes)), row.clock, after(minutes))


@pytest.mark.parametrize("later", [-30, 25])
def test_the_flight_ends_when_it_was_asked_to(later):
    flight = running_flight()
    wanted = end_of(flight, 5) + timedelta(minutes=later)

    finish_flight_by(flight=flight, ends_at=wanted, **at(5))

    assert abs(end_of(flight, 5) - wanted) < timedelta(seconds=1)


def test_the_level_under_way_keeps_its_length_and_those_to_come_are_announced_by_the_new_times():
    flight = running_flight()
    wanted = end_of(flight, 5) - timedelta(minutes=40)

    finish_flight_by(flight=flight, ends_at=wanted, **at(5))

    view = clock_view(fresh(flight), after(5))
    assert view.seconds_left == 15 * 60
    assert view.levels[1].minutes < 20
    tick_at(after(20))
    second = fresh(flight).clock.level_seconds[1]
    assert fresh(flight).clock.due_at == after(20, second)


def test_the_plan_says_what_will_be_done():
    flight = running_flight()
    wanted = end_of(flight, 5) + timedelta(minutes=30)

    row = fresh(flight)
    plan = finish_plan(flight_view(row, after(5)), row.clock, wanted, after(5))
    finish_flight_by(flight=flight, ends_at=wanted, **at(5))

    lengths = [
        seconds
        for seconds, level in zip(fresh(flight).clock.level_seconds, row.clock.levels, strict=True)
        if not level.is_break
    ]
    assert [change.seconds for change in plan.changes] == lengths[1:]
    assert any(change.is_changed for change in plan.changes)


def test_the_way_back_leaves_what_was_played():
    flight = running_flight()
    planned = [level.seconds for level in fresh(flight).clock.levels]
    finish_flight_by(flight=flight, ends_at=end_of(flight, 5) + timedelta(minutes=60), **at(5))
    stretched = fresh(flight).clock.level_seconds[1]

    plan_levels_again(flight=flight, **at(21))

    assert fresh(flight).clock.level_seconds == [planned[0], stretched, *planned[2:]]
    with pytest.raises(Conflict, match="as they were planned"):
        plan_levels_again(flight=running_flight(), **at(1))


def test_the_clock_keeps_its_place_when_a_level_is_played_again():
    flight = running_flight()
    finish_flight_by(flight=flight, ends_at=end_of(flight, 5) + timedelta(minutes=60), **at(5))

    back_level(flight=flight, **at(21))

    assert clock_view(fresh(flight), after(21)).level.name == "Level 1"
    assert fresh(flight).clock.due_at == after(41)


def test_too_soon_is_refused_with_the_least_that_is_possible():
    flight = running_flight()

    with pytest.raises(RuleError, match="Finish later") as refused:
        finish_flight_by(flight=flight, ends_at=after(20), **at(5))

    assert refused.value.facts["least"] > 15 * 60
    assert fresh(flight).clock.level_seconds is None


def test_another_flight_keeps_its_levels():
    flight = running_flight()
    other = running_flight(tournament=flight.tournament, number=2)

    finish_flight_by(flight=flight, ends_at=end_of(flight, 5) + timedelta(minutes=60), **at(5))

    assert BlindClock.objects.get(flight=other).level_seconds is None


@given(hour=st.integers(0, 23), minute=st.integers(0, 59), shift=st.integers(0, 60 * 24))
def test_a_time_of_day_is_the_next_one_on_the_hall_s_clock(hour, minute, shift):
    event = Event(time_zone="America/Chicago")
    now = NOW + timedelta(minutes=shift)

    found = next_time(time(hour, minute), event, now)

    assert timedelta(0) < found - now <= timedelta(hours=25)
    assert (found.hour, found.minute) == (hour, minute)


def test_the_page_shows_the_change_and_makes_it(client):
    flight = running_flight()
    event = flight.tournament.event
    BlindClock.objects.filter(flight=flight).update(running_since=timezone.now(), last_read_at=timezone.now())
    row = fresh(flight)
    wanted = expected_end(flight_view(row, timezone.now()), row.clock, timezone.now()) + timedelta(minutes=45)
    clock_time = f"{wanted.astimezone(event.zone):%H:%M}"
    client.force_login(make_staff(event, Role.FLOOR))
    base = f"/staff/{event.code}/floor/{flight.pk}/finish-by/"

    page = client.get(base, {"at": clock_time}).content.decode()
    assert "Change the levels to come" in page
    assert client.post(f"{base}change/", {"at": clock_time}).status_code == 302
    assert fresh(flight).clock.level_seconds is not None
    assert client.post(f"{base}as-planned/").status_code == 302
    assert fresh(flight).clock.level_seconds is None
    assert client.get(base, {"at": "25:99"}).status_code == 422


def test_the_api_does_the_same(client):
    flight = running_flight()
    event = flight.tournament.event
    BlindClock.objects.filter(flight=flight).update(running_since=timezone.now(), last_read_at=timezone.now())
    client.force_login(make_staff(event, Role.FLOOR))
    address = f"/api/v1/events/{event.code}/holdem/flights/{flight.pk}/clock/finish-by/"

    ends_at = (timezone.now() + timedelta(hours=6)).isoformat()
    assert client.post(address, {"ends_at": ends_at}, content_type="application/json").status_code == 200
    assert fresh(flight).clock.level_seconds is not None
    assert client.post(address, {"ends_at": None}, content_type="application/json").status_code == 200
    assert fresh(flight).clock.level_seconds is None


def gone_back(flight) -> float:
    """From the end of the third level, which is earlier afterwards, into the second."""
    back_level(flight=flight, **at(59))
    return 59


def stood_still(flight) -> float:
    """Back from almost the end of all levels, which is earlier afterwards, to where somebody looked."""
    whole = sum(level.seconds for level in fresh(flight).clock.levels) / 60
    tick_at(after(1))
    tick_at(after(whole - 1))
    answer_absence(flight=flight, play_went_on=False, **at(whole - 1))
    return whole - 1


@pytest.mark.parametrize("moved", [gone_back, stood_still])
def test_an_undo_after_levels_were_shortened_leaves_earlier_moves_as_they_were(moved):
    flight = running_flight()
    minutes = moved(flight)
    finish_flight_by(flight=flight, ends_at=end_of(flight, minutes + 1) - timedelta(minutes=60), **at(minutes + 1))
    pause_clock(flight=flight, **at(minutes + 2))
    paused = fresh(flight).clock.anchor

    undo_clock_event(flight=flight, **at(minutes + 2))

    again = fresh(flight).clock.anchor
    assert again.running_since is not None
    assert again.elapsed_at(after(minutes + 2)) == paused.elapsed_ms
