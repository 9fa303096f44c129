"""What is drawn comes out from under a veil: no screen shows a number that is not the result, at no moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.factories import make_staff
from tests.raffle.nights import RaffleNight
from tests.raffle.test_verify_page import Files, _answer
from tests.server import database_url, running_server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "card-night"
WATCH_FRAMES = """
window.frames_ = { texts: new Set(), shown: [] };
const content = (element, pseudo) => getComputedStyle(element, pseudo).content;
const watchFrame = () => {
  if (document.body) {
    const { texts, shown } = window.frames_;
    texts.add(document.body.innerText);
    for (const each of document.querySelectorAll("*")) {
      for (const pseudo of ["::before", "::after"]) texts.add(content(each, pseudo));
    }
    const places = [...document.querySelectorAll("[data-draw] > :not(.drum)")];
    const drawn = places.filter((each) => each.getClientRects().length);
    const seen = drawn.filter((each) => getComputedStyle(each).opacity === "1").length;
    if (drawn.length) shown.push(seen === drawn.length ? "all" : seen ? "some" : "none");
  }
  requestAnimationFrame(watchFrame);
};
watchFrame();
"""
"""In every frame: the page's text with what the style sheet writes into it, and how much of a draw can be seen."""

UNVEILED = """() => frames_.shown.includes("none") && frames_.shown.at(-1) === "all" """
SOME_FRAMES = "() => frames_.shown.length > 3"


@dataclass(frozen=True, slots=True)
class Hall:
    """A night whose raffle is drawn, at an address, and somebody of its staff."""

    night: RaffleNight
    url: str
    user: str

    @property
    def public(self) -> str:
        return f"{self.url}/e/{self.night.event.code}/raffle/"

    @property
    def wall(self) -> str:
        return f"{self.url}/e/{self.night.event.code}/wall/raffle/"

    @property
    def staff(self) -> str:
        return f"{self.url}/staff/{self.night.event.code}/raffle/"


def _night() -> RaffleNight:
    night = RaffleNight(buckets=1)
    night.sell(0, lots=20)
    night.place(0, B1=200)
    night.freeze_and_roll()
    return night


@pytest.fixture
def hall() -> Iterator[Hall]:
    night = _night()
    user = make_staff(night.event)
    # The server hashes as a night does, not as the suite.
    user.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1)
    user.save()
    # The seed was sealed with the suite's key.
    with running_server(database_url(), SECRET_KEY=settings.SECRET_KEY) as server:
        yield Hall(night, server.url, user.username)


def _in_browser(watch: Callable[[Browser], Any]) -> Any:
    """Run it with Chromium. In a thread: while Playwright runs, its event loop is that thread's, and the database could
    not be used there.
    """

    def watched() -> Any:
        with sync_playwright() as playwright:
            return watch(playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS))

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(watched).result()


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_page()
    page.add_init_script(WATCH_FRAMES)
    page.goto(address)
    return page


def _staff_page(browser: Browser, hall: Hall) -> Page:
    page = _open(browser, f"{hall.url}/accounts/sign-in/?next={urlsplit(hall.staff).path}")
    page.get_by_label("Username").fill(hall.user)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Draw from")).to_be_visible()
    return page


def _numbers(page: Page) -> set[str]:
    """Every number that any frame showed."""
    return {number for text in page.evaluate("[...window.frames_.texts]") for number in re.findall(r"[0-9]+", text)}


def _standing(page: Page) -> set[str]:
    """The numbers that stand on the page now."""
    return set(re.findall(r"[0-9]+", page.locator("body").inner_text()))


def test_while_a_prize_is_drawn_no_screen_shows_a_number_that_is_not_the_result(hall: Hall):
    def watch(browser: Browser) -> list[tuple[set[str], set[str], set[str]]]:
        screens = [_open(browser, hall.public), _open(browser, hall.wall), _staff_page(browser, hall)]
        before = [_standing(screen) for screen in screens]
        screens[-1].get_by_role("button", name="Draw from").click()
        for screen in screens:
            screen.wait_for_function(UNVEILED)
        return [
            (_numbers(screen) - standing - _standing(screen), _standing(screen), set(screen.evaluate("frames_.shown")))
            for screen, standing in zip(screens, before, strict=True)
        ]

    screens = _in_browser(watch)

    drawn = str(hall.night.raffle.draws.get().ticket.number)
    clock = re.compile(r"[0-9]{2}")  # the wall tells the time of day
    for invented, standing, shown in screens:
        assert [number for number in invented if not clock.fullmatch(number)] == []
        assert drawn in standing
        assert shown == {"none", "all"}, "the number and the name are seen in the same frame"


