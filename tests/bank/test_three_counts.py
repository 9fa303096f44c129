"""A till is counted in three: cash, cheques by number and sum, and the total of the card terminal."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.bank.ledger.refs import card_settlement, over_short, safe, safe_cheques, till_card, till_cheques
from eventnight.bank.ledger.refs import till as till_cash
from eventnight.bank.means import Means, Payment
from eventnight.bank.selectors import shift_of, till_holds, verify_books
from eventnight.bank.services import close_till, count_till, hand_over_till, open_till, reverse_entry, sell_rebuy
from eventnight.bank.tills.count import TillSums
from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.values.formats import MINUS
from eventnight.night.exports.lists import LISTS
from tests.answers import text_of
from tests.bank.nights import Night
from tests.factories import NOW, make_staff
from tests.tills import counted

pytestmark = pytest.mark.django_db

NORA, SAM = Actor("staff-901", "Nora"), Actor("staff-902", "Sam")
ALL = {"cash": 6000, "cheques": (2, 3000), "card": 4000}
HOLDS = TillSums(cash=6000, cheques=3000, cheque_number=2, card=4000)


@pytest.fixture
def night() -> Night:
    """Float 50, re-buys for 10 in cash, 10 and 20 by cheque, 40 by card."""
    night = Night(players=1)
    night.post(open_till, till="T1", float_paid=5000, by=NORA)
    for means, paid in ((Means.CASH, 1000), (Means.CHEQUE, 1000), (Means.CHEQUE, 2000), (Means.CARD, 4000)):
        night.post(sell_rebuy, player_code=night.codes[0], paid=paid, payment=Payment(means=means), by=NORA)
    return night


def test_closing_takes_cash_and_cheques_to_the_safe_and_cards_to_the_card_company(night: Night):
    assert till_holds(night.event.pk, "T1") == HOLDS

    night.post(close_till, till="T1", count=counted(**ALL), by=NORA)

    assert [night.holds(ref) for ref in (safe(), safe_cheques(), card_settlement())] == [6000, 3000, 4000]
    assert [night.holds(ref("T1")) for ref in (till_cash, till_cheques, till_card)] == [0, 0, 0]
    assert till_holds(night.event.pk, "T1") == TillSums()
    assert verify_books(night.event.pk).is_clean


@pytest.mark.parametrize(
    ("wrong", "said", "over"),
    [
        pytest.param({"cash": 5900}, "$60.00 in cash and $59.00 was counted: $1.00 too little", 100, id="cash"),
        pytest.param(
            {"cheques": (1, 2000)}, "$30.00 in cheques and $20.00 was counted: $10.00 too little", 1000, id="sum"
        ),
        pytest.param({"cheques": (3, 3000)}, "2 cheques and 3 were counted", 0, id="number"),
        pytest.param(
            {"card": 4500}, "$40.00 on the card terminal and $45.00 was counted: $5.00 too much", -500, id="card"
        ),
    ],
)
def test_each_difference_needs_a_reason_and_a_second_person_and_goes_to_over_and_short(
    night: Night, wrong: dict, said: str, over: int
):
    count = counted(**ALL | wrong)

    with pytest.raises(UserFacingError) as unexplained:
        night.post(close_till, till="T1", count=count, by=NORA)
    with pytest.raises(UserFacingError) as unsigned:
        night.post(close_till, till="T1", count=count, reason="odd", by=NORA)
    night.post(close_till, till="T1", count=count, reason="odd", by=NORA, second=SAM)

    assert (unexplained.value.code, unsigned.value.code) == ("till_difference", "second_person")
    assert said in unexplained.value.message
    assert night.holds(over_short()) == over
    assert night.holds(safe_cheques()) == count.sums.cheques
    assert verify_books(night.event.pk).is_clean


def test_differences_of_two_means_are_booked_one_by_one(night: Night):
    night.post(
        close_till, till="T1", count=counted(7000, cheques=(1, 2000), card=4000), reason="x", by=NORA, second=SAM
    )

    difference = shift_of(night.event.pk, "T1", 1).difference
    assert difference == TillSums(cash=1000, cheques=-1000, cheque_number=-1)
    assert night.holds(over_short()) == 0


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"cheques": (0, 3000)}, "till_cheques"),
        ({"cheques": (2, 0)}, "till_cheques"),
        ({"cheques": (1, -5)}, "till_count"),
        ({"cash": -1}, "till_count"),
    ],
)
def test_what_nobody_can_have_counted_is_refused(night: Night, wrong: dict, code: str):
    with pytest.raises(BadRequest) as why:
        night.post(close_till, till="T1", count=counted(**ALL | wrong), by=NORA)

    assert why.value.code == code


def test_a_shift_starts_with_the_cheques_and_the_card_total_handed_over(night: Night):
    night.post(hand_over_till, till="T1", count=counted(**ALL), second=SAM, by=NORA)
    night.post(sell_rebuy, player_code=night.codes[0], paid=5000, payment=Payment(means=Means.CHEQUE), by=SAM)

    first, second = shift_of(night.event.pk, "T1", 1), shift_of(night.event.pk, "T1", 2)
    assert (first.expected, first.counted, first.difference) == (HOLDS, HOLDS, TillSums())
    assert (second.opening, second.expected) == (HOLDS, HOLDS.plus(TillSums(cheques=5000, cheque_number=1)))
    assert second.expected == till_holds(night.event.pk, "T1")
    assert [(line.label, line.cents) for line in first.means] == [("Cash", 6000), ("Card", 4000), ("Cheque", 3000)]


def test_a_closing_undone_puts_cheques_and_card_takings_back(night: Night):
    closed = night.post(close_till, till="T1", count=counted(**ALL), by=NORA).entry

    night.post(reverse_entry, sequence=closed.sequence, reason="too early", may_reverse_any=True, by=NORA)

    assert till_holds(night.event.pk, "T1") == HOLDS
    assert verify_books(night.event.pk).is_clean


def test_a_terminal_that_gave_back_more_than_it_took_is_counted_below_zero(night: Night):
    sale = night.post(
        sell_rebuy, player_code=night.codes[0], paid=1000, payment=Payment(means=Means.CARD), by=NORA
    ).entry
    night.post(close_till, till="T1", count=counted(**ALL | {"card": 5000}), by=NORA)
    night.post(open_till, till="T1", float_paid=0, by=NORA)
    night.post(reverse_entry, sequence=sale.sequence, reason="refund", may_reverse_any=True, by=NORA)

    night.post(close_till, till="T1", count=counted(0, card=-1000), by=NORA)

    assert (night.holds(card_settlement()), night.holds(till_card("T1"))) == (4000, 0)


def test_the_same_count_with_another_card_total_is_another_request(night: Night):
    key = uuid4()
    night.post(close_till, till="T1", count=counted(**ALL), by=NORA, request_id=key)

    assert night.post(close_till, till="T1", count=counted(**ALL), by=NORA, request_id=key).is_replay
    for other in ({"card": 1}, {"cheques": (2, 3001)}, {"cheques": (1, 3000)}):
        with pytest.raises(UserFacingError) as why:
            night.post(close_till, till="T1", count=counted(**ALL | other), by=NORA, request_id=key)
        assert why.value.code == "key_reused"


def test_a_count_notes_all_three_before_it_tells_what_there_should_be(night: Night):
    count = counted(6000, cheques=(1, 1000), card=4000)

    count_till(event=night.event, till="T1", press=Press(NORA, NOW), count=count)

    facts = AuditRecord.objects.get(event=night.event, action="till.counted").facts
    assert (facts["counted"], facts["cheques"], facts["card"]) == (6000, [1, 1000, 3000, 2], [4000, 4000])


def test_the_desk_counts_all_three_blind_and_then_sees_each_compared(night: Night):
    desk = Client()
    desk.force_login(make_staff(night.event, Role.DESK))
    address = f"/staff/{night.event.code}/till/"

    before = text_of(desk.get(address)) + text_of(desk.get(f"{address}T1/shifts/1/"))
    count = {"counted": "60", "cheque_number": 2, "cheques": "30", "card": "39.50", "request_id": uuid4()}
    compared = text_of(desk.post(f"{address}count/", count))

    for hidden in ("$60.00", "$30.00", "$40.00", "by card", "Cheques, 2"):
        assert hidden not in before
    for shown in ("$60.00", "Cheques counted, 2", "$30.00", "$39.50", "$40.00", f"{MINUS}$0.50"):
        assert shown in compared

    closing = count | {"pieces": "{}", "reason": "", "request_id": uuid4()}
    refused = desk.post(f"{address}close/", closing)
    right = desk.post(f"{address}close/", closing | {"card": "40", "request_id": uuid4()}, follow=True)

    assert refused.status_code == 422
    assert "$0.50 too little" in text_of(refused)
    assert "Z report" in text_of(right)
    assert night.holds(card_settlement()) == 4000


def test_programs_count_all_three(night: Night):
    staff, other = (make_staff(night.event, Role.DESK) for _ in range(2))
    client = Client()
    client.force_login(staff)
    address = f"/api/v1/events/{night.event.code}/bank/tills/T1"
    body = {"counted": 6000, "cheque_number": 2, "cheques": 3000, "card": 3000}

    def close(**more: object):
        key = {"Idempotency-Key": str(uuid4())}
        return client.post(f"{address}/closing/", body | more, content_type="application/json", headers=key)

    signed = {"reason": "slip lost", "second": other.username, "password": "card-night"}
    forged = signed | {"second": make_staff(Night().event).username}

    assert client.get(f"{address}/shifts/1/").json()["expected"] is None
    assert [close().status_code, close(**forged).status_code] == [422, 403]
    assert close(**signed).status_code == 201
    shift = client.get(f"{address}/shifts/1/").json()
    assert shift["difference"] == {"cash": 0, "cheques": 0, "cheque_number": 0, "card": -1000, "total": -1000}


def test_the_list_of_counts_has_a_row_for_each_means_that_there_was(night: Night):
    count = counted(**ALL | {"cheques": (1, 2000)})
    night.post(close_till, till="T1", count=count, reason="one lost", by=NORA, second=SAM)

    rows = list(LISTS["over-short"].rows(night.event))

    assert [[str(cell) for cell in (row[2], *row[4:7])] for row in rows] == [
        ["Cash", "60.00", "60.00", "0.00"],
        ["Card", "40.00", "40.00", "0.00"],
        ["Cheque", "30.00", "20.00", "-10.00"],
    ]
