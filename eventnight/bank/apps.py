"""The bank of an event: accounts, entries and the transfers between them."""

from __future__ import annotations

from django.apps import AppConfig


class BankConfig(AppConfig):
    name = "eventnight.bank"
    label = "bank"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the start-up check."""
        # Checks need the app registry, so they cannot be imported with this file.
        from eventnight.bank.ledger import checks  # noqa: F401
