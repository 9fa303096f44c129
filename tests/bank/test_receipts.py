"""Receipts: what was paid, what was handed over, the words the organiser chose, and the seal."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.bank.selectors import sale_receipt
from eventnight.bank.services import open_till, record_donation, redeem_chips, reverse_entry, sell_rebuy, sell_tickets
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.house_settings import HouseSettings
from eventnight.events.services import update_settings
from tests.bank.nights import Night, night_with_stacks
from tests.factories import NOW, make_staff
from tests.papers import paper_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return night_with_stacks(1)


def text_of(night: Night, sequence: int, role: Role = Role.DESK) -> str:
    client = Client()
    client.force_login(make_staff(night.event, role))
    answer = client.get(f"/staff/{night.event.code}/desk/entries/{sequence}/receipt/")
    return " ".join(answer.content.decode().split())


def test_a_receipt_says_what_was_paid_and_handed_over(night: Night):
    player = night.codes[0]
    rebuy = night.post(sell_rebuy, player_code=player, paid=2000).entry
    tickets = night.post(sell_tickets, player_code=player, paid=1000).entry

    chips, lot = (sale_receipt(night.event.pk, entry.sequence) for entry in (rebuy, tickets))

    assert (chips.paid, chips.chips, chips.tickets, chips.player_code) == (2000, 2000, 0, player)
    assert (lot.paid, lot.chips, lot.tickets) == (1000, 0, 10)
    assert chips.seal == rebuy.receipt


def test_money_given_back_has_a_receipt_and_the_first_one_names_it(night: Night):
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=2000).entry
    back = night.post(reverse_entry, sequence=sale.sequence, reason="wrong card", may_reverse_any=True).entry

    first, second = sale_receipt(night.event.pk, sale.sequence), sale_receipt(night.event.pk, back.sequence)

    assert (second.paid, second.chips, first.undone_by) == (-2000, -2000, back.sequence)
    assert f"Undone by entry {back.sequence}" in text_of(night, sale.sequence)
    assert "Given back" in text_of(night, back.sequence)


def test_sales_and_donations_say_the_words_that_the_organiser_chose(night: Night):
    settings = night.event.house_settings.as_json()
    settings["bank"] |= {"receipt_text": "Worth <what> it cost.", "donation_text": "All of it can be deducted."}
    update_settings(event=night.event, settings=HouseSettings.from_json(settings), press=Press(SYSTEM, NOW))
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=1000).entry
    gift = night.post(record_donation, player_code=night.codes[0], paid=5000).entry

    assert "Worth &lt;what&gt; it cost." in text_of(night, sale.sequence)
    assert "All of it can be deducted." in text_of(night, gift.sequence)
    assert f"Seal {gift.receipt}" in text_of(night, gift.sequence)


def test_what_took_no_money_has_no_receipt(night: Night):
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000)
    entries = [
        night.post(redeem_chips, player_code=night.codes[0], chips=1000).entry,
        night.post(open_till, till="T2", float_paid=500).entry,
    ]

    for entry in entries:
        with pytest.raises(UserFacingError, match="took no money of a guest"):
            sale_receipt(night.event.pk, entry.sequence)
        assert "no receipt for it" in text_of(night, entry.sequence)


def test_the_list_of_entries_leads_to_the_receipts(night: Night):
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=1000, request_id=uuid4()).entry
    client = Client()
    client.force_login(make_staff(night.event, Role.DESK))

    page = client.get(f"/staff/{night.event.code}/desk/").content.decode()

    assert f"/desk/entries/{sale.sequence}/receipt/" in page


@pytest.mark.parametrize(("paper", "width"), [("roll", 80), ("a6", 105)])
def test_a_receipt_for_the_printer_says_what_the_page_says(night: Night, paper: str, width: float):
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=2000).entry
    client = Client()
    client.force_login(make_staff(night.event, Role.DESK))

    printed = paper_of(client.get(f"/staff/{night.event.code}/desk/entries/{sale.sequence}/receipt.pdf?paper={paper}"))

    assert "Paid $20.00" in printed.text
    assert f"Seal {sale.receipt}." in printed.text
    assert night.codes[0] in printed.text
    assert "signature" not in printed.text
    assert (printed.size[0], len(printed.pages), printed.is_tagged) == (width, 1, True)


def test_who_may_not_sell_prints_no_receipt(night: Night):
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=2000).entry
    client = Client()
    client.force_login(make_staff(night.event, Role.TABLES))

    assert client.get(f"/staff/{night.event.code}/desk/entries/{sale.sequence}/receipt.pdf").status_code == 403
