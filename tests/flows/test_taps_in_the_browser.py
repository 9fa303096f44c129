"""What staff do a hundred times a night takes three taps at most on a small phone, without scrolling.

A prize that is drawn and handed over: `tests/raffle/test_draw_page.py`.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.flows.looks import is_free
from tests.flows.pages import CODE, sign_in
from tests.flows.steps import euchre

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}
MOST_TAPS = 3


class Thumb:
    """A thumb on a phone: it taps what is in sight, scrolls nothing, and counts."""

    def __init__(self, page: Page):
        self.page, self.taps = page, 0

    def tap(self, found: Locator) -> None:
        """Tap the middle of it, which has to lie in sight with nothing over it."""
        found.wait_for()
        assert is_free(found), f"{found} is out of sight or covered"
        assert self.page.evaluate("scrollY") == 0
        box = found.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1


@pytest.fixture
def thumb(page: Page) -> Thumb:
    page.set_viewport_size(PHONE)
    sign_in(page)
    return Thumb(page)


def a_new_guest(page: Page, name: str) -> str:
    """Somebody who comes to the door; returns the address at the desk."""
    page.goto(f"/staff/{CODE}/players/add/")
    page.get_by_label("Full name").fill(name)
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^Add")).click()
    page.goto(f"/staff/{CODE}/desk/?q={name.split()[0]}")
    return page.url


def said(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("[data-toast]")).to_contain_text(text)


def test_somebody_is_checked_in_and_gets_the_first_stack(thumb: Thumb):
    page = thumb.page
    page.goto(a_new_guest(page, "Zenobia Quill"))

    id_seen = page.locator("label").filter(has_text="ID")
    if id_seen.count():
        thumb.tap(id_seen)
    thumb.tap(page.get_by_role("button", name="Check in Zenobia Quill"))
    said(page, "checked in.")
    thumb.tap(page.get_by_role("button", name="Give 1,000"))

    said(page, "First stack for Zenobia Quill")
    assert thumb.taps <= MOST_TAPS


def test_a_guest_who_was_found_buys_again(thumb: Thumb):
    thumb.page.goto(f"/staff/{CODE}/desk/P031/")

    thumb.tap(thumb.page.get_by_role("button", name="Take $10, give 1,000"))

    said(thumb.page, "Re-buy for")
    assert thumb.taps == 1


def test_after_a_sale_the_next_guest_is_one_tap_away(thumb: Thumb):
    page = thumb.page
    page.goto(f"/staff/{CODE}/desk/P032/")
    page.get_by_role("button", name="Take $10, give 1,000").click()
    said(page, "Re-buy for")

    thumb.tap(page.get_by_role("link", name="Done: next guest"))

    expect(page.get_by_placeholder("Name, code or card")).to_have_value("")
    expect(page.get_by_role("heading", name="Who is next?")).to_be_visible()


def test_raffle_tickets_are_sold(thumb: Thumb):
    page = thumb.page
    page.goto(f"/staff/{CODE}/desk/P033/")

    thumb.tap(page.get_by_role("link", name=re.compile("^Tickets")))
    page.wait_for_url("**/tickets/")
    thumb.tap(page.locator("label").filter(has_text="20 for $20"))
    thumb.tap(page.get_by_role("button", name="Take $20, give 20 tickets"))

    said(page, "Tickets ")
    assert thumb.taps <= MOST_TAPS


def test_a_match_is_called_and_its_result_entered(thumb: Thumb):
    page = thumb.page
    page.goto(f"/staff/{CODE}/matches/")
    page.get_by_role("link", name="Result").first.click()
    page.get_by_text("Did not end normally?").click()
    page.get_by_role("button", name="Undo the call").click()
    said(page, "is ready again")
    page.goto(f"/staff/{CODE}/")

    thumb.tap(page.get_by_role("button", name="Call to table").first)
    said(page, "is called to table")
    assert thumb.taps == 1
    euchre.start_all(page)
    page.get_by_role("link", name="Result").first.click()
    page.wait_for_url("**/matches/*/*/")

    thumb.taps = 0
    thumb.tap(page.locator(".team").last)
    thumb.tap(page.locator(".points .choice").nth(7))
    thumb.tap(page.get_by_role("button", name=re.compile(r"^Save 10–7, ")))

    said(page, re.compile(r"Match \d+: .+, \d+–\d+"))
    assert thumb.taps <= MOST_TAPS
