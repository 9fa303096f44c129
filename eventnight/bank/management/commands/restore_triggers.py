"""Make the ledger's triggers again, after a restore or a rebuilt table lost them or somebody replaced them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from eventnight.bank import triggers


class Command(BaseCommand):
    help = "Makes the ledger's triggers again. Run verify_books afterwards: rows may have changed meanwhile."
    # The start-up check is what sends people here.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """--database: the alias, default unless told."""
        parser.add_argument("--database", default=DEFAULT_DB_ALIAS)

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove what is left of them and create them all."""
        connection = connections[options["database"]]
        faults = triggers.faults(connection)
        with transaction.atomic(using=options["database"]):
            triggers.drop(connection)
            triggers.install(connection)
        for fault in faults:
            self.stdout.write(f"Mended: {fault}.")
        for fault in triggers.faults(connection):
            raise CommandError(f"Not mended: {fault}. It takes somebody who may change the database's own settings.")
        if not faults:
            self.stdout.write("All there, as they were made.")
