"""What is typed as a number in a real browser: it reaches the server as it was typed and is refused in a sentence."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.flows.pages import CODE, sign_in

pytestmark = pytest.mark.browser

DONOR, BUYER, TWICE, GUEST = "P016", "P017", "P018", "P019"
A_MINUTE_AND_A_BIT = 121_000


@pytest.fixture
def staff(page: Page) -> Page:
    """Signed in as the organiser."""
    page.set_viewport_size({"width": 1280, "height": 1000})
    sign_in(page)
    return page


def fund(page: Page) -> int:
    totals = page.request.get(f"/api/v1/events/{CODE}/bank/totals/").json()
    return int(totals["money_by_purpose"]["donation"])


@pytest.mark.parametrize("typed", ["5,00", "0x10", "٣"])
def test_what_is_no_amount_is_refused_as_it_was_typed_and_books_nothing(staff: Page, typed: str):
    before = fund(staff)
    staff.goto(f"/staff/{CODE}/desk/{DONOR}/donation/")

    staff.get_by_label("Money given").press_sequentially(typed)
    staff.get_by_role("button", name="Take the donation").click()

    expect(staff.locator("[data-form-errors]")).to_contain_text("Enter the amount in plain digits")
    expect(staff.get_by_label("Money given")).to_have_value(typed)
    assert fund(staff) == before


def test_an_amount_is_confirmed_with_what_was_booked(staff: Page):
    before = fund(staff)
    staff.goto(f"/staff/{CODE}/desk/{DONOR}/donation/")

    staff.get_by_label("Money given").press_sequentially("5.00")
    staff.get_by_role("button", name="Take the donation").click()

    expect(staff.locator("[data-toast]")).to_contain_text(re.compile(r"Donation of \$5\.00 for .+ booked, receipt \d+"))
    assert fund(staff) == before + 500


@pytest.mark.parametrize("typed", ["5.00", "5,00", "٣", "", "1e3", "-5", "0", "9" * 20])
def test_the_summary_of_a_rebuy_says_what_is_wrong_and_keeps_it(staff: Page, typed: str):
    staff.goto(f"/staff/{CODE}/desk/{BUYER}/rebuy/")
    number = staff.get_by_label("How many re-buys", exact=True)

    number.fill(typed)
    number.dispatch_event("change")

    expect(staff.get_by_role("button", name="Show the amounts")).to_be_visible()
    expect(staff.locator("#id_quantity_error")).to_contain_text(re.compile("plain digits|1 to 99"))
    expect(number).to_have_value(typed)
    number.fill("2")
    number.dispatch_event("change")
    expect(staff.get_by_role("button", name="Take $20, give 2,000")).to_be_visible()


def test_one_more_leaves_alone_what_is_no_number(staff: Page):
    staff.goto(f"/staff/{CODE}/desk/{BUYER}/rebuy/")
    number = staff.get_by_label("How many re-buys", exact=True)

    number.fill("5.00")
    staff.get_by_role("button", name="One more, How many re-buys").click()

    expect(staff.locator("#id_quantity_error")).to_be_visible()
    expect(number).to_have_value("5.00")


def test_pieces_that_cannot_be_read_have_no_sum(staff: Page):
    staff.goto(f"/staff/{CODE}/till/")
    pieces = staff.locator("[data-pieces]").first

    pieces.locator("[data-worth]").first.fill("2")
    whole = pieces.locator("[data-pieces-sum]").inner_text()
    pieces.locator("[data-worth]").first.fill("2,0")

    assert whole not in ("—", "0.00")
    expect(pieces.locator("[data-pieces-sum]")).to_have_text("—")


def test_the_question_shows_booked_and_now_and_the_button_names_the_sale(staff: Page):
    staff.goto(f"/staff/{CODE}/desk/{TWICE}/rebuy/")
    staff.get_by_role("button", name="Take $10, give 1,000").click()
    expect(staff.locator("[data-toast]")).to_contain_text("booked")
    staff.set_viewport_size({"width": 1920, "height": 1000})
    staff.goto(f"/staff/{CODE}/desk/{TWICE}/rebuy/")
    number = staff.get_by_label("How many re-buys", exact=True)
    number.fill("12")
    number.dispatch_event("change")
    staff.get_by_role("button", name="Take $120, give 12,000").click()

    card = staff.locator("form.panel-narrow")
    expect(card).to_contain_text("1,000 chips for $10.00")
    expect(card.get_by_role("button", name="Sell 12,000 chips for $120.00")).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert box["width"] < 800


def test_a_code_for_a_phone_counts_down_and_is_gone_when_it_has_expired(staff: Page):
    staff.clock.install()
    staff.goto(f"/staff/{CODE}/players/{GUEST}/phone/")
    staff.get_by_role("button", name="Show a code").click()
    figures = staff.locator("[data-while-valid] [role=status]")

    expect(figures).to_have_text(re.compile(r"\d{3} \d{3}"))
    expect(staff.get_by_role("timer")).to_have_text(re.compile(r"^(2:00|1:[45]\d)$"))
    expect(staff.get_by_text("This code has expired")).to_be_hidden()
    staff.route("**/live/time", lambda route: route.abort())
    staff.clock.fast_forward(A_MINUTE_AND_A_BIT)

    expect(staff.get_by_text("This code has expired")).to_be_visible()
    expect(figures).to_be_hidden()
    again = staff.locator("[data-when-expired] button")
    expect(again).to_have_text("Show a new code")
    staff.unroute("**/live/time")
    # Hidden again as soon as the page knows the time of the server, by which the code still holds.
    again.dispatch_event("click")
    expect(figures).to_be_visible()


def test_without_script_the_time_of_a_code_stays(staff: Page):
    context = staff.context.browser.new_context(java_script_enabled=False, storage_state=staff.context.storage_state())
    plain = context.new_page()
    plain.goto(staff.url.split("/", 3)[0] + "//" + staff.url.split("/", 3)[2] + f"/staff/{CODE}/players/{GUEST}/phone/")
    plain.get_by_role("button", name="Show a code").click()

    expect(plain.get_by_text(re.compile("Valid until"))).to_be_visible()
    expect(plain.get_by_role("timer")).to_be_hidden()
    context.close()
