"""Approved variances are only added: the triggers that keep them, by database."""

from __future__ import annotations

from typing import NamedTuple

TABLE = "bank_varianceapproval"
_CLAIM = "approval_is_kept"


class Triggers(NamedTuple):
    """Their names, and what creates and what removes them."""

    names: tuple[str, ...]
    create: tuple[str, ...]
    drop: tuple[str, ...]


# A deleting conflict clause fires no delete trigger in SQLite, so an insert looks for the row that it would replace.
_SQLITE_NEW = """
CREATE TRIGGER bank_approval_new BEFORE INSERT ON bank_varianceapproval BEGIN
    SELECT RAISE(ABORT, 'approval_is_kept') WHERE EXISTS (
        SELECT 1 FROM bank_varianceapproval WHERE id = NEW.id OR withdraws_id = NEW.withdraws_id
        OR (event_id = NEW.event_id AND key = NEW.key AND subject = NEW.subject));
    SELECT RAISE(ABORT, 'approval_withdraws_its_own_subject')
    WHERE NEW.withdraws_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM bank_varianceapproval WHERE id = NEW.withdraws_id AND event_id = NEW.event_id
        AND subject = NEW.subject AND withdraws_id IS NULL);
END
"""
_POSTGRESQL_NEW = """
CREATE OR REPLACE FUNCTION bank_approval_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.withdraws_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM bank_varianceapproval WHERE id = NEW.withdraws_id AND event_id = NEW.event_id
        AND subject = NEW.subject AND withdraws_id IS NULL) THEN
        RAISE EXCEPTION 'approval_withdraws_its_own_subject' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$
"""
_REFUSED = {"bank_approval_keeps": "UPDATE", "bank_approval_stays": "DELETE"}
_CLEARED = "bank_approval_cleared"
_NAMES = ("bank_approval_new", *_REFUSED)

BY_VENDOR = {
    "sqlite": Triggers(
        names=_NAMES,
        create=(
            _SQLITE_NEW,
            *(
                f"CREATE TRIGGER {name} BEFORE {action} ON {TABLE} BEGIN SELECT RAISE(ABORT, '{_CLAIM}'); END"
                for name, action in _REFUSED.items()
            ),
        ),
        drop=tuple(f"DROP TRIGGER IF EXISTS {name}" for name in _NAMES),
    ),
    "postgresql": Triggers(
        names=(*_NAMES, _CLEARED),
        create=(
            _POSTGRESQL_NEW,
            f"CREATE TRIGGER bank_approval_new BEFORE INSERT ON {TABLE} "
            "FOR EACH ROW EXECUTE FUNCTION bank_approval_new()",
            *(
                f"CREATE TRIGGER {name} BEFORE {action} ON {TABLE} "
                f"FOR EACH ROW EXECUTE FUNCTION bank_refuse('{_CLAIM}')"
                for name, action in _REFUSED.items()
            ),
            f"CREATE TRIGGER {_CLEARED} BEFORE TRUNCATE ON {TABLE} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION bank_refuse('{_CLAIM}')",
        ),
        drop=(
            *(f"DROP TRIGGER IF EXISTS {name} ON {TABLE}" for name in (*_NAMES, _CLEARED)),
            "DROP FUNCTION IF EXISTS bank_approval_new()",
        ),
    ),
}
