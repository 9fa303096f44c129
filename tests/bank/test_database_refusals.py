"""What the database itself refuses, whoever asks: each test goes behind the application's back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from eventnight.bank import triggers
from eventnight.bank.ledger.refs import AccountRef, issuer, player_chips, player_tickets
from eventnight.bank.models import SEQUENCES_PER_EVENT, Account, Entry, Transfer
from eventnight.bank.services import redeem_chips, reverse_entry, sell_rebuy
from tests.bank.nights import Night, night_with_stacks
from tests.factories import NOW

pytestmark = pytest.mark.django_db


@contextmanager
def refused(claim: str) -> Iterator[None]:
    """The block must fail in the database with a message that names the claim."""
    with pytest.raises(DatabaseError, match=claim), transaction.atomic():
        yield


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def account(night: Night, ref: AccountRef) -> Account:
    return Account.objects.get(event=night.event, commodity=ref.commodity, owner_kind=ref.kind, code=ref.code)


def next_entry_id(night: Night) -> int:
    return night.event.pk * SEQUENCES_PER_EVENT + night.event.books.last_sequence + 1


def insert_transfer(
    night: Night, giver: Account, taker: Account, amount: Any, how: str = "INSERT", **other: object
) -> None:
    """A line of the entry that would come next, with the balances after it as they would be."""
    values = {
        "entry_id": next_entry_id(night),
        "event_id": night.event.pk,
        "number": 1,
        "commodity": giver.commodity,
        "from_account_id": giver.pk,
        "to_account_id": taker.pk,
        "amount": amount,
        **(other if "from_balance_after" in other else _balances_after(giver, taker, amount) | other),
    }
    names, marks = ", ".join(values), ", ".join(["%s"] * len(values))
    sql(f"{how} INTO bank_transfer ({names}) VALUES ({marks})", *values.values())


def _balances_after(giver: Account, taker: Account, amount: int) -> dict[str, int | None]:
    return {
        "from_balance_after": None if giver.balance is None else giver.balance - amount,
        "to_balance_after": None if taker.balance is None else taker.balance + amount,
    }


def insert_entry(night: Night, **other: object) -> None:
    """The entry that would come next, without lines, as the application would write it."""
    last = Entry.objects.filter(event=night.event).order_by("-id").first()
    assert last is not None
    facts = {
        "id": last.pk + 1,
        "event": night.event,
        "sequence": last.sequence + 1,
        "kind": "hand",
        "at": NOW,
        "actor_code": "nobody",
        "key": uuid4(),
        "fingerprint": "",
        "lines": 0,
        "previous_hash": last.hash,
        "hash": "0" * 64,
        **other,
    }
    Entry.objects.bulk_create([Entry(**facts)])


@pytest.fixture
def night() -> Night:
    return night_with_stacks(2)


@pytest.fixture
def two(night: Night) -> tuple[Account, Account]:
    first, second = night.codes
    return account(night, player_chips(first)), account(night, player_chips(second))


@pytest.mark.parametrize("amount", [0, -5])
def test_a_transfer_moves_more_than_nothing(night: Night, two: tuple[Account, Account], amount: int):
    with refused("transfer_amount_above_zero"):
        insert_transfer(night, *two, amount)


@pytest.mark.parametrize(("amount", "left", "held"), [(0.25, 999.75, 1000.25), ("many", 1000, 1000)])
def test_a_transfer_moves_whole_units(
    night: Night, two: tuple[Account, Account], amount: object, left: object, held: object
):
    after = {"from_balance_after": left, "to_balance_after": held}

    with refused("transfer_of_whole_units|transfer_amount_above_zero|invalid input syntax"):
        insert_transfer(night, *two, amount, **after)


def test_a_transfer_has_two_ends(night: Night, two: tuple[Account, Account]):
    with refused("transfer_between_two_accounts|transfer_tells_balances_after"):
        insert_transfer(night, two[0], two[0], 5)


def test_lines_are_numbered_from_one(night: Night, two: tuple[Account, Account]):
    with refused("transfer_number_from_one"):
        insert_transfer(night, *two, 5, number=0)


def test_a_transfer_stays_within_its_event(night: Night, two: tuple[Account, Account]):
    other = night_with_stacks(1)

    with refused("transfer_within_one_event"):
        insert_transfer(night, two[0], account(other, player_chips(other.codes[0])), 5)
    with refused("transfer_within_one_event"):
        insert_transfer(night, *two, 5, event_id=other.event.pk)


def test_a_line_belongs_to_an_entry_of_its_event(night: Night, two: tuple[Account, Account]):
    other = night_with_stacks(1)

    with refused("transfer_within_one_event"):
        insert_transfer(night, *two, 5, entry_id=next_entry_id(other))


def test_a_line_names_the_commodity_of_its_accounts(night: Night, two: tuple[Account, Account]):
    with refused("transfer_of_one_commodity"):
        insert_transfer(night, *two, 5, commodity="money")


def test_lines_of_an_entry_have_numbers_of_their_own(night: Night, two: tuple[Account, Account]):
    with refused("transfer_number_unique|transfer_is_kept"):
        insert_transfer(night, *two, 5)
        for held in two:
            held.refresh_from_db()
        insert_transfer(night, *two, 5)


def test_a_transfer_is_of_one_commodity(night: Night, two: tuple[Account, Account]):
    night.post(redeem_chips, player_code=night.codes[0], chips=100)
    two[0].refresh_from_db()

    with refused("transfer_of_one_commodity"):
        insert_transfer(night, two[0], account(night, player_tickets(night.codes[0])), 5)


def test_an_account_is_never_overdrawn(night: Night, two: tuple[Account, Account]):
    with refused("account_not_overdrawn"):
        insert_transfer(night, *two, 1001)


def test_a_transfer_tells_the_true_balances_after_it(night: Night, two: tuple[Account, Account]):
    with refused("transfer_tells_balances_after"):
        insert_transfer(night, *two, 5, to_balance_after=2000)


def test_a_sealed_entry_takes_no_further_line(night: Night, two: tuple[Account, Account]):
    sealed = Entry.objects.filter(event=night.event).order_by("-id").first()
    assert sealed is not None

    with refused("transfer_before_its_entry"):
        insert_transfer(night, *two, 5, entry_id=sealed.pk, number=sealed.lines + 1)


def test_an_entry_has_the_lines_that_it_records(night: Night, two: tuple[Account, Account]):
    with refused("entry_has_its_lines"):
        insert_entry(night, lines=1)
    with refused("entry_has_its_lines"):
        insert_transfer(night, *two, 5)
        insert_entry(night)
    with refused("entry_has_its_lines"):
        insert_transfer(night, *two, 5, number=2)
        insert_entry(night, lines=1)


def test_a_line_without_its_entry_never_gets_through_a_commit(night: Night, two: tuple[Account, Account]):
    insert_transfer(night, *two, 5)

    with pytest.raises(DatabaseError):
        connection.check_constraints()
    transaction.set_rollback(True)


def test_an_entry_follows_the_last_one_without_a_gap(night: Night):
    last = Entry.objects.filter(event=night.event).order_by("-id").first()
    assert last is not None

    with refused("entry_follows_the_last"):
        insert_entry(night, id=last.pk + 2, sequence=last.sequence + 2)
    with refused("entry_follows_the_last"):
        insert_entry(night, previous_hash="f" * 64)
    with refused("entry_follows_the_last"):
        insert_entry(night, sequence=last.sequence + 2)


@pytest.mark.parametrize("model", [Entry, Transfer], ids=["entry", "transfer"])
def test_no_column_of_an_entry_or_a_line_is_ever_written_again(night: Night, model: type[Entry] | type[Transfer]):
    table = model._meta.db_table

    for column in [field.column for field in model._meta.concrete_fields]:
        with refused(f"{table.removeprefix('bank_')}_is_kept"):
            sql(f"UPDATE {table} SET {column} = {column} WHERE event_id = %s", night.event.pk)


@pytest.mark.parametrize("table", ["bank_entry", "bank_transfer", "bank_account"])
def test_nothing_of_the_ledger_is_deleted(night: Night, table: str):
    with refused(f"{table.removeprefix('bank_')}_is_kept"):
        sql(f"DELETE FROM {table} WHERE event_id = %s", night.event.pk)


def test_a_balance_changes_by_a_transfer_only(night: Night, two: tuple[Account, Account]):
    with refused("account_moves_by_transfer"):
        sql("UPDATE bank_account SET balance = 5000 WHERE id = %s", two[0].pk)
    with refused("account_moves_by_transfer"):
        two[0].balance = 0
        two[0].save()
    with refused("account_moves_by_transfer|account_floor_fits_owner"):
        sql(
            "UPDATE bank_account SET balance = 0 WHERE id = %s",
            account(night, issuer("chips")).pk,
        )


@pytest.mark.parametrize(
    "change", ["floor = -100", "code = 'P999'", "commodity = 'tickets'", "owner_kind = 'over_short'", "floor = NULL"]
)
def test_an_account_keeps_its_identity_and_its_floor(two: tuple[Account, Account], change: str):
    with refused("account_identity_is_fixed|account_floor_fits_owner"):
        sql(f"UPDATE bank_account SET {change} WHERE id = %s", two[0].pk)


def test_an_account_starts_empty(night: Night):
    with refused("account_starts_empty"):
        Account.objects.create(
            event=night.event, commodity="chips", owner_kind="player", code="P900", balance=1000, floor=0
        )


@pytest.mark.parametrize(
    "facts",
    [
        {"owner_kind": "player", "balance": None, "floor": None},
        {"owner_kind": "player", "balance": 0, "floor": None},
        {"owner_kind": "player", "balance": 0, "floor": -50},
        {"owner_kind": "issuer", "balance": 0, "floor": None},
        {"owner_kind": "card", "balance": 0, "floor": 0},
        {"owner_kind": "card", "balance": None, "floor": None},
        {"owner_kind": "cheques", "balance": 0, "floor": None},
        {"owner_kind": "card_settlement", "balance": 0, "floor": None},
    ],
)
def test_only_issuers_go_without_balance_and_floor(night: Night, facts: dict[str, object]):
    with refused("account_floor_fits_owner"):
        Account.objects.create(event=night.event, commodity="tickets", code="X1", **facts)


def test_commodities_and_owners_are_known_ones(night: Night):
    with refused("account_known_commodity"):
        Account.objects.create(event=night.event, commodity="coal", owner_kind="player", code="P1", balance=0, floor=0)
    with refused("account_known_owner_kind"):
        Account.objects.create(event=night.event, commodity="chips", owner_kind="bandit", code="P1", balance=0, floor=0)


def test_each_account_is_there_once(night: Night):
    with refused("account_unique|account_is_kept"):
        Account.objects.create(
            event=night.event, commodity="chips", owner_kind="player", code=night.codes[0], balance=0, floor=0
        )
    with refused("account_one_computed_per_commodity|account_is_kept"):
        Account.objects.create(event=night.event, commodity="chips", owner_kind="source", code="other")


def test_a_key_is_used_once_within_an_event(night: Night):
    used = Entry.objects.filter(event=night.event).order_by("-id").first()
    assert used is not None

    with refused("entry_key_unique|entry_is_kept"):
        insert_entry(night, key=used.key)


def test_an_entry_is_reversed_once_and_only_within_its_event(night: Night):
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=1000).entry
    correction = night.post(reverse_entry, sequence=sale.sequence, reason="typo", may_reverse_any=True).entry
    other = night_with_stacks(1)

    with refused("reverses_id|entry_is_kept"):
        insert_entry(night, kind="reversal", reverses=sale)
    with refused("entry_reverses_its_own_event"):
        insert_entry(night, kind="reversal", reverses=correction)
    with refused("entry_reverses_its_own_event"):
        insert_entry(other, kind="reversal", reverses=Entry.objects.filter(event=night.event).earliest("id"))
    with refused("entry_reversal_names_its_entry"):
        insert_entry(night, kind="reversal")


def test_sequences_start_at_one(night: Night):
    with refused("entry_sequence_from_one|entry_follows_the_last|entry_is_kept"):
        insert_entry(night, id=night.event.pk * SEQUENCES_PER_EVENT, sequence=0)


def test_sqlite_replaces_no_row_of_the_ledger(night: Night, two: tuple[Account, Account]):
    if connection.vendor != "sqlite":
        pytest.skip("INSERT OR REPLACE is SQLite's")
    line = Transfer.objects.filter(event=night.event).earliest("id")
    columns = "commodity, owner_kind, code, balance, floor, event_id"

    with refused("account_is_kept"):
        sql(
            f"INSERT OR REPLACE INTO bank_account (id, {columns}) SELECT id, commodity, owner_kind, code, 0, floor, "
            "event_id FROM bank_account WHERE id = %s",
            two[0].pk,
        )
    with refused("transfer_is_kept"):
        sql("INSERT OR REPLACE INTO bank_transfer SELECT * FROM bank_transfer WHERE id = %s", line.pk)
    with refused("entry_is_kept"):
        sql("INSERT OR REPLACE INTO bank_entry SELECT * FROM bank_entry WHERE id = %s", line.entry_id)


@pytest.mark.parametrize("clause", ["OR IGNORE", "OR FAIL", "OR REPLACE"])
def test_no_conflict_clause_of_sqlite_leads_past_the_floor(night: Night, two: tuple[Account, Account], clause: str):
    if connection.vendor != "sqlite":
        pytest.skip("INSERT OR IGNORE is SQLite's")

    with refused("account_not_overdrawn"):
        insert_transfer(night, *two, 1001, how=f"INSERT {clause}")
    with refused("transfer_tells_balances_after"):
        insert_transfer(night, *two, 5, how=f"INSERT {clause}", to_balance_after=2000)


def test_an_upsert_changes_no_balance(night: Night, two: tuple[Account, Account]):
    columns = "id, event_id, commodity, owner_kind, code, balance, floor"

    with refused("account_moves_by_transfer|account_is_kept"):
        sql(
            f"INSERT INTO bank_account ({columns}) SELECT id, event_id, commodity, owner_kind, code, 0, floor "
            "FROM bank_account WHERE id = %s ON CONFLICT (id) DO UPDATE SET balance = 5000",
            two[0].pk,
        )


def test_postgresql_truncates_no_table_of_the_ledger(night: Night):
    if connection.vendor != "postgresql":
        pytest.skip("TRUNCATE is PostgreSQL's")
    for table in triggers.TABLES:
        with refused("_is_kept"):
            # A pending check of a deferred key would refuse first, for another reason.
            sql("SET CONSTRAINTS ALL IMMEDIATE")
            sql(f"TRUNCATE {table} CASCADE")
