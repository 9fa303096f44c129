"""The bank of an event: accounts, entries and the transfers between them."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import Tags, register


class BankConfig(AppConfig):
    name = "eventnight.bank"
    label = "bank"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the start-up check, and name what the desk does."""
        # Checks and pages need the app registry, so they cannot be imported with this file.
        from eventnight.bank.ledger.checks import ledger_has_its_triggers
        from eventnight.bank.views.desk.action import offer_at_desk
        from eventnight.bank.views.desk.bank_actions import BANK_ACTIONS

        register(ledger_has_its_triggers, Tags.database)
        offer_at_desk(*BANK_ACTIONS)
