"""When a flight should end by its clock, and its levels to come made longer or shorter to end by a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from engine.tournament.forecast import finish_by, forecast_end
from engine.tournament.levels import Level
from engine.units import Chips, Seconds
from eventnight.events.models import Event
from tournaments.models import BlindClock, Flight
from tournaments.selectors.clock.clock_view import ClockView, LevelView, read
from tournaments.selectors.flight.values import FlightView

MILLISECONDS = 1000


@dataclass(frozen=True, slots=True)
class LevelChange:
    """A level to come, and how long it will last in seconds."""

    level: LevelView
    seconds: int
    before: int

    @property
    def is_changed(self) -> bool:
        return self.seconds != self.before


@dataclass(frozen=True, slots=True)
class FinishPlan:
    """What ending at a time does to the levels to come. expected: the end by the levels as they are."""

    ends_at: datetime
    expected: datetime
    changes: tuple[LevelChange, ...]


def clocks_of(event: Event) -> dict[int, BlindClock]:
    """The clocks of a night by flight, in one query."""
    rows = BlindClock.objects.filter(flight__tournament__event=event).select_related("flight__tournament__event")
    return {clock.flight_id: clock for clock in rows}


def expected_end(flight: FlightView, clock: BlindClock, now: datetime) -> datetime | None:
    """When the flight should be down to about 20 big blinds, if its clock runs from now on; None without players."""
    if not flight.in_play or not clock.levels:
        return None
    elapsed = elapsed_seconds(clock, now)
    forecast = forecast_end(clock.levels, Chips(flight.in_play), elapsed=elapsed)
    return now + timedelta(seconds=forecast.ends_after - elapsed)


def fitted_levels(clock: BlindClock, in_play: int, ends_at: datetime, now: datetime) -> tuple[Level, ...]:
    """The clock's levels, those to come stretched or shortened so that play should end then.

    Raises RuleError: "no_level_to_come", "finish_too_soon", "forecast_unclear".
    Rules: WAS-6.
    """
    return finish_by(
        clock.levels,
        Chips(in_play),
        elapsed=elapsed_seconds(clock, now),
        seconds_left=Seconds(int((ends_at - now).total_seconds())),
    )


def finish_plan(flight: FlightView, clock: BlindClock, ends_at: datetime, now: datetime) -> FinishPlan:
    """What it would change, to be looked at first. Raises what `fitted_levels` raises."""
    fitted = fitted_levels(clock, flight.in_play, ends_at, now)
    to_come = changes_to_come(flight.clock, clock.levels, fitted)
    return FinishPlan(ends_at, expected_end(flight, clock, now) or now, to_come)


def changes_to_come(view: ClockView, before: tuple[Level, ...], after: tuple[Level, ...]) -> tuple[LevelChange, ...]:
    """The levels after the present one, with their length now and then; breaks stay as they are."""
    return tuple(
        LevelChange(level, after[index].seconds, before[index].seconds)
        for index, level in enumerate(view.levels)
        if index >= view.level.position and not level.is_break
    )


def elapsed_seconds(clock: BlindClock, now: datetime) -> Seconds:
    """What has run of the clock, in whole seconds."""
    return Seconds(read(clock, now).elapsed_ms // MILLISECONDS)


def next_time(clock_time: time, event: Event, now: datetime) -> datetime:
    """When the hall's clock next shows that time."""
    local = now.astimezone(event.zone)
    moment = local.replace(hour=clock_time.hour, minute=clock_time.minute, second=0, microsecond=0)
    return moment if moment > local else moment + timedelta(days=1)


def is_stretched(flight: Flight) -> bool:
    """Whether the flight's levels differ from those of its tournament."""
    return flight.clock.level_seconds is not None
