"""Laws of levels that are changed while their flight plays, for any structure, moment and change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.levels import Level, break_level
from tests.deep import examples
from tests.factories import after
from tests.pressing import pressed
from tests.tournaments.clocks import tick_at
from tests.tournaments.holdem_nights import BY, fresh, running_flight
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.selectors.clock.level_changes import flight_levels
from tournaments.services.clock.level_changes import change_levels, undo_level_change
from tournaments.services.clock.presses import pause_clock, resume_clock

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-6")]


def at(minutes: float) -> dict[str, object]:
    return pressed(BY, at=after(minutes))


LENGTHS = st.integers(60, 3000)
PLAY = st.builds(
    lambda blind, ante, seconds: Level(100 * blind, 200 * blind, 100 * ante, seconds),
    *[st.integers(1, 50)] * 2,
    LENGTHS,
)
ROWS = st.lists(st.one_of(PLAY, st.builds(break_level, LENGTHS)), max_size=6)


@settings(max_examples=examples(30))
@given(moment=st.integers(1, 12_000), pauses=st.booleans(), stretch=st.integers(0, 900), rows=ROWS)
def test_whatever_is_changed_what_has_begun_keeps_its_times_and_undo_restores_every_moment_to_come(
    moment, pauses, stretch, rows
):
    flight = running_flight()
    now = moment / 60
    tick_at(after(now))
    if pauses:
        pause_clock(flight=flight, **at(now))
    clock = fresh(flight).clock
    before = flight_levels(clock, after(now))
    begun = list(clock.levels[: before.begun])
    begun[-1] = replace(begun[-1], seconds=begun[-1].seconds + stretch)
    wanted = [*begun, *rows]
    if tuple(wanted) == clock.levels:
        return
    moments = [after(now + 7 * step) for step in range(40)]
    shown = [clock_view(fresh(flight), each) for each in moments]

    change_levels(flight=flight, levels=wanted, **at(now))

    changed = flight_levels(fresh(flight).clock, after(now))
    assert [each.begins_at for each in changed.levels[: changed.begun]] == [
        each.begins_at for each in before.levels[: before.begun]
    ]
    assert (changed.begun, changed.played_seconds) == (before.begun, before.played_seconds)
    assert clock_view(fresh(flight), after(now)).elapsed_ms >= 0
    undo_level_change(flight=flight, **at(now))
    again = [clock_view(fresh(flight), each) for each in moments]
    assert [(each.level, each.seconds_left, each.is_over) for each in again] == [
        (each.level, each.seconds_left, each.is_over) for each in shown
    ]
    if pauses:
        resume_clock(flight=flight, **at(now))
        assert clock_view(fresh(flight), after(now)).is_running or shown[0].is_over
