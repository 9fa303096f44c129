"""The sheet of levels as hands use it: keys walk its cells, a paste fills down, and what is saved is what is seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.pages import CODE, sign_in
from tests.server import NightServer

pytestmark = pytest.mark.browser


@pytest.fixture
def sheet(browser: Browser, night_server: NightServer) -> Iterator[Page]:
    """The page of the levels of the demo night, opened by its organiser."""
    context = browser.new_context(base_url=night_server.url)
    page = context.new_page()
    sign_in(page)
    page.goto(f"/organise/{CODE}/setup/holdem/")
    yield page
    context.close()


def cell(page: Page, name: str):
    return page.get_by_label(name, exact=True)


def test_keys_walk_the_cells_a_paste_fills_down_and_the_button_repeats_the_end(sheet: Page):
    save = sheet.locator("[data-sheet-save]")
    before = save.inner_text()

    cell(sheet, "Level 1 small blind").click()
    sheet.keyboard.press("Enter")
    expect(cell(sheet, "Level 2 small blind")).to_be_focused()
    sheet.keyboard.press("Tab")
    expect(cell(sheet, "Level 2 big blind")).to_be_focused()
    sheet.keyboard.press("ArrowUp")
    expect(cell(sheet, "Level 1 big blind")).to_be_focused()

    cell(sheet, "Level 1 small blind").focus()
    sheet.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text", text);
        document.activeElement.dispatchEvent(new ClipboardEvent("paste",
          {clipboardData: data, bubbles: true, cancelable: true})); }""",
        "10\t20\t0\t30\n20\t40\t0\t30\n1,000\t2,000\t0\t30\n",
    )
    expect(cell(sheet, "Level 2 big blind")).to_have_value("40")
    expect(cell(sheet, "Level 3 big blind")).to_have_value("2000")
    assert save.inner_text() != before

    sheet.get_by_role("button", name="Break", exact=True).click()
    sheet.get_by_role("button", name="Remove level 3, row").click()
    told = save.inner_text()
    levels = sheet.locator(".sheet-grid tbody tr:not(.is-break)").count()
    assert told.startswith(f"Save {levels} levels, end ")

    save.click()
    expect(sheet.get_by_role("heading", name="Set-up", exact=True)).to_be_visible()
    sheet.goto(f"/organise/{CODE}/setup/holdem/")
    expect(save).to_have_text(told)
    expect(cell(sheet, "Level 2 minutes")).to_have_value("30")


@pytest.mark.parametrize("width", [390, 1280])
def test_every_row_keeps_its_cells_in_line_and_its_buttons_in_sight(sheet: Page, width: int):
    sheet.set_viewport_size({"width": width, "height": 844})

    rows = sheet.locator(".sheet-grid tbody tr").evaluate_all(
        """rows => rows.map(row => ({
          foot: row.getBoundingClientRect().bottom,
          feet: [...row.cells].filter(cell => cell.checkVisibility()).map(cell => cell.getBoundingClientRect().bottom),
          last: row.querySelector("[name=remove]").getBoundingClientRect().right,
          edge: row.closest(".panel").getBoundingClientRect().right,
        }))"""
    )

    assert len(rows) > 5
    for row in rows:
        assert row["feet"] == pytest.approx([row["foot"]] * len(row["feet"]), abs=1)
        assert row["last"] <= row["edge"]
