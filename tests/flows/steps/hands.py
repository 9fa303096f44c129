"""Staff follow a hand at a card table: its start, what is pressed for each player, its cards, its end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.flows.steps.tables import tap_cards


def give_button_by_card(page: Page) -> None:
    """A card to each player; the highest has the first button."""
    _press(page, "Deal a card to each for the button")
    expect(page.get_by_text(re.compile(r"The button is with seat \d"))).to_be_visible()


def give_button(page: Page, *, dealt_from: int) -> None:
    """The first button goes to the left of the seat that is dealt from."""
    page.get_by_label("Dealt from seat").fill(str(dealt_from))
    _press(page, "Button to the left")


def deal_hand(page: Page) -> None:
    """Begin the next hand; ends at its page."""
    page.get_by_role("link", name="Play it").click()
    _press(page, re.compile(r"Deal hand \d+"))
    expect(page.locator("#keys h2")).to_contain_text("Seat")


def seat_to_act(page: Page) -> int:
    """The seat that the keys are for."""
    return int(re.findall(r"[Ss]eat (\d+)", page.locator("#keys h2").inner_text())[0])


def keys(page: Page) -> list[str]:
    """What may be pressed for the player to act, sizes of a bet with the word of their button."""
    named = page.locator("#keys button:visible:not([data-step-by]):not([data-card])")
    return named.evaluate_all("""(buttons) => buttons.map((button) => {
      const size = button.matches("[data-preset]") ? button.lastElementChild : button;
      const words = [...size.childNodes].filter((node) => !node.matches?.("kbd, noscript"));
      return words.map((node) => node.textContent).join("").replace(/\\s+/g, " ").trim();
    })""")


def press(page: Page, *words: str) -> None:
    """Press these keys in turn, as the players act; a bet of a size is typed first where it can be."""
    for word in words:
        size, amount = re.match(r"(?:Bet|Raise to) ([\d,]+)$", word), page.locator("#bet-to")
        if size and amount.count():
            amount.fill(size[1])
        with page.expect_navigation():
            page.locator("#keys").get_by_role("button", name=word, exact=True).and_(page.locator(".act-key")).click()


def deal(page: Page, cards: str) -> None:
    """Tap the cards that come to the board: the last one deals them."""
    with page.expect_navigation():
        tap_cards(page, cards)


def show(page: Page, cards: str) -> int:
    """The seat that has to turns these cards up, by a tap for each; returns it."""
    seat = seat_to_act(page)
    with page.expect_navigation():
        tap_cards(page, cards)
    return seat


def pay_out(page: Page, chips: int) -> str:
    """Pay the hand out; returns what the page said it would do."""
    plan = page.locator("#hand-pay").inner_text()
    with page.expect_navigation():
        page.get_by_role("button", name=f"Pay out {chips:,}", exact=True).click()
    return plan


def _press(page: Page, name: str | re.Pattern[str]) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()
