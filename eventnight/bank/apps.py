"""The bank of an event: accounts, entries and the transfers between them."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import Tags, register


class BankConfig(AppConfig):
    name = "eventnight.bank"
    label = "bank"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the start-up check."""
        # Checks need the app registry, so they cannot be imported with this file.
        from eventnight.bank.ledger.checks import ledger_has_its_triggers

        register(ledger_has_its_triggers, Tags.database)
