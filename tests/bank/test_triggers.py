"""The start-up check holds the ledger's triggers against what they were made as, and `restore_triggers` mends them."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from eventnight.bank.ledger.checks import ledger_has_its_triggers

pytestmark = pytest.mark.django_db


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_start_up_check_sees_a_trigger_that_is_switched_off():
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL switches triggers off")
    sql("ALTER TABLE bank_entry DISABLE TRIGGER bank_entry_keeps")

    (error,) = ledger_has_its_triggers(databases=["default"])

    assert (error.id, "bank_entry_keeps is switched off" in error.msg) == ("bank.E001", True)


def test_the_start_up_check_sees_that_no_trigger_fires():
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL switches triggers off")
    sql("SET LOCAL session_replication_role = replica")

    (error,) = ledger_has_its_triggers(databases=["default"])

    assert "every trigger is switched off" in error.msg
    with pytest.raises(CommandError, match="Not mended: every trigger is switched off"):
        call_command("restore_triggers", stdout=StringIO())


NO_OPS = {
    "sqlite": (
        "DROP TRIGGER bank_entry_keeps",
        "CREATE TRIGGER bank_entry_keeps BEFORE UPDATE ON bank_entry BEGIN SELECT 1; END",
    ),
    "postgresql": (
        "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
        "DROP TRIGGER bank_entry_keeps ON bank_entry",
        "CREATE TRIGGER bank_entry_keeps BEFORE UPDATE ON bank_entry FOR EACH ROW EXECUTE FUNCTION nothing()",
    ),
}


def test_the_start_up_check_sees_a_trigger_of_the_same_name_that_does_nothing():
    for statement in NO_OPS[connection.vendor]:
        sql(statement)

    (error,) = ledger_has_its_triggers(databases=["default"])

    assert "bank_entry_keeps is not the one that EventNight made" in error.msg
    call_command("restore_triggers", stdout=StringIO())
    assert ledger_has_its_triggers(databases=["default"]) == []


REPLACED = "CREATE OR REPLACE FUNCTION bank_refuse() RETURNS trigger LANGUAGE plpgsql"


@pytest.mark.parametrize(
    "change",
    [
        f"{REPLACED} AS $$ BEGIN RETURN NEW; END $$",
        "ALTER FUNCTION bank_refuse() SECURITY DEFINER",
        "ALTER FUNCTION bank_refuse() SET search_path = pg_temp",
    ],
    ids=["another-body", "another-role", "another-path"],
)
def test_the_start_up_check_sees_a_function_that_was_replaced(change: str):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite's triggers call no functions")
    sql(change)

    (error,) = ledger_has_its_triggers(databases=["default"])

    assert "the function bank_refuse() is not the one that EventNight made" in error.msg
    call_command("restore_triggers", stdout=StringIO())
    assert ledger_has_its_triggers(databases=["default"]) == []


def test_the_start_up_check_misses_no_trigger():
    assert ledger_has_its_triggers(databases=["default"]) == []

    sql("DROP TRIGGER bank_transfer_keeps" + (" ON bank_transfer" if connection.vendor == "postgresql" else ""))
    (error,) = ledger_has_its_triggers(databases=["default"])

    assert "bank_transfer_keeps" in error.msg
    call_command("restore_triggers", verbosity=0)
    assert ledger_has_its_triggers(databases=["default"]) == []
