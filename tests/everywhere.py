"""Run the suite where it is asked to, and say in the last line what was left out.

The first argument names a place: `sqlite` (if none is named), `postgresql` (with Redis, a worker and beat), `browser`
(Chromium), `everything`: all three, or `deep`: both databases, with all examples and what takes longest. On SQLite what
takes long is run as a part of `everything` and `deep` (see tests/long.py). What follows goes to pytest.
EVENTNIGHT_TEST_DATABASE_URL and EVENTNIGHT_TEST_REDIS_URL name other servers than the local ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import psycopg
import redis

from tests.long import noted

POSTGRES = os.environ.get("EVENTNIGHT_TEST_DATABASE_URL", "postgres:///postgres")
REDIS = os.environ.get("EVENTNIGHT_TEST_REDIS_URL", "redis://127.0.0.1:6379/15")

NEEDS = {
    "sqlite": "",
    "postgresql": "PostgreSQL, Redis, the worker and beat",
    "browser": "Chromium",
}
"""The places, and what each needs besides this program."""

BROWSER_SECONDS = 2400
"""A browser that hangs must not hold up everything else for hours."""


def postgres_answers() -> bool:
    try:
        psycopg.connect(POSTGRES, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers() -> bool:
    try:
        return bool(redis.Redis.from_url(REDIS, socket_connect_timeout=1).ping())
    except redis.RedisError:
        return False


def on_sqlite(arguments: list[str]) -> int:
    return run("SQLite", ["-m", "not (browser or postgres or redis)", *arguments])


def on_postgresql(arguments: list[str]) -> int:
    """The tests that ask a database. Refused where PostgreSQL or Redis does not answer."""
    for name, answers in (("PostgreSQL", postgres_answers), ("Redis", redis_answers)):
        if not answers():
            print(f"{name} does not answer: the suite did not run on PostgreSQL with Redis.")
            return 1
    # Nothing of a test needs to outlive a power cut.
    servers = {"DATABASE_URL": POSTGRES, "REDIS_URL": REDIS, "PGOPTIONS": "-c synchronous_commit=off"}
    return run("PostgreSQL with Redis, a worker and beat", ["-m", "not browser", *arguments], **servers)


def in_browsers(arguments: list[str]) -> int:
    try:
        return run("Chromium", ["-m", "browser", *arguments], seconds=BROWSER_SECONDS)
    except subprocess.TimeoutExpired:
        print(f"The browser tests did not end within {BROWSER_SECONDS} s.")
        return 1


PLACES: dict[str, Callable[[list[str]], int]] = {
    "sqlite": on_sqlite,
    "postgresql": on_postgresql,
    "browser": in_browsers,
}


WHERE_DEEP = ("sqlite", "postgresql")
"""Where all examples are tried."""


def run(title: str, arguments: list[str], *, seconds: float | None = None, **extra: str) -> int:
    """One run of the suite with these variables; returns pytest's exit code. Raises TimeoutExpired after so many
    seconds.
    """
    print(f"\n=== The suite on {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", *arguments]
    # Empty rather than absent: a .env file could fill in what is absent. Modules that are compiled once need not be
    # compiled by each process of a test.
    local = {"DATABASE_URL": "", "REDIS_URL": "", "CELERY_BROKER_URL": "", "PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run(command, env={**os.environ, **local, **extra}, check=False, timeout=seconds).returncode


def main(arguments: list[str]) -> int:
    place = arguments.pop(0) if arguments and arguments[0] in {*PLACES, "everything", "deep"} else "sqlite"
    if place == "deep":
        os.environ["EVENTNIGHT_DEEP"] = "1"
    if place == "sqlite":
        os.environ["EVENTNIGHT_SHORT"] = "1"
    places = list(WHERE_DEEP) if place == "deep" else [each for each in PLACES if place in (each, "everything")]
    codes = [PLACES[each](arguments) for each in places]
    left_out = [NEEDS[each] for each in PLACES if each not in places and NEEDS[each]]
    if place == "sqlite":
        left_out.append(f"{len(noted())} tests that take long")
    if left_out:
        print(f"Left out: {', '.join(left_out)}. `make test ON=everything` runs them too.")
    if place != "deep":
        print("Left out: most examples of each law, and what takes longest. `make test ON=deep` tries all.")
    return max(codes)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
