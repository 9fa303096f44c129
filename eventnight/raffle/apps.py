"""The raffle: buckets, tickets and the draw that anyone can repeat."""

from __future__ import annotations

from django.apps import AppConfig


class RaffleConfig(AppConfig):
    name = "eventnight.raffle"
    label = "raffle"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name what the desk does with tickets; it asks the raffle whether any are still to be had."""
        # Models are there only now.
        from eventnight.bank.ticket_sales import ask_for_ticket_sales
        from eventnight.bank.views.desk.action import offer_at_desk
        from eventnight.raffle.selectors import why_sales_are_closed
        from eventnight.raffle.views.desk import RAFFLE_ACTIONS

        ask_for_ticket_sales(why_sales_are_closed)
        offer_at_desk(*RAFFLE_ACTIONS)
