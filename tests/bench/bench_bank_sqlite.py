"""Eight writers of one process at full speed on SQLite: no lock error, and how long the slowest sale waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.apart import rows_apart
from tests.bench.timing import Row

WRITERS = 8
SECONDS = 8
LONGEST = 1.0
"""Seconds that the slowest of all sales may take."""


def rows() -> Iterator[Row]:
    with TemporaryDirectory(prefix="eventnight-bench-") as folder:
        yield from rows_apart("bench_bank_sqlite", f"sqlite:///{Path(folder) / 'night.sqlite3'}")


def measured() -> Iterator[Row]:
    """Needs Django on SQLite. A lock error ends it."""
    from tests.bench.nights import full_hall

    full_hall()
    waits: list[list[float]] = [[] for _ in range(WRITERS)]
    errors: list[BaseException] = []
    start = threading.Barrier(WRITERS)
    writers = [threading.Thread(target=_write, args=(start, own, errors)) for own in waits]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    if errors:
        raise errors[0]
    slowest, sold = max(max(own) for own in waits), sum(len(own) for own in waits)
    rate = sold / SECONDS
    name = f"slowest of {sold:,} re-buys, {WRITERS} writers on SQLite"
    yield Row(name, f"limit {LONGEST:g} s", "1/min", 60 / slowest, 60 / LONGEST, LONGEST / slowest)
    fewest, most = min(len(own) for own in waits), max(len(own) for own in waits)
    yield Row(
        "re-buys of the slowest of eight writers, SQLite",
        "the fastest writer",
        "entries/s",
        fewest / SECONDS,
        most / SECONDS,
        fewest / most,
    )
    yield Row("re-buys on SQLite, all writers", "20 a second", "entries/s", rate, 20, rate / 20)


def _write(start: threading.Barrier, waits: list[float], errors: list[BaseException]) -> None:
    from django.db import connection

    from tests.bench.desk_ours import desk

    sell = desk()
    start.wait()
    end = time.perf_counter() + SECONDS
    try:
        while (begun := time.perf_counter()) < end:
            sell()
            waits.append(time.perf_counter() - begun)
    except Exception as error:
        errors.append(error)
    finally:
        connection.close()
