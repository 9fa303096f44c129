"""The projector's clock sounds a minute before the next level and when it begins; wall and felt do not fall asleep."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.flows.pages import CODE, FLOOR, HOLDEM, linked, sign_in
from tests.server import NightServer

pytestmark = pytest.mark.browser

LISTEN = """
window.tones = [];
window.locks = [];
window.AudioContext = class { currentTime = 0; destination = {}; resume() {} };
window.OscillatorNode = class {
  constructor(context, {frequency}) { this.frequency = frequency; }
  connect(to) { return to; }
  start() { tones.push(this.frequency); }
  stop() {}
};
window.GainNode = class { gain = { setTargetAtTime() {} }; connect(to) { return to; } };
Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => locks.push(kind) } });
"""
A_MINUTE, BEGUN, PRESSED = 660, 520, 880


@pytest.fixture
def screen(browser: Browser, night_server: NightServer) -> Iterator[Page]:
    """A page whose sounds are written down, and whose screen can be kept awake."""
    context = browser.new_context(base_url=night_server.url)
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.add_init_script(LISTEN)
    yield page
    context.close()


def the_clock(page: Page) -> None:
    """The projector's clock of a flight."""
    page.goto(linked(HOLDEM, "a[href*='/clock/']")(page))


def level_ends_in(page: Page, seconds: float) -> None:
    page.evaluate(
        """seconds => {
          const clock = document.querySelector("[data-clock-cues]");
          clock.dataset.clockRunning = "true";
          clock.dataset.clockEnds = String(Date.now() + seconds * 1000);
          document.dispatchEvent(new CustomEvent("eventnight:replaced"));
        }""",
        seconds,
    )


def tones(page: Page) -> list[int]:
    return page.evaluate("tones")


def test_the_clock_sounds_once_a_minute_before_the_next_level_and_once_when_it_begins(screen: Page):
    # What happens at the night would put the real end back, and a busy machine stops a page that counts for itself.
    screen.route("**/live/**", lambda route: route.abort())
    screen.clock.install()
    the_clock(screen)
    screen.clock.pause_at(screen.evaluate("Date.now() + 1000"))
    level_ends_in(screen, 61)
    screen.clock.run_for(1500)
    assert tones(screen) == []

    screen.get_by_role("button", name="Sound").click()
    level_ends_in(screen, 61.5)
    screen.clock.run_for(3500)
    assert tones(screen) == [PRESSED, A_MINUTE]

    level_ends_in(screen, 2)
    screen.clock.run_for(4000)
    assert tones(screen) == [PRESSED, A_MINUTE, BEGUN]


def test_a_clock_that_comes_back_to_sight_is_silent_about_what_passed(screen: Page):
    the_clock(screen)
    screen.get_by_role("button", name="Sound").click()
    level_ends_in(screen, 65)

    screen.evaluate("""() => {
      const now = Performance.prototype.now;
      Performance.prototype.now = function () { return now.call(this) + 20_000; };
    }""")
    screen.wait_for_timeout(2500)

    assert tones(screen) == [PRESSED]


@pytest.mark.parametrize("place", ["clock", "wall", "felt"])
def test_the_screen_stays_awake_and_asks_again_when_it_comes_back(screen: Page, place: str):
    if place == "clock":
        the_clock(screen)
    elif place == "wall":
        screen.goto(f"/e/{CODE}/wall/")
    else:
        sign_in(screen)
        screen.goto(linked(FLOOR, "main a[href$='/play/']")(screen))
    screen.wait_for_function("locks.length === 1")

    screen.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    screen.wait_for_function("locks.length === 2")
    assert screen.evaluate("locks") == ["screen", "screen"]


def test_other_pages_leave_the_screen_to_its_owner(screen: Page):
    screen.goto(f"/e/{CODE}/")
    screen.wait_for_timeout(500)

    assert screen.evaluate("locks") == []


def test_a_projector_that_may_fall_asleep_says_so(screen: Page):
    screen.add_init_script("navigator.wakeLock.request = async () => { throw new Error('no'); };")
    the_clock(screen)

    screen.get_by_text("This screen may fall asleep").wait_for()
