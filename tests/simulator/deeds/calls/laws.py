"""What is true of calls whatever was done, and once the workers have looked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from eventnight.events.models import Event
from tests.simulator.deeds.calls.rows import calls, place_of, taken
from tests.simulator.deeds.deed import Always


def one_call_a_table(event: Event) -> Iterator[str]:
    """No table waits twice."""
    for place, count in Counter(map(place_of, calls(event, is_open=True))).items():
        if count > 1:
            yield f"{count} calls are open at {place}"


def calls_are_open_or_over(event: Event) -> Iterator[str]:
    """Whatever the computer's time was when they were."""
    for call in calls(event):
        if (call.state in ("waiting", "taken")) != (call.ended_at is None):
            yield f"call {call.pk} is {call.state}, and ended at {call.ended_at}"


def a_closed_night_has_none(event: Event) -> Iterator[str]:
    """Nobody comes any more."""
    if event.is_closed and calls(event, is_open=True):
        yield "a call waits in a night that is closed"


def no_call_waits_at_an_empty_table(event: Event) -> Iterator[str]:
    """Once the workers have looked."""
    sat_at = taken(event)
    yield from (
        f"call {call.pk} waits where nobody sits" for call in calls(event, is_open=True) if place_of(call) not in sat_at
    )


ALWAYS: Always = (one_call_a_table, calls_are_open_or_over, a_closed_night_has_none)
