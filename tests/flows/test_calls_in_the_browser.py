"""A table calls the floor: one tap on a phone, staff see it on the page that they have open, one tap answers."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.flows.looks import axe_findings, complaints, overflow, show
from tests.flows.pages import CODE, PASSWORD
from tests.server import NightServer

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}
SOON, AT_LAST = 2.0, 6.0
"""Seconds in which the quickest of three calls is seen, and each of them, on a machine that does other things too."""
AT_A_FLIGHT = (
    "SELECT token FROM events_player JOIN tournaments_flightentry e ON e.player_id = events_player.id "
    "JOIN tournaments_flight f ON f.id = e.flight_id "
    "WHERE f.status = 'running' AND e.bust_hand_id IS NULL AND e.table_number IS NOT NULL ORDER BY events_player.id"
)
AT_A_CARD_TABLE = (
    "SELECT token FROM events_player JOIN tables_seat s ON s.player_id = events_player.id "
    "JOIN tables_table t ON t.id = s.table_id "
    "WHERE t.kind = 'poker' AND t.status = 'open' AND t.number = ? ORDER BY s.number"
)
Window = Callable[..., Page]


@pytest.fixture
def database(night_server: NightServer) -> Iterator[sqlite3.Connection]:
    """The night's own file, without any call that is open."""
    connection = sqlite3.connect(night_server.database_url.removeprefix("sqlite:///"), timeout=20)
    with connection:
        connection.execute("DELETE FROM calls_floorcall")
        connection.execute("UPDATE core_eventhead SET version = version + 1")
    yield connection
    connection.close()


@pytest.fixture
def window(browser: Browser, night_server: NightServer) -> Iterator[Window]:
    """Opens a small phone, signed in as somebody of the staff if a name is given."""
    contexts = []

    def opened(name: str = "") -> Page:
        contexts.append(browser.new_context(base_url=night_server.url, viewport=PHONE))
        page = contexts[-1].new_page()
        if name:
            page.goto("/accounts/sign-in/")
            page.get_by_label("Username").fill(name)
            page.get_by_label("Password").fill(PASSWORD)
            with page.expect_navigation():
                page.get_by_role("button", name="Sign in").click()
        return page

    yield opened
    for context in contexts:
        context.close()


def links(database: sqlite3.Connection, sql: str, *given: Any) -> list[str]:
    return [f"/p/{token}/" for (token,) in database.execute(sql, given)]


def tap(found: Locator) -> None:
    """One tap on what is in sight as the page stands; nothing lies over it."""
    expect(found).to_be_in_viewport(ratio=1)
    found.click()


def key(guest: Page) -> Locator:
    return guest.get_by_role("button", name="Call the floor")


def call(guest: Page) -> None:
    """One tap calls the floor. Ends at the page that answers it: the board may show the call before that is there."""
    with guest.expect_navigation():
        tap(key(guest))


def waited_long(database: sqlite3.Connection) -> None:
    """A minute passes for every call."""
    with database:
        database.execute("UPDATE calls_floorcall SET called_at = datetime(called_at, '-2 minutes')")


def test_one_tap_calls_staff_see_it_without_a_reload_and_one_tap_answers_by_name(
    window: Window, database: sqlite3.Connection
):
    guest, finn = window(), window("finn")
    tables = [links(database, AT_A_FLIGHT)[0], links(database, AT_A_CARD_TABLE, 1)[0]]
    tables.append(links(database, AT_A_CARD_TABLE, 2)[0])
    finn.goto(f"/staff/{CODE}/tables/")
    finn.evaluate("window.isTheSamePage = true")
    banner, seen = finn.locator(".call-banner"), []

    for table in tables:
        guest.goto(table)
        tap(key(guest))
        tapped = time.monotonic()
        expect(banner).to_contain_text("calls the floor")
        seen.append(time.monotonic() - tapped)

        expect(guest.get_by_role("heading", name="The floor is coming")).to_be_visible()
        expect(finn.locator("#count-now")).to_contain_text("1")
        tap(banner.get_by_role("button", name="I’m going"))
        expect(guest.locator("#floor")).to_contain_text("Finn is on the way")
        tap(banner.get_by_role("button", name="Done"))
        expect(banner).to_have_count(0)
        expect(key(guest)).to_be_visible()

    assert min(seen) < SOON, seen
    assert max(seen) < AT_LAST, seen
    assert finn.evaluate("window.isTheSamePage"), "the page was loaded again"


