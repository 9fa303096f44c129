"""A call of the floor: one row from the tap at the table to its end."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from eventnight.calls.places import Kind, Place
from eventnight.events.models import Event, Player
from tables.models import Table
from tournaments.models import Flight, Match


class About(models.TextChoices):
    """What a call is about, as whoever called may say."""

    RULING = "ruling", "A ruling"
    WRONG_DEAL = "wrong_deal", "A wrong deal"
    CHIPS = "chips", "Chips"
    OTHER = "other", "Something else"


class CallState(models.TextChoices):
    WAITING = "waiting", "Waiting"
    TAKEN = "taken", "On the way"
    DONE = "done", "Answered"
    CANCELLED = "cancelled", "Cancelled"
    TABLE_ENDED = "table_ended", "Table ended"


OPEN = (CallState.WAITING, CallState.TAKEN)
IS_OPEN = Q(state__in=OPEN)


class FloorCall(models.Model):
    """Of the places exactly one is set: flight with table_number, table, or match.

    player, seat_number: who called, empty for a member of staff; euchre numbers no seats. about: empty until somebody
    says. taken_by: who is on the way, or came; ended_by_code: who ended it, the system where its table ended.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="floor_calls")
    flight = models.ForeignKey(Flight, null=True, blank=True, on_delete=models.CASCADE, related_name="floor_calls")
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="floor_calls")
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE, related_name="floor_calls")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="floor_calls")
    seat_number = models.PositiveSmallIntegerField(null=True, blank=True)
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    about = models.CharField(max_length=10, choices=About.choices, blank=True)
    state = models.CharField(max_length=12, choices=CallState.choices, default=CallState.WAITING)
    called_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by_code = models.CharField(max_length=40, blank=True)
    taken_by_label = models.CharField(max_length=150, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by_code = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["flight", "table_number"],
                condition=IS_OPEN & Q(flight__isnull=False),
                name="floorcall_one_open_at_a_flights_table",
            ),
            models.UniqueConstraint(
                fields=["table"], condition=IS_OPEN & Q(table__isnull=False), name="floorcall_one_open_at_a_card_table"
            ),
            models.UniqueConstraint(
                fields=["match"], condition=IS_OPEN & Q(match__isnull=False), name="floorcall_one_open_at_a_match"
            ),
            models.CheckConstraint(
                condition=Q(flight__isnull=False, table__isnull=True, match__isnull=True)
                & Q(table_number__isnull=False, table_number__gte=1)
                | Q(flight__isnull=True, table_number__isnull=True)
                & (Q(table__isnull=False, match__isnull=True) | Q(table__isnull=True, match__isnull=False)),
                name="floorcall_from_one_place",
            ),
            models.CheckConstraint(condition=Q(state__in=CallState.values), name="floorcall_known_state"),
            models.CheckConstraint(condition=Q(about__in=("", *About.values)), name="floorcall_known_about"),
            models.CheckConstraint(
                condition=Q(seat_number__isnull=True)
                | Q(player__isnull=False, match__isnull=True, seat_number__isnull=False, seat_number__gte=1),
                name="floorcall_seat_of_a_player",
            ),
            models.CheckConstraint(condition=~Q(by_code="") & ~Q(by_label=""), name="floorcall_by_somebody"),
            models.CheckConstraint(
                condition=Q(taken_at__isnull=True, taken_by_code="", taken_by_label="")
                & ~Q(state__in=(CallState.TAKEN, CallState.DONE))
                | Q(taken_at__isnull=False)
                & ~Q(state=CallState.WAITING)
                & ~Q(taken_by_code="")
                & ~Q(taken_by_label=""),
                name="floorcall_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=IS_OPEN & Q(ended_at__isnull=True, ended_by_code="")
                | ~IS_OPEN & Q(ended_at__isnull=False) & ~Q(ended_by_code=""),
                name="floorcall_ended_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"call {self.pk} by {self.by_label}"

    @property
    def place(self) -> Place:
        """The table that called."""
        if self.flight_id is not None:
            return Place(Kind.FLIGHT, self.flight_id, self.table_number or 0)
        if self.table_id is not None:
            return Place(Kind.TABLE, self.table_id)
        assert self.match_id is not None
        return Place(Kind.MATCH, self.match_id)
