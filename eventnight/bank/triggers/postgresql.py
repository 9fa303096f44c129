"""The ledger's triggers in PostgreSQL, with the claims of the SQLite ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from eventnight.bank.triggers.definitions import ABSENT, OFF, OTHER, functions_in, plain, triggers_in

# A refusal is a check violation, which Django reports as IntegrityError, as it does SQLite's.
_REFUSE = """
CREATE OR REPLACE FUNCTION bank_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'check_violation';
END $$
"""

_ACCOUNT_OPENS = """
CREATE OR REPLACE FUNCTION bank_account_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(NEW.balance, 0) <> 0 THEN
        RAISE EXCEPTION 'account_starts_empty' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$
"""

# Depth 2 is the update made by bank_transfer_moves; a statement from outside comes at depth 1.
_ACCOUNT_CHANGES = """
CREATE OR REPLACE FUNCTION bank_account_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.event_id, NEW.commodity, NEW.owner_kind, NEW.code, NEW.floor)
        IS DISTINCT FROM (OLD.id, OLD.event_id, OLD.commodity, OLD.owner_kind, OLD.code, OLD.floor) THEN
        RAISE EXCEPTION 'account_identity_is_fixed' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.balance IS DISTINCT FROM OLD.balance AND pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'account_moves_by_transfer' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$
"""

_TRANSFER_MOVES = """
CREATE OR REPLACE FUNCTION bank_transfer_moves() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    giver bank_account;
    taker bank_account;
BEGIN
    IF EXISTS (SELECT 1 FROM bank_entry WHERE id = NEW.entry_id) THEN
        RAISE EXCEPTION 'transfer_before_its_entry' USING ERRCODE = 'check_violation';
    END IF;
    SELECT * INTO giver FROM bank_account WHERE id = NEW.from_account_id;
    SELECT * INTO taker FROM bank_account WHERE id = NEW.to_account_id;
    IF NEW.entry_id / 4294967296 <> NEW.event_id
        OR giver.event_id <> NEW.event_id OR taker.event_id <> NEW.event_id THEN
        RAISE EXCEPTION 'transfer_within_one_event' USING ERRCODE = 'check_violation';
    END IF;
    IF giver.commodity <> NEW.commodity OR taker.commodity <> NEW.commodity THEN
        RAISE EXCEPTION 'transfer_of_one_commodity' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.from_balance_after IS DISTINCT FROM giver.balance - NEW.amount
        OR NEW.to_balance_after IS DISTINCT FROM taker.balance + NEW.amount THEN
        RAISE EXCEPTION 'transfer_tells_balances_after' USING ERRCODE = 'check_violation';
    END IF;
    UPDATE bank_account SET balance = balance - NEW.amount
    WHERE id = NEW.from_account_id AND balance IS NOT NULL;
    UPDATE bank_account SET balance = balance + NEW.amount
    WHERE id = NEW.to_account_id AND balance IS NOT NULL;
    RETURN NULL;
END $$
"""

_ENTRY_SEALS = """
CREATE OR REPLACE FUNCTION bank_entry_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id <> NEW.event_id::bigint * 4294967296 + NEW.sequence OR (NEW.sequence > 1 AND NOT EXISTS (
        SELECT 1 FROM bank_entry WHERE id = NEW.id - 1 AND hash = NEW.previous_hash)) THEN
        RAISE EXCEPTION 'entry_follows_the_last' USING ERRCODE = 'check_violation';
    END IF;
    IF (SELECT (count(*), coalesce(max(number), 0)) IS DISTINCT FROM (NEW.lines::bigint, NEW.lines)
        FROM bank_transfer WHERE entry_id = NEW.id) THEN
        RAISE EXCEPTION 'entry_has_its_lines' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.reverses_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM bank_entry
        WHERE id = NEW.reverses_id AND event_id = NEW.event_id AND reverses_id IS NULL) THEN
        RAISE EXCEPTION 'entry_reverses_its_own_event' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$
