"""The levels of a flight that have not begun are changed while it plays, and the change is undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.tournament.level_changes import pair_levels
from engine.tournament.levels import Level
from engine.units import Seconds
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import FLIGHT
from tournaments.models import BlindClock, ClockEvent, Flight
from tournaments.models.holdem import levels_of
from tournaments.selectors.clock.clock_view import last_level_event, level_change_of
from tournaments.selectors.clock.level_checks import require_not_begun, require_possible, require_seen
from tournaments.services.clock.clock_moves import catch_up, lock_clock, set_levels
from tournaments.services.flight.tournament import lock_flight, log_flight


@counted_once
def change_levels(*, flight: Flight, levels: Sequence[Level], press: Press, seen: int | None = None) -> BlindClock:
    """Give a flight these levels in place of those it has, from its first one on. What has begun stays as it is, except
    that the level under way may last longer, or less long as long as it goes on. Hands under way keep their level.

    seen: as `require_seen` reads it.

    Raises Conflict("levels_changed") and what `require_possible` raises.
    Rules: WAS-5, WAS-6.
    """
    flight, clock, press = _caught_up(flight, press)
    require_seen(clock, seen, last_level_event(clock))
    require_possible(flight, levels, press.at)
    counted = _counted(clock.levels, levels)
    event = set_levels(clock, levels, press=press)
    log_flight(flight, "clock.levels_changed", press, version=event.version, **counted)
    return clock


@counted_once
def undo_level_change(*, flight: Flight, press: Press, seen: int | None = None) -> BlindClock:
    """Undo the last change of a flight's levels that stands, as long as no level has begun that it would rewrite.

    Raises Conflict("flight_status", "flight_decided", "levels_changed", "nothing_to_undo", "level_begun").
    Rules: WAS-6.
    """
    flight, clock, press = _caught_up(flight, press)
    require_seen(clock, seen, last_level_event(clock))
    FLIGHT.require("change_levels", flight)
    change = level_change_of(clock)
    if change is None:
        raise Conflict("nothing_to_undo", f"The levels of {flight.name} were not changed: there is nothing to undo.")
    levels = _levels_before(clock, change)
    require_not_begun(clock, levels, press.at)
    event = set_levels(clock, levels, press=press, undone=change)
    log_flight(flight, "clock.levels_undone", press, version=event.version)
    return clock


def _counted(before: Sequence[Level], after: Sequence[Level]) -> dict[str, int]:
    """How many levels and breaks change, are new, and go."""
    pairs = [
        (pair.before and before[pair.before - 1], pair.after and after[pair.after - 1])
        for pair in pair_levels(before, after)
    ]
    return {
        "changed": sum(bool(old and new and old != new) for old, new in pairs),
        "added": sum(old is None for old, _ in pairs),
        "removed": sum(new is None for _, new in pairs),
    }


def _levels_before(clock: BlindClock, change: ClockEvent) -> tuple[Level, ...]:
    structure = clock.flight.tournament.blind_levels if change.structure is None else levels_of(change.structure)
    levels, lengths = structure[clock.start_position - 1 :], change.level_seconds
    # A final that begins elsewhere since has other levels than those of which the lengths are kept.
    if lengths is None or len(lengths) != len(levels):
        return levels
    return tuple(replace(level, seconds=Seconds(each)) for level, each in zip(levels, lengths, strict=True))


def _caught_up(flight: Flight, press: Press) -> tuple[Flight, BlindClock, Press]:
    flight = lock_flight(flight)
    clock = lock_clock(flight)
    flight.clock = clock
    return flight, clock, press.booked_at(catch_up(clock, press.at))
