"""A flight whose tables the system deals: nobody presses anything between two hands, and who is out is told so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.pages import CODE
from tests.flows.phones import looks_right, new_phone, staff_page, turn_of
from tests.flows.steps import hall, holdem, treasurer
from tests.server import NightServer

pytestmark = pytest.mark.browser

PLAYERS = 3
MOST_LOOKS = 300


@dataclass(frozen=True)
class Night:
    """floor: staff at the flight's page. phones: in order of entry, each with its own profile."""

    floor: Page
    phones: dict[int, Page]


@pytest.fixture(scope="module")
def night(browser: Browser, night_server: NightServer) -> Iterator[Night]:
    """A tournament on phones under way, whose players have opened their seats from their own page."""
    staff = staff_page(browser, night_server)
    staff.goto(f"/staff/{CODE}/holdem/new/")
    staff.get_by_label("Name").fill("On phones")
    staff.get_by_label("Flights").fill("1")
    staff.get_by_label("Cards are dealt by").select_option(label="The system, a minute a turn")
    with staff.expect_navigation():
        staff.get_by_role("button", name="Open the tournament").click()
    floor, phones = staff.url, {}
    codes = [
        str(option.get_attribute("value"))
        for option in staff.get_by_label("Player", exact=True).locator("option").all()
        if option.get_attribute("value")
    ][:PLAYERS]
    for code in codes:
        holdem.enter(staff, code)
    holdem.draw_seats(staff)
    holdem.start_clock(staff)
    for number, code in enumerate(codes):
        phone = new_phone(browser, night_server)
        hall.open_my_night(phone, CODE, *treasurer.codes_of(staff, CODE, code))
        phone.get_by_role("link", name="Open your seat").click()
        phones[number] = phone
    staff.goto(floor)
    yield Night(staff, phones)
    for each in browser.contexts:
        each.close()


def test_hand_follows_hand_until_somebody_is_out(night: Night):
    for page in night.phones.values():
        expect(page.locator(".own-cards .card")).to_have_count(2)
        expect(page.get_by_label("Clock")).to_contain_text("of 3 left")
        looks_right(page)
    for hand in (1, 2):
        play_on(night, re.compile(r"^(Check|Call \d|Show)"), until=f"Hand {hand + 1}")
    for _ in range(MOST_LOOKS):
        gone = [page for page in night.phones.values() if page.get_by_role("heading", name="You finished").count()]
        if gone:
            break
        page = turn_of(night.phones)
        if page is not None:
            go_all_in(page)
        else:
            night.floor.wait_for_timeout(200)
    assert gone, "nobody went out"
    looks_right(gone[0])
    gone[0].locator("#seat-now").get_by_role("link", name="My night").click()
    expect(gone[0].get_by_text("You finished")).to_be_visible()


def go_all_in(page: Page) -> None:
    dock = page.locator(".seat-dock")
    most = dock.locator("[data-step]").first
    if most.count() and not dock.get_by_role("button", name=re.compile("^Call")).count():
        dock.locator("#bet-to").fill(str(most.get_attribute("data-most")))
        act(page, re.compile(r"^(Bet|Raise) (to )?\d"))
    else:
        act(page, re.compile(r"^(Call \d|Check|Show)"))


def play_on(night: Night, how: re.Pattern[str], *, until: str) -> None:
    """Everybody plays so until the hand of that name is on some phone."""
    for _ in range(MOST_LOOKS):
        if any(until in page.locator("#seat-now").inner_text() for page in night.phones.values()):
            return
        page = turn_of(night.phones)
        if page is not None:
            act(page, how)
        else:
            night.floor.wait_for_timeout(200)
    raise AssertionError(f"{until} has not begun")


def act(page: Page, how: re.Pattern[str]) -> None:
    with page.expect_navigation():
        page.locator(".seat-dock").get_by_role("button", name=how).first.click()