def test_the_whole_table_reads_the_call_and_may_say_what_it_is_about(window: Window, database: sqlite3.Connection):
    here = links(database, AT_A_CARD_TABLE, 1)
    caller, neighbour, finn = window(), window(), window("finn")
    finn.goto(f"/staff/{CODE}/")
    neighbour.goto(here[1])
    caller.goto(here[0])
    call(caller)

    expect(neighbour.get_by_role("heading", name="The floor is coming")).to_be_visible()
    tap(neighbour.get_by_role("button", name="A wrong deal"))

    expect(finn.locator(".call-banner")).to_contain_text("calls the floor: a wrong deal")
    expect(caller.get_by_role("button", name="A wrong deal")).to_have_attribute("aria-pressed", "true")
    expect(finn.locator("#open-calls time")).to_have_text(re.compile(r"^\d+ s ago$"))
    tap(caller.get_by_role("button", name="Never mind, cancel the call"))
    expect(finn.locator(".call-banner")).to_have_count(0)
    expect(key(neighbour)).to_be_visible()


def test_a_tap_of_a_guest_carries_a_key_of_its_own(window: Window, database: sqlite3.Connection):
    guest, keys = window(), []
    guest.goto(links(database, AT_A_CARD_TABLE, 1)[0])
    guest.on("request", lambda sent: keys.append(sent.post_data) if sent.method == "POST" else None)

    call(guest)
    guest.get_by_role("button", name="Chips").click()
    expect(guest.get_by_role("button", name="Chips")).to_have_attribute("aria-pressed", "true")

    found = [re.search(r"request_id=([0-9a-f-]{36})", sent)[1] for sent in keys]
    assert len(found) == len(set(found)) == 2


def test_whoever_answers_keeps_what_they_were_typing(window: Window, database: sqlite3.Connection):
    guest, ruth = window(), window("ruth")
    ruth.goto(f"/staff/{CODE}/players/add/")
    ruth.get_by_label("Full name").fill("Zenobia Qu")
    guest.goto(links(database, AT_A_CARD_TABLE, 1)[0])
    call(guest)

    tap(ruth.locator(".call-banner").get_by_role("button", name="I’m going"))

    expect(ruth.locator(".call-banner.is-own")).to_be_visible()
    expect(ruth.get_by_label("Full name")).to_have_value("Zenobia Qu")
    tap(ruth.locator(".call-banner").get_by_role("button", name="Give it back"))
    expect(ruth.locator(".call-banner").get_by_role("button", name="I’m going")).to_be_visible()


def test_after_a_minute_the_banner_is_urgent(window: Window, database: sqlite3.Connection):
    guest, finn = window(), window("finn")
    finn.goto(f"/staff/{CODE}/floor/")
    guest.goto(links(database, AT_A_CARD_TABLE, 1)[0])
    call(guest)
    expect(finn.locator(".call-banner time")).to_have_text(re.compile(r"^\d+ s ago$"))

    waited_long(database)
    guest.get_by_role("button", name="A ruling").click()

    expect(finn.locator(".call-banner.is-urgent")).to_contain_text("Unanswered.")
    expect(finn.locator(".call-banner time")).to_have_text("2 min ago")


@pytest.mark.parametrize("is_urgent", [False, True])
def test_calls_keep_nobody_out(window: Window, database: sqlite3.Connection, is_urgent: bool):
    guest, ruth = window(), window("ruth")
    for number in (1, 2):
        guest.goto(links(database, AT_A_CARD_TABLE, number)[0])
        call(guest)
        expect(guest.get_by_role("heading", name="The floor is coming")).to_be_visible()
    if is_urgent:
        waited_long(database)

    problems = []
    for page, address in ((ruth, f"/staff/{CODE}/"), (ruth, f"/staff/{CODE}/desk/"), (guest, guest.url)):
        with complaints(page) as heard:
            page.goto(address)
            for width in (390, 1280):
                for scheme in ("light", "dark"):
                    show(page, width, scheme)
                    bad = [str(finding) for finding in axe_findings(page) if finding.is_bad]
                    wide = overflow(page)
                    problems += [f"{address} {width} {scheme}: {text}" for text in (*bad, *([wide] if wide else []))]
        problems += heard

    assert problems == []