"""


def _refusing(name: str, action: str, table: str, claim: str, *, each: str = "ROW") -> str:
    return f"CREATE TRIGGER {name} BEFORE {action} ON {table} FOR EACH {each} EXECUTE FUNCTION bank_refuse('{claim}')"


CREATE = (
    _REFUSE,
    _ACCOUNT_OPENS,
    _ACCOUNT_CHANGES,
    _TRANSFER_MOVES,
    _ENTRY_SEALS,
    "CREATE TRIGGER bank_account_opens BEFORE INSERT ON bank_account "
    "FOR EACH ROW EXECUTE FUNCTION bank_account_opens()",
    "CREATE TRIGGER bank_account_changes BEFORE UPDATE ON bank_account "
    "FOR EACH ROW EXECUTE FUNCTION bank_account_changes()",
    _refusing("bank_account_stays", "DELETE", "bank_account", "account_is_kept"),
    _refusing("bank_account_cleared", "TRUNCATE", "bank_account", "account_is_kept", each="STATEMENT"),
    "CREATE TRIGGER bank_transfer_moves AFTER INSERT ON bank_transfer "
    "FOR EACH ROW EXECUTE FUNCTION bank_transfer_moves()",
    _refusing("bank_transfer_keeps", "UPDATE", "bank_transfer", "transfer_is_kept"),
    _refusing("bank_transfer_stays", "DELETE", "bank_transfer", "transfer_is_kept"),
    _refusing("bank_transfer_cleared", "TRUNCATE", "bank_transfer", "transfer_is_kept", each="STATEMENT"),
    "CREATE TRIGGER bank_entry_seals BEFORE INSERT ON bank_entry FOR EACH ROW EXECUTE FUNCTION bank_entry_seals()",
    _refusing("bank_entry_keeps", "UPDATE", "bank_entry", "entry_is_kept"),
    _refusing("bank_entry_stays", "DELETE", "bank_entry", "entry_is_kept"),
    _refusing("bank_entry_cleared", "TRUNCATE", "bank_entry", "entry_is_kept", each="STATEMENT"),
)

_TRIGGERS = {
    "bank_account_opens": "bank_account",
    "bank_account_changes": "bank_account",
    "bank_account_stays": "bank_account",
    "bank_account_cleared": "bank_account",
    "bank_transfer_moves": "bank_transfer",
    "bank_transfer_keeps": "bank_transfer",
    "bank_transfer_stays": "bank_transfer",
    "bank_transfer_cleared": "bank_transfer",
    "bank_entry_seals": "bank_entry",
    "bank_entry_keeps": "bank_entry",
    "bank_entry_stays": "bank_entry",
    "bank_entry_cleared": "bank_entry",
}
_FUNCTIONS = ("bank_refuse", "bank_account_opens", "bank_account_changes", "bank_transfer_moves", "bank_entry_seals")

NAMES = tuple(_TRIGGERS)

DROP = (
    *(f"DROP TRIGGER IF EXISTS {name} ON {table}" for name, table in _TRIGGERS.items()),
    *(f"DROP FUNCTION IF EXISTS {name}()" for name in _FUNCTIONS),
)

# A trigger's function is looked up by what the trigger calls, not by name: another schema may have one of that name.
_THERE = """
SELECT tgname, tgenabled IN ('O', 'A'), pg_get_triggerdef(pg_trigger.oid, true), proname, prosrc,
    lanname = 'plpgsql' AND NOT prosecdef AND proconfig IS NULL
FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_language ON pg_language.oid = prolang
WHERE tgrelid IN (SELECT to_regclass(name) FROM unnest(%s::text[]) AS name) AND NOT tgisinternal
"""
_FIRES = "SELECT current_setting('session_replication_role')"


class _There(NamedTuple):
    """A trigger in the database. is_usual: its function runs as the one who writes, with no settings of its own."""

    name: str
    is_on: bool
    made: str
    function: str
    body: str
    is_usual: bool


def faults(cursor: Any, wanted: Iterable[str]) -> Iterator[str]:
    """Which of the triggers and functions that these statements make are missing, off, or other than they were made."""
    cursor.execute(_FIRES)
    [(role,)] = cursor.fetchall()
    if role == "replica":
        yield "every trigger is switched off, because session_replication_role is replica"
    statements = list(wanted)
    triggers, functions = triggers_in(statements), functions_in(statements)
    cursor.execute(_THERE, [sorted({_table_of(made) for made in triggers.values()})])
    there = {found.name: found for found in map(_There._make, cursor.fetchall())}
    for name, made in triggers.items():
        if name not in there:
            yield f"{name} {ABSENT}"
        elif not there[name].is_on:
            yield f"{name} {OFF}"
        elif plain(there[name].made) != made:
            yield f"{name} {OTHER}"
    called = {found.function: found for name, found in there.items() if name in triggers}
    for name, found in sorted(called.items()):
        if name in functions and (plain(found.body) != functions[name] or not found.is_usual):
            yield f"the function {name}() {OTHER}"


def _table_of(made: str) -> str:
    return made.partition(" ON ")[2].partition(" ")[0]
