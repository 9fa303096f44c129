"""The ledger's triggers in SQLite.

A deleting conflict clause (INSERT OR REPLACE) fires no delete trigger, so inserts look for the row it would replace.
INSERT OR IGNORE also rules the updates inside a trigger, which then skip a row that a constraint refuses; so a line
looks at the floor itself. And a column keeps whatever it is given, so a line also sees to whole units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from eventnight.bank.triggers.definitions import ABSENT, OTHER, plain, triggers_in

_ACCOUNT_OPENS = """
CREATE TRIGGER bank_account_opens BEFORE INSERT ON bank_account BEGIN
    SELECT RAISE(ABORT, 'account_starts_empty') WHERE coalesce(NEW.balance, 0) <> 0;
    SELECT RAISE(ABORT, 'account_is_kept') WHERE EXISTS (
        SELECT 1 FROM bank_account WHERE id = NEW.id OR (
            event_id = NEW.event_id AND commodity = NEW.commodity
            AND owner_kind = NEW.owner_kind AND code = NEW.code)
        OR (event_id = NEW.event_id AND commodity = NEW.commodity AND balance IS NULL AND NEW.balance IS NULL));
END
"""

# A statement from outside meets the balance that the newest line left behind, and may set no other.
_ACCOUNT_CHANGES = """
CREATE TRIGGER bank_account_changes BEFORE UPDATE ON bank_account BEGIN
    SELECT RAISE(ABORT, 'account_identity_is_fixed')
    WHERE (NEW.id, NEW.event_id, NEW.commodity, NEW.owner_kind, NEW.code, NEW.floor)
        IS NOT (OLD.id, OLD.event_id, OLD.commodity, OLD.owner_kind, OLD.code, OLD.floor);
    SELECT RAISE(ABORT, 'account_moves_by_transfer')
    WHERE NEW.balance IS NOT OLD.balance AND NEW.balance IS NOT (
        SELECT CASE WHEN from_account_id = NEW.id THEN from_balance_after ELSE to_balance_after END
        FROM bank_transfer WHERE id = max(
            coalesce((SELECT max(id) FROM bank_transfer WHERE from_account_id = NEW.id), 0),
            coalesce((SELECT max(id) FROM bank_transfer WHERE to_account_id = NEW.id), 0)));
END
"""

_TRANSFER_MOVES = """
CREATE TRIGGER bank_transfer_moves AFTER INSERT ON bank_transfer BEGIN
    SELECT RAISE(ABORT, 'transfer_before_its_entry')
    WHERE EXISTS (SELECT 1 FROM bank_entry WHERE id = NEW.entry_id);
    SELECT RAISE(ABORT, 'transfer_within_one_event')
    WHERE NEW.entry_id / 4294967296 <> NEW.event_id OR EXISTS (
        SELECT 1 FROM bank_account
        WHERE id IN (NEW.from_account_id, NEW.to_account_id) AND event_id <> NEW.event_id);
    SELECT RAISE(ABORT, 'transfer_of_one_commodity') WHERE EXISTS (
        SELECT 1 FROM bank_account
        WHERE id IN (NEW.from_account_id, NEW.to_account_id) AND commodity <> NEW.commodity);
    SELECT RAISE(ABORT, 'transfer_tells_balances_after')
    WHERE NEW.from_balance_after IS NOT
            (SELECT balance - NEW.amount FROM bank_account WHERE id = NEW.from_account_id)
        OR NEW.to_balance_after IS NOT
            (SELECT balance + NEW.amount FROM bank_account WHERE id = NEW.to_account_id);
    SELECT RAISE(ABORT, 'transfer_of_whole_units') WHERE typeof(NEW.amount) <> 'integer';
    SELECT RAISE(ABORT, 'account_not_overdrawn') WHERE EXISTS (
        SELECT 1 FROM bank_account WHERE id = NEW.from_account_id AND balance - NEW.amount < floor);
    UPDATE bank_account SET balance = balance - NEW.amount
    WHERE id = NEW.from_account_id AND balance IS NOT NULL;
    UPDATE bank_account SET balance = balance + NEW.amount
    WHERE id = NEW.to_account_id AND balance IS NOT NULL;
END
"""

_TRANSFER_NEW = """
CREATE TRIGGER bank_transfer_new BEFORE INSERT ON bank_transfer BEGIN
    SELECT RAISE(ABORT, 'transfer_is_kept') WHERE EXISTS (
        SELECT 1 FROM bank_transfer WHERE id = NEW.id OR (entry_id = NEW.entry_id AND number = NEW.number));
END
"""

_ENTRY_SEALS = """
CREATE TRIGGER bank_entry_seals BEFORE INSERT ON bank_entry BEGIN
    SELECT RAISE(ABORT, 'entry_is_kept') WHERE EXISTS (
        SELECT 1 FROM bank_entry WHERE event_id = NEW.event_id AND (id >= NEW.id OR key = NEW.key))
        OR EXISTS (SELECT 1 FROM bank_entry WHERE reverses_id = NEW.reverses_id);
    SELECT RAISE(ABORT, 'entry_follows_the_last')
    WHERE NEW.id <> NEW.event_id * 4294967296 + NEW.sequence OR (NEW.sequence > 1 AND NOT EXISTS (
        SELECT 1 FROM bank_entry WHERE id = NEW.id - 1 AND hash = NEW.previous_hash));
    SELECT RAISE(ABORT, 'entry_has_its_lines')
    WHERE (NEW.lines, NEW.lines)
        IS NOT (SELECT count(*), coalesce(max(number), 0) FROM bank_transfer WHERE entry_id = NEW.id);
    SELECT RAISE(ABORT, 'entry_reverses_its_own_event')
    WHERE NEW.reverses_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM bank_entry
        WHERE id = NEW.reverses_id AND event_id = NEW.event_id AND reverses_id IS NULL);
END
"""


def _refusing(name: str, action: str, table: str, claim: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {action} ON {table} BEGIN SELECT RAISE(ABORT, '{claim}'); END"


CREATE = (
    _ACCOUNT_OPENS,
    _ACCOUNT_CHANGES,
    _refusing("bank_account_stays", "DELETE", "bank_account", "account_is_kept"),
    _TRANSFER_NEW,
    _TRANSFER_MOVES,
    _refusing("bank_transfer_keeps", "UPDATE", "bank_transfer", "transfer_is_kept"),
    _refusing("bank_transfer_stays", "DELETE", "bank_transfer", "transfer_is_kept"),
    _ENTRY_SEALS,
    _refusing("bank_entry_keeps", "UPDATE", "bank_entry", "entry_is_kept"),
    _refusing("bank_entry_stays", "DELETE", "bank_entry", "entry_is_kept"),
)

NAMES = (
    "bank_account_opens",
    "bank_account_changes",
    "bank_account_stays",
    "bank_transfer_new",
    "bank_transfer_moves",
    "bank_transfer_keeps",
    "bank_transfer_stays",
    "bank_entry_seals",
    "bank_entry_keeps",
    "bank_entry_stays",
)

DROP = tuple(f"DROP TRIGGER IF EXISTS {name}" for name in NAMES)

_THERE = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"


def faults(cursor: Any, wanted: Iterable[str]) -> Iterator[str]:
    """Which of the triggers that these statements make are missing or other than they were made."""
    cursor.execute(_THERE)
    there = {name: plain(sql) for name, sql in cursor.fetchall()}
    for name, made in triggers_in(wanted).items():
        if name not in there:
            yield f"{name} {ABSENT}"
        elif there[name] != made:
            yield f"{name} {OTHER}"
