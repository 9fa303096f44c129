"""Money as it is counted and added up: by note and coin, by till and purpose, by means of payment."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventnight.bank.ledger.refs import issuer, player_chips, source, till, till_card, till_cheques
from eventnight.bank.ledger.takings import add_takings, is_takings, money_of
from eventnight.bank.means import IN_CASH, Means, Payment
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.tills.cash import MOST_PIECES, denominations, require_till_pieces, worth
from eventnight.bank.tills.count import MOST_CHEQUES, TillSums, counts_by_worth
from eventnight.core.errors import BadRequest
from tests.tills import counted


def an_entry(**facts: Any) -> Entry:
    return Entry(**{"kind": EntryKind.DONATION, "purpose": "donation", "till": "T1", "rates": {}} | facts)


# ---------- Notes and coins ----------


@pytest.mark.parametrize("currency", ["USD", "EUR", "GBP", "CAD", "AUD", "XYZ"])
def test_notes_and_coins_are_listed_the_largest_first(currency):
    assert all(larger > smaller for larger, smaller in pairwise(denominations(currency)))
    assert worth(dict.fromkeys(denominations(currency), 2)) == 2 * sum(denominations(currency))


@pytest.mark.parametrize(("pieces", "total"), [({}, 5), ({2000: 2, 25: 1}, 4025), ({1: MOST_PIECES}, MOST_PIECES)])
def test_pieces_that_come_to_the_total_are_taken_and_none_need_be_told(pieces, total):
    require_till_pieces(pieces, total, "USD")


@pytest.mark.parametrize(
    ("pieces", "total", "message"),
    [
        (
            {2000: 1, 25: -1},
            1975,
            "-1 pieces of $0.25 cannot be counted. Enter 0 to 9999 of each note and coin of the list.",
        ),
        (
            {1: MOST_PIECES + 1},
            MOST_PIECES + 1,
            "10000 pieces of $0.01 cannot be counted. Enter 0 to 9999 of each note and coin of the list.",
        ),
        ({3: 1}, 3, "1 pieces of $0.03 cannot be counted. Enter 0 to 9999 of each note and coin of the list."),
        ({2000: 1}, 2001, "The notes and coins come to $20.00, the total says $20.01. Correct one of them."),
        ({2000: 1}, 1999, "The notes and coins come to $20.00, the total says $19.99. Correct one of them."),
        ({2000: 0}, 1, "The notes and coins come to $0.00, the total says $0.01. Correct one of them."),
    ],
)
def test_pieces_that_cannot_be_or_come_to_something_else_are_refused(pieces, total, message):
    with pytest.raises(BadRequest) as refused:
        require_till_pieces(pieces, total, "USD")

    assert refused.value.message == message


def test_an_entry_keeps_the_pieces_that_were_there_the_largest_first():
    assert list(counts_by_worth({500: 2, 2000: 1, 25: 0}).items()) == [("2000", 1), ("500", 2)]


# ---------- What a till holds ----------

sums = st.builds(
    TillSums,
    cash=st.integers(-(10**6), 10**6),
    cheques=st.integers(-(10**6), 10**6),
    cheque_number=st.integers(-50, 50),
    card=st.integers(-(10**6), 10**6),
)


@given(sums, sums)
def test_what_tills_hold_is_added_and_taken_off_by_means(one, other):
    assert one.plus(other).less(other) == one
    assert one.plus(other) == other.plus(one)
    assert one.plus(other).total == one.total + other.total
    assert dict(one.by_means()) == {Means.CASH: one.cash, Means.CARD: one.card, Means.CHEQUE: one.cheques}
    assert sum(dict(one.by_means()).values()) == one.total
    assert one.less(one) == TillSums()


@pytest.mark.parametrize(
    ("sums", "has_more"),
    [
        (TillSums(cash=5), False),
        (TillSums(card=-1), True),
        (TillSums(cheques=1), True),
        (TillSums(cheque_number=1), True),
    ],
)
def test_a_till_has_more_than_cash_where_a_card_or_a_cheque_was_taken(sums, has_more):
    assert sums.has_more_than_cash is has_more


@pytest.mark.parametrize(
    ("cash", "cheques", "card"),
    [(0, (0, 0), 0), (0, (1, 1), -500), (1, (MOST_CHEQUES, 10**6), 5)],
)
def test_a_count_may_be_nothing_and_a_terminal_may_have_given_back_more_than_it_took(cash, cheques, card):
    counted(cash, cheques=cheques, card=card).require_possible("USD")


@pytest.mark.parametrize(
    ("cash", "cheques", "message"),
    [
        (-1, (0, 0), "The count of cash cannot be below zero. Count again."),
        (0, (1, -1), "The count of the cheques cannot be below zero. Count again."),
        (
            0,
            (0, 1),
            "0 cheques cannot come to $0.01. Enter how many there are and what they are made out for in all.",
        ),
        (
            0,
            (1, 0),
            "1 cheques cannot come to $0.00. Enter how many there are and what they are made out for in all.",
        ),
        (
            0,
            (-1, 100),
            "-1 cheques cannot come to $1.00. Enter how many there are and what they are made out for in all.",
        ),
        (
            0,
            (MOST_CHEQUES + 1, 100),
            "10000 cheques cannot come to $1.00. Enter how many there are and what they are made out for in all.",
        ),
    ],
)
def test_a_count_that_nobody_can_have_made_is_refused(cash, cheques, message):
    with pytest.raises(BadRequest) as refused:
        counted(cash, cheques=cheques).require_possible("USD")

    assert refused.value.message == message


@pytest.mark.parametrize(
    ("count", "content", "rates"),
    [
        (counted(500, pieces={500: 1}), {"counted": 500, "pieces": {"500": 1}}, {"500": 1}),
        (counted(0, card=-1), {"counted": 0, "pieces": {}, "card": -1}, {}),
        (
            counted(0, cheques=(2, 900)),
            {"counted": 0, "pieces": {}, "cheques": 900, "cheque_number": 2},
            {"cheques": 2},
        ),
    ],
)
def test_a_key_holds_cheques_and_cards_only_where_there_are_any(count, content, rates):
    assert (count.entry_content, count.rates) == (content, rates)


# ---------- Means ----------


@pytest.mark.parametrize(
    ("payment", "content"),
    [
        (IN_CASH, {"till": "T1"}),
        (Payment(means="card"), {"means": "card", "till": "T1"}),
        (Payment(means="cheque", reference="9" * 40), {"means": "cheque", "reference": "9" * 40, "till": "T1"}),
    ],
)
def test_a_card_or_a_cheque_may_have_a_number_of_forty_characters(payment, content):
    assert payment.entry_content == content


@pytest.mark.parametrize(
    ("means", "reference", "message"),
    [
        ("gold", "", "Nothing can be paid by 'gold'. Take cash, card or cheque."),
        ("cash", "7", "Cash has no number. Leave the number out, or choose card or cheque."),
        (
            "card",
            "9" * 41,
            "A slip or cheque number has at most 40 characters, this one has 41. Enter its last digits.",
        ),
    ],
)
def test_a_payment_says_what_is_wrong_with_it(means, reference, message):
    with pytest.raises(BadRequest) as refused:
        Payment(means=means, reference=reference)

    assert refused.value.message == message


# ---------- Takings ----------


def test_money_that_guests_give_counts_for_its_purpose_and_is_taken_off_when_it_goes_back():
    takings: dict[str, Any] = {}

    add_takings(takings, an_entry(), [(source(), till("T1"), 500), (source(), till("T1"), 100)])
    assert takings == {"T1": {"donation": {"count": 1, "cents": 600}}}
    add_takings(takings, an_entry(), [(source(), till_card("T1"), 50)])
    assert takings == {"T1": {"donation": {"count": 2, "cents": 650, "card": 50}}}
    add_takings(takings, an_entry(purpose="tickets", till="T2"), [(source(), till_cheques("T2"), 70)])
    assert takings["T2"] == {"tickets": {"count": 1, "cents": 70, "cheque": 70}}
    add_takings(takings, an_entry(kind=EntryKind.REVERSAL), [(till_card("T1"), source(), 50)])
    assert takings["T1"] == {"donation": {"count": 1, "cents": 600, "card": 0}}
    add_takings(takings, an_entry(kind=EntryKind.REVERSAL), [(till("T1"), source(), 1)])
    assert takings["T1"] == {"donation": {"count": 0, "cents": 599, "card": 0}}


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        ({}, []),
        ({"purpose": ""}, [(source(), till("T1"), 5)]),
        ({}, [(issuer("chips"), player_chips("P1"), 5)]),
        ({}, [(till("T1"), till("T2"), 5)]),
        ({}, [(source(), till("T1"), 5), (till("T1"), source(), 5)]),
    ],
)
def test_what_guests_did_not_pay_for_a_purpose_is_no_takings(facts, lines):
    takings: dict[str, Any] = {}

    add_takings(takings, an_entry(**facts), lines)

    assert takings == {}


def test_a_line_is_takings_where_a_guests_money_comes_into_a_till():
    assert is_takings(source(), till("T1"))
    assert is_takings(source(), till_cheques("T1"))
    assert not is_takings(till("T1"), source())
    assert not is_takings(till("T1"), till("T2"))
    assert not is_takings(source(), player_chips("P1"))


def test_what_was_not_paid_by_card_or_cheque_was_paid_in_cash():
    figures = [{"count": 3, "cents": 1000, "card": 300, "cheque": 200}, {"count": 1, "cents": 50}]

    assert money_of(figures) == {"cash": 550, "card": 300, "cheque": 200}
    assert money_of([]) == {"cash": 0, "card": 0, "cheque": 0}
