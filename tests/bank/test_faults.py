"""Whatever fails between two statements of an entry, all of it is there or none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection

from eventnight.bank.ledger.refs import player_chips
from eventnight.bank.models import Account, Entry, Transfer
from eventnight.bank.selectors import verify_books
from eventnight.bank.services import sell_rebuy
from eventnight.core.models import AuditRecord
from tests.bank.nights import Night, night_with_stacks
from tests.factories import current_version


class _Breakdown(DatabaseError):
    """The connection is gone."""


def _fail_at(statement: int, *, after_it: bool) -> Callable[..., Any]:
    """Break down before or after the statement of that number, counted from 1."""
    seen = 0

    def wrapper(execute: Callable[..., Any], *args: Any) -> Any:
        nonlocal seen
        seen += 1
        if seen == statement and not after_it:
            raise _Breakdown
        result = execute(*args)
        if seen == statement:
            raise _Breakdown
        return result

    return wrapper


def _state(night: Night) -> tuple[object, ...]:
    event = night.event.pk
    return (
        list(Account.objects.filter(event=event).order_by("id").values_list("code", "balance")),
        list(Entry.objects.filter(event=event).order_by("id").values_list("id", "hash")),
        Transfer.objects.filter(event=event).count(),
        AuditRecord.objects.filter(event=event).count(),
        current_version(event),
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("after_it", [False, True])
def test_a_breakdown_at_any_statement_of_a_sale_leaves_all_of_it_or_nothing(after_it: bool):
    night = night_with_stacks(1)
    player, key = night.codes[0], uuid4()
    before = _state(night)
    statement = 0

    while True:
        statement += 1
        try:
            with connection.execute_wrapper(_fail_at(statement, after_it=after_it)):
                night.post(sell_rebuy, player_code=player, paid=1000, request_id=key)
        except _Breakdown:
            connection.close()
            # Nothing, up to the commit; after it the sale stands, and the press that comes again is a replay.
            assert _state(night) == before or night.holds(player_chips(player)) == 2000
        else:
            break

    assert statement > (4 if connection.vendor == "postgresql" else 8)
    assert night.holds(player_chips(player)) == 2000
    assert Entry.objects.filter(event=night.event).count() == 2
    assert verify_books(night.event.pk).is_clean
