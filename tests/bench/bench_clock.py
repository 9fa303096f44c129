"""A thousand blind clocks whose levels end in the same moment, beside the time after which a hall would notice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.apart import rows_apart
from tests.bench.timing import Row

CLOCKS = 1_000
LIMIT = 1.2
"""Seconds until the last is announced, those until the tick left out."""


def rows() -> Iterator[Row]:
    with TemporaryDirectory(prefix="eventnight-bench-") as folder:
        yield from rows_apart("bench_clock", f"sqlite:///{Path(folder) / 'night.sqlite3'}")


def measured() -> Iterator[Row]:
    """Needs Django."""
    from tournaments.models import BlindClock
    from tournaments.services.tick import announce_due_levels

    due_at = _clocks()
    begun = time.perf_counter()
    told = announce_due_levels(now=due_at)
    slow = time.perf_counter() - begun
    late = BlindClock.objects.filter(due_at__lte=due_at).count()
    if late or told != CLOCKS:
        raise ValueError(f"{late} clocks were not announced, {told} were")
    name = f"{CLOCKS:,} clocks due at once, the last announced"
    yield Row(name, f"limit {LIMIT:g} s", "clocks/s", CLOCKS / slow, CLOCKS / LIMIT, LIMIT / slow)


def _clocks() -> object:
    """That many copies of a running clock. Returns the moment at which all of them are due."""
    from tests.factories import NOW
    from tests.tournaments.holdem_nights import enter, flight_of, make_holdem, press
    from tournaments.models import BlindClock, Flight
    from tournaments.services.clock import start_clock
    from tournaments.services.seats import draw_seats

    flight = flight_of(make_holdem())
    enter(flight, 3)
    draw_seats(flight=flight, **press())
    clock = start_clock(flight=flight, **{name: value for name, value in press().items() if name != "request_id"})
    flight.refresh_from_db()
    facts = {name: getattr(flight, name) for name in ("tournament_id", "status", "draw_seed", "drawn_at")}
    flights = Flight.objects.bulk_create(
        Flight(number=number, code=f"F{number}", name=f"Flight {number}", **facts) for number in range(100, 99 + CLOCKS)
    )
    same = ("running_since", "announced", "due_at", "pauses_for_breaks", "last_read_at", "start_position", "elapsed_ms")
    running = {name: getattr(clock, name) for name in same}
    BlindClock.objects.bulk_create(BlindClock(flight=flight, **running) for flight in flights)
    seen = NOW + timedelta(minutes=20)
    BlindClock.objects.update(last_read_at=seen - timedelta(seconds=5))
    return clock.due_at
