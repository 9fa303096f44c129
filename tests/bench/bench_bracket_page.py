"""The page of a bracket of 512 teams, cold and known to the browser, on SQLite without a server around it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.apart import rows_apart
from tests.bench.timing import Row, against_limit

TEAMS = 512
COLD, KNOWN = 0.3, 0.001
"""Seconds that each may take."""
AGAIN = 100


def rows() -> Iterator[Row]:
    with TemporaryDirectory(prefix="eventnight-bench-") as folder:
        yield from rows_apart("bench_bracket_page", f"sqlite:///{Path(folder) / 'night.sqlite3'}")


def measured() -> Iterator[Row]:
    """Needs Django."""
    from django.test import RequestFactory

    from eventnight.core.fresh.snapshots import SNAPSHOTS
    from tests.tournaments.nights import drawn_bracket
    from tournaments.views.bracket.public import bracket

    drawn = drawn_bracket(TEAMS)
    address = f"/e/{drawn.event.code}/bracket/{drawn.pk}/"
    page = partial(bracket, code=drawn.event.code, bracket_id=drawn.pk)
    etag = page(RequestFactory().get(address))["ETag"]
    known = RequestFactory().get(address, headers={"If-None-Match": etag})

    def cold() -> None:
        SNAPSHOTS.forget()
        page(RequestFactory().get(address))

    name = f"bracket page of {TEAMS} teams"
    yield against_limit(f"{name}, cold", "pages/s", 1, cold, COLD, f"limit {COLD * 1000:.0f} ms")
    yield against_limit(
        f"{name}, 304", "pages/s", AGAIN, lambda: [page(known) for _ in range(AGAIN)], KNOWN * AGAIN, "limit 1 ms"
    )
