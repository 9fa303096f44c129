"""Without a connection our own page answers: with what waits, and with nothing of somebody who has left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.looks import axe_findings
from tests.flows.pages import BRACKET, CODE, sign_in
from tests.flows.steps import desk
from tests.server import NightServer

pytestmark = pytest.mark.browser

WORKER_ANSWERS = """() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  else navigator.serviceWorker.addEventListener("controllerchange", () => done());
})"""
PLAYER = "P021"


@pytest.fixture
def phone(browser: Browser, night_server: NightServer) -> Iterator[Page]:
    """A phone whose browser has met the site once."""
    context = browser.new_context(base_url=night_server.url, viewport={"width": 390, "height": 664})
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.goto("/")
    page.evaluate(WORKER_ANSWERS)
    yield page
    context.close()


def is_offline_page(page: Page) -> None:
    expect(page.get_by_role("heading", name="No connection", level=1)).to_be_visible()


def test_a_page_that_cannot_be_opened_says_what_waits_and_opens_when_the_line_is_back(phone: Page):
    sign_in(phone)
    desk.open_rebuy(phone, CODE, PLAYER)
    before = desk.rebuys(phone, CODE)

    phone.context.set_offline(True)
    phone.get_by_role("button", name="Take $10, give 1,000").click()
    expect(phone.locator("[data-connection]")).to_contain_text("1 entry kept here")
    phone.goto(f"/staff/{CODE}/players/")
    is_offline_page(phone)
    expect(phone.get_by_role("listitem")).to_contain_text(f"{PLAYER}: Re-buy: Take $10, give 1,000")
    assert [finding for finding in axe_findings(phone) if finding.is_bad] == []
    phone.get_by_role("button", name="Try again").click()
    expect(phone.get_by_text("Still no connection.")).to_be_visible()
    phone.context.set_offline(False)

    expect(phone.get_by_role("heading", name="Players", level=1)).to_be_visible()
    expect(phone.locator("[data-connection]")).to_be_hidden()
    assert desk.rebuys(phone, CODE) == before + 1


def test_a_public_page_without_money_is_shown_as_it_was_with_its_time(phone: Page):
    address = BRACKET(phone)
    phone.goto(address)
    phone.goto(f"/e/{CODE}/raffle/")

    phone.context.set_offline(True)
    phone.goto(address)
    expect(phone.get_by_text("This page is as it was at")).to_be_visible()
    phone.goto(f"/e/{CODE}/raffle/")
    is_offline_page(phone)
    before = phone.get_by_role("region", name="Opened before")
    expect(before.get_by_role("link")).to_have_count(1)
    before.get_by_role("link").click()
    expect(phone.get_by_text("This page is as it was at")).to_be_visible()
    phone.context.set_offline(False)

    expect(phone.locator("meta[name='kept-at']")).to_have_count(0)


def leave_by_signing_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Staff sign-in")).to_be_visible()
    page.wait_for_load_state("networkidle")


def leave_the_tablet(page: Page) -> None:
    page.get_by_role("button", name="Hand tablet over").click()
    expect(page.get_by_role("heading", name="Who takes over?")).to_be_visible()


@pytest.mark.parametrize("leave", [leave_by_signing_out, leave_the_tablet])
def test_nothing_of_somebody_who_has_left_is_shown_without_a_connection(phone: Page, leave):
    phone.set_viewport_size({"width": 1280, "height": 800})
    sign_in(phone)
    phone.goto(BRACKET(phone))
    desk.open_rebuy(phone, CODE, PLAYER)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Take $10, give 1,000").click()
    expect(phone.locator("[data-connection]")).to_contain_text("1 entry kept here")
    phone.get_by_text("1 entry kept here").click()
    phone.get_by_role("button", name="Do not send").click()
    phone.context.set_offline(False)
    phone.goto(f"/staff/{CODE}/players/P001/")
    leave(phone)

    phone.context.set_offline(True)
    phone.goto(f"/staff/{CODE}/players/P001/")
    is_offline_page(phone)

    expect(phone.get_by_text("What you entered")).to_be_hidden()
    expect(phone.get_by_text("Opened before")).to_be_hidden()
    phone.go_back()
    phone.go_back()
    expect(phone.get_by_text("P001")).to_have_count(0)


def test_where_no_worker_is_allowed_a_link_leaves_the_page_as_it_is(browser: Browser, night_server: NightServer):
    context = browser.new_context(base_url=night_server.url, service_workers="block")
    page = context.new_page()
    page.goto(f"/e/{CODE}/rules/")
    asked = page.get_by_role("dialog", name="No connection")

    context.set_offline(True)
    page.get_by_role("link", name="Open my night").click()
    expect(asked).to_be_visible()
    asked.get_by_role("button", name="Stay here").click()
    expect(page.get_by_role("heading", name="House rules")).to_be_visible()
    page.get_by_role("link", name="Open my night").click()
    context.set_offline(False)

    page.wait_for_url("**/me/")
    context.close()


def test_the_page_itself_opened_with_a_connection_leads_to_the_front_page(page: Page, night_server: NightServer):
    page.goto("/offline/")

    page.wait_for_url(f"{night_server.url}/")
