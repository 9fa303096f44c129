"""Colour-ups: a small chip leaves a table, and its odd chips are raced for."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournaments.models.holdem import Flight


class ChipRace(models.Model):
    """A colour-up of one table. Chips are whole table value; drift is what the race added to play.

    stacks: small chips by piece, cards: text, changes: what each stack gained (above 0) or lost; each by player code.
    """

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="races")
    table_number = models.PositiveSmallIntegerField()
    small = models.PositiveBigIntegerField()
    large = models.PositiveBigIntegerField()
    stacks = models.JSONField()
    cards = models.JSONField()
    changes = models.JSONField()
    drift = models.BigIntegerField()
    bank_entry = models.PositiveBigIntegerField(help_text="Number of the bank entry.")
    at = models.DateTimeField()
    by_label = models.CharField(max_length=150)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_code = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["flight", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["flight", "table_number", "small"],
                condition=Q(undone_at__isnull=True),
                name="chiprace_once_at_a_table",
            ),
            models.CheckConstraint(condition=Q(small__gte=1, large__gt=F("small")), name="chiprace_into_a_larger_chip"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_code="")
                | Q(Q(undone_at__isnull=False) & ~Q(undone_by_code="")),
                name="chiprace_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"Table {self.table_number}: {self.small:,} to {self.large:,}"
