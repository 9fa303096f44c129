"""Hands that are played at the tables of a flight: which tables follow them, and what each led to."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from engine.poker.between.stored import read_table
from eventnight.core.database.readable import require_readable
from tables.models import Hand, Table
from tournaments.models.flight_entries import BustHand
from tournaments.models.holdem import Flight


class PlayedTable(models.Model):
    """A table of a flight whose hands are followed, and the card table that plays them.

    before_redraw: the card table's state before everybody drew a new seat at it, which undoing that puts back; empty
    once a hand was played, or where nobody drew. begun_shared: the hand that all tables play at once, as which the last
    one was begun here; empty for one of its own.
    """

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="played_tables")
    number = models.PositiveSmallIntegerField()
    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="of_flight")
    before_redraw = models.JSONField(null=True, blank=True)
    begun_shared = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["flight", "number"]
        constraints = [
            models.UniqueConstraint(fields=["flight", "number"], name="playedtable_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="playedtable_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"

    def clean(self) -> None:
        """Raises ValidationError for a state that the engine cannot read."""
        if self.before_redraw is not None:
            require_readable(before_redraw=lambda: read_table(self.before_redraw))


class PlayedHand(models.Model):
    """What a settled hand led to in its flight. bust_hand: who went out on it, empty where nobody did. shared_hand: the
    hand that all tables played at once, hand for hand.
    """

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="played_hands")
    hand = models.OneToOneField(Hand, on_delete=models.CASCADE, related_name="in_flight")
    bust_hand = models.OneToOneField(
        BustHand, null=True, blank=True, on_delete=models.PROTECT, related_name="played_hand"
    )
    shared_hand = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["flight", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(shared_hand__isnull=True) | Q(shared_hand__gte=1), name="playedhand_shared_from_one"
            ),
        ]

    def __str__(self) -> str:
        return str(self.hand)
