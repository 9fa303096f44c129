"""Put the ledger's triggers back, after a restore or a rebuilt table lost them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from eventnight.bank import triggers


class Command(BaseCommand):
    help = "Puts the ledger's triggers back. Run verify_books afterwards: rows may have changed meanwhile."
    # The start-up check is what sends people here.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """--database: the alias, default unless told."""
        parser.add_argument("--database", default=DEFAULT_DB_ALIAS)

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove what is left of them and create them all."""
        connection = connections[options["database"]]
        absent = triggers.missing(connection)
        with transaction.atomic(using=options["database"]):
            triggers.drop(connection)
            triggers.install(connection)
        self.stdout.write(
            f"Restored {len(absent)} of {len(absent) or 'no'} missing triggers." if absent else "All there."
        )
