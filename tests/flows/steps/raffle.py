"""Staff and players at the raffle: buckets, tickets placed, the freeze, the dice and the draw."""

from __future__ import annotations

from playwright.sync_api import Page, expect

DRUM_MS = 15_000
"""The drum turns for six seconds, and a page asks a moment later."""


def open_raffle(page: Page, code: str) -> None:
    """Publish the promise of a verifiable draw."""
    page.goto(f"/staff/{code}/raffle/")
    page.get_by_role("radio", name="Verifiable draw").check()
    page.get_by_role("button", name="Open the raffle").click()
    expect(page.get_by_text("The raffle is open.")).to_be_visible()


def add_bucket(page: Page, item: str, value: str) -> None:
    """One more bucket, from the raffle's page."""
    page.get_by_label("Item").fill(item)
    page.get_by_label("Value").fill(value)
    page.get_by_role("button", name="Add bucket").click()
    expect(page.get_by_text(f": {item}.")).to_be_visible()


def place_tickets(page: Page, code: str, player: str, counts: dict[str, int]) -> None:
    """Staff place a player's tickets: how many each item should have."""
    page.goto(f"/staff/{code}/raffle/players/{player}/")
    arrange(page, counts)


def arrange(page: Page, counts: dict[str, int]) -> None:
    """Set how many tickets each item should have on the page that is open, look at the plan, and do it."""
    for item, count in counts.items():
        place = page.locator("#place-tickets").get_by_label(item, exact=True)
        place.fill(str(count))
        place.dispatch_event("change")
    button = page.get_by_role("button", name=f"Place {sum(counts.values())} ticket")
    button.click()
    expect(page.get_by_text("placed.")).to_be_visible()


def close_sales(page: Page, code: str) -> None:
    """Freeze the list of tickets."""
    page.goto(f"/staff/{code}/raffle/")
    page.get_by_role("button", name="Close the sales").click()
    expect(page.get_by_role("heading", name="Raffle draw")).to_be_visible()


def enter_dice(page: Page, dice: str, thrower: str, watcher: str) -> None:
    """Enter what guests called, look at it as it will stand, and publish it."""
    page.get_by_label("20 dice").fill(dice)
    page.get_by_label("Who threw").fill(thrower)
    page.get_by_label("Who watched").fill(watcher)
    page.get_by_role("button", name="See what will be published").click()
    page.get_by_role("button", name="Publish and begin the draw").click()
    expect(page.get_by_text("Draw the first prize.")).to_be_visible()


def draw(page: Page, code: str, prize: str) -> str:
    """Draw a prize; returns the number of the ticket."""
    page.goto(f"/staff/{code}/raffle/?prize={prize}")
    page.get_by_role("button", name="Draw", exact=False).click()
    number = page.locator(".ticket-number")
    expect(number).to_be_visible(timeout=DRUM_MS)
    return number.inner_text()


def hand_over(page: Page) -> None:
    """The holder has come; that is known once the name is told."""
    page.get_by_role("button", name="Hand over to").click()
    expect(page.get_by_text("is handed over to")).to_be_visible()


def finish(page: Page, code: str) -> None:
    """Publish the seed."""
    page.goto(f"/staff/{code}/raffle/")
    page.get_by_role("button", name="Finish and publish the seed").click()
    expect(page.get_by_text("The raffle is finished.")).to_be_visible()


def verify(page: Page, code: str) -> str:
    """Repeat the draw in a guest's browser; returns what the check says."""
    page.goto(f"/e/{code}/raffle/verify/")
    page.get_by_role("button", name="Check now").click()
    badge = page.locator("[data-verify-badge]:not(:empty, .badge-called)")
    expect(badge).to_be_visible()
    return badge.inner_text()
