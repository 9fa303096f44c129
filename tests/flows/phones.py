"""Guests' own phones on slow lines, where the system deals."""

from __future__ import annotations

from playwright.sync_api import Browser, Page

from tests.flows.looks import axe_findings, overflow
from tests.flows.pages import sign_in
from tests.server import NightServer

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PATIENCE_MS = 15_000
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 180_000, "uploadThroughput": 90_000}


def staff_page(browser: Browser, server: NightServer) -> Page:
    """A desk that is signed in."""
    context = browser.new_context(base_url=server.url, viewport=DESK)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    sign_in(page)
    return page


def new_phone(browser: Browser, server: NightServer) -> Page:
    """A phone with a profile of its own."""
    context = browser.new_context(base_url=server.url, viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    return page


def turn_of(phones: dict[int, Page]) -> Page | None:
    """The phone that is to act."""
    return next((page for page in phones.values() if page.locator(".seat-dock.is-turn").count()), None)


def looks_right(page: Page) -> None:
    assert ([str(each) for each in axe_findings(page)], overflow(page)) == ([], "")
