"""Who plays in a flight, and the hands on which players went out."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from engine.tournament.places import Place
from eventnight.events.house_settings import MOST_SEATS
from eventnight.events.models import Player
from tournaments.models.holdem import Flight


class BustHand(models.Model):
    """A hand on which players went out, numbered in the order entered. Undone hands stay, but no longer count.

    shared_hand: of hand-for-hand play; rows of one number are one hand, played at several tables. removed_entry: the
    bank entry by which the chips of players who do not play on left play.
    """

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="bust_hands")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    shared_hand = models.PositiveIntegerField(null=True, blank=True)
    removed_entry = models.PositiveBigIntegerField(null=True, blank=True, help_text="Number of the bank entry.")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_code = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["flight", "number"]
        constraints = [
            models.UniqueConstraint(fields=["flight", "number"], name="busthand_number_unique"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_code="")
                | Q(Q(undone_at__isnull=False) & ~Q(undone_by_code="")),
                name="busthand_undone_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(shared_hand__isnull=True) | Q(shared_hand__gte=1), name="busthand_shared_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"Hand {self.number}"


class FlightEntry(models.Model):
    """A player in a flight: the stack in the bank, the seat, the chips last counted, and how it ended.

    number: 1, and more for somebody who went out and entered again. started_with: chips issued, bought or carried into
    the flight. began_hand_with: chips at the start of the hand on which
    the player went out. Places run from place_first to place_last when tied players share them.
    """

    flight = models.ForeignKey(Flight, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="flight_entries")
    number = models.PositiveSmallIntegerField(default=1)
    stack_code = models.CharField(max_length=40)
    entered_at = models.DateTimeField()
    issue_entry = models.PositiveBigIntegerField(null=True, blank=True, help_text="Number of the bank entry.")
    carried_from = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="carried_to"
    )
    started_with = models.PositiveBigIntegerField()
    chips = models.PositiveBigIntegerField()
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    seat_number = models.PositiveSmallIntegerField(null=True, blank=True)
    bust_hand = models.ForeignKey(BustHand, null=True, blank=True, on_delete=models.PROTECT, related_name="entries")
    began_hand_with = models.PositiveBigIntegerField(null=True, blank=True)
    place_first = models.PositiveIntegerField(null=True, blank=True)
    place_last = models.PositiveIntegerField(null=True, blank=True)
    has_advanced = models.BooleanField(default=False)
    prize_entry = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Number of the bank entry that paid the prize."
    )

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "flight entries"
        constraints = [
            models.UniqueConstraint(fields=["flight", "player", "number"], name="flightentry_number_unique"),
            models.UniqueConstraint(
                fields=["flight", "player"], condition=Q(bust_hand__isnull=True), name="flightentry_in_once"
            ),
            models.UniqueConstraint(
                fields=["flight", "table_number", "seat_number"],
                condition=Q(bust_hand__isnull=True),
                name="flightentry_alone_in_seat",
            ),
            models.CheckConstraint(
                condition=Q(table_number__isnull=True, seat_number__isnull=True)
                | Q(
                    table_number__isnull=False,
                    table_number__gte=1,
                    seat_number__isnull=False,
                    seat_number__range=(1, MOST_SEATS),
                ),
                name="flightentry_seat_at_a_table",
            ),
            models.CheckConstraint(
                condition=Q(place_first__isnull=True, place_last__isnull=True)
                | Q(
                    place_first__isnull=False,
                    place_first__gte=1,
                    place_last__isnull=False,
                    place_last__gte=F("place_first"),
                ),
                name="flightentry_place_range",
            ),
            models.CheckConstraint(
                condition=Q(bust_hand__isnull=True, began_hand_with__isnull=True)
                | Q(
                    # Only who came to the final with an empty stack goes out with none.
                    Q(began_hand_with__gte=1) | Q(began_hand_with=0, started_with=0),
                    Q(bust_hand__isnull=False, began_hand_with__isnull=False, place_first__isnull=False, chips=0),
                ),
                name="flightentry_out_with_a_place",
            ),
            models.CheckConstraint(
                condition=Q(bust_hand__isnull=False) | Q(place_first__isnull=True) | Q(place_first=1, place_last=1),
                name="flightentry_only_winner_places_in",
            ),
        ]

    def __str__(self) -> str:
        return self.stack_code

    @property
    def is_out(self) -> bool:
        return self.bust_hand_id is not None

    @property
    def never_had_chips(self) -> bool:
        """Still in, came to the final with an empty stack and has bought nothing."""
        return not (self.is_out or self.started_with or self.chips)

    @property
    def place(self) -> Place | None:
        """The finishing place, or the places shared."""
        if self.place_first is None or self.place_last is None:
            return None
        return Place(self.place_first, self.place_last)
