"""Staff at a wrong result: what putting it right changes, the choices it asks for, and the way back."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

APPLY = re.compile(r"^Correct match \d+$")


def open_match(page: Page, code: str, number: int) -> None:
    """Open a decided match from the list of matches, where the older ones are folded away."""
    page.goto(f"/staff/{code}/matches/")
    link = page.get_by_role("link", name=f"Match {number}:")
    if not link.count():
        page.get_by_text("Decided earlier").click()
    link.click()
    expect(page.get_by_role("heading", name=f"Match {number}")).to_be_visible()


def ask(page: Page, winner: str, loser_points: int) -> None:
    """Tap "Correct it" and what the result should have been; the plan appears by itself."""
    page.get_by_role("link", name="Correct it").click()
    page.get_by_role("radio", name=winner).check()
    page.get_by_role("radio", name=str(loser_points), exact=True).check()
    expect(page.get_by_role("heading", name="This will change")).to_be_visible()


def step(page: Page, number: int) -> Locator:
    """What the plan says of a match."""
    return page.locator(f"#step-{number}")


def choose(page: Page, number: int, words: str) -> None:
    """Choose what becomes of a void match, and wait for the plan that follows from it."""
    before = page.locator("[name=planned]").input_value()
    step(page, number).get_by_role("radio", name=words).check()
    expect(page.locator("[name=planned]")).not_to_have_value(before)


def press_apply(page: Page) -> None:
    """Press what does as the plan says."""
    with page.expect_navigation():
        page.get_by_role("button", name=APPLY).click()


def apply(page: Page, number: int) -> None:
    """The same, and it is done."""
    press_apply(page)
    expect(page.locator("[data-toast]").first).to_contain_text(f"Match {number} is corrected.")


def undo(page: Page, code: str, number: int) -> None:
    """Take the correction back on the page of its match."""
    open_match(page, code, number)
    page.get_by_role("button", name="Undo the correction").click()
    expect(page.locator("[data-toast]").first).to_contain_text(f"The correction of match {number} is undone.")


def bracket_lines(page: Page, code: str) -> dict[int, str]:
    """Every match as the public bracket's list of matches says it, by number."""
    page.goto(f"/e/{code}/")
    page.get_by_role("link", name=re.compile("bracket", re.IGNORECASE)).first.click()
    rows = page.locator("tr[id^=match-]")
    expect(rows.first).to_be_attached()
    return {index + 1: " ".join(text.split()) for index, text in enumerate(rows.all_text_contents())}
