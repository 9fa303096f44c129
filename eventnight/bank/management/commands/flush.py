"""Empty the whole database. The ledger refuses deletion, so its triggers are lifted for that moment."""

from __future__ import annotations

from typing import Any

from django.core.management.commands.flush import Command as Flush
from django.db import connections, transaction

from eventnight.bank import triggers


class Command(Flush):
    def handle(self, **options: Any) -> None:
        """Flush, and put the triggers back whether or not it worked."""
        connection = connections[options["database"]]
        with transaction.atomic(using=options["database"]):
            triggers.drop(connection)
        try:
            super().handle(**options)
        finally:
            with transaction.atomic(using=options["database"]):
                triggers.install(connection)
