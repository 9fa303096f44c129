"""A flight's levels to come are stretched or shortened to end by a time, or restored as they were planned."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import FLIGHT
from tournaments.models import BlindClock, Flight
from tournaments.selectors.clock.clock_view import read
from tournaments.selectors.clock.finish_by import fitted_levels
from tournaments.services.clock.clock_moves import catch_up, lock_clock, set_levels
from tournaments.services.flight.tournament import (
    chips_in_play,
    entries_by_code,
    lock_flight,
    log_flight,
)


@transaction.atomic
def finish_flight_by(*, flight: Flight, ends_at: datetime, press: Press) -> BlindClock:
    """Give the levels to come the lengths with which play should end then; the present one and breaks keep theirs.

    Raises Conflict("flight_status", "flight_decided"), RuleError("no_level_to_come", "finish_too_soon").
    Rules: WAS-6.
    """
    flight, clock, press = _caught_up(flight, press)
    levels = fitted_levels(clock, chips_in_play(flight, entries_by_code(flight)), ends_at, press.at)
    set_levels(clock, levels, press=press)
    log_flight(flight, "clock.finish_by", press, ends_at=ends_at.isoformat())
    return clock


@counted_once
def plan_levels_again(*, flight: Flight, press: Press) -> BlindClock:
    """Give the levels to come the lengths that the tournament planned.

    Raises Conflict("flight_status", "flight_decided", "levels_as_planned").
    """
    flight, clock, press = _caught_up(flight, press)
    if clock.level_seconds is None:
        raise Conflict("levels_as_planned", f"The levels of {flight.name} are as they were planned.")
    position = read(clock, press.at).position
    set_levels(clock, (*clock.levels[:position], *clock.planned_levels[position:]), press=press)
    log_flight(flight, "clock.levels_as_planned", press)
    return clock


def _caught_up(flight: Flight, press: Press) -> tuple[Flight, BlindClock, Press]:
    flight = lock_flight(flight)
    FLIGHT.require("plan_levels", flight)
    clock = lock_clock(flight)
    return flight, clock, press.booked_at(catch_up(clock, press.at))
