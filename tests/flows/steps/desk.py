"""Staff at the desk: people checked in, stacks, re-buys and tickets sold, the till."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


def check_in_everybody(page: Page, code: str) -> int:
    """Press "Check in" for everybody who is expected; returns how many that were."""
    page.goto(f"/staff/{code}/players/?expected=1")
    buttons = page.get_by_role("button", name="Check in")
    people = 0
    while buttons.count():
        name = (buttons.first.get_attribute("aria-label") or "").removeprefix("Check in ")
        buttons.first.click()
        expect(page.get_by_text(f"{name} checked in.")).to_be_visible()
        people += 1
    return people


def find(page: Page, code: str, query: str) -> None:
    """Search at the desk for somebody whom the query finds alone."""
    page.goto(f"/staff/{code}/desk/")
    page.get_by_placeholder("Name, code or card").fill(query)
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text(query, exact=False).first).to_be_visible()


def give_first_stack(page: Page, code: str, player: str) -> None:
    """Hand the first stack to a player, by code."""
    find(page, code, player)
    page.get_by_role("button", name="Give 1,000").click()
    expect(page.get_by_text("First stack for")).to_be_visible()


def sell_rebuys(page: Page, code: str, player: str, *, quantity: int) -> None:
    """Sell re-buys; what the button says is what is done."""
    find(page, code, player)
    page.get_by_role("link", name="Re-buy").click()
    for number in range(2, quantity + 1):
        page.get_by_role("button", name="One more, How many re-buys").click()
        expect(page.locator("input[name=shown]")).to_have_value(str(number))
    page.get_by_role("button", name=f"Take ${10 * quantity}, give {1000 * quantity:,}").click()
    expect(page.get_by_text("Re-buy for")).to_be_visible()


def undo_last(page: Page) -> None:
    """Press "Undo" in the message of what was just done."""
    page.locator("[data-toast]").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("undone.")).to_be_visible()


def sell_tickets(page: Page, code: str, player: str, lot: str) -> None:
    """Sell a lot of raffle tickets for money, such as "20 for $20"."""
    find(page, code, player)
    page.get_by_role("link", name=re.compile("^Tickets")).click()
    page.get_by_role("radio", name=lot).check()
    tickets, price = lot.split(" for ")
    page.get_by_role("button", name=f"Take {price}, give {tickets} tickets").click()
    expect(page.locator("[data-toast]")).to_contain_text("receipt")


def chips_for_tickets(page: Page, code: str, player: str, chips: int) -> None:
    """Turn chips in for tickets."""
    find(page, code, player)
    page.get_by_role("link", name="Chips to tickets").click()
    page.get_by_label("Chips turned in").fill(str(chips))
    page.get_by_role("button", name="Take the chips, give the tickets").click()
    expect(page.locator("[data-toast]")).to_contain_text("receipt")


def close_till(page: Page, code: str) -> str:
    """Count what the till says it should hold and close it; returns the sum as the page writes it."""
    page.goto(f"/staff/{code}/till/")
    expected = page.locator("dd.total").inner_text()
    page.get_by_label("In all").fill(expected.strip("$").replace(",", ""))
    page.get_by_role("button", name="Counted").click()
    page.get_by_role("button", name="Close till").click()
    expect(page.get_by_role("heading", name="Z report")).to_be_visible()
    return expected


def open_rebuy(page: Page, code: str, player: str) -> Locator:
    """Find the player and open one re-buy; returns the button that takes the money."""
    find(page, code, player)
    page.get_by_role("link", name="Re-buy").click()
    button = page.get_by_role("button", name="Take $10, give 1,000")
    expect(button).to_be_visible()
    return button


def rebuys(page: Page, code: str) -> int:
    """How many re-buys at $10 the books hold."""
    totals = page.request.get(f"/api/v1/events/{code}/bank/totals/").json()
    return int(totals["money_by_purpose"]["rebuy"]) // 1000
