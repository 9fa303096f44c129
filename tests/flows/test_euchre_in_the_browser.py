"""Four phones at a match that the system deals: the flip, a hand and its score; one reloads, one goes elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.pages import CODE
from tests.flows.phones import looks_right, new_phone, staff_page, turn_of
from tests.flows.steps import hall, treasurer
from tests.server import NightServer

pytestmark = pytest.mark.browser

MOST_LOOKS = 400
SEATS = 4
NAME = "Phones"
FRESH_MS = 30_000
"""Four browsers and the server share the machine."""


@dataclass(frozen=True)
class Night:
    """staff: at the host's page of the match. phones: by the order of the players, each with its own profile."""

    staff: Page
    phones: dict[int, Page]


@pytest.fixture(scope="module")
def night(browser: Browser, night_server: NightServer) -> Iterator[Night]:
    """A bracket of two pairs that is opened for the system to deal, its match called, and four seats opened."""
    staff = staff_page(browser, night_server)
    staff.goto(f"/staff/{CODE}/matches/new/")
    staff.get_by_label("Name").fill(NAME)
    staff.get_by_label("Cards are dealt by").select_option(label="The system, a minute a turn")
    with staff.expect_navigation():
        staff.get_by_role("button", name="Open for entries").click()
    players = _pairs(staff)
    with staff.expect_navigation():
        staff.get_by_role("button", name="Draw 2 teams").click()
    own = staff.locator("[id^=matches-]").last
    with staff.expect_navigation():
        own.get_by_role("button", name="Call to table").click()
    own.get_by_role("listitem").filter(has_text="Match 1").get_by_role("link").first.click()
    staff.get_by_role("link", name="The system deals: the four phones").click()
    staff.wait_for_url("**/host/")
    host = staff.url
    phones = {}
    for number, player in enumerate(players, start=1):
        phone = new_phone(browser, night_server)
        hall.open_my_night(phone, CODE, *treasurer.codes_of(staff, CODE, player))
        phone.get_by_role("link", name="Open your seat").click()
        phones[number] = phone
    staff.goto(host)
    yield Night(staff, phones)
    for each in browser.contexts:
        each.close()


def _pairs(staff: Page) -> list[str]:
    """Two pairs of guests who have a card. Returns the codes of the four."""
    form = staff.locator("form").filter(has=staff.get_by_role("heading", name="Add a pair"))
    choices = form.get_by_label("Player").locator("option").all()
    codes = [str(option.get_attribute("value")) for option in choices if option.get_attribute("value")][:SEATS]
    for one, other in (codes[:2], codes[2:]):
        form.get_by_label("Player").select_option(value=one)
        form.get_by_label("Partner").select_option(value=other)
        with staff.expect_navigation():
            form.get_by_role("button", name="Add pair").click()
    return codes


def act(page: Page) -> None:
    """A lawful act in one tap: the first card that may be played, else the last bid."""
    card = page.locator(".eu-card.is-legal")
    button = card if card.count() else page.locator(".act-bids button")
    with page.expect_navigation():
        (button.first if card.count() else button.last).click()


def test_four_phones_flip_for_the_deal_and_play_a_hand_on_slow_lines(night: Night):
    pages = list(night.phones.values())
    for page in pages:
        page.get_by_role("button", name="Ready").click()
    for page in pages:
        expect(page.get_by_text("Flipped for the deal")).to_be_visible(timeout=FRESH_MS)
    looks_right(pages[0])
    for page in pages:
        page.get_by_role("button", name="Ready").click()
    for page in pages:
        expect(page.locator(".eu-hand .card")).to_have_count(5, timeout=FRESH_MS)
    cards = [page.locator(".eu-hand").inner_text() + page.locator(".eu-hand").inner_html() for page in pages]
    assert len(set(cards)) == SEATS

    first = turn_of(night.phones)
    assert first is not None
    looks_right(first)
    first.reload()
    expect(first.locator(".seat-dock.is-turn")).to_be_visible()
    for _ in range(MOST_LOOKS):
        page = turn_of(night.phones)
        if page is not None:
            act(page)
        elif night.staff.get_by_role("heading", name="Hand 2").count():
            break
        else:
            night.staff.wait_for_timeout(200)
    expect(night.staff.get_by_role("heading", name="Hand 2")).to_be_visible()
    for page in pages:
        expect(page.get_by_role("button", name="Ready")).to_be_visible()
    looks_right(pages[1])
    looks_right(night.staff)
    pages[2].get_by_role("link", name="Check the packs").click()
    pages[2].get_by_role("button", name="Check Hand 1").click()
    expect(pages[2].get_by_text("This phone had kept the promise.")).to_be_visible()
    looks_right(pages[2])
