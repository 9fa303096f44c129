"""The organiser: an account, a night from a house, the roster, the doors, and the books at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.answers import SETUP_STEPS
from tests.server import NightServer, manage

READING = 30_000
"""Milliseconds that a list may take to be read."""
SAVES = re.compile("^Save")
USERNAME, PASSWORD = "harriet", "card-night-pass"


def make_account(server: NightServer) -> None:
    """The first account of a server, as its manual says."""
    manage(
        "createsuperuser",
        "--no-input",
        database_url=server.database_url,
        DJANGO_SUPERUSER_USERNAME=USERNAME,
        DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        DJANGO_SUPERUSER_EMAIL="harriet@example.org",
    )


def sign_in(page: Page, username: str = USERNAME, password: str = PASSWORD) -> None:
    """Sign in and come out at the list of nights."""
    page.goto("/organise/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Your nights")).to_be_visible()


def create_night(page: Page, code: str, *, house: str, name: str, fund: str = "", goal: str = "") -> None:
    """A new night from a house; ends at the list of its parts."""
    page.goto("/organise/new/")
    page.get_by_role("radio", name=house).check()
    page.get_by_label("Name of the night").fill(name)
    page.get_by_label("Date").fill("2026-11-21")
    page.get_by_label("Doors open").fill("18:00")
    page.get_by_role("button", name="Next: what’s on").click()
    page.get_by_role("button", name="Next: people and money").click()
    page.get_by_text("Address: /e/").click()
    page.get_by_label("Code for the address").fill(code)
    if fund:
        page.get_by_role("textbox", name="Fund optional", exact=True).fill(fund)
        page.get_by_label("Goal of the fund").fill(goal)
    page.get_by_role("button", name="Create the night").click()
    expect(page.get_by_role("heading", name="Before you open")).to_be_visible()


def upload_roster(page: Page, code: str, file_name: str, lines: list[str]) -> None:
    """Choose a CSV file and have it checked, however long that takes a busy computer."""
    page.goto(f"/organise/{code}/roster/")
    content = "\n".join(lines).encode()
    page.get_by_label("List of people").set_input_files({"name": file_name, "mimeType": "text/csv", "buffer": content})
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_role("heading", name=file_name)).to_be_visible()
    expect(page.get_by_role("heading", name="Reading the list")).to_be_hidden(timeout=READING)


def roster_errors(page: Page) -> list[str]:
    """The errors of the preview, a line each."""
    return page.locator("table.data tbody tr").all_inner_texts()


def confirm_roster(page: Page, players: int) -> None:
    """Add everybody of the preview."""
    page.get_by_role("button", name=f"Add {players} players").click()
    expect(page.get_by_text(f"{players} players added")).to_be_visible()


def open_night(page: Page, code: str) -> None:
    """Open the doors."""
    page.goto(f"/organise/{code}/setup/")
    page.get_by_role("button", name="Open the night").click()
    expect(page.get_by_text("is open.")).to_be_visible()


def plan_flights(page: Page, code: str, *, flights: int, advancing: int) -> None:
    """Set the number of flights and how many of each go on to the final."""
    page.goto(f"/organise/{code}/setup/holdem/")
    page.get_by_text("Change start, entries, re-buys and who deals").click()
    page.get_by_label("Flights", exact=True).fill(str(flights))
    page.get_by_label("Advance from a flight").fill(str(advancing))
    page.get_by_role("button", name=SAVES).last.click()
    expect(page.get_by_role("heading", name="Set-up", exact=True)).to_be_visible()


def save_each_step(page: Page, code: str) -> None:
    """Go through the parts of the set-up and save each that is saved as a whole, as the house gives it."""
    for step in SETUP_STEPS:
        if step in ("people", "programme", "phones", "poker", "sponsors"):
            continue
        page.goto(f"/organise/{code}/setup/{step}/")
        page.get_by_role("button", name=SAVES).last.click()
        expect(page.get_by_role("heading", name="Set-up", exact=True)).to_be_visible()


def people_with_chips(page: Page, code: str, names: Sequence[str]) -> None:
    """People at the door, checked in as P001 and so on with the first stack of the night, as a program enters them."""
    for number, name in enumerate(names, start=1):
        player = f"P{number:03d}"
        _send(page, f"{code}/players/", {"full_name": name})
        _send(page, f"{code}/players/{player}/check-in/", {"id_seen": True, "conditions_met": True})
        _send(page, f"{code}/bank/first-stacks/", {"player": player})


def _send(page: Page, path: str, body: dict[str, object]) -> None:
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    headers = {"X-CSRFToken": token, "Idempotency-Key": str(uuid4())}
    answer = page.request.post(f"/api/v1/events/{path}", data=body, headers=headers)
    assert answer.ok, answer.text()


def fund_on_dashboard(page: Page, code: str) -> str:
    """What the dashboard says the fund has, as it writes it."""
    page.goto(f"/organise/{code}/dashboard/")
    money = page.locator("section.panel", has=page.get_by_role("heading", name="Money in"))
    return money.locator("dd.total").inner_text()


def fund_in_ledger(page: Page, code: str) -> int:
    """What the books say the fund has, in cents."""
    totals = page.request.get(f"/api/v1/events/{code}/bank/totals/").json()
    return int(totals["fund"])


def prove_books(page: Page, code: str) -> str:
    """Have every balance worked out again; returns what the page says of it."""
    page.goto(f"/organise/{code}/books/")
    return page.get_by_role("status").first.inner_text()
