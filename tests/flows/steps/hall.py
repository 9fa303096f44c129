"""A guest's window on the public pages: it follows the night and is never reloaded."""

from __future__ import annotations

from playwright.sync_api import Page, expect

FRESH_MS = 8_000
"""The pages promise two seconds; a busy machine that also runs the browser may take longer."""


def open_page(page: Page, address: str) -> None:
    """Open a public page, wait until it listens, and mark its window."""
    page.goto(address)
    expect(page.locator("[data-live-mark]")).to_have_text("Live")
    page.evaluate("() => { window.isTheSameWindow = true; }")


def sees(page: Page, text: str) -> None:
    """The text appears by itself in the window that was opened."""
    expect(page.locator("main")).to_contain_text(text, timeout=FRESH_MS)
    assert page.evaluate("() => window.isTheSameWindow === true"), "the page was reloaded"
