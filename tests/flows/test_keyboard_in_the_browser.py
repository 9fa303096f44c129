"""A sale, a match and a hand without a mouse: each control is a few keys away, and no press leads back to the top."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.flows.pages import A_TABLE, CODE, sign_in

pytestmark = pytest.mark.browser

MOST_TABS = 12
HAS_FOCUS = "control => control === document.activeElement"
IS_IN_CONTENT = "document.activeElement.closest('#main') !== null"


class Keys:
    """Two hands at a keyboard: it tabs to what it wants, and gives up where that is too far."""

    def __init__(self, page: Page):
        self.page = page

    def to(self, control: Locator) -> None:
        """Tab forward to the control."""
        control.wait_for()
        for _ in range(MOST_TABS):
            if control.evaluate(HAS_FOCUS):
                return
            self.page.keyboard.press("Tab")
        assert control.evaluate(HAS_FOCUS), f"{control} is more than {MOST_TABS} tabs away"

    def press(self, key: str) -> None:
        """A key that changes something on the page."""
        self.page.keyboard.press(key)

    def press_for_answer(self, key: str) -> None:
        """A key that leads to another page, or is answered by one: the focus is in its content."""
        with self.page.expect_navigation():
            self.page.keyboard.press(key)
        self.page.wait_for_function(IS_IN_CONTENT)


@pytest.fixture
def keys(page: Page) -> Keys:
    page.set_viewport_size({"width": 1280, "height": 800})
    sign_in(page)
    return Keys(page)


def test_a_sale_and_the_next_guest(keys: Keys):
    page = keys.page
    page.goto(f"/staff/{CODE}/desk/")

    for player in ("P031", "P032"):
        keys.to(page.get_by_label("Name, code or card"))
        page.keyboard.type(player)
        keys.press_for_answer("Enter")
        expect(page.get_by_role("button", name="Take $10, give 1,000")).to_be_visible()
        keys.to(page.get_by_role("textbox", name="How many re-buys"))
        keys.press_for_answer("Enter")
        expect(page.locator("[data-toast]")).to_contain_text("booked")


def test_a_result_of_a_match(keys: Keys):
    page = keys.page
    page.goto(f"/staff/{CODE}/matches/")
    page.get_by_role("link", name="Result").first.focus()
    keys.press_for_answer("Enter")

    keys.to(page.locator("#result-form input[name=winner]").first)
    keys.press("Space")
    keys.to(page.locator("#result-form input[name=loser_points]").first)
    keys.press("ArrowRight")
    keys.to(page.get_by_role("button", name=re.compile(r"^Save \d+–\d+, ")))
    keys.press_for_answer("Enter")

    expect(page.locator("[data-toast]").first).to_contain_text(re.compile(r"Match \d+: "))


def test_a_hand_with_its_cards(keys: Keys):
    page = keys.page
    page.goto(A_TABLE(page))
    page.get_by_role("link", name="Play it").focus()
    keys.press_for_answer("Enter")
    keys.to(page.get_by_role("button", name=re.compile(r"Deal hand \d+")))
    keys.press_for_answer("Enter")

    board = iter(("Kh9c4d", "8s", "2h"))
    held = iter(("AsAd", "QsQd", "JsJd", "TsTd", "7s7d", "6s6d", "5s5d", "3s3d", "AcAh", "QcQh"))
    while not page.get_by_role("button", name=re.compile("^Pay out")).count():
        shows = "shows" in page.locator("#keys h2").inner_text()
        if page.locator("[data-deck]").count():
            *first, last = next(held if shows else board)
            page.keyboard.type("".join(first))
            keys.press_for_answer(last)
        else:
            keys.press_for_answer("c")
    keys.to(page.get_by_role("button", name=re.compile("^Pay out")))
    keys.press_for_answer("Enter")

    expect(page.locator("#messages")).to_contain_text("paid out", ignore_case=True)
