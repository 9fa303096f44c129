"""All scenarios on one database; a process of its own for each, because Django serves one set of settings."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

from tests.faults.databases import Postgres, Sqlite, redis_server
from tests.faults.web import PRODUCTION, WebProcess, one_process, procfile_process, serving
from tests.server import manage

if TYPE_CHECKING:
    from tests.faults.comparing import Row

PLACES = {"sqlite": Sqlite, "postgresql": Postgres}


def scenarios(place: Sqlite | Postgres, folder: Path, chance: random.Random) -> Iterator[partial[Row]]:
    """Each scenario, ready to run, with the processes it needs around it."""
    # Models can be imported only now that Django knows the database.
    from tests.faults import try_at_once, try_crowd, try_edited, try_killed, try_outage, try_redis, try_statements

    yield partial(try_statements.each_statement)
    yield partial(try_edited.edited_rows, place.url)
    yield partial(try_edited.cut_tail, place.url)
    with serving(place.url) as web:
        urls = [process.url for process in web]
        for scenario in (
            try_at_once.one_key,
            try_at_once.one_purse,
            try_at_once.two_directions,
            try_at_once.one_prize,
        ):
            yield partial(scenario, urls, _part(folder))
        yield partial(try_killed.web_processes, web, _part(folder), chance)
        if isinstance(place, Postgres):
            yield partial(try_killed.database, place, web, _part(folder), chance)
            yield partial(try_outage.long_outage, place, web, _part(folder))
    yield from _of_the_clock(place, folder)
    web = one_process(place.url, files=try_crowd.FILES)
    try:
        web.wait()
        yield partial(try_crowd.crowd_at_the_door, web, _part(folder), chance)
    finally:
        web.kill()
    yield from _of_the_clock_and_the_rest(place, folder)
    with redis_server() as redis, serving(place.url, REDIS_URL=redis.url, CELERY_BROKER_URL=redis.url) as web:
        yield partial(try_redis.without_redis, redis, web, _part(folder), chance)


def _of_the_clock(place: Sqlite | Postgres, folder: Path) -> Iterator[partial[Row]]:
    """In one process on SQLite; on PostgreSQL with Redis, worker and beat as the Procfile has them."""
    from tests.faults import try_clock

    yield partial(try_clock.clock_time_set, place.url, _part(folder))
    with ExitStack() as stack:
        redis = stack.enter_context(redis_server()) if isinstance(place, Postgres) else None
        where = {"REDIS_URL": redis.url, "CELERY_BROKER_URL": redis.url} if redis else {}

        def start(name: str) -> WebProcess:
            process = procfile_process(name, place.url, **where) if redis else one_process(place.url)
            stack.callback(process.kill)
            return process

        worker = start("worker")
        if redis:
            start("beat")
            yield partial(try_clock.clock_redis_restarted, redis)
        yield partial(try_clock.clock_worker_killed, worker)
        yield partial(try_clock.clock_worker_frozen, worker)
        if redis:
            # On SQLite a second process that serves the night is refused.
            yield partial(try_clock.clock_two_beats, start("beat"))


def _of_the_clock_and_the_rest(place: Sqlite | Postgres, folder: Path) -> Iterator[partial[Row]]:
    """In one process on SQLite; on PostgreSQL with Redis, two workers and two beats."""
    from tests.faults import try_clock_outage
    from tests.faults.clock_hall import ClockHall

    with ExitStack() as stack:
        redis = stack.enter_context(redis_server()) if isinstance(place, Postgres) else None
        system = stack.enter_context(try_clock_outage.night(place, redis, _part(folder)))
        yield from try_clock_outage.outages(system, ClockHall())


def main(name: str, seed: str, only: str) -> None:
    """Print one line of JSON for each scenario, or for those with `only` in their functions' names."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="eventnight-faults-")))
        place = PLACES[name](folder)
        stack.callback(place.stop)
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.faults.settings", "DATABASE_URL": place.url, "REDIS_URL": ""}
        # What one process seals another one opens.
        os.environ["SECRET_KEY"] = PRODUCTION["SECRET_KEY"]
        manage("migrate", "--verbosity", "0", database_url=place.url)
        django.setup()
        for scenario in scenarios(place, folder, random.Random(seed)):
            if only not in scenario.func.__name__:
                continue
            begun = time.monotonic()
            row = asdict(scenario())
            print(json.dumps({**row, "database": place.name, "seconds": time.monotonic() - begun}), flush=True)


def _part(folder: Path) -> Path:
    part = folder / f"notes-{sum(1 for _ in folder.iterdir())}"
    part.mkdir()
    return part


if __name__ == "__main__":
    main(*sys.argv[1:])
