"""Bets on the mat and the spins that settle them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from engine.roulette.wheel import AMERICAN
from eventnight.bank.models import Entry
from eventnight.core.database.readable import require_readable
from eventnight.events.models import Player
from tables.models.table import Table


class BetState(models.TextChoices):
    PLACED = "placed", "On the mat"
    SETTLED = "settled", "Settled"
    WITHDRAWN = "withdrawn", "Taken back"


class Spin(models.Model):
    """A number the ball fell into. An undone one stays, its number is free again and its bets lie on the mat.

    nets: chips won (above zero) or lost by player code.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="spins")
    number = models.PositiveIntegerField()
    pocket = models.CharField(max_length=2)
    nets = models.JSONField(default=dict)
    settled_at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="spin")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_label = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["table", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"], condition=Q(undone_at__isnull=True), name="spin_number_unique"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="spin_number_from_one"),
            models.CheckConstraint(condition=~Q(pocket=""), name="spin_has_pocket"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_label="")
                | Q(undone_at__isnull=False) & ~Q(undone_by_label=""),
                name="spin_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"spin {self.number} of {self.table}"

    def clean(self) -> None:
        """Raises ValidationError for a pocket that no wheel has."""
        require_readable(pocket=lambda: self.colour)

    @property
    def colour(self) -> str:
        """red, black or green; a pocket has one colour on every wheel."""
        return AMERICAN.colour_of(self.pocket).value


class Bet(models.Model):
    """Chips of a player on one bet, by its name: "split 8-11". They change hands when the ball has fallen.

    returned: stake and win, or 0, once settled.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="bets")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="bets")
    bet = models.CharField(max_length=40)
    chips = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=BetState.choices, default=BetState.PLACED)
    placed_at = models.DateTimeField()
    spin = models.ForeignKey(Spin, null=True, blank=True, on_delete=models.PROTECT, related_name="bets")
    returned = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["table", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=BetState.values), name="bet_known_state"),
            models.CheckConstraint(condition=Q(chips__gte=1), name="bet_chips_above_zero"),
            models.CheckConstraint(
                condition=Q(state=BetState.SETTLED, spin__isnull=False, returned__isnull=False)
                | Q(~Q(state=BetState.SETTLED), spin__isnull=True, returned__isnull=True),
                name="bet_settled_by_a_spin",
            ),
        ]
        indexes = [
            models.Index(fields=["table", "state"], name="bet_by_table_state"),
            models.Index(fields=["player", "state"], name="bet_by_player_state"),
        ]

    def __str__(self) -> str:
        return f"{self.chips} on {self.words}"

    @property
    def is_withdrawn(self) -> bool:
        return self.state == BetState.WITHDRAWN

    @property
    def words(self) -> str:
        """The bet as people read it: "top line 0-00-1-2-3"."""
        return self.bet.replace("_", " ")
