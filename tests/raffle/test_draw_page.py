"""What is drawn is told bit by bit: no screen shows a number that is not the result, at no moment."""

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
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.factories import make_staff
from tests.flows.looks import axe_findings, is_free, overflow, show
from tests.raffle.nights import RaffleNight
from tests.server import database_url, running_server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "card-night"
WATCH_FRAMES = """
window.frames_ = { texts: new Set(), scenes: [], last: performance.now(), longest: 0 };
const content = (element, pseudo) => getComputedStyle(element, pseudo).content;
const inSight = (selector) => [...document.querySelectorAll(selector)].some((each) => each.getClientRects().length);
const scene = () => {
  const text = document.body.innerText;
  if (inSight(".drum") || /drum is turning/.test(text)) return "drum";
  if (/Whose\\s+ticket is it/.test(text)) return "number";
  return inSight(".badge-called") && !/Next|Draw again/.test(text) ? "name" : "";
};
const watchFrame = () => {
  if (document.body) {
    const { texts, scenes, last, longest } = window.frames_;
    window.frames_.longest = Math.max(longest, performance.now() - last);
    texts.add(document.body.innerText);
    for (const each of document.querySelectorAll("*")) {
      for (const pseudo of ["::before", "::after"]) texts.add(content(each, pseudo));
    }
    if (scene() && scenes.at(-1) !== scene()) scenes.push(scene());
    window.frames_.last = performance.now();
  }
  requestAnimationFrame(watchFrame);
};
watchFrame();
"""
"""In every frame: the page's text with what the style sheet writes into it, and how far the draw is told."""

HELD_UP = """
Math.max(frames_.longest, ...performance.getEntriesByType("resource").map((each) => each.duration))
"""
"""The longest that the page waited for its own processor or for an answer, in milliseconds."""

NAMED = "() => frames_.scenes.at(-1) === 'name'"


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
    def turning_wall(self) -> str:
        return f"{self.url}/e/{self.night.event.code}/wall/"

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


def _open(browser: Browser, address: str, **given: Any) -> Page:
    page = browser.new_page(**given)
    page.add_init_script(WATCH_FRAMES)
    page.goto(address)
    return page


def _staff_page(browser: Browser, hall: Hall, **given: Any) -> Page:
    page = _open(browser, f"{hall.url}/accounts/sign-in/?next={urlsplit(hall.staff).path}", **given)
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


def test_every_screen_tells_the_drum_then_the_number_then_the_name(hall: Hall):
    def watch(browser: Browser) -> list[tuple[set[str], set[str], list[str], float]]:
        screens = [_open(browser, hall.public), _open(browser, hall.wall), _staff_page(browser, hall)]
        before = [_standing(screen) for screen in screens]
        screens[-1].get_by_role("button", name="Draw from").click()
        for screen in screens:
            screen.wait_for_function(NAMED)
        return [
            (
                _numbers(screen) - standing - _standing(screen),
                _standing(screen),
                screen.evaluate("frames_.scenes"),
                screen.evaluate(HELD_UP),
            )
            for screen, standing in zip(screens, before, strict=True)
        ]

    screens = _in_browser(watch)

    drawn = str(hall.night.raffle.draws.get().ticket.number)
    small = re.compile(r"[0-9]{1,2}")  # the time of day on the wall, and the two seconds before the name
    for invented, standing, scenes, held_up in screens:
        assert [number for number in invented if not small.fullmatch(number)] == []
        assert drawn in standing
        if held_up < 1000:
            assert scenes == ["drum", "number", "name"]
        # The number stands alone for two seconds; a screen that was held up for half of them tells it with the name.
        assert scenes in (["drum", "number", "name"], ["drum", "name"])


def test_a_prize_is_drawn_and_handed_over_in_two_taps_without_scrolling(hall: Hall):
    def watch(browser: Browser) -> tuple[list[str], list[bool], bool, str]:
        page = _staff_page(browser, hall, viewport={"width": 390, "height": 664})
        taps, seen = [], []
        for name in ("Draw from", "Hand over to"):
            button = page.get_by_role("button", name=name)
            button.wait_for()
            seen.append(is_free(button) and page.evaluate("scrollY") == 0)
            button.click()
            taps.append(name)
            if name == "Draw from":
                waits = page.get_by_role("button", name="Hand over", exact=True)
                waits.wait_for()
                is_closed, why = waits.is_disabled(), page.locator("#raffle-why").inner_text()
        page.get_by_text("is handed over to").wait_for()
        undo = page.locator(".dock").get_by_role("button", name="Undo")
        seen.append(is_free(undo))
        seen.append(is_free(page.get_by_role("button", name="Finish and publish the seed")))
        undo.click()
        page.get_by_text("is called again for").wait_for()
        return taps, seen, is_closed, why

    taps, seen, is_closed, why = _in_browser(watch)

    assert len(taps) == 2
    assert seen == [True] * 4, "each is in sight, and nothing lies over it"
    assert (is_closed, why) == (True, "Hand over opens once the name is on the wall")
    assert hall.night.raffle.draws.get().is_calling


def test_a_wall_that_turns_comes_to_the_draw(hall: Hall):
    def watch(browser: Browser) -> tuple[str, str]:
        wall, staff = _open(browser, hall.turning_wall), _staff_page(browser, hall)
        before = wall.locator("#wall-view").get_attribute("aria-label")
        staff.get_by_role("button", name="Draw from").click()
        wall.wait_for_function("() => frames_.scenes.includes('number')")
        return str(before), str(wall.evaluate("frames_.scenes[0]"))

    before, first = _in_browser(watch)

    assert (before, first) == ("Fund", "drum")


def test_where_motion_is_unwanted_the_drum_stands_still_and_words_tell_it(hall: Hall):
    def watch(browser: Browser) -> tuple[int, str]:
        wall = _open(browser, hall.wall, reduced_motion="reduce")
        _staff_page(browser, hall).get_by_role("button", name="Draw from").click()
        wall.locator(".drum").wait_for()
        moving = wall.evaluate("document.querySelector('.wall-draw').getAnimations({ subtree: true }).length")
        return moving, wall.locator(".prize-foot").inner_text()

    moving, words = _in_browser(watch)

    assert moving == 0
    assert words.replace("\n", " ").startswith("Drawing one of 200 tickets")


def test_every_scene_of_the_draw_can_be_used_by_everybody(hall: Hall):
    def watch(browser: Browser) -> list[str]:
        wall, staff = _open(browser, hall.wall), _staff_page(browser, hall)
        problems = _problems("ready", wall, staff)
        staff.get_by_role("button", name="Draw from").click()
        wall.locator(".drum").wait_for()
        problems += _problems("drum", wall)
        staff.locator(".winner").wait_for()
        staff.locator("#raffle-absent summary").click()
        problems += _problems("name", wall, staff)
        staff.get_by_role("button", name="Hand over to").click()
        wall.get_by_text("Handed over").wait_for()
        problems += _problems("handed", wall, staff)
        wall.locator(".prize-wall").wait_for()
        return problems + _problems("all", wall)

    assert _in_browser(watch) == []


def _problems(scene: str, *pages: Page) -> list[str]:
    """What axe finds, and what does not fit, on phones and desktops in both schemes."""
    found = []
    for page in pages:
        for width in (390, 1280):
            for scheme in ("light", "dark"):
                show(page, width, scheme)
                bad = [str(finding) for finding in axe_findings(page) if finding.is_bad]
                bad += [f"too wide, {wide}" for wide in [overflow(page)] if wide]
                found += [f"{scene}, {page.url}, {width} {scheme}: {each}" for each in bad]
    return found
