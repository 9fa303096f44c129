"""A first night from the front page of a fresh installation to the first sale, every click counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.flows.steps import organiser
from tests.server import NightServer, new_night, running_server

pytestmark = pytest.mark.browser

MOST_CLICKS = 15


class Hand:
    """Somebody who clicks and types; clicks are counted, keys are not."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks: list[str] = []

    def click(self, target: Locator) -> None:
        """One click."""
        self.clicks.append(target.inner_text().strip())
        target.click()

    def press(self, name: str) -> None:
        """A button or a link of that name."""
        role = self.page.get_by_role
        self.click(role("button", name=name).or_(role("link", name=name)).first)

    def type_into(self, label: str, text: str) -> None:
        """A field reached by a click."""
        field = self.page.get_by_label(label, exact=True)
        self.clicks.append(label)
        field.fill(text)


@pytest.fixture
def server(tmp_path) -> Iterator[NightServer]:
    with running_server(new_night(tmp_path)) as server:
        yield server


@pytest.mark.parametrize("width", [390, 1280])
def test_a_first_night_takes_at_most_fifteen_clicks_to_its_first_sale(
    browser: Browser, server: NightServer, width: int
):
    organiser.make_account(server)
    context = browser.new_context(base_url=server.url, viewport={"width": width, "height": 800})
    context.set_default_timeout(30_000)
    page = context.new_page()
    hand = Hand(page)

    page.goto("/")
    hand.press("Plan a night")
    hand.type_into("Username", organiser.USERNAME)
    hand.type_into("Password", organiser.PASSWORD)
    hand.press("Sign in")

    hand.type_into("Name of the night", "Our first card night")
    hand.press("Next: what’s on")
    hand.press("Next: people and money")
    hand.type_into("Entry", "20")
    hand.press("Create the night")
    hand.press("Open the night")

    hand.press("Desk")
    expect(page.get_by_label("Name, code or card")).to_be_focused()
    page.keyboard.type("Alma Castle")
    page.keyboard.press("Enter")
    hand.press("add a player")
    hand.type_into("Full name", "Alma Castle")
    page.keyboard.press("Enter")
    hand.press("Check in Alma Castle")
    hand.press("Take $20, give 1,000")

    expect(page.get_by_role("button", name="Undo First stack 1,000, Alma Castle")).to_be_visible()
    assert len(hand.clicks) <= MOST_CLICKS, hand.clicks
    context.close()
