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


def open_my_night(page: Page, code: str, pin: str, desk_code: str) -> None:
    """A player's way to their own page without a camera, by the figures on the card and those of the desk."""
    page.goto(f"/e/{code}/me/")
    page.get_by_label("Code on your card").fill(pin)
    page.get_by_label("Code from the desk").fill(desk_code)
    page.get_by_role("button", name="Open my night").click()
    page.wait_for_url("**/p/**")
    expect(page.get_by_text("Your card", exact=True)).to_be_visible()
    expect(page.locator("[data-live-mark]")).to_have_text("Live")


def watch_clock(page: Page) -> None:
    """Note from now on when the time shown changes, by the machine's clock and not by what the page takes for it."""
    page.evaluate(
        """() => {
          const ticks = (window.ticks = []);
          const look = () => {
            const shown = document.querySelector("[data-clock]").textContent;
            if (shown !== ticks.at(-1)?.[0]) ticks.push([shown, performance.timeOrigin + performance.now()]);
          };
          look();
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )


def ticks(page: Page, number: int) -> dict[str, float]:
    """When each of that many times was first shown, in milliseconds since 1970."""
    page.wait_for_function("number => window.ticks.length > number", arg=number)
    seen: list[tuple[str, float]] = page.evaluate("() => window.ticks.slice(1)")  # the first had been there before
    return dict(seen)


def ends_at(page: Page) -> float:
    """When the level ends, as the server says."""
    return float(page.locator("[data-clock]").get_attribute("data-clock-ends") or 0)


def watch_for(page: Page, selector: str, text: str) -> None:
    """Note when the text appears at a place."""
    page.evaluate(
        """([selector, text]) => {
          window.appeared = 0;
          const look = () => {
            if (window.appeared || !document.querySelector(selector)?.textContent.includes(text)) return;
            window.appeared = performance.timeOrigin + performance.now();
          };
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
        }""",
        [selector, text],
    )


def appeared(page: Page) -> float:
    """When it did, in milliseconds since 1970."""
    page.wait_for_function("() => window.appeared", timeout=FRESH_MS)
    return float(page.evaluate("() => window.appeared"))
