"""The raffle: buckets, tickets and the draw that anyone can repeat."""

from __future__ import annotations

from django.apps import AppConfig


class RaffleConfig(AppConfig):
    name = "eventnight.raffle"
    label = "raffle"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The desk asks the raffle whether it still offers tickets."""
        # Models are there only now.
        from eventnight.bank.ticket_sales import ask_for_ticket_sales
        from eventnight.raffle.selectors import why_sales_are_closed

        ask_for_ticket_sales(why_sales_are_closed)