@pytest.fixture
def called() -> tuple[str, Files, str]:
    """The public raffle page while a number is called: its address, what the server answers, and the number."""
    night = _night()
    number = night.draw("B1").ticket.number
    path = f"/e/{night.event.code}/raffle/"
    answer = Client().get(path)
    return f"https://night.test{path}", {path: (answer.content, answer["Content-Type"])}, str(number)


def _watch(files: Files, watch: Callable[[Page], Any], **given: Any) -> Any:
    """Watch a page of that hall, which answers with those files."""

    def watched(browser: Browser) -> Any:
        page = browser.new_page(**given)
        page.add_init_script(WATCH_FRAMES)
        page.route("**/*", lambda route: _answer(route, files))
        return watch(page)

    return _in_browser(watched)


def test_screen_readers_have_the_result_while_it_is_veiled(called):
    address, files, number = called

    def watch(page: Page) -> str:
        page.goto(address)
        page.wait_for_function("() => frames_.shown.includes('none')")
        return page.locator("#raffle-results").aria_snapshot()

    assert number in _watch(files, watch)


def test_the_veil_is_seen_once(called):
    address, files, _ = called

    def watch(page: Page) -> set[str]:
        page.goto(address)
        page.wait_for_function(UNVEILED)
        page.reload(wait_until="load")
        page.evaluate("() => { frames_.shown.length = 0; }")
        page.wait_for_function(SOME_FRAMES)
        return set(page.evaluate("frames_.shown"))

    assert _watch(files, watch) == {"all"}


def test_where_motion_is_unwanted_the_result_is_there_at_once(called):
    address, files, _ = called

    def watch(page: Page) -> set[str]:
        page.goto(address)
        page.wait_for_function(SOME_FRAMES)
        return set(page.evaluate("frames_.shown"))

    assert _watch(files, watch, reduced_motion="reduce") == {"all"}


def test_a_script_that_comes_late_hides_nothing_again(called):
    address, files, _ = called

    def watch(page: Page) -> set[str]:
        late: list[Route] = []
        page.route("**/draw.js", lambda route: late.append(route))
        page.goto(address, wait_until="commit")
        page.wait_for_function(UNVEILED)
        page.evaluate("() => { frames_.shown.length = 0; }")
        _answer(late[0], files)
        page.wait_for_function("() => sessionStorage.getItem('eventnight-draws')")
        page.wait_for_function(SOME_FRAMES)
        return set(page.evaluate("frames_.shown"))

    assert _watch(files, watch) == {"all"}


RENEW = """() => {
  const old = document.querySelector("#raffle-results");
  const time = (place) => place.querySelector("[data-draw] > *").getAnimations()[0]?.currentTime;
  const before = time(old);
  const fresh = old.cloneNode(true);
  old.replaceWith(fresh);
  document.dispatchEvent(new CustomEvent("eventnight:replaced", { detail: fresh }));
  return [before, time(fresh)];
}"""


def test_a_panel_that_is_renewed_under_its_veil_goes_on_with_it(called):
    address, files, _ = called

    def watch(page: Page) -> tuple[list[float], set[str]]:
        page.goto(address)
        page.wait_for_function("() => frames_.shown.filter((each) => each === 'none').length > 10")
        times = page.evaluate(RENEW)
        page.wait_for_function(UNVEILED)
        page.evaluate("() => { frames_.shown.length = 0; }")
        page.evaluate(RENEW)
        page.wait_for_function(SOME_FRAMES)
        return times, set(page.evaluate("frames_.shown"))

    (before, after), shown = _watch(files, watch)

    assert round(after) >= round(before) > 0
    assert shown == {"all"}
