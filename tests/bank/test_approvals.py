"""Approved variances: signed by two, never changed, void once what they cover has moved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from eventnight.bank import triggers
from eventnight.bank.ledger.refs import player_chips, seat_chips
from eventnight.bank.models import OwnerKind, VarianceApproval
from eventnight.bank.selectors.ledger.approvals import (
    EMPTIED_KINDS,
    KEPT_KINDS,
    Variance,
    approval_lines,
    approved,
    holdings,
)
from eventnight.bank.services import (
    approve_variances,
    leave_table,
    open_till,
    sit_down,
    withdraw_approval,
)
from eventnight.core.actors import Actor
from eventnight.core.audit import audit_log
from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.bank.nights import Night, night_with_stacks
from tests.factories import NOW, actor_with
from tests.pressing import keyed, together

pytestmark = pytest.mark.django_db
FIRST, STRANGER = Actor("staff-1000001", "Ann"), Actor("staff-1000002", "Bob")
SEAT = "T1-3"


@pytest.fixture
def night() -> Night:
    """A seat of a table holds 40 chips."""
    night = night_with_stacks()
    night.post(sit_down, player_code=night.codes[0], seat=SEAT, chips=40)
    return night


def left_in_seats(event: Any) -> list[Variance]:
    return [
        Variance(str(each.ref), each.amount, f"Seat {each.ref.code}: {each.amount} chips", each.ref)
        for each in holdings(event.pk, EMPTIED_KINDS)
    ]


def approve(night: Night, **given: Any) -> list[VarianceApproval]:
    facts = {
        "shown": {each.subject: each.amount for each in left_in_seats(night.event)},
        "left_of": left_in_seats,
        "reason": "Lost under the stage",
        "press": Press(FIRST, NOW, uuid4(), None if "second" in given else actor_with(night.event, Role.DESK)),
    }
    return approve_variances(event=night.event, **together({**facts, **given}))


def states(night: Night) -> list[str]:
    return [line.state for line in approval_lines(night.event.pk)]


def test_two_people_approve_what_a_seat_holds_and_the_log_says_so(night: Night):
    [approval] = approve(night)

    assert approved(night.event.pk) == {str(seat_chips(SEAT)): approval}
    assert (approval.amount, approval.account.balance) == (40, 40)
    assert approval.actor_code == FIRST.code
    assert approval.second_code not in ("", FIRST.code)
    assert audit_log(night.event.pk)[0].action == "variance.approved"
    assert night.holds(seat_chips(SEAT)) == 40


def test_an_approval_is_void_once_its_account_has_moved_even_back_to_the_same(night: Night):
    approve(night)
    night.post(leave_table, player_code=night.codes[0], seat=SEAT)
    assert states(night) == ["void"]

    night.post(sit_down, player_code=night.codes[0], seat=SEAT, chips=40)

    assert states(night) == ["void"]
    assert approved(night.event.pk) == {}


def test_entries_elsewhere_leave_an_approval_in_force(night: Night):
    approve(night)

    night.post(sit_down, player_code=night.codes[1], seat="T1-4", chips=40)

    assert states(night) == ["in force"]


def test_an_approval_counts_until_it_is_void_or_taken_back(night: Night):
    approve(night)
    assert [line.is_in_force for line in approval_lines(night.event.pk)] == [True]
    night.post(leave_table, player_code=night.codes[0], seat=SEAT)
    night.post(sit_down, player_code=night.codes[0], seat=SEAT, chips=40)
    [again] = approve(night)
    press = {"event": night.event, "approval_id": again.pk, "press": Press(FIRST, NOW)}

    withdraw_approval(**keyed(press, uuid4()), reason="They were found")

    lines = approval_lines(night.event.pk)
    assert [(line.state, line.is_in_force) for line in lines] == [("withdrawn", False), ("void", False)]


def test_an_approval_is_taken_back_with_a_reason_and_both_stay(night: Night):
    [approval] = approve(night)
    key = uuid4()
    press = {"event": night.event, "approval_id": approval.pk, "press": Press(FIRST, NOW)}

    withdrawn = withdraw_approval(**keyed(press, key), reason="They were found")

    [line] = approval_lines(night.event.pk)
    assert (line.state, line.withdrawn_because) == ("withdrawn", "They were found")
    assert withdraw_approval(**keyed(press, key), reason="They were found") == withdrawn
    assert approved(night.event.pk) == {}
    with pytest.raises(Conflict, match="undone before"):
        withdraw_approval(**keyed(press, uuid4()), reason="Again")
    with pytest.raises(BadRequest, match="Say why"):
        withdraw_approval(**keyed(press, uuid4()), reason=" ")
    with pytest.raises(NotFound, match="no approval 999999"):
        withdraw_approval(**keyed({**press, "approval_id": 999999}, uuid4()), reason="x")


@pytest.mark.parametrize(
    ("given", "error", "code"),
    [
        pytest.param({"reason": "  "}, BadRequest, "reason_missing", id="no-reason"),
        pytest.param({"second": None}, UserFacingError, "second_person", id="nobody-else"),
        pytest.param({"second": FIRST}, UserFacingError, "second_person", id="the-same-person"),
        pytest.param({"second": STRANGER}, UserFacingError, "second_person", id="not-of-the-staff"),
        pytest.param({"shown": {}}, BadRequest, "nothing_to_approve", id="nothing"),
        pytest.param({"shown": {str(seat_chips(SEAT)): 50}}, Conflict, "variance_changed", id="another-amount"),
        pytest.param({"shown": {"chips/seat/T9-1": 40}}, Conflict, "variance_changed", id="no-such-thing"),
    ],
)
def test_an_approval_is_refused(night: Night, given: dict[str, Any], error: type[UserFacingError], code: str):
    with pytest.raises(error) as refused:
        approve(night, **given)

    assert refused.value.code == code
    assert not VarianceApproval.objects.exists()


@pytest.mark.parametrize(("subject", "now"), [(str(seat_chips(SEAT)), 40), ("chips/seat/T9-1", 0)])
def test_an_approval_of_another_amount_is_told_what_is_there(night: Night, subject: str, now: int):
    with pytest.raises(Conflict) as refused:
        approve(night, shown={subject: 50})

    assert refused.value.facts == {"subject": subject, "shown": 50, "now": now}


def test_a_second_press_returns_the_first_approval_and_another_request_is_refused(night: Night):
    press = {"request_id": uuid4(), "second": actor_with(night.event, Role.DESK)}
    first = approve(night, **press)
    night.post(leave_table, player_code=night.codes[0], seat=SEAT)
    shown = {str(seat_chips(SEAT)): 40}

    assert approve(night, **press, shown=shown) == first
    for other in ({"shown": {str(seat_chips(SEAT)): 41}}, {"shown": shown, "reason": "Another"}):
        with pytest.raises(UserFacingError) as refused:
            approve(night, **press, **other)
        assert refused.value.code == "key_reused"
    assert VarianceApproval.objects.count() == 1


def test_every_kind_of_holder_is_emptied_at_the_end_or_keeps_what_it_has():
    assert set(EMPTIED_KINDS) | set(KEPT_KINDS) == set(OwnerKind)
    assert {"seat", "tray", "stack", "till", "card", "cheques"} == set(EMPTIED_KINDS)


def test_what_is_held_is_listed_by_kind_and_code_without_the_empty_ones(night: Night):
    night.post(open_till, till="T1", float_paid=5000)
    night.post(sit_down, player_code=night.codes[1], seat="T1-1", chips=10)

    found = [(each.ref.kind, each.ref.code, each.amount) for each in holdings(night.event.pk, EMPTIED_KINDS)]

    assert found == [("seat", "T1-1", 10), ("seat", "T1-3", 40), ("till", "T1", 5000)]
    assert [each.amount for each in holdings(night.event.pk, [OwnerKind.PLAYER])] == [960, 990]


@settings(max_examples=10)
@given(chips=st.lists(st.integers(1, 50), min_size=1, max_size=5))
def test_an_approval_covers_exactly_what_was_there_when_it_was_signed(chips: list[int]):
    with transaction.atomic():
        night = night_with_stacks(1)
        for number in chips:
            night.post(sit_down, player_code=night.codes[0], seat=SEAT, chips=number)
        approve(night)
        [approval] = approved(night.event.pk).values()

        assert approval.amount == sum(chips) == night.holds(seat_chips(SEAT))
        assert night.holds(player_chips(night.codes[0])) == 1000 - sum(chips)
        night.post(sit_down, player_code=night.codes[0], seat=SEAT, chips=1)
        assert approved(night.event.pk) == {}
        transaction.set_rollback(True)


# What the database itself refuses


@contextmanager
def refused(claim: str) -> Iterator[None]:
    with pytest.raises(IntegrityError, match=claim), transaction.atomic():
        yield


def row(night: Night, **given: Any) -> VarianceApproval:
    facts = {
        "event": night.event,
        "subject": "raffle",
        "label": "Raffle",
        "amount": 1,
        "sequence": 1,
        "reason": "Rain",
        "actor_code": "staff-1",
        "second_code": "staff-2",
        "at": NOW,
        "key": uuid4(),
    }
    return VarianceApproval.objects.create(**{**facts, **given})


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        ({"amount": 0}, "approval_of_something"),
        ({"reason": ""}, "approval_says_why"),
        ({"second_code": ""}, "approval_signed_by_two"),
        ({"second_code": "staff-1"}, "approval_signed_by_two"),
    ],
)
def test_the_database_refuses_an_approval_that_says_nothing_or_is_signed_by_one(
    night: Night, given: dict[str, Any], claim: str
):
    with refused(claim):
        row(night, **given)


def test_the_database_takes_a_key_once_for_a_subject_and_a_withdrawal_once(night: Night):
    first = row(night)
    other = row(night, subject="bracket/1")

    with refused("approval_is_kept|approval_key_unique"):
        row(night, key=first.key)
    with refused("approval_withdraws_its_own_subject"):
        row(night, withdraws=other, second_code="")
    row(night, withdraws=first, second_code="")
    with refused("approval_is_kept|withdraws_id"):
        row(night, withdraws=first, second_code="")


@pytest.mark.parametrize(
    "change", ["UPDATE bank_varianceapproval SET reason = reason", "DELETE FROM bank_varianceapproval"]
)
def test_the_database_neither_changes_nor_deletes_an_approval(night: Night, change: str):
    row(night)

    with refused("approval_is_kept"), connection.cursor() as cursor:
        cursor.execute(change)


def test_a_lost_trigger_of_the_approvals_is_found_and_put_back():
    with connection.cursor() as cursor, transaction.atomic():
        where = " ON bank_varianceapproval" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER bank_approval_stays{where}")
        assert triggers.faults(connection) == ["bank_approval_stays is missing"]

        triggers.drop(connection)
        triggers.install(connection)

        assert triggers.faults(connection) == []
