"""Money by cash, card and cheque: where it goes, what a key holds together, how it comes back, what reports say."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from eventnight.bank import triggers
from eventnight.bank.ledger.refs import player_chips, till, till_card, till_cheques, till_money
from eventnight.bank.means import IN_CASH, Means, Payment
from eventnight.bank.models import Account, Books
from eventnight.bank.selectors import (
    fund_total,
    money_by_means,
    money_by_purpose,
    sale_receipt,
    till_state,
    verify_books,
)
from eventnight.bank.services import (
    StackSale,
    close_till,
    give_first_stack,
    issue_stack,
    open_till,
    record_donation,
    reverse_entry,
    sell_rebuy,
    sell_tickets,
)
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.events.house_settings import HouseSettings
from eventnight.events.services import update_settings
from tests.bank.nights import Night
from tests.factories import NOW
from tests.tills import counted

pytestmark = pytest.mark.django_db

CARD, CHEQUE = Payment(means=Means.CARD, reference="0417"), Payment(means=Means.CHEQUE, reference="1208")


def priced_night() -> Night:
    """A night whose first stack costs 500 cents."""
    night = Night(players=2)
    with_price = night.event.house_settings.as_json()
    with_price["bank"]["first_stack_price"] = 500
    night.event = update_settings(
        event=night.event, settings=HouseSettings.from_json(with_price), press=Press(SYSTEM, NOW)
    )
    return night


@pytest.mark.parametrize(
    ("service", "given"),
    [
        (give_first_stack, {"player_code": "P001"}),
        (sell_rebuy, {"player_code": "P001", "paid": 1000}),
        (sell_tickets, {"player_code": "P001", "paid": 1000}),
        (record_donation, {"paid": 700}),
        (issue_stack, {"stack_code": "F1-P001", "sold": StackSale(chips=1000, paid=2000)}),
    ],
)
@pytest.mark.parametrize("payment", [IN_CASH, CARD, CHEQUE], ids=lambda payment: payment.means)
def test_every_sale_puts_the_money_where_its_means_goes_and_keeps_the_number(service, given, payment: Payment):
    night = priced_night()

    entry = night.post(service, **given, payment=replace(payment, till="T2")).entry

    receipt = sale_receipt(night.event.pk, entry.sequence)
    held = {means: night.holds(till_money("T2", means)) for means in Means}
    assert held == {means: receipt.paid if means == payment.means else 0 for means in Means}
    assert (receipt.means, receipt.reference) == (payment.means, payment.reference)
    assert verify_books(night.event.pk).is_clean


def test_the_drawer_stays_a_count_of_cash():
    night = Night(players=1)

    night.post(open_till, till="T1", float_paid=5000)
    for payment in (IN_CASH, CARD, CHEQUE):
        night.post(sell_rebuy, player_code=night.codes[0], paid=1000, payment=payment)

    state = till_state(night.event.pk, "T1")
    assert (state.expected.cash, state.expected.card, state.expected.cheques) == (6000, 1000, 1000)
    assert state.expected.cheque_number == 1
    assert [(line.label, line.cents) for line in state.means] == [("Cash", 6000), ("Card", 1000), ("Cheque", 1000)]


@pytest.mark.parametrize("payment", [CARD, CHEQUE], ids=lambda payment: payment.means)
def test_a_correction_gives_the_money_back_by_the_means_it_came_in(payment: Payment):
    night = Night(players=1)
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000)
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=2000, payment=payment).entry

    back = night.post(reverse_entry, sequence=sale.sequence, reason="wrong card", may_reverse_any=True).entry

    assert (night.holds(till("T1")), night.holds(till_card("T1")), night.holds(till_cheques("T1"))) == (1000, 0, 0)
    receipt = sale_receipt(night.event.pk, back.sequence)
    assert (receipt.paid, receipt.means, receipt.reference) == (-2000, payment.means, payment.reference)
    assert money_by_means(night.event.pk) == {"cash": 1000, "card": 0, "cheque": 0}
    assert till_state(night.event.pk, "T1").expected.cheque_number == 0
    assert verify_books(night.event.pk).is_clean


@pytest.mark.parametrize(
    "other", [IN_CASH, CHEQUE, Payment(means=Means.CARD), Payment(means=Means.CARD, reference="0418")]
)
def test_a_key_holds_the_means_and_the_number_together(other: Payment):
    night, key = Night(players=1), uuid4()
    sale = {"player_code": night.codes[0], "paid": 1000, "request_id": key}
    night.post(sell_rebuy, **sale, payment=CARD)

    assert night.post(sell_rebuy, **sale, payment=CARD).is_replay
    with pytest.raises(UserFacingError) as why:
        night.post(sell_rebuy, **sale, payment=other)

    assert why.value.code == "key_reused"
    assert night.holds(player_chips(night.codes[0])) == 1000


@pytest.mark.parametrize(
    ("means", "reference", "code"),
    [("cash", "12", "payment_reference"), ("shells", "", "unknown_means"), ("card", "1" * 41, "payment_reference")],
)
def test_a_payment_that_cannot_be_is_refused(means: str, reference: str, code: str):
    with pytest.raises(BadRequest) as why:
        Payment(means=means, reference=reference)

    assert why.value.code == code


def test_a_closed_till_takes_no_card_either():
    night = Night(players=1)
    night.post(close_till, till="T1", count=counted(0))

    with pytest.raises(Conflict) as why:
        night.post(sell_rebuy, player_code=night.codes[0], paid=1000, payment=CARD)

    assert why.value.code == "till_closed"


PAID = st.tuples(st.sampled_from([IN_CASH, CARD, CHEQUE]), st.integers(1, 5), st.booleans(), st.integers(0, 3))


@settings(max_examples=25)
@given(st.lists(PAID, max_size=8))
def test_money_by_means_and_by_purpose_come_to_what_the_accounts_hold(presses):
    night = Night(players=1)
    expected = dict.fromkeys(Means.values, 0)
    for payment, lots, is_undone, donation in presses:
        sale = night.post(
            sell_rebuy, player_code=night.codes[0], paid=lots * 1000, payment=replace(payment, donation=donation * 50)
        ).entry
        if is_undone:
            night.post(reverse_entry, sequence=sale.sequence, reason="typo", may_reverse_any=True)
        else:
            expected[payment.means] += lots * 1000 + donation * 50

    assert money_by_means(night.event.pk) == expected
    assert {means: night.holds(till_money("T1", means)) for means in Means.values} == expected
    assert sum(money_by_purpose(night.event.pk).values()) == fund_total(night.event.pk) == sum(expected.values())
    assert verify_books(night.event.pk).is_clean


def test_takings_changed_behind_the_books_are_found():
    night = Night(players=1)
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000, payment=CARD)
    books = Books.objects.get(event=night.event)
    books.takings["T1"]["rebuy"]["card"] = 0
    books.save()

    (fault,) = verify_books(night.event.pk).faults

    assert fault.startswith("The takings by till and purpose are kept as")


def test_a_card_account_may_fall_below_zero_and_a_cheque_box_may_not():
    night = Night(players=1)
    card = night.post(record_donation, paid=500, payment=CARD).entry
    cheque = night.post(record_donation, paid=500, payment=CHEQUE).entry
    triggers.drop(connection)
    Account.objects.filter(event=night.event, owner_kind__in=("card", "cheques")).update(balance=0)
    triggers.install(connection)

    with pytest.raises(UserFacingError, match=r"box of cheques of till T1 has 0\.00"):
        night.post(reverse_entry, sequence=cheque.sequence, reason="back", may_reverse_any=True)
    night.post(reverse_entry, sequence=card.sequence, reason="back", may_reverse_any=True)

    assert night.holds(till_card("T1")) == -500
