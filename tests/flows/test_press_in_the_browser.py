"""A press counts, whatever the page replaces under the finger before the press has been answered."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.flows.pages import CODE, sign_in
from tests.flows.steps import desk

pytestmark = pytest.mark.browser

PLACING = f"**/staff/{CODE}/raffle/players/*/place/"


class Held:
    """Requests for an address that are answered when the test says so."""

    def __init__(self, page: Page, address: str, only: Callable[[Request], bool] = lambda request: True):
        self.page, self.waiting, self.is_open, self.only = page, [], False, only
        page.route(address, self._take)

    def _take(self, route: Route) -> None:
        if self.is_open or not self.only(route.request):
            route.continue_()
        else:
            self.waiting.append(route)

    def arrive(self) -> None:
        """Wait until the page has asked."""
        for _ in range(200):
            if self.waiting:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("The page has not asked.")

    def let_go(self) -> None:
        """Answer what waits and what comes later."""
        self.is_open = True
        for route in self.waiting:
            route.continue_()


def rebuy_of(page: Page, player: str) -> Locator:
    """Sign in and open a re-buy, the whole page in sight; returns the button that takes the money."""
    page.set_viewport_size({"width": 1280, "height": 1600})
    sign_in(page)
    return desk.open_rebuy(page, CODE, player)


def middle_of(found: Locator) -> tuple[float, float]:
    """Where to tap it. Locators themselves would wait for a page that is on its way."""
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(
    ("address", "player"),
    [("**/live/time", "P012"), ("**/desk/**", "P015")],
    ids=["before it was sent", "before its answer"],
)
def test_a_press_is_not_lost_when_its_author_goes_on_at_once(page: Page, address: str, player: str):
    button = middle_of(rebuy_of(page, player))
    before = desk.rebuys(page, CODE)
    link = middle_of(page.get_by_role("link", name="Chips", exact=True).first)
    held = Held(page, address, only=lambda request: request.method == "POST" or "/live/" in request.url)

    page.mouse.click(*button)
    held.arrive()
    page.mouse.click(*link)
    held.let_go()

    expect(page.get_by_text("Sent now")).to_be_visible()
    assert desk.rebuys(page, CODE) == before + 1


def test_a_press_is_not_lost_when_another_address_is_opened(page: Page):
    button = rebuy_of(page, "P014")
    before = desk.rebuys(page, CODE)
    server = Held(page, "**/live/time")

    button.click()
    server.arrive()
    page.goto(f"/staff/{CODE}/desk/")
    server.let_go()

    expect(page.get_by_text("Sent now")).to_be_visible()
    assert desk.rebuys(page, CODE) == before + 1


def test_a_second_press_waits_for_the_answer_to_the_first(page: Page):
    button = rebuy_of(page, "P013")
    before = desk.rebuys(page, CODE)
    server = Held(page, "**/live/time")

    button.click()
    server.arrive()
    sign_out = page.get_by_label("Staff", exact=True).get_by_role("button", name="Sign out")
    sign_out.click()
    told = page.get_by_text("The request before this one is still on its way.")
    expect(told).to_be_visible()
    server.let_go()
    expect(told).to_be_hidden()

    expect(sign_out).to_be_visible()
    assert desk.rebuys(page, CODE) == before + 1


def open_the_tickets_of_somebody(page: Page) -> None:
    """The page of the first player who has tickets."""
    for number in range(1, 49):
        page.goto(f"/staff/{CODE}/raffle/players/P{number:03}/")
        if page.locator("#place-plan").count():
            return
    raise AssertionError("Nobody has tickets.")


def test_a_press_outlives_the_plan_that_comes_under_it(page: Page):
    sign_in(page)
    open_the_tickets_of_somebody(page)
    plan = Held(page, PLACING, only=lambda request: "hx-request" in request.headers)
    server = Held(page, "**/live/time")
    place = page.locator("#place-tickets")

    place.get_by_role("textbox").first.fill("999")
    page.keyboard.press("Tab")
    plan.arrive()
    place.get_by_role("button", name="See what this will do").click()
    server.arrive()
    with page.expect_response(PLACING):
        plan.let_go()
    server.let_go()

    expect(page).to_have_url(re.compile("/place/$"))
    expect(page.get_by_text("You have too few tickets: short by ")).to_be_visible()


def test_a_press_outlives_the_list_that_somebody_else_changes(page: Page):
    sign_in(page)
    page.goto(f"/staff/{CODE}/matches/")
    page.get_by_role("link", name="Roll call").first.click()
    colleague = page.context.new_page()
    colleague.goto(page.url)
    here = page.get_by_role("button", name="Here", exact=True)
    expect(here.first).to_be_visible()
    missing = here.count()
    server = Held(page, "**/live/time")

    here.first.click()
    server.arrive()
    with page.expect_response(lambda answer: "roll" in answer.url and answer.request.resource_type == "fetch"):
        colleague.get_by_role("button", name="Last call").first.click()
    server.let_go()

    expect(here).to_have_count(missing - 1)
