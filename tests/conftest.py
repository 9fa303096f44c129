"""What every test shares: visible skips for absent services, and no skip where they are demanded."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
import redis
import time_machine
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from django.test import TestCase
from hypothesis import HealthCheck, settings

from eventnight.core.fresh import versions
from eventnight.core.fresh.reads import READS
from eventnight.core.fresh.snapshots import SNAPSHOTS
from eventnight.core.fresh.versions import VERSIONS
from tests.built import begin_test
from tests.chromium import CHROMIUM
from tests.deep import DEEP, examples
from tests.factories import NOW
from tests.long import SHORT, name_of, noted
from tests.migrated import copy_migrated
from tests.twice import PhoneThatLosesAnswers

REDIS_URL = os.environ.get("REDIS_URL", "")
NO_SKIP = os.environ.get("EVENTNIGHT_NO_SKIP") == "1"

# One profile for every law of the suite: a busy machine fails no example for its speed. Laws set their own number of
# examples and nothing else; the fixtures that they share keep nothing from one example for the next.
settings.register_profile(
    "suite",
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
settings.load_profile("suite")


def _missing(item: pytest.Item) -> str:
    """Why the test cannot run here; empty when it can."""
    if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
        return "needs PostgreSQL: set DATABASE_URL"
    if item.get_closest_marker("redis") and not _redis_answers():
        return "needs Redis: set REDIS_URL"
    if item.get_closest_marker("proxy") and not all(map(shutil.which, ("nginx", "caddy"))):
        return "needs nginx and Caddy: install both"
    if item.get_closest_marker("browser") and not CHROMIUM:
        return "needs Chromium: install it or set CHROMIUM"
    return ""


def _redis_answers() -> bool:
    if not REDIS_URL:
        return False
    try:
        return bool(redis.Redis.from_url(REDIS_URL, socket_connect_timeout=1).ping())
    except redis.RedisError:
        return False


LONGEST = (
    "tests/simulator/test_simulator.py",
    "tests/simulator/test_planted.py",
    "tests/fuzz/",
    "tests/bank/test_means_",
)
"""Tests that take seconds each stand here."""


PLAYED_ANYWAY = ("tests/simulator/", "tests/flows/test_rehearsal.py", "tests/flows/test_card_night.py")
"""Whole nights, and what plays them: `make simulate` plays others on PostgreSQL."""


def _asks_the_database(item: pytest.Item) -> bool:
    """Whether the test may use the suite's own database. One that may not tells nothing new on another."""
    is_of_django = isinstance(item, pytest.Function) and issubclass(item.cls or object, TestCase)
    markers = map(item.get_closest_marker, ("django_db", "postgres", "redis"))
    return is_of_django or "django_db_setup" in item.fixturenames or any(markers)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What this run leaves out is left out. The longest come first, so that of two processes none ends alone with them;
    the others stay as drawn.
    """

    long, is_sqlite = noted(), connection.vendor == "sqlite"

    def is_asked(item: pytest.Item) -> bool:
        if DEEP:
            return is_sqlite or _asks_the_database(item)
        if item.get_closest_marker("deep"):
            return False
        if any(map(item.get_closest_marker, ("postgres", "redis", "browser"))):
            return True
        takes_long = name_of(item.nodeid) in long
        if is_sqlite:
            return not (SHORT and takes_long)
        return not takes_long and not item.nodeid.startswith(PLAYED_ANYWAY) and _asks_the_database(item)

    config.hook.pytest_deselected(items=[each for each in items if not is_asked(each)])
    items[:] = filter(is_asked, items)
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_collection_finish() -> None:
    """What thousands of collected tests hold stays to the end: looking through it again and again took a tenth of the
    time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip visibly what this machine lacks; fail it where skipping is forbidden."""
    reason = _missing(item)
    if reason and NO_SKIP:
        pytest.fail(reason, pytrace=False)
    if reason:
        pytest.skip(reason)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """SQLite's database is a copy of one that has been migrated; PostgreSQL's is made and migrated for each process."""
    if connection.vendor != "sqlite":
        return False
    copy_migrated(Path(connection.settings_dict["TEST"]["NAME"]))
    return True


@pytest.fixture
def client() -> PhoneThatLosesAnswers:
    """A browser that sends every counted press of a form twice: see tests/twice.py."""
    return PhoneThatLosesAnswers()


@pytest.fixture(autouse=True)
def _evening(request: pytest.FixtureRequest) -> Iterator[None]:
    """It is the evening of the tests' nights, whatever the calendar says; time passes from there. A browser keeps the
    calendar's time, and so do the tests with one.
    """
    with nullcontext() if request.node.get_closest_marker("browser") else time_machine.travel(NOW):
        yield


CHANGING = frozenset(("monkeypatch", "settings"))
"""Fixtures by which a test changes the product or its settings."""


def _leaves_the_product(item: pytest.Item) -> bool:
    """Whether neither the test nor a fixture of ours takes one of them. Those of plugins change nothing of ours."""
    asked, known = set(item._fixtureinfo.initialnames), item._fixtureinfo.name2fixturedefs
    for each in (each for definitions in known.values() for each in definitions):
        if each.func.__module__.startswith("tests."):
            asked.update(each.argnames)
    return CHANGING.isdisjoint(asked)


@pytest.fixture(autouse=True)
def _nothing_kept(request: pytest.FixtureRequest) -> None:
    """No page, counter or night of one test reaches the next."""
    begin_test(is_plain=_leaves_the_product(request.node))
    SNAPSHOTS.forget()
    VERSIONS.forget()
    READS.forget()
    cache.clear()


@pytest.fixture
def versions_stay_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine does not make a process read a version anew in the middle of a test."""
    monkeypatch.setattr(versions, "KNOWN_FOR_SECONDS", 60.0)


@pytest.fixture
def migrated() -> Iterator[Callable[[str, str], StateApps]]:
    """Moves an app's schema to a migration and gives the models of then. The newest of all apps is there afterwards,
    whatever has been added since the test was written. Needs a test with transactions of its own.
    """

    def to(app: str, name: str) -> StateApps:
        executor = MigrationExecutor(connection)
        executor.migrate([(app, name)])
        return executor.loader.project_state([(app, name)]).apps

    yield to
    if connection.vendor == "sqlite":
        connection.close()
        copy_migrated(Path(connection.settings_dict["NAME"]))
    else:
        call_command("migrate", verbosity=0)
