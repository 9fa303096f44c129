"""The seats around a card table."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from eventnight.bank.ledger.refs import AccountRef, seat_chips, stack
from eventnight.events.house_settings import MOST_SEATS
from eventnight.events.models import Player
from tables.models.table import Table


class Seat(models.Model):
    """A chair at a card table. Its chips lie in the bank under its code, or in a tournament's stack.

    stack_code: the stack, at the table of a flight; the flight knows who sits there, and the seat who did in the last
    hand.
    """

    stack_chips: int
    """Put there with the stack, for whoever asks the flight's table for its seats and their chips."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    sat_down_at = models.DateTimeField(null=True, blank=True)
    stack_code = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_unique"),
            models.UniqueConstraint(fields=["player"], condition=Q(stack_code=""), name="seat_player_sits_once"),
            models.CheckConstraint(
                condition=Q(stack_code="") | Q(player__isnull=False), name="seat_stack_has_a_player"
            ),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=MOST_SEATS), name="seat_number_at_table"),
            models.CheckConstraint(
                condition=Q(player__isnull=True, sat_down_at__isnull=True)
                | Q(player__isnull=False, sat_down_at__isnull=False),
                name="seat_taken_with_time",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.table}"

    @property
    def code(self) -> str:
        """The seat in the books: "T1-3"."""
        return seat_code(self.table, self.number)

    @property
    def account(self) -> AccountRef:
        """Where its chips lie in the bank."""
        return stack(self.stack_code) if self.stack_code else seat_chips(self.code)

    @property
    def is_taken(self) -> bool:
        return self.player_id is not None

    @property
    def sitter(self) -> Player:
        """Who sits there. Raises ValueError for a seat that is free."""
        if self.player is None:
            raise ValueError(f"nobody sits on {self}")
        return self.player


def seat_code(table: Table, number: int) -> str:
    """The code of one seat of a table, without reading its row."""
    return f"{table.code}-{number}"
