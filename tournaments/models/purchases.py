"""Chips a player buys in a flight beside the starting stack: re-buys, and the add-on at a break."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.flight_entries import FlightEntry


class PurchaseKind(models.TextChoices):
    REBUY = "rebuy", "Re-buy"
    ADD_ON = "add_on", "Add-on"


class StackPurchase(models.Model):
    """A re-buy or an add-on. paid is in cents. Undone purchases stay, but no longer count."""

    entry = models.ForeignKey(FlightEntry, on_delete=models.CASCADE, related_name="purchases")
    kind = models.CharField(max_length=10, choices=PurchaseKind.choices)
    chips = models.PositiveBigIntegerField()
    paid = models.PositiveBigIntegerField()
    bank_entry = models.PositiveBigIntegerField(help_text="Number of the bank entry.")
    at = models.DateTimeField()
    by_label = models.CharField(max_length=150)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_code = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=PurchaseKind.values), name="stackpurchase_known_kind"),
            models.CheckConstraint(condition=Q(chips__gte=1), name="stackpurchase_of_chips"),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(kind=PurchaseKind.ADD_ON, undone_at__isnull=True),
                name="stackpurchase_one_add_on",
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_code="")
                | Q(Q(undone_at__isnull=False) & ~Q(undone_by_code="")),
                name="stackpurchase_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.chips:,}"
