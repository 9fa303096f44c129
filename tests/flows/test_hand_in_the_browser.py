"""A hand that staff follow on a small phone and at a desk: one tap or one key for each thing that a player does."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.flows.looks import is_free
from tests.flows.pages import A_TABLE, sign_in
from tests.server import NightServer

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}
DESK = {"width": 1280, "height": 800}
LEAST_TAP = 44


@pytest.fixture(scope="module")
def staff(browser: Browser, night_server: NightServer) -> Iterator[Page]:
    """A phone on which the organiser is signed in."""
    context = browser.new_context(base_url=night_server.url, viewport=PHONE)
    context.set_default_timeout(10_000)
    page = context.new_page()
    sign_in(page)
    yield page
    context.close()


def begin_hand(page: Page) -> None:
    """The next hand of the card table; ends at its page."""
    page.goto(A_TABLE(page))
    page.get_by_role("link", name="Play it").click()
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile(r"Deal hand \d+")).click()


def tap(page: Page, button: Locator) -> bool:
    """One tap that sends something; returns whether it was in sight, and a thumb hits it."""
    box = button.bounding_box()
    in_sight = is_free(button) and box is not None and min(box["width"], box["height"]) >= LEAST_TAP
    with page.expect_navigation():
        button.click()
    return in_sight


def key(page: Page, word: str) -> Locator:
    """The button of the dock that begins with a word."""
    return page.locator("#keys").get_by_role("button", name=re.compile(rf"^{word}\b")).first


def matched(page: Page) -> bool:
    """The player to act checks, or calls."""
    call = key(page, "Call")
    return tap(page, call if call.count() else key(page, "Check"))


def dealt(page: Page, cards: str) -> bool:
    """The cards that are due, a tap each; the last one deals them."""
    *first, last = [page.locator(f"[data-deck] [data-card='{card}']") for card in cards.split()]
    seen = [is_free(each) for each in (*first, last, page.locator("[data-deck] [data-card='2c']"))]
    for each in first:
        each.click()
    return all(seen) and tap(page, last)


def street(page: Page) -> str:
    return page.locator(".hand-head .street").inner_text()


def test_a_hand_is_played_by_taps_alone_one_for_each_action_without_scrolling(staff: Page):
    begin_hand(staff)
    in_sight = []

    in_sight.append(tap(staff, key(staff, "Raise to")))
    while street(staff) == "Preflop" and staff.locator("[data-deck]").count() == 0:
        in_sight.append(matched(staff))
    for cards in ("Kh 9c 4d", "8s", "2h"):
        in_sight.append(dealt(staff, cards))
        while staff.locator(".dock-hand .act").count() and staff.locator("#keys h2").count():
            in_sight.append(matched(staff))
    held = iter(("As Ad", "Qs Qd", "Js Jd", "Ts Td", "7s 7d", "6s 6d", "5s 5d", "3s 3d", "Ac Ah", "Qc Qh"))
    struck = staff.locator("[data-card='Kh']")
    expect(struck).to_be_disabled()
    while staff.locator("[data-deck]").count():
        in_sight.append(dealt(staff, next(held)))
    in_sight.append(tap(staff, staff.get_by_role("button", name=re.compile("^Pay out"))))

    assert in_sight == [True] * len(in_sight)
    expect(staff.locator("#messages")).to_contain_text("paid out", ignore_case=True)


def test_a_size_sets_the_amount_that_the_button_names_and_undo_takes_it_back(staff: Page):
    begin_hand(staff)

    pot = staff.locator("[data-preset]").last
    amount = str(pot.get_attribute("value"))
    pot.click()
    named = key(staff, "Raise to").inner_text()
    tapped = tap(staff, key(staff, "Raise to"))
    raised = staff.locator(".ticker").inner_text()
    undone = tap(staff, staff.get_by_role("button", name="Undo the last action"))

    assert f"{int(amount):,}" in named
    assert f"raises to {int(amount):,}" in raised
    assert (tapped, undone) == (True, True)
    call_off(staff)


def test_the_keys_f_c_and_r_fold_call_and_raise_at_a_desk(staff: Page):
    staff.set_viewport_size(DESK)
    begin_hand(staff)
    told = []

    for letter in "rfc":
        with staff.expect_navigation():
            staff.keyboard.press(letter)
        told.append(staff.locator(".hand-story li").last.inner_text())
    staff.locator("#bet-to").click()
    staff.keyboard.press("f")

    assert [re.search(r"raises|folds|calls", line)[0] for line in told] == ["raises", "folds", "calls"]
    assert "f" in staff.locator("#bet-to").input_value(), "a field that has the focus takes the letters"
    staff.set_viewport_size(PHONE)
    call_off(staff)


def test_rulings_lie_in_a_sheet_that_is_closed_until_it_is_asked_for(staff: Page):
    begin_hand(staff)
    ruling = staff.get_by_role("link", name="A hand was fouled")
    before = ruling.is_visible()

    staff.get_by_role("button", name="Rulings and more").click()
    opened = ruling.is_visible()
    staff.get_by_role("button", name="Close").click()

    assert (before, opened, ruling.is_visible()) == (False, True, False)
    call_off(staff)


def test_what_another_device_enters_is_seen_without_a_reload(staff: Page, browser: Browser, night_server: NightServer):
    begin_hand(staff)
    other = browser.new_context(base_url=night_server.url, viewport=DESK).new_page()
    sign_in(other)
    other.goto(staff.url)

    tap(staff, key(staff, "Raise to"))

    expect(other.locator(".ticker")).to_contain_text("raises to", timeout=15_000)
    expect(other.locator("#keys")).to_contain_text("To call")
    other.context.close()
    call_off(staff)


def call_off(page: Page) -> None:
    """The hand is thrown away."""
    page.reload()
    page.get_by_role("button", name="Rulings and more").click()
    page.get_by_label("Why the hand is called off").fill("Only to look at it")
    with page.expect_navigation():
        page.get_by_role("button", name="Call it off").click()
