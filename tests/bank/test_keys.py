"""A press counts once, however often it arrives; the last chip is spent once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from uuid import uuid4

import pytest
from django.db import connection

from eventnight.bank.ledger.chain import fingerprint_of
from eventnight.bank.ledger.refs import player_chips, seat_chips
from eventnight.bank.means import Payment
from eventnight.bank.models import Entry, Purpose
from eventnight.bank.selectors import verify_books
from eventnight.bank.services import StackSale, give_first_stack, issue_stack, record_donation, sell_rebuy, sit_down
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from tests.bank.nights import Night, night_with_stacks
from tests.factories import after


@pytest.mark.django_db
def test_the_same_key_and_content_give_the_first_answer_again():
    night = Night(players=1)
    key = uuid4()
    first = night.post(give_first_stack, player_code=night.codes[0], request_id=key)

    again = night.post(give_first_stack, player_code=night.codes[0], request_id=key, now=after(30))

    assert (first.is_replay, again.is_replay) == (False, True)
    assert again.entry == first.entry
    assert night.holds(player_chips(night.codes[0])) == 1000
    assert AuditRecord.objects.filter(event=night.event, action="bank.first_stack").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("other", [{"paid": 2000}, {"player_code": "P002"}, {"payment": Payment(till="T2")}])
def test_the_same_key_with_other_content_is_refused(other: dict[str, object]):
    night = Night(players=2)
    key = uuid4()
    sale = {"player_code": night.codes[0], "paid": 1000}
    night.post(sell_rebuy, **sale, request_id=key)

    with pytest.raises(UserFacingError) as refusal:
        night.post(sell_rebuy, **{**sale, **other}, request_id=key)
    with pytest.raises(UserFacingError):
        night.post(record_donation, paid=1000, player_code=night.codes[0], request_id=key)

    assert (refusal.value.code, refusal.value.status) == ("key_reused", 422)
    assert Entry.objects.filter(event=night.event).count() == 1


@pytest.mark.django_db
def test_a_key_belongs_to_one_event():
    key = uuid4()
    Night().post(record_donation, paid=500, request_id=key)
    other = Night()

    with pytest.raises(UserFacingError, match="at another event") as refusal:
        other.post(record_donation, paid=500, request_id=key)

    assert (refusal.value.code, "by" in refusal.value.facts) == ("key_reused", False)
    assert not Entry.objects.filter(event=other.event).exists()


def _at_once(times: int, action: Callable[[], object]) -> list[object]:
    """The results or refusals of an action that threads do at the same time."""

    def run(_: int) -> object:
        try:
            return action()
        except UserFacingError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(run, range(times)))


@pytest.mark.django_db(transaction=True)
def test_24_presses_with_one_key_at_once_make_one_entry_and_23_replays():
    night = Night(players=1)
    key = uuid4()

    postings = _at_once(24, lambda: night.post(sell_rebuy, player_code=night.codes[0], paid=1000, request_id=key))

    assert sorted(posting.is_replay for posting in postings) == [False] + [True] * 23
    assert len({posting.entry.pk for posting in postings}) == 1
    assert night.holds(player_chips(night.codes[0])) == 1000


@pytest.mark.django_db(transaction=True)
def test_of_24_spends_of_300_from_1000_at_once_three_succeed():
    night = night_with_stacks(1)

    results = _at_once(24, lambda: night.post(sit_down, player_code=night.codes[0], seat="T1-1", chips=300))

    assert results.count("overdraft") == 21
    assert (night.holds(player_chips(night.codes[0])), night.holds(seat_chips("T1-1"))) == (100, 900)
    assert verify_books(night.event.pk).is_clean


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("bought", "said"), [*permutations((Purpose.ENTRY_FEE, Purpose.STACK_REBUY, Purpose.ADD_ON), 2)]
)
def test_the_same_key_for_a_stack_that_is_paid_for_something_else_is_refused(bought, said):
    night, key = Night(players=1), uuid4()
    sale = {"stack_code": "F1-P001", "request_id": key}
    wanted, other = (StackSale(chips=5000, paid=2000, purpose=purpose) for purpose in (bought, said))
    first = night.post(issue_stack, sold=wanted, **sale)

    with pytest.raises(UserFacingError) as refused:
        night.post(issue_stack, sold=other, **sale)

    assert refused.value.code == "key_reused"
    assert night.post(issue_stack, sold=wanted, **sale).entry == first.entry


@pytest.mark.django_db
@pytest.mark.parametrize("purpose", [Purpose.ENTRY_FEE, Purpose.STACK_REBUY, Purpose.ADD_ON])
def test_a_stack_is_asked_for_as_before_there_were_purposes_where_it_is_for_the_entry_fee(purpose):
    night = Night(players=1)

    entry = night.post(issue_stack, stack_code="F1-P001", sold=StackSale(chips=5000, paid=2000, purpose=purpose)).entry

    content = {"stack": "F1-P001", "chips": 5000, "paid": 2000, "till": "T1"}
    if purpose != Purpose.ENTRY_FEE:
        content["purpose"] = purpose.value
    assert entry.fingerprint == fingerprint_of(entry.kind, content)
