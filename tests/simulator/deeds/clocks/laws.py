"""What is true of blind clocks at any time, read from their rows alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from eventnight.events.models import Event
from tests.simulator.deeds.deed import Always
from tournaments.models import BlindClock, ClockEvent, LevelAnnouncement


def clocks_stop_with_their_flights(event: Event) -> Iterator[str]:
    """Nothing runs in a flight that is decided, or that does not play."""
    rows = BlindClock.objects.filter(flight__tournament__event=event, running_since__isnull=False)
    for clock in rows.select_related("flight"):
        if clock.flight.decided_at is not None:
            yield f"{clock} runs, and its flight is decided"
        if clock.flight.status in ("planned", "seated", "closed"):
            yield f"{clock} runs, and its flight is {clock.flight.status}"


def versions_count_moves(event: Event) -> Iterator[str]:
    """A clock begins as version 1, and each of its moves has the next one."""
    made: dict[int, list[int]] = defaultdict(list)
    rows = ClockEvent.objects.filter(clock__flight__tournament__event=event).order_by("pk")
    for clock, version in rows.values_list("clock", "version"):
        made[clock].append(version)
    for clock in BlindClock.objects.filter(flight__tournament__event=event).select_related("flight"):
        if [*range(2, clock.version + 1)] != made[clock.pk]:
            yield f"{clock} is version {clock.version} after the versions {made[clock.pk]}"


def levels_are_announced(event: Event) -> Iterator[str]:
    """Every level that has begun was announced."""
    announced: dict[int, set[int]] = defaultdict(set)
    rows = LevelAnnouncement.objects.filter(clock__flight__tournament__event=event)
    for clock, position in rows.values_list("clock", "position"):
        announced[clock].add(position)
    for clock in BlindClock.objects.filter(flight__tournament__event=event).select_related("flight"):
        if not set(range(1, clock.announced + 1)) <= announced[clock.pk]:
            yield f"{clock} has come to position {clock.announced} and announced {sorted(announced[clock.pk])}"


ALWAYS: Always = (clocks_stop_with_their_flights, versions_count_moves, levels_are_announced)
