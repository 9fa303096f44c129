"""Locks are taken in one order everywhere: the event's head, then the accounts by their ids (PostgreSQL)."""

from __future__ import annotations

import pytest

from eventnight.bank.ledger.refs import AccountRef, house_chips, player_chips, seat_chips
from eventnight.bank.models import Account
from eventnight.bank.services import leave_table, settle_hand, sit_down
from tests.bank.nights import Night, night_with_stacks
from tests.locks import elsewhere, waiting

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

SEATS = ("T1-9", "T1-4", "T1-1")
"""Opened in this order, so that their ids and their codes run against each other."""


@pytest.fixture
def night() -> Night:
    """Three players at a table."""
    night = night_with_stacks(3)
    for seat, code in zip(SEATS, night.codes, strict=True):
        night.post(sit_down, player_code=code, seat=seat, chips=500)
    night.post(settle_hand, table_code="T1", nets={"T1-1": -10, "T1-4": 5}, fee=5)
    return night


def settle(night: Night) -> None:
    night.post(settle_hand, table_code="T1", nets={"T1-1": -100, "T1-9": 60, "T1-4": 30}, fee=10)


def ids_of(night: Night, *refs: AccountRef) -> list[int]:
    found = {
        (each.commodity, each.owner_kind, each.code): each.pk for each in Account.objects.filter(event=night.event)
    }
    return sorted(found[ref.commodity, ref.kind, ref.code] for ref in refs)


def hold(cursor, table: str, key: str, value: int) -> None:
    cursor.execute(f"SELECT 1 FROM {table} WHERE {key} = %s FOR UPDATE", [value])


def taken(table: str, key: str, values: list[int]) -> list[int]:
    """Those of the rows that some session has locked."""
    with elsewhere() as cursor:
        cursor.execute(
            f"SELECT {key} FROM {table} WHERE {key} = ANY(%s) FOR UPDATE SKIP LOCKED",
            [values],
        )
        free = {row[0] for row in cursor.fetchall()}
    return [value for value in values if value not in free]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_hand_locks_the_head_and_then_its_accounts_by_id(night: Night, place: int):
    accounts = ids_of(night, *map(seat_chips, SEATS), house_chips())
    by_code = [ids_of(night, seat_chips(seat))[0] for seat in sorted(SEATS)]
    assert by_code == sorted(by_code, reverse=True)

    with elsewhere() as cursor:
        hold(cursor, "bank_account", "id", accounts[place])
        with waiting(lambda: settle(night)):
            locked = taken("bank_account", "id", accounts)
            heads = taken("core_eventhead", "event_id", [night.event.pk])
            cursor.execute("ROLLBACK")

    assert locked == accounts[: place + 1]
    assert heads == [night.event.pk]


def test_an_entry_that_waits_for_its_night_has_locked_no_account(night: Night):
    accounts = ids_of(night, seat_chips("T1-9"), player_chips(night.codes[0]))

    with elsewhere() as cursor:
        hold(cursor, "core_eventhead", "event_id", night.event.pk)
        with waiting(lambda: night.post(leave_table, player_code=night.codes[0], seat="T1-9")):
            locked = taken("bank_account", "id", accounts)
            cursor.execute("ROLLBACK")

    assert locked == []
