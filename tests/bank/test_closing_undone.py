"""The closing of a till undone: the drawer is as it was, so that a cheque can be given back after all."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from eventnight.bank.ledger.refs import over_short, safe, safe_cheques, till, till_cheques
from eventnight.bank.means import Means, Payment
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors import shift_of, till_holds, verify_books
from eventnight.bank.selectors.desk.fund import fund_state
from eventnight.bank.services import (
    close_till,
    donate_to_fund,
    hand_over_till,
    open_till,
    reverse_entry,
    sell_rebuy,
    take_back_donation,
    undo_closing,
)
from eventnight.bank.tills.count import TillSums
from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.core.roles import Role
from tests.bank.nights import Night
from tests.factories import NOW, make_staff
from tests.papers import paper_of
from tests.tills import counted

pytestmark = pytest.mark.django_db

NORA = Actor("staff-901", "Nora")
SAM = Actor("staff-902", "Sam")
CHEQUE = Payment(means=Means.CHEQUE, reference="0042")


def closed_night() -> tuple[Night, int, int]:
    """A till with 20 in cash and a cheque over 10, closed two too little: the night, the cheque's sale, the closing."""
    night = Night(players=1)
    night.post(sell_rebuy, player_code=night.codes[0], paid=2000)
    cheque = night.post(sell_rebuy, player_code=night.codes[0], paid=1000, payment=CHEQUE)
    return night, cheque.entry.sequence, close(night, count=counted(1800, cheques=(1, 1000)), reason="miscounted")


def close(night: Night, **count) -> int:
    given = {"till": "T1", "by": NORA, "second": SAM, **count}
    return night.post(close_till, **given).entry.sequence


def undo(night: Night, sequence: int, **given):
    return night.post(
        undo_closing, **{"till": "T1", "sequence": sequence, "reason": "cheque", "by": NORA, "second": SAM, **given}
    )


def test_an_undone_closing_puts_everything_back_and_the_shift_goes_on():
    night, _, closing = closed_night()

    undo(night, closing)

    assert till_holds(night.event.pk, "T1") == TillSums(cash=2000, cheques=1000, cheque_number=1)
    assert [night.holds(ref) for ref in (safe(), safe_cheques(), over_short())] == [0, 0, 0]
    shift = shift_of(night.event.pk, "T1", 1)
    assert (shift.ended_at, shift.expected) == (None, TillSums(cash=2000, cheques=1000, cheque_number=1))
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000)
    assert verify_books(night.event.pk).is_clean


def test_a_cheque_of_a_closed_till_is_given_back_once_the_closing_is_undone():
    night, cheque, closing = closed_night()
    back = {"sequence": cheque, "reason": "paid twice", "may_reverse_any": True}
    with pytest.raises(UserFacingError, match="short"):
        night.post(reverse_entry, **back)

    undo(night, closing)
    night.post(reverse_entry, **back)

    assert night.holds(till_cheques("T1")) == 0
    close(night, count=counted(2000))
    assert night.holds(safe()) == 2000


def test_the_same_press_undoes_once_and_a_second_press_is_told():
    night, _, closing = closed_night()
    key = uuid4()

    first = undo(night, closing, request_id=key)
    again = undo(night, closing, request_id=key)

    assert (again.entry, again.is_replay) == (first.entry, True)
    with pytest.raises(Conflict, match="was undone at") as refused:
        undo(night, closing)
    assert refused.value.code == "already_reversed"


@pytest.mark.parametrize("second", [None, NORA])
def test_somebody_else_signs(second):
    night, _, closing = closed_night()

    with pytest.raises(UserFacingError) as refused:
        undo(night, closing, second=second)

    assert refused.value.code == "second_person"


def test_a_reason_is_given():
    night, _, closing = closed_night()

    with pytest.raises(BadRequest) as refused:
        undo(night, closing, reason=" ")

    assert refused.value.code == "reason_missing"


def test_only_a_closing_of_that_till_is_undone():
    night, cheque, closing = closed_night()
    handed_over = night.post(hand_over_till, till="T2", count=counted(0), by=NORA, second=SAM).entry.sequence

    undone = undo(night, closing).entry.sequence

    for sequence, code in ((cheque, "T1"), (closing, "T2"), (handed_over, "T2"), (undone, "T1")):
        with pytest.raises(NotFound) as refused:
            undo(night, sequence, till=code)
        assert refused.value.code == "not_a_closing"


def test_money_that_has_left_the_safe_keeps_the_till_closed():
    night, _, closing = closed_night()
    night.post(donate_to_fund, amount=1800, means=Means.CASH, by=NORA, second=SAM)

    with pytest.raises(UserFacingError, match=r"The safe has 0\.00") as refused:
        undo(night, closing)

    assert refused.value.code == "overdraft"
    assert night.holds(till("T1")) == 0


