"""The page of a bracket opens on the round that is played, and is made larger and smaller by buttons and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.flows.pages import BRACKET

pytestmark = pytest.mark.browser

ROUND_WIDTH = 234
QUARTER_FINAL = 3
"""The round that the demo night has come to."""


@pytest.fixture
def bracket(page: Page) -> Page:
    """A phone with the bracket open."""
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(BRACKET(page))
    return page


def panned(page: Page) -> float:
    return float(page.locator(".bracket-pan").evaluate("pan => pan.scrollLeft"))


def drawn(page: Page) -> tuple[float, float]:
    """Width of the drawing as it is shown, and as it was drawn."""
    shown = page.locator("svg.bracket").evaluate(
        "svg => [svg.getBoundingClientRect().width, svg.viewBox.baseVal.width]"
    )
    return float(shown[0]), float(shown[1])


def test_it_opens_on_the_round_that_is_played_with_a_match_of_it_in_sight(bracket: Page):
    assert panned(bracket) == ROUND_WIDTH * (QUARTER_FINAL - 1)
    expect(bracket.get_by_role("link", name="Quarter-final", exact=True)).to_have_attribute("aria-current", "true")
    expect(bracket.locator("svg.bracket .round-name", has_text="Quarter-final")).to_be_in_viewport()


def test_a_round_is_reached_by_its_tab(bracket: Page):
    bracket.get_by_role("link", name="Round of 16", exact=True).click()

    assert panned(bracket) == ROUND_WIDTH


def test_buttons_make_it_fit_and_larger_and_as_large_as_it_was(bracket: Page):
    said = bracket.locator("[data-zoom-now]")

    bracket.get_by_role("button", name="Fit").click()
    width, natural = drawn(bracket)
    assert width == pytest.approx(bracket.locator(".bracket-pan").evaluate("pan => pan.clientWidth"), abs=1)
    bracket.get_by_role("button", name="100 %").click()
    assert drawn(bracket)[0] == natural
    bracket.get_by_role("button", name="Zoom in").click()

    expect(said).to_have_text("125 %")
    assert drawn(bracket)[0] == pytest.approx(natural * 1.25)


def test_keys_do_what_the_buttons_do_while_the_drawing_has_the_focus(bracket: Page):
    said = bracket.locator("[data-zoom-now]")
    bracket.keyboard.press("-")
    expect(said).to_have_text("100 %")

    bracket.locator(".bracket-pan").focus()
    bracket.keyboard.press("-")
    expect(said).to_have_text("80 %")
    bracket.keyboard.press("+")
    bracket.keyboard.press("+")
    expect(said).to_have_text("125 %")
    bracket.keyboard.press("0")

    expect(said).to_have_text("100 %")
