"""The table fee of a half-hour, which every seat pays that is taken when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import Q

from eventnight.bank.models import Entry
from eventnight.core.database.readable import require_readable
from tables.models.table import Table


@dataclass(frozen=True, slots=True)
class SeatPayment:
    """Who sat where, and how many chips of the fee were paid; None while that waits for the end of a hand."""

    seat: int
    player: str
    paid: int | None

    def __post_init__(self) -> None:
        if type(self.seat) is not int or type(self.player) is not str or type(self.paid) not in (int, type(None)):
            raise ValueError(f"no payment: seat {self.seat!r}, {self.player!r}, {self.paid!r}")


class SeatFee(models.Model):
    """A half-hour of a table. There is one row for each, so that none is charged twice.

    due_at: when it ended. fee: chips that each seat owes. seats: a ``SeatPayment`` for each seat that was taken then.
    booked_at: empty while a hand is played, whose chips are left alone until it is over. entry: empty where nobody
    paid.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seat_fees")
    due_at = models.DateTimeField()
    fee = models.PositiveIntegerField()
    seats = models.JSONField(default=list, blank=True)
    booked_at = models.DateTimeField(null=True, blank=True)
    entry = models.OneToOneField(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="seat_fee")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_label = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["table", "due_at"]
        constraints = [
            models.UniqueConstraint(fields=["table", "due_at"], name="seatfee_once_for_a_half_hour"),
            models.CheckConstraint(
                condition=Q(entry__isnull=True) | Q(booked_at__isnull=False), name="seatfee_entry_is_booked"
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_label="")
                | Q(undone_at__isnull=False, entry__isnull=False) & ~Q(undone_by_label=""),
                name="seatfee_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"fee of {self.table} for the half-hour to {self.due_at:%H:%M}"

    def clean(self) -> None:
        """Raises ValidationError by the column that cannot be read."""
        require_readable(seats=lambda: self.payments)

    @property
    def payments(self) -> tuple[SeatPayment, ...]:
        """Seat by seat, in order."""
        given: list[dict[str, Any]] = self.seats
        return tuple(SeatPayment(each["seat"], each["player"], each["paid"]) for each in given)

    @property
    def chips(self) -> int:
        """Paid by all seats so far."""
        return sum(each.paid or 0 for each in self.payments)

    @property
    def short(self) -> tuple[SeatPayment, ...]:
        """Those who had less than the fee."""
        return tuple(each for each in self.payments if each.paid is not None and each.paid < self.fee)
