"""A table's phone keeps the score: taps, the points before they are saved, other screens, and a hall without a
connection.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.pages import own_score, sign_in
from tests.server import NightServer

pytestmark = pytest.mark.browser


@pytest.fixture
def staff(browser: Browser, night_server: NightServer) -> Iterator[Page]:
    """A window in which the organiser of the demo night is signed in."""
    context = browser.new_context(base_url=night_server.url, viewport={"width": 390, "height": 844})
    context.set_default_timeout(10_000)
    page = context.new_page()
    sign_in(page)
    yield page
    context.close()


def score_on(page: Page) -> list[int]:
    return [int(points) for points in page.locator(".score-points").all_inner_texts()]


def tap(page: Page, team: int, tricks: int) -> None:
    """Choose the makers, the upper team first, and their tricks."""
    page.locator("#hand-entry .choice-big").nth(team).click()
    page.get_by_role("group", name="Tricks they took").get_by_role("radio", name=str(tricks)).check()


def test_a_hand_is_four_taps_and_one_without_connection_counts_once(staff: Page, browser: Browser):
    staff.goto(own_score(staff))
    watching = staff.context.new_page()
    watching.goto(staff.url)
    upper, lower = score_on(staff)

    tap(staff, 0, 2)
    expect(staff.locator("[data-hand-says]")).to_contain_text(f"2 points, euchred. EUC-14. Score {upper}-{lower + 2}.")
    with staff.expect_navigation():
        staff.get_by_role("button", name=re.compile("Save hand .*: 2 points, euchred")).click()
    assert score_on(staff) == [upper, lower + 2]
    expect(watching.locator(".score-points").nth(1)).to_have_text(str(lower + 2))

    staff.context.set_offline(True)
    bar = staff.locator("[data-connection]")
    number = int(staff.locator("#hand-entry input[name=number]").input_value())
    tap(staff, 0, 3)
    staff.locator("[data-hand-save]").click()
    expect(staff.locator("[data-hand-save]")).to_have_text(f"Save hand {number + 1}")
    tap(staff, 0, 4)
    staff.locator("[data-hand-save]").click()
    expect(bar).to_contain_text("2 entries kept here")
    assert score_on(staff) == [upper + 2, lower + 2]
    staff.context.set_offline(False)
    expect(bar).to_be_hidden(timeout=20_000)
    staff.reload()

    assert score_on(staff) == [upper + 2, lower + 2]
    expect(staff.locator("#score-hands")).to_contain_text(f"Undo hand {number + 1}")
