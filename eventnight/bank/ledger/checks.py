"""Whether the database still keeps the ledger's promises itself: a rebuilt table or a restore can lose its triggers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from eventnight.bank import triggers

MIGRATION = ("bank", "0002_triggers")


def ledger_has_its_triggers(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """An error for each of the given databases in which a trigger of the ledger is absent, switched off or replaced."""
    errors: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        is_made = MIGRATION in MigrationRecorder(connection).applied_migrations()
        if is_made and (faults := triggers.faults(connection)):
            errors.append(
                Error(
                    f"The triggers that guard the ledger in database {alias} are incomplete: {'; '.join(faults)}.",
                    hint="Run: python manage.py restore_triggers, then verify_books for each event.",
                    id="bank.E001",
                )
            )
    return errors
