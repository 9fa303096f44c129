"""What staff enter while the connection is gone is kept on their device, shown, and counts once when it is back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.flows.pages import CODE, sign_in
from tests.flows.steps import desk
from tests.server import NightServer

pytestmark = pytest.mark.browser

PLAYER, ONE, TWO, THREE, FOUR = "P016", "P017", "P018", "P019", "P020"
"""A guest for each test: the same sale to the same guest within a minute is asked about."""


@pytest.fixture
def staff(browser: Browser, night_server: NightServer) -> Iterator[Page]:
    """A window in which the organiser of the demo night is signed in."""
    context = browser.new_context(base_url=night_server.url, viewport={"width": 390, "height": 844})
    context.set_default_timeout(10_000)
    page = context.new_page()
    sign_in(page)
    yield page
    context.close()


def test_a_sale_without_connection_is_kept_and_sent_once(staff: Page):
    desk.open_rebuy(staff, CODE, PLAYER)
    before = desk.rebuys(staff, CODE)
    bar = staff.locator("[data-connection]")

    staff.context.set_offline(True)
    staff.get_by_role("button", name="Take $10, give 1,000").click()
    expect(bar).to_contain_text("1 entry kept here")
    bar.get_by_text("1 entry kept here").click()
    expect(bar.get_by_role("listitem")).to_contain_text(f"{PLAYER}: Re-buy: Take $10, give 1,000")
    staff.get_by_role("button", name="Take $10, give 1,000").click()
    expect(bar.get_by_role("listitem")).to_have_count(2)
    staff.context.set_offline(False)
    expect(bar).to_contain_text(re.compile("Refused\\. Re-buy for .+: 1,000 chips for \\$10\\.00, booked .+"))
    assert desk.rebuys(staff, CODE) == before + 1
    bar.get_by_role("button", name="Sell 1,000 chips for $10.00").click()
    expect(bar).to_be_hidden()

    assert desk.rebuys(staff, CODE) == before + 2


def test_a_kept_entry_waits_for_the_next_page_and_can_be_withdrawn(staff: Page):
    desk.open_rebuy(staff, CODE, ONE)
    before = desk.rebuys(staff, CODE)
    bar = staff.locator("[data-connection]")

    staff.context.set_offline(True)
    staff.get_by_role("button", name="Take $10, give 1,000").click()
    bar.get_by_text("1 entry kept here").click()
    bar.get_by_role("button", name="Do not send").click()
    expect(bar.locator("[data-kept]")).to_be_hidden()
    staff.get_by_role("button", name="Take $10, give 1,000").click()
    expect(bar).to_contain_text("1 entry kept here")
    staff.close()
    context = staff.context
    context.set_offline(False)
    again = context.new_page()
    again.goto(f"/staff/{CODE}/")

    expect(again.get_by_text("Sent now")).to_be_visible()
    assert desk.rebuys(again, CODE) == before + 1


def test_a_refused_entry_comes_back_with_the_reason(staff: Page, night_server: NightServer):
    desk.open_rebuy(staff, CODE, TWO)
    before = desk.rebuys(staff, CODE)
    bar = staff.locator("[data-connection]")

    staff.context.set_offline(True)
    # Other forms have keys too, such as that of a call that waits for somebody of the floor.
    staff.locator("#desk-form input[name=request_id]").evaluate("input => { input.value = 'no key' }")
    staff.get_by_role("button", name="Take $10, give 1,000").click()
    staff.context.set_offline(False)
    expect(bar).to_contain_text(re.compile("Refused\\. .+"))
    bar.get_by_role("button", name="Understood").click()

    expect(bar).to_be_hidden()
    assert desk.rebuys(staff, CODE) == before


def test_a_press_whose_answer_is_lost_counts_once(staff: Page):
    desk.open_rebuy(staff, CODE, THREE)
    before = desk.rebuys(staff, CODE)

    def deliver_and_lose(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        route.fetch(max_redirects=0)
        route.abort("connectionreset")

    staff.route("**/rebuy/**", deliver_and_lose)
    with staff.expect_event("requestfailed", lambda request: request.method == "POST"):
        staff.get_by_role("button", name="Take $10, give 1,000").click()
    staff.unroute("**/rebuy/**")
    assert desk.rebuys(staff, CODE) == before + 1
    staff.go_back()

    expect(staff.get_by_text("Sent now")).to_be_visible()
    assert desk.rebuys(staff, CODE) == before + 1


def test_a_press_that_the_database_could_not_take_is_kept_and_sent_once(staff: Page, night_server: NightServer):
    desk.open_rebuy(staff, CODE, FOUR)
    before = desk.rebuys(staff, CODE)
    bar = staff.locator("[data-connection]")

    # Another program holds the database for longer than a press waits.
    with closing(sqlite3.connect(night_server.database_url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        staff.get_by_role("button", name="Take $10, give 1,000").click()
        expect(staff.get_by_role("heading", name="Not available just now")).to_be_visible()
        expect(bar).to_contain_text("1 entry kept here")
        other.execute("ROLLBACK")
    expect(staff.get_by_text("Sent now")).to_be_visible()

    assert desk.rebuys(staff, CODE) == before + 1
