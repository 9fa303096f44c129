"""Messages lie in the page's flow, leave by themselves and wait for whoever is at them; errors go once put right."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.flows.pages import CODE, sign_in

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}
STAYS_MS = 4000
LYING_UNDER = """
toast => {
  const of = toast.getBoundingClientRect();
  const controls = document.querySelectorAll(":is(main, nav) :is(a, button, input, select, textarea)");
  return [...controls].filter((each) => {
    if (toast.contains(each) || !each.checkVisibility({ visibilityProperty: true })) return false;
    const { left, right, top, bottom, width } = each.getBoundingClientRect();
    return width && left < of.right && right > of.left && top < of.bottom && bottom > of.top;
  }).map((each) => each.textContent.trim() || each.name);
}
"""


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size(PHONE)
    sign_in(page)
    return page


def done_at_the_desk(page: Page, player: str) -> Locator:
    """Sell a re-buy; returns the message."""
    page.goto(f"/staff/{CODE}/desk/{player}/")
    page.get_by_role("button", name="Take $10, give 1,000").click()
    expect(page.locator("[data-toast]")).to_contain_text("booked")
    return page.locator("[data-toast]")


def done_on_a_page_without_a_dock(page: Page, player: str) -> Locator:
    """Undo what was just sold; returns the message on the page of the guest."""
    done_at_the_desk(page, player).get_by_role("button", name="Undo").click()
    expect(page.locator("[data-toast]")).to_contain_text("undone")
    return page.locator("[data-toast]")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_to_press_lies_under_a_message_at_the_end_of_the_page(phone: Page, width: int):
    phone.set_viewport_size({"width": width, "height": 664})
    message = done_on_a_page_without_a_dock(phone, "P021" if width == 390 else "P022")
    message.hover()
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")

    assert message.evaluate(LYING_UNDER) == []


def test_a_message_lifts_the_button_of_the_dock_and_hides_nothing_of_it(phone: Page):
    message = done_at_the_desk(phone, "P023")
    message.hover()

    above, button = message.bounding_box(), phone.get_by_role("link", name="Done: next guest").bounding_box()

    assert above is not None
    assert button is not None
    assert above["y"] + above["height"] <= button["y"]
    assert button["y"] + button["height"] <= PHONE["height"]


def test_a_message_leaves_after_four_seconds(phone: Page):
    message = done_at_the_desk(phone, "P024")

    phone.mouse.move(5, 5)

    expect(message).to_have_count(0, timeout=STAYS_MS + 3000)


def test_a_message_waits_for_whoever_is_at_its_undo(phone: Page):
    message = done_at_the_desk(phone, "P025")
    phone.mouse.move(5, 5)

    phone.keyboard.press("Control+z")
    expect(message.get_by_role("button", name="Undo")).to_be_focused()
    phone.wait_for_timeout(STAYS_MS + 1500)
    expect(message).to_have_count(1)
    phone.keyboard.press("Enter")

    expect(phone.get_by_text(re.compile(r"Entry \d+ undone"))).to_be_visible()


def test_the_key_for_undo_is_left_to_a_field_that_is_typed_into(phone: Page):
    message = done_at_the_desk(phone, "P026")

    phone.get_by_placeholder("Name, code or card").focus()
    phone.keyboard.press("Control+z")

    expect(message.get_by_role("button", name="Undo")).not_to_be_focused()


def test_an_error_is_gone_once_its_field_is_put_right(phone: Page):
    phone.goto(f"/staff/{CODE}/desk/P027/donation/")
    phone.locator("#desk-form").evaluate("form => { form.noValidate = true; }")
    phone.get_by_label("Money given").fill("five")
    phone.get_by_role("button", name="Take the donation").click()
    expect(phone.locator("[data-form-errors]")).to_be_visible()

    phone.get_by_label("Money given").fill("5")

    expect(phone.locator("[data-form-errors], .field-error")).to_have_count(0)
    expect(phone.locator("[aria-invalid]")).to_have_count(0)


def test_an_error_of_another_field_stays(phone: Page):
    phone.goto(f"/staff/{CODE}/players/add/")
    phone.locator("main form").evaluate("form => { form.noValidate = true; }")
    phone.get_by_label("Full name").fill("")
    phone.locator("main form button[type=submit]").click()
    expect(phone.locator("[data-form-errors]")).to_be_visible()

    phone.locator("#id_email").fill("bo@example.org")

    expect(phone.locator("[data-form-errors]")).to_be_visible()
