"""Six phones at a table where the system deals: a hand on slow lines; one reloads, one is away, one goes elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.pages import CODE
from tests.flows.phones import looks_right, new_phone, staff_page, turn_of
from tests.flows.steps import hall, treasurer
from tests.server import NightServer

pytestmark = pytest.mark.browser

TURN_SECONDS = 30
MOST_LOOKS = 400
SEATS = 6
HOST_LOOKS_AGAIN_MS = 25_000


@dataclass(frozen=True)
class Night:
    """host: staff at the table's host page. phones: by seat, each with its own profile."""

    browser: Browser
    server: NightServer
    host: Page
    phones: dict[int, Page]

    @property
    def turn(self) -> Page | None:
        """The phone that is to act."""
        return turn_of(self.phones)

    def new_phone(self) -> Page:
        return new_phone(self.browser, self.server)


@pytest.fixture(scope="module")
def night(browser: Browser, night_server: NightServer) -> Iterator[Night]:
    """A table opened for the system to deal, with six guests who sit there and have opened their seats."""
    staff = staff_page(browser, night_server)
    staff.goto(f"/staff/{CODE}/tables/open/")
    staff.get_by_label("Cards are dealt by").select_option(label=f"The system, {TURN_SECONDS} seconds a turn")
    staff.get_by_label("Time bank").fill("0")
    with staff.expect_navigation():
        staff.get_by_role("button", name="Open the table").click()
    night = Night(browser, night_server, staff, {})
    table = staff.url
    for seat in range(1, SEATS + 1):
        player = _seated(staff, f"{table}?seat={seat}")
        phone = night.new_phone()
        hall.open_my_night(phone, CODE, *treasurer.codes_of(staff, CODE, player))
        phone.get_by_role("link", name="Open your seat").click()
        night.phones[seat] = phone
    staff.goto(f"{table}host/")
    yield night
    for each in browser.contexts:
        each.close()


def _seated(staff: Page, seat: str) -> str:
    """Somebody of the list of those who could sit down, who has the chips. Returns the player's code."""
    staff.goto(seat)
    for option in staff.locator("#players option").all():
        words = str(option.get_attribute("value"))
        staff.goto(seat)
        staff.get_by_label("Player", exact=True).fill(words)
        staff.get_by_label("Chips").fill("100")
        with staff.expect_navigation() as answered:
            staff.get_by_role("button", name="Sit down").click()
        if answered.value.status < 400:
            return words.split()[0]
    raise AssertionError("nobody has chips to sit down with")


def act(page: Page) -> None:
    """Check, call or show, in one tap."""
    dock = page.locator(".seat-dock")
    button = dock.get_by_role("button", name=re.compile(r"^(Check|Call \d|Show)"))
    with page.expect_navigation():
        button.first.click()


def test_six_phones_play_a_hand_on_slow_lines_and_its_pack_is_checked(night: Night):
    for page in night.phones.values():
        page.get_by_role("button", name="Ready").click()
    for page in night.phones.values():
        expect(page.locator(".own-cards .card")).to_have_count(2)
    expect(night.host.get_by_text("Phone not connected")).to_have_count(0, timeout=HOST_LOOKS_AGAIN_MS)
    cards = {seat: page.locator(".own-cards").inner_html() for seat, page in night.phones.items()}
    assert len(set(cards.values())) == SEATS

    first = night.turn
    assert first is not None
    looks_right(first)
    first.reload()
    expect(first.get_by_role("heading", name="Your turn")).to_be_visible()
    assert first.locator(".own-cards").inner_html() in cards.values()
    act(first)

    second = next_turn(night, first)
    looks_right(first)
    seat = next(each for each, page in night.phones.items() if page is second)
    elsewhere = night.new_phone()
    elsewhere.goto(second.url)
    assert elsewhere.locator(".own-cards").inner_html() == cards[seat]
    night.phones[seat] = elsewhere
    with elsewhere.expect_navigation():
        elsewhere.keyboard.press("c")

    away = next_turn(night, elsewhere)
    expect(away.locator(".own-line")).to_contain_text("You folded", timeout=(TURN_SECONDS + 10) * 1000)
    for _ in range(MOST_LOOKS):
        page = night.turn
        if page is not None:
            act(page)
        elif night.host.get_by_role("heading", name="Last result").count():
            break
        else:
            night.host.wait_for_timeout(200)
    expect(night.host.get_by_role("heading", name="Last result: hand 1")).to_be_visible()
    for page in night.phones.values():
        expect(page.get_by_role("button", name="Ready")).to_be_visible()
    looks_right(night.host)
    looks_right(elsewhere)
    first.get_by_role("link", name="Check the packs").click()
    first.get_by_role("button", name="Check Hand 1").click()
    expect(first.get_by_text("This phone had kept the promise.")).to_be_visible()
    looks_right(first)


def next_turn(night: Night, before: Page) -> Page:
    """Whoever is to act after that phone, as their own page shows it."""
    for _ in range(50):
        page = night.turn
        if page is not None and page is not before and before.locator(".seat-dock.is-turn").count() == 0:
            return page
        night.host.wait_for_timeout(200)
    raise AssertionError("nobody is to act")
