"""The blind clock as staff use it: the vectors of a night, two people at once, undo, a computer set back in time."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.factories import after, make_staff
from tests.tournaments.clocks import tick_at
from tests.tournaments.holdem_nights import (
    BY,
    codes_of,
    decided_flight,
    flight_of,
    fresh,
    make_holdem,
    out,
    running_flight,
    seated_flight,
)
from tournaments.models import ClockEvent, ClockKind, FlightStatus, LevelAnnouncement
from tournaments.selectors.clock.clock_view import clock_view, last_move
from tournaments.services.clock.presses import (
    adjust_clock,
    back_level,
    pause_clock,
    resume_clock,
    set_pause_for_breaks,
    skip_level,
    start_clock,
    undo_clock_event,
)

pytestmark = pytest.mark.django_db

MINUTE = 60


def at(minutes: float) -> dict[str, object]:
    return {"press": Press(BY["press"].by, after(minutes))}


def read(flight, minutes: float):
    return clock_view(fresh(flight), after(minutes))


def short_levels(event) -> dict[str, object]:
    """Levels 20, 20, break 10, 20."""
    level = type(event.house_settings.holdem.levels[0])
    blinds = ((250, 500), (400, 800), None, (800, 1600))
    return {
        "levels": tuple(
            level(minutes=10, is_break=True)
            if pair is None
            else level(small_blind=pair[0], big_blind=pair[1], minutes=20)
            for pair in blinds
        )
    }


def flight_of_four_levels(**facts):
    tournament = make_holdem()
    return running_flight(8, make_holdem(tournament.event, name="Short", **short_levels(tournament.event), **facts))


@pytest.mark.rule("WAS-6")
def test_a_worker_dead_for_41_minutes_leaves_the_break_with_9_minutes():
    flight = flight_of_four_levels()

    view = read(flight, 41)

    assert (view.state, view.seconds_left, view.level.position) == ("break", 9 * MINUTE, 3)
    assert (view.next_level.big_blind, view.ends_at) == (1600, after(50))


def test_a_pause_of_five_minutes_takes_nothing_from_the_level():
    flight = running_flight()

    pause_clock(flight=flight, **at(5))
    resume_clock(flight=flight, **at(10))

    assert read(flight, 10).seconds_left == 15 * MINUTE
    assert (read(flight, 12).seconds_left, read(flight, 12).state) == (13 * MINUTE, "running")


def test_a_second_start_is_a_no_op():
    flight = running_flight()
    version = fresh(flight).clock.version

    start_clock(flight=flight, **at(7))

    assert fresh(flight).clock.version == version
    assert read(flight, 7).seconds_left == 13 * MINUTE


def test_starting_the_clock_starts_the_flight():
    flight = seated_flight()

    start_clock(flight=flight, **BY)

    assert fresh(flight).status == FlightStatus.RUNNING


def test_without_seats_there_is_no_start():
    with pytest.raises(Conflict, match="Draw the seats first") as refused:
        start_clock(flight=flight_of(make_holdem()), **BY)

    assert refused.value.code == "flight_status"


def test_a_skip_undone_a_minute_later_was_never_made():
    flight = running_flight()
    skip_level(flight=flight, **at(5))

    undo_clock_event(flight=flight, **at(6))

    view = read(flight, 6)
    assert (view.level.number, view.seconds_left) == (1, 14 * MINUTE)


def test_a_second_undo_takes_back_the_move_before():
    flight = running_flight()
    adjust_clock(flight=flight, seconds=60, **at(5))
    skip_level(flight=flight, **at(6))

    undo_clock_event(flight=flight, **at(7))
    undo_clock_event(flight=flight, **at(7))

    assert read(flight, 7).seconds_left == 13 * MINUTE
    undone = ClockEvent.objects.filter(kind=ClockKind.UNDO).values_list("undoes__kind", flat=True)
    assert list(undone) == [ClockKind.SKIP, ClockKind.ADJUST]


def test_with_everything_undone_nothing_is_left_to_undo():
    flight = running_flight()
    undo_clock_event(flight=flight, **at(1))

    with pytest.raises(Conflict) as refused:
        undo_clock_event(flight=flight, **at(2))

    assert refused.value.code == "nothing_to_undo"
    assert read(flight, 2).state == "waiting"


@pytest.mark.parametrize(("seconds", "left"), [(60, 16 * MINUTE), (-60, 14 * MINUTE), (3600, 20 * MINUTE), (-3600, 1)])
def test_an_adjustment_stops_at_the_edges_of_the_level(seconds, left):
    flight = running_flight()

    adjust_clock(flight=flight, seconds=seconds, **at(5))

    assert read(flight, 5).seconds_left == left


def test_going_back_begins_the_level_before_anew():
    flight = running_flight()

    back_level(flight=flight, **at(25))

    view = read(flight, 25)
    assert (view.level.number, view.seconds_left) == (1, 20 * MINUTE)


def test_there_is_no_level_before_the_first():
    with pytest.raises(RuleError) as refused:
        back_level(flight=running_flight(), **at(5))

    assert refused.value.code == "no_level_before"


def test_two_staff_pausing_at_once_make_one_pause():
    flight = running_flight()
    seen = fresh(flight).clock.version
    pause_clock(flight=flight, seen_version=seen, **at(5))

    pause_clock(flight=flight, seen_version=seen, **at(5.02))

    assert ClockEvent.objects.filter(kind=ClockKind.PAUSE).count() == 1
    assert read(flight, 8).seconds_left == 15 * MINUTE


def test_two_staff_skipping_at_once_skip_one_level_and_the_second_learns_who_was_first():
    flight = running_flight()
    nora = Actor.of(make_staff(flight.tournament.event, Role.FLOOR))
    seen = fresh(flight).clock.version
    skip_level(flight=flight, press=Press(nora, after(5)), seen_version=seen)

    with pytest.raises(Conflict, match=f"{nora.label}: skipped a level at 7:05 PM") as refused:
        skip_level(flight=flight, seen_version=seen, **at(5))

    assert (refused.value.code, refused.value.facts["by"]) == ("clock_changed", nora.label)
    assert read(flight, 5).level.number == 2


def test_a_decided_flight_does_not_resume():
    flight = decided_flight(make_holdem(), 1)

    with pytest.raises(Conflict) as refused:
        resume_clock(flight=flight, **at(30))

    assert refused.value.code == "flight_decided"


def test_deciding_a_flight_inside_a_level_stops_its_clock_there():
    flight = running_flight(3)

    out(flight, codes_of(flight)[2], now=after(12))

    assert (read(flight, 40).state, read(flight, 40).seconds_left) == ("paused", 8 * MINUTE)
    assert last_move(fresh(flight).clock).reason == "The flight is decided."


def test_a_clock_that_pauses_for_breaks_stands_at_their_start_however_late_it_is_looked_at():
    flight = flight_of_four_levels(pauses_for_breaks=True)

    view = read(flight, 47)

    assert (view.state, view.level.is_break, view.seconds_left) == ("paused", True, 10 * MINUTE)
    tick_at(after(47))
    assert read(flight, 55).seconds_left == 10 * MINUTE
    assert last_move(fresh(flight).clock).at == after(40)


def test_a_break_begins_to_run_when_somebody_resumes():
    flight = flight_of_four_levels(pauses_for_breaks=True)

    resume_clock(flight=flight, **at(45))

    assert (read(flight, 46).state, read(flight, 46).seconds_left) == ("break", 9 * MINUTE)
    assert (read(flight, 56).state, read(flight, 56).level.big_blind) == ("running", 1600)


def test_the_pause_for_a_break_is_resumed_not_undone():
    flight = flight_of_four_levels(pauses_for_breaks=True)
    tick_at(after(41))

    with pytest.raises(Conflict) as refused:
        undo_clock_event(flight=flight, **at(42))

    assert refused.value.code == "paused_for_break"


def test_pausing_for_breaks_can_be_switched_on_during_the_night():
    flight = flight_of_four_levels()

    set_pause_for_breaks(flight=flight, is_on=True, **at(10))

    assert read(flight, 47).state == "paused"


@pytest.mark.parametrize("switched_on", [45, 55])
def test_switched_on_during_or_after_a_break_it_leaves_that_break_played(switched_on):
    flight = flight_of_four_levels()

    set_pause_for_breaks(flight=flight, is_on=True, **at(switched_on))

    tick_at(after(58))
    assert (read(flight, 58).state, read(flight, 58).level.big_blind) == ("running", 1600)
    assert read(flight, 58).seconds_left == 12 * MINUTE


def test_a_break_that_is_gone_back_to_stops_the_clock_that_was_set_to_stop_after_it():
    flight = flight_of_four_levels()
    set_pause_for_breaks(flight=flight, is_on=True, **at(55))

    back_level(flight=flight, **at(56))
    back_level(flight=flight, **at(57))

    assert (read(flight, 76).state, read(flight, 76).seconds_left) == ("running", MINUTE)
    assert (read(flight, 78).state, read(flight, 78).is_break) == ("paused", True)


def test_an_undo_takes_the_move_before_back_and_leaves_the_clock_set_to_stop():
    flight = flight_of_four_levels()
    pause_clock(flight=flight, **at(52))
    set_pause_for_breaks(flight=flight, is_on=True, **at(55))

    undo_clock_event(flight=flight, **at(56))

    assert (read(flight, 56).state, read(flight, 56).pauses_for_breaks) == ("running", True)
    assert read(flight, 56).seconds_left == 14 * MINUTE


def test_the_same_rendering_stays_right_while_the_version_is_unchanged():
    flight = running_flight()

    early, late = read(flight, 1), read(flight, 19)

    assert (early.version, early.elapsed_ms, early.running_since_ms) == (
        late.version,
        late.elapsed_ms,
        late.running_since_ms,
    )
    assert early.ends_at_ms == late.ends_at_ms == int(after(20).timestamp() * 1000)
    assert early.marks == late.marks


def test_levels_that_staff_reach_are_announced_with_the_move():
    flight = running_flight()

    skip_level(flight=flight, **at(5))

    assert list(LevelAnnouncement.objects.values_list("position", flat=True)) == [1, 2]
