"""Who moves where at a flight's tables: moves made, seats kept, the next hand's blinds, and proposals refused."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from engine.tournament.seating import NextHand, Seat
from eventnight.events.house_settings import MOST_SEATS
from tournaments.models.flight_entries import FlightEntry
from tournaments.models.holdem import Flight

NOTE_LENGTH = 120


class MoveKind(models.TextChoices):
    MOVE = "move", "Moved by the floor"
    BALANCE = "balance", "Balanced"
    BREAK = "break", "Table broken"
    FINAL = "final", "Last table drawn"


def _seat_at_a_table(table: str, seat: str) -> Q:
    return Q(**{f"{table}__gte": 1, f"{seat}__range": (1, MOST_SEATS)})


class FlightTable(models.Model):
    """Where the button and the blinds of a table's next hand are, as the floor told. No row: not known.

    Button and small blind may be empty seats.
    """

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="next_hands")
    number = models.PositiveSmallIntegerField()
    button = models.PositiveSmallIntegerField()
    small_blind = models.PositiveSmallIntegerField()
    big_blind = models.PositiveSmallIntegerField()
    told_at = models.DateTimeField()
    by_label = models.CharField(max_length=150)

    class Meta:
        ordering = ["flight", "number"]
        constraints = [
            models.UniqueConstraint(fields=["flight", "number"], name="flighttable_number_unique"),
            models.CheckConstraint(
                condition=_seat_at_a_table("number", "button")
                & _seat_at_a_table("number", "small_blind")
                & _seat_at_a_table("number", "big_blind"),
                name="flighttable_seats_at_a_table",
            ),
            models.CheckConstraint(condition=~Q(small_blind=F("big_blind")), name="flighttable_two_blinds"),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"

    @property
    def next_hand(self) -> NextHand:
        return NextHand(self.button, self.small_blind, self.big_blind)


class SeatHold(models.Model):
    """A seat that the floor keeps: locked for the player of an entry, or empty without one."""

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="holds")
    table_number = models.PositiveSmallIntegerField()
    seat_number = models.PositiveSmallIntegerField()
    entry = models.OneToOneField(FlightEntry, null=True, blank=True, on_delete=models.CASCADE, related_name="hold")
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)

    class Meta:
        ordering = ["flight", "table_number", "seat_number"]
        constraints = [
            models.UniqueConstraint(fields=["flight", "table_number", "seat_number"], name="seathold_seat_unique"),
            models.CheckConstraint(
                condition=_seat_at_a_table("table_number", "seat_number"), name="seathold_seat_at_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"Table {self.table_number} seat {self.seat_number}"

    @property
    def seat(self) -> Seat:
        return self.table_number, self.seat_number


class SeatMove(models.Model):
    """A player went from one seat to another. Undone moves stay, but no longer count.

    batch: the key of the press that made it, shared by all moves it made.
    """

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="moves")
    entry = models.ForeignKey(FlightEntry, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=MoveKind.choices)
    batch = models.UUIDField()
    start_table = models.PositiveSmallIntegerField()
    start_seat = models.PositiveSmallIntegerField()
    end_table = models.PositiveSmallIntegerField()
    end_seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_code = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["flight", "number"]
        constraints = [
            models.UniqueConstraint(fields=["flight", "number"], name="seatmove_number_unique"),
            models.UniqueConstraint(fields=["batch", "entry"], name="seatmove_once_per_press"),
            models.CheckConstraint(condition=Q(kind__in=MoveKind.values), name="seatmove_known_kind"),
            models.CheckConstraint(
                condition=_seat_at_a_table("start_table", "start_seat") & _seat_at_a_table("end_table", "end_seat"),
                name="seatmove_seats_at_a_table",
            ),
            models.CheckConstraint(
                condition=~Q(start_table=F("end_table"), start_seat=F("end_seat")), name="seatmove_goes_somewhere"
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_code="")
                | Q(Q(undone_at__isnull=False) & ~Q(undone_by_code="")),
                name="seatmove_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"Move {self.number}"

    @property
    def start(self) -> Seat:
        return self.start_table, self.start_seat

    @property
    def end(self) -> Seat:
        return self.end_table, self.end_seat


class ProposalRefusal(models.Model):
    """What the floor does not want done while the tables stand as they did. situation: digest of that standing."""

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="refusals")
    situation = models.CharField(max_length=16)
    reason = models.CharField(max_length=NOTE_LENGTH)
    at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)

    class Meta:
        ordering = ["flight", "id"]
        constraints = [
            models.UniqueConstraint(fields=["flight", "situation"], name="proposalrefusal_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="proposalrefusal_has_a_reason"),
        ]

    def __str__(self) -> str:
        return self.reason
