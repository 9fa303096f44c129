"""The wheel with one thumb: bets are tapped, the number is typed, and what it pays is seen before it is paid."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.flows.looks import is_free
from tests.flows.pages import ROULETTE, sign_in
from tests.server import NightServer

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}
LEAST_TAP = 44


def test_a_round_takes_no_scrolling_on_a_small_phone(browser: Browser, night_server: NightServer):
    page = browser.new_context(base_url=night_server.url, viewport=PHONE).new_page()
    sign_in(page)
    page.goto(ROULETTE(page))
    heading = page.get_by_role("heading", level=1).inner_text()
    payout = page.get_by_role("button", name="Show payout")
    in_sight = [is_free(payout), is_free(page.get_by_label("Winning number"))]

    cells = page.locator(".mat-numbers .mat-cell > button:not(.spot)")
    sizes = [box for box in (cell.bounding_box() for cell in cells.all()) if box]
    page.locator("button[data-bet='straight 8']").click()
    place = page.get_by_role("button", name=re.compile(r"Place 1 bet, \d+"))
    in_sight.append(is_free(place))
    place.click()
    page.get_by_label("Winning number").fill("8")
    payout.click()
    pay = page.locator("button[form=roulette-pay]")
    expect(page.locator("#roulette-plan")).to_contain_text("Winning number 8")
    in_sight.append(is_free(pay))
    before = page.get_by_role("heading", level=1).inner_text()
    pay.click()
    expect(page.locator(".spins .pocket").first).to_have_text("8")
    in_sight += [is_free(page.locator(".toasts").get_by_role("button", name="Undo")), is_free(payout)]

    assert in_sight == [True] * len(in_sight)
    assert min(box["height"] for box in sizes) >= LEAST_TAP
    assert min(box["width"] for box in sizes) >= LEAST_TAP
    assert before == heading, "nothing is paid before it is seen"
    page.context.close()
