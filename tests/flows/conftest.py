"""A real server with a demo night of its own, and Chromium to look at it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.server import NightServer, manage, new_night, running_server

# As long as the tests wait for a press: five seconds are not enough where both cores are busy.
expect.set_options(timeout=10_000)


@pytest.fixture(scope="session")
def demo_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file that holds the demo night; copy it, never change it."""
    url = new_night(tmp_path_factory.mktemp("demo"))
    manage("demo", "--verbosity", "0", database_url=url)
    return Path(url.removeprefix("sqlite:///"))


@pytest.fixture(scope="module")
def night_server(demo_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NightServer]:
    """The one-process server on a copy of the demo night."""
    file = tmp_path_factory.mktemp("night") / "night.sqlite3"
    shutil.copy(demo_database, file)
    with running_server(f"sqlite:///{file}") as server:
        yield server


# Of a module, not of the session: while Playwright runs, its event loop is this thread's, and a test of another module
# could neither start a loop nor use the database.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser, night_server: NightServer) -> Iterator[Page]:
    """A fresh browser profile; addresses may be written without the server's."""
    context = browser.new_context(base_url=night_server.url)
    yield context.new_page()
    context.close()