def test_a_till_opened_anew_is_closed_first_and_then_both_closings_are_undone():
    night, cheque, first = closed_night()
    night.post(open_till, till="T1", float_paid=5000, now=NOW + timedelta(minutes=5))
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000)

    with pytest.raises(Conflict, match="Count and close it, undo that closing, and then this one") as opened:
        undo(night, first)
    second = close(night, count=counted(6000))
    with pytest.raises(Conflict, match="Undo that closing first") as closed:
        undo(night, first)
    undo(night, second)
    undo(night, first)

    assert (opened.value.code, closed.value.code) == ("till_opened_since", "till_closed_since")
    shift = shift_of(night.event.pk, "T1", 1)
    assert shift.expected == till_holds(night.event.pk, "T1") == TillSums(cash=8000, cheques=1000, cheque_number=1)
    night.post(reverse_entry, sequence=cheque, reason="paid twice", may_reverse_any=True)
    close(night, count=counted(8000))
    assert verify_books(night.event.pk).is_clean


def signed(night: Night, **given) -> dict[str, object]:
    other = make_staff(night.event, Role.DESK)
    return {"reason": "a cheque bounced", "second": other.username, "password": "card-night", **given}


def test_the_organiser_undoes_a_closing_on_its_page(client):
    night, _, closing = closed_night()
    client.force_login(make_staff(night.event, Role.ORGANISER))
    base = f"/staff/{night.event.code}/till/T1"
    report = client.get(f"{base}/shifts/1/").content.decode()
    printed = paper_of(client.get(f"{base}/shifts/1.pdf")).text
    assert "Till T1, shift 1 Z report" in printed
    assert "Difference −$2.00" in printed
    assert f"/till/T1/closings/{closing}/undo/" in report
    page = client.get(f"{base}/closings/{closing}/undo/").content.decode()
    assert "Back into the till in cash" in page

    unsigned = client.post(f"{base}/closings/{closing}/undo/", {"request_id": uuid4(), "reason": "a cheque bounced"})
    done = client.post(f"{base}/closings/{closing}/undo/", signed(night, request_id=uuid4()))

    assert (unsigned.status_code, done.status_code) == (422, 302)
    assert night.holds(till("T1")) == 2000
    assert "undo/" not in client.get(f"{base}/shifts/1/").content.decode()
    assert client.get(f"{base}/closings/{closing}/undo/").status_code == 404


def test_the_desk_may_not_undo_a_closing(client):
    night, _, closing = closed_night()
    client.force_login(make_staff(night.event, Role.DESK))

    assert "Undo this closing" not in client.get(f"/staff/{night.event.code}/till/T1/shifts/1/").content.decode()
    assert client.get(f"/staff/{night.event.code}/till/T1/closings/{closing}/undo/").status_code == 403


def test_programs_undo_a_closing_once(client):
    night, _, closing = closed_night()
    client.force_login(make_staff(night.event, Role.ORGANISER))
    address = f"/api/v1/events/{night.event.code}/bank/tills/T1/closings/{closing}/reversal/"
    body, key = signed(night), str(UUID(int=7))

    answers = [
        client.post(address, body, content_type="application/json", headers={"Idempotency-Key": key}) for _ in range(2)
    ]

    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json()["kind"] == EntryKind.REVERSAL
    assert night.holds(till("T1")) == 2000


def test_whoever_signs_takes_a_donation_to_the_fund_back_also_hours_later():
    night, _, _ = closed_night()
    given = night.post(donate_to_fund, amount=1500, means="cash", by=NORA, second=SAM)
    held = night.holds(safe())
    assert [each.undone_by for each in fund_state(night.event.pk).donations] == [None]

    back = night.post(
        take_back_donation,
        sequence=given.entry.sequence,
        reason="wrong sum",
        by=SAM,
        second=NORA,
        now=NOW + timedelta(hours=2),
    )

    assert night.holds(safe()) == held + 1500
    assert [each.undone_by for each in fund_state(night.event.pk).donations] == [back.entry.sequence]
    assert verify_books(night.event.pk).faults == []


def test_what_is_no_donation_to_the_fund_is_not_taken_back_as_one():
    night, _, _ = closed_night()
    other = Entry.objects.filter(event=night.event).exclude(kind=EntryKind.FUND_DONATED).latest("pk")

    with pytest.raises(UserFacingError) as refused:
        night.post(take_back_donation, sequence=other.sequence, reason="wrong sum", by=SAM, second=NORA)

    assert refused.value.code == "not_a_fund_donation"
    assert refused.value.facts == {"sequence": other.sequence, "kind": other.kind}
