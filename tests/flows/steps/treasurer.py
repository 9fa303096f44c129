"""The treasurer: drawers opened and counted, sales by card, what is left approved by two, the night closed."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.flows.steps import desk, hall
from tests.server import NightServer, manage

SECOND, PASSWORD = "sybil", "second-person-pass"


def make_second_person(server: NightServer) -> None:
    """Another account, to sign."""
    manage(
        "createsuperuser",
        "--no-input",
        database_url=server.database_url,
        DJANGO_SUPERUSER_USERNAME=SECOND,
        DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        DJANGO_SUPERUSER_EMAIL="sybil@example.org",
    )


def give_role(page: Page, code: str, username: str, role: str) -> None:
    """Make somebody staff of the night."""
    page.goto(f"/organise/{code}/setup/people/")
    given = page.locator("details", has_text="Give a role to somebody who has an account")
    given.locator("summary").click()
    given.get_by_label("Sign-in name").fill(username)
    given.get_by_label("Role", exact=True).select_option(label=role)
    given.get_by_role("button", name="Give the role").click()
    expect(page.get_by_text(f"signs in as {username}")).to_be_visible()


def open_till(page: Page, code: str, change: str) -> None:
    """Put change into the drawer."""
    page.goto(f"/staff/{code}/till/")
    page.get_by_label("Change put in").fill(change)
    page.get_by_role("button", name="Open till").click()
    expect(page.get_by_text("is open.")).to_be_visible()


def rebuy_by_a_double_click(page: Page, code: str, player: str) -> None:
    """A hasty hand presses the button twice."""
    desk.find(page, code, player)
    page.get_by_role("link", name="Re-buy").click()
    page.get_by_role("button", name="Take $10, give 1,000").dblclick()
    expect(page.get_by_text("Re-buy for")).to_be_visible()


def sell_tickets_by_card(page: Page, code: str, player: str, lot: str, *, slip: str) -> None:
    """Sell a lot of tickets against the slip of the card terminal."""
    desk.find(page, code, player)
    page.get_by_role("link", name=re.compile("^Tickets")).click()
    page.get_by_role("radio", name=lot).check()
    page.get_by_label("Paid by").select_option("Card")
    page.get_by_label("Number of the slip or cheque").fill(slip)
    tickets, price = lot.split(" for ")
    page.get_by_role("button", name=f"Take {price}, give {tickets} tickets").click()
    expect(page.locator("[data-toast]")).to_contain_text("receipt")


def take_donation(page: Page, code: str, player: str, amount: str) -> None:
    """Money for the fund for nothing in return."""
    desk.find(page, code, player)
    page.get_by_role("link", name="Donation").click()
    page.get_by_label("Money given").fill(amount)
    page.get_by_label("Paid by").select_option("Cash")
    page.get_by_role("button", name="Take the donation").click()
    expect(page.locator("[data-toast]")).to_contain_text("receipt")


def money_by_purpose(page: Page, code: str) -> dict[str, int]:
    """What guests paid for what, in cents, floats left out."""
    totals = page.request.get(f"/api/v1/events/{code}/bank/totals/").json()["money_by_purpose"]
    return {purpose: cents for purpose, cents in totals.items() if cents and purpose != "float"}


def codes_of(page: Page, code: str, player: str) -> tuple[str, str]:
    """The four figures of a player's card, and the six that the desk shows for their phone."""
    desk.find(page, code, player)
    said = page.get_by_text(re.compile(rf"{player}, card \d{{4}}")).inner_text()
    card = said.partition("card ")[2][:4]
    page.get_by_role("button", name="Code for the phone").click()
    return card, page.locator("[data-while-valid] [role=status]").inner_text()


def open_my_night(page: Page, code: str, codes: tuple[str, str]) -> None:
    """A player's own page, where tickets can be placed."""
    hall.open_my_night(page, code, *codes)
    expect(page.get_by_role("heading", name="Place tickets")).to_be_visible()


def mark_absent(page: Page) -> None:
    """Nobody came for the ticket that was called."""
    page.locator("#raffle-absent summary").click()
    page.get_by_role("button", name=re.compile("Mark .* absent")).click()
    expect(page.get_by_text("was called and nobody came")).to_be_visible()


def close_till_short(page: Page, code: str, *, missing: int, second: str, password: str) -> None:
    """Count so many dollars less in cash than there should be, and close the till with a reason and a signature."""
    page.goto(f"/staff/{code}/till/")
    cash = page.locator("dd.total").first.inner_text().strip("$").replace(",", "")
    page.get_by_label("In all").fill(f"{float(cash) - missing:.2f}")
    page.get_by_label("Total of the card terminal").fill("20.00")
    page.get_by_role("button", name="Counted").click()
    page.get_by_label("Reason for a difference").fill("Change given twice at the door")
    sign(page, second, password)
    page.get_by_role("button", name="Close till").click()
    expect(page.get_by_role("heading", name="Z report")).to_be_visible()


def sign(page: Page, second: str, password: str) -> None:
    """The second person's name and password."""
    choice = page.get_by_label("Second person")
    option = choice.locator("option", has_text=second).first
    choice.select_option(value=option.get_attribute("value"))
    page.get_by_label("Their password").fill(password)


def approve_what_is_red(page: Page, code: str, *, second: str, password: str) -> None:
    """Approve every open line of the close-out that can be approved."""
    page.goto(f"/organise/{code}/closing/")
    approve = page.get_by_role("link", name=re.compile("^Approve: "))
    while approve.count():
        approve.first.click()
        for box in page.get_by_role("checkbox").all():
            box.check()
        page.get_by_label("Reason").fill("Agreed between the two of us")
        sign(page, second, password)
        with page.expect_navigation():
            page.get_by_role("button", name="Approve what is ticked").click()


def close_night(page: Page, code: str) -> None:
    """Work the books out and close the night."""
    page.goto(f"/organise/{code}/books/")
    expect(page.get_by_role("status").first).to_contain_text("The books add up")
    page.goto(f"/organise/{code}/closing/")
    page.get_by_role("button", name="Close the night").click()
    expect(page.locator("[data-toast]")).to_contain_text("is closed.")


def is_refused_a_sale(page: Page, code: str, player: str) -> bool:
    """Whether the desk of a closed night says so instead of selling."""
    desk.find(page, code, player)
    page.get_by_role("link", name="Re-buy").click()
    page.get_by_role("button", name="Take $10, give 1,000").click()
    refusal = page.locator("[data-form-errors], [data-refusal]").first
    expect(refusal).to_contain_text("closed")
    return True
