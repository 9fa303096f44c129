"""The treasurer's evening in the browser: from the first drawer opened to a closed night whose report is the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.steps import desk, organiser, raffle, treasurer
from tests.server import NightServer, new_night, running_server

pytestmark = pytest.mark.browser

CODE = "WLIA-27"
FIRST, SECOND = "P001", "P002"
DICE = "3 1 4 1 5 6 2 6 5 3 5 2 3 1 3 2 3 2 4 6"
TAKEN = {"rebuy": 1000, "tickets": 4000, "donation": 500}
"""In cents: what is sold below."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NightServer]:
    """A server without any night."""
    with running_server(new_night(tmp_path)) as running:
        yield running


@pytest.fixture
def staff(browser: Browser, server: NightServer) -> Iterator[Page]:
    """The treasurer's window."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser, server: NightServer) -> Iterator[Page]:
    """A player's phone."""
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844})
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def test_from_the_first_drawer_to_a_closed_night(server: NightServer, staff: Page, phone: Page):
    _set_up(server, staff)
    _sell(staff)
    _place_on_the_phone(phone, treasurer.codes_of(staff, CODE, FIRST))
    raffle.place_tickets(staff, CODE, SECOND, {"Handmade quilt": 10, "Grill and smoker": 10})
    _draw(staff, phone)

    treasurer.close_till_short(staff, CODE, missing=5, second=treasurer.SECOND, password=treasurer.PASSWORD)
    treasurer.approve_what_is_red(staff, CODE, second=treasurer.SECOND, password=treasurer.PASSWORD)
    treasurer.close_night(staff, CODE)

    _report_is_the_ledger(staff)
    assert treasurer.is_refused_a_sale(staff, CODE, FIRST)


def _set_up(server: NightServer, staff: Page) -> None:
    """A night with two people at the door, a second person among the staff, and a drawer with change."""
    organiser.make_account(server)
    treasurer.make_second_person(server)
    organiser.sign_in(staff)
    organiser.create_night(staff, CODE, house="WLIA", name="Treasurer's night", fund="Scholarships", goal="500")
    treasurer.give_role(staff, CODE, treasurer.SECOND, "Desk")
    people = ["name,email,activities,partner", "Ada Abbott,,,", "Ben Bauer,,,"]
    organiser.upload_roster(staff, CODE, "roster.csv", people)
    organiser.confirm_roster(staff, players=2)
    organiser.open_night(staff, CODE)
    desk.check_in_everybody(staff, CODE)
    treasurer.open_till(staff, CODE, "100.00")


def _sell(staff: Page) -> None:
    """A first stack, a re-buy pressed twice, tickets in cash and by card."""
    raffle.open_raffle(staff, CODE)
    raffle.add_bucket(staff, "Handmade quilt", "250")
    raffle.add_bucket(staff, "Grill and smoker", "280")
    desk.give_first_stack(staff, CODE, FIRST)
    treasurer.rebuy_by_a_double_click(staff, CODE, FIRST)
    desk.sell_tickets(staff, CODE, FIRST, "20 for $20")
    treasurer.sell_tickets_by_card(staff, CODE, SECOND, "20 for $20", slip="4711")
    treasurer.take_donation(staff, CODE, SECOND, "5.00")
    assert treasurer.money_by_purpose(staff, CODE) == TAKEN


def _place_on_the_phone(phone: Page, codes: tuple[str, str]) -> None:
    treasurer.open_my_night(phone, CODE, codes)
    raffle.arrange(phone, {"Handmade quilt": 15, "Grill and smoker": 5})


def _draw(staff: Page, phone: Page) -> None:
    """The first holder called is absent; the ticket drawn then is another's, and a guest repeats it all."""
    raffle.close_sales(staff, CODE)
    raffle.enter_dice(staff, DICE, FIRST, SECOND)
    called = raffle.draw(staff, CODE, "B1")
    treasurer.mark_absent(staff)
    again = raffle.draw(staff, CODE, "B1")
    assert again != called
    raffle.hand_over(staff)
    raffle.draw(staff, CODE, "B2")
    raffle.hand_over(staff)
    raffle.finish(staff, CODE)
    assert raffle.verify(phone, CODE) == "Verified"


def _report_is_the_ledger(staff: Page) -> None:
    totals = staff.request.get(f"/api/v1/events/{CODE}/bank/totals/").json()
    staff.goto(f"/organise/{CODE}/report/")

    expect(staff.get_by_role("status").first).to_contain_text("The books add up")
    assert totals["fund"] == sum(TAKEN.values())
    expect(staff.locator("main")).to_contain_text(f"${totals['fund'] / 100:.2f}")
    for held in totals["totals"].values():
        assert sum(held.values()) == 0
