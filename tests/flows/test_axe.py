"""No page keeps people out: nothing serious by axe-core, on phones and desktops, in the light and the dark scheme."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.flows.looks import axe_findings, complaints, overflow, show
from tests.flows.pages import PAGES, sign_in
from tests.server import NightServer

pytestmark = pytest.mark.browser

MAIN_PAGES = (
    "event",
    "bracket",
    "holdem",
    "raffle",
    "my-night",
    "phone-here",
    "setup",
    "new-house",
    "new-on",
    "new-people",
    "setup-holdem",
    "setup-poker",
    "setup-phones",
    "setup-people",
    "setup-sponsors",
    "invitation",
    "invited",
    "account",
    "staff",
    "desk-rebuy",
    "matches",
    "match",
    "floor",
    "floor-player",
    "floor-hand",
    "table",
    "table-hand",
    "roulette",
    "dashboard",
    "wall",
    "raffle-players",
    "api-docs",
)
WIDTHS = (390, 1280)
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def organiser(browser: Browser, night_server: NightServer) -> Iterator[Page]:
    """A window in which the organiser of the demo night is signed in."""
    context = browser.new_context(base_url=night_server.url)
    window = context.new_page()
    sign_in(window)
    yield window
    context.close()


@pytest.mark.parametrize("night_page", [page for page in PAGES if page.name in MAIN_PAGES], ids=lambda page: page.name)
def test_a_page_can_be_used_by_everybody_in_both_schemes(organiser: Page, night_page):
    address = night_page.find(organiser)
    with complaints(organiser) as heard:
        organiser.goto(address)
        problems = []
        for width in WIDTHS:
            for scheme in SCHEMES:
                show(organiser, width, scheme)
                bad = [str(finding) for finding in axe_findings(organiser) if finding.is_bad]
                wide = overflow(organiser)
                problems += [f"{width} {scheme}: {text}" for text in (*bad, *([f"too wide, {wide}"] if wide else []))]

    assert problems == []
    assert heard == []
