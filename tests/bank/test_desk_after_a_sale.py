"""What the desk shows once a guest was served, and what it keeps for the next one."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from eventnight.bank.services import sell_rebuy
from eventnight.core.roles import Role
from tests.answers import text_of
from tests.bank.nights import Night, night_with_stacks
from tests.factories import make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return night_with_stacks(2)


@pytest.fixture
def desk(night: Night) -> Client:
    client = Client()
    client.force_login(make_staff(night.event, Role.DESK))
    return client


def sell(desk: Client, night: Night, **sent: object) -> HttpResponse:
    """A re-buy for the first guest; returns the page that follows."""
    form = {"quantity": 1, "shown": 1, "request_id": uuid4(), **sent}
    return desk.post(f"/staff/{night.event.code}/desk/P001/rebuy/", form, follow=True)


def shown(desk: Client, night: Night, *parts: str, **asked: object) -> str:
    return text_of(desk.get("/".join(["/staff", night.event.code, "desk", *parts, ""]), asked))


def test_a_sale_ends_with_what_was_taken_and_given_and_the_way_to_the_next_guest(night: Night, desk: Client):
    page = text_of(sell(desk, night, means="card"))

    assert "<dt>Took, card</dt><dd>$10.00</dd>" in page
    assert "<dt>Gave</dt><dd>1,000 chips</dd>" in page
    assert "<dd>1,000 → 2,000</dd>" in page
    assert f'href="/staff/{night.event.code}/desk/">Done: next guest</a>' in page
    assert "What the desk can do" not in page


def test_a_donation_on_top_is_a_line_of_its_own(night: Night, desk: Client):
    page = text_of(sell(desk, night, donation="5.00", shown="1+500"))

    assert "<dt>Took, cash</dt><dd>$10.00</dd>" in page
    assert "<dt>Donation on top</dt><dd>$5.00</dd>" in page


def test_what_was_sold_is_shown_only_while_nothing_was_booked_since(night: Night, desk: Client):
    sell(desk, night)
    night.post(sell_rebuy, player_code="P001", paid=1000)

    page = shown(desk, night, "P001", sold=3)

    assert "What the desk can do" in page
    assert "Took, cash" not in page


def test_what_was_sold_is_gone_once_it_is_undone(night: Night, desk: Client):
    sell(desk, night)
    desk.post(f"/staff/{night.event.code}/desk/entries/3/undo/", {"request_id": uuid4()})

    assert "Took, cash" not in shown(desk, night, "P001", sold=3)


@pytest.mark.parametrize("sold", ["", "zebra", "-1", "999", "1"])
def test_another_number_in_the_address_leaves_the_desk_as_it_is(night: Night, desk: Client, sold: str):
    sell(desk, night)

    assert "What the desk can do" in shown(desk, night, "P001", sold=sold)


def test_the_next_guest_is_offered_the_means_of_the_last_payment_at_this_till(night: Night, desk: Client):
    assert 'value="cash" selected' in shown(desk, night, "P002", "rebuy")

    sell(desk, night, means="card")

    assert 'value="card" selected' in shown(desk, night, "P002", "rebuy")
    assert 'value="card" selected' in shown(desk, night, "P002", "donation")


def test_another_till_has_means_of_its_own(night: Night, desk: Client):
    sell(desk, night, means="card")

    desk.post(f"/staff/{night.event.code}/till/choose/", {"till": "T2"})

    assert 'value="cash" selected' in shown(desk, night, "P002", "rebuy")


def test_a_sale_that_was_refused_leaves_the_means_as_they_were(night: Night, desk: Client):
    sell(desk, night, means="card", quantity=500)

    assert 'value="cash" selected' in shown(desk, night, "P002", "rebuy")


def test_an_empty_desk_leads_back_to_the_guests_whom_this_person_served(night: Night, desk: Client):
    assert "Just served" not in shown(desk, night)

    sell(desk, night)
    page = shown(desk, night)

    name = night.event.players.get(code="P001").person.full_name
    assert "Just served" in page
    assert f'<b class="grow">{name}</b>' in page


def test_the_button_names_the_sum_and_the_tickets_that_are_chosen(night: Night, desk: Client):
    assert "Take $10, give 10 tickets" in shown(desk, night, "P001", "tickets")
    assert "Take $25, give 20 tickets" in shown(desk, night, "P001", "tickets", paid="2000", donation="5")


@pytest.mark.parametrize("typed", [{"paid": "x"}, {"paid": "1"}, {"paid": ""}, {"paid": "1000", "donation": "5,00"}])
def test_the_button_names_no_sum_that_cannot_be_read(night: Night, desk: Client, typed: dict[str, str]):
    page = shown(desk, night, "P001", "tickets", **typed)

    assert "Take $" not in page
    assert "Take the money, give the tickets" in page


def test_the_button_is_sent_with_the_amounts_while_they_are_chosen(night: Night, desk: Client):
    address = f"/staff/{night.event.code}/desk/P001/rebuy/"

    alone = text_of(desk.get(address, {"quantity": 2}, headers={"HX-Request": "true"}))

    assert 'id="desk-press" hx-swap-oob="true"' in alone
    assert 'name="means"' not in alone
    assert "hx-swap-oob" not in text_of(desk.get(address))
