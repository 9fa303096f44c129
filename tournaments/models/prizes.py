"""What a hold'em tournament pays, and the deals by which the last players share it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from engine.tournament.payouts import SHARE_TABLES, PrizePlan
from engine.units import Cents
from tournaments.models.flight_entries import FlightEntry
from tournaments.models.holdem import HoldemTournament


class PrizeScale(models.TextChoices):
    """How steeply prizes fall, in the engine's words."""

    STANDARD = "standard", "Standard"
    FLAT = "flat", "Flat: more for the later places"
    STEEP = "steep", "Steep: more for the first"


class DealMethod(models.TextChoices):
    ICM = "icm", "ICM: what the stacks are worth"
    CHIP_CHOP = "chip_chop", "Chip chop: the rest split by chips"


class Prizes(models.Model):
    """How the tournament pays. Money is in cents.

    entry_share, rebuy_share, add_on_share: of what the books say was taken for each, how much goes into the pool, in
    percent. added: by the house; guaranteed: the least that the pool is. paid: the number of paid places, or empty for
    one in every one_in entries. unit: what prizes are rounded to. fixed_upto: the last entry of the books that counts,
    once the prizes are fixed; empty while what is taken still raises them.
    """

    tournament = models.OneToOneField(
        HoldemTournament, on_delete=models.CASCADE, primary_key=True, related_name="prizes"
    )
    entry_share = models.PositiveSmallIntegerField(default=0, help_text="In percent.")
    rebuy_share = models.PositiveSmallIntegerField(default=0, help_text="In percent.")
    add_on_share = models.PositiveSmallIntegerField(default=0, help_text="In percent.")
    added = models.PositiveBigIntegerField(default=0)
    guaranteed = models.PositiveBigIntegerField(default=0)
    paid = models.PositiveSmallIntegerField(null=True, blank=True)
    one_in = models.PositiveSmallIntegerField(default=8)
    scale = models.CharField(max_length=10, choices=PrizeScale.choices, default=PrizeScale.STANDARD)
    unit = models.PositiveBigIntegerField(default=100)
    fixed_upto = models.PositiveBigIntegerField(null=True, blank=True, help_text="Number of the bank entry.")
    fixed_at = models.DateTimeField(null=True, blank=True)
    fixed_by_label = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name_plural = "prizes"
        constraints = [
            models.CheckConstraint(condition=Q(scale__in=PrizeScale.values), name="prizes_known_scale"),
            models.CheckConstraint(condition=Q(unit__gte=1, one_in__gte=1), name="prizes_in_whole_units"),
            models.CheckConstraint(condition=Q(paid__isnull=True) | Q(paid__gte=1), name="prizes_pay_a_place"),
            models.CheckConstraint(
                condition=Q(entry_share__lte=100, rebuy_share__lte=100, add_on_share__lte=100),
                name="prizes_share_what_was_taken",
            ),
            models.CheckConstraint(
                condition=Q(fixed_upto__isnull=True, fixed_at__isnull=True, fixed_by_label="")
                | Q(Q(fixed_upto__isnull=False, fixed_at__isnull=False) & ~Q(fixed_by_label="")),
                name="prizes_fixed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"Prizes of {self.tournament}"

    def plan(self) -> PrizePlan:
        """As the engine reads it."""
        return PrizePlan(paid=self.paid, one_in=self.one_in, table=SHARE_TABLES[self.scale], unit=Cents(self.unit))


class Deal(models.Model):
    """A proposal of the last players to share what is left. It is made once everybody in it has agreed."""

    tournament = models.ForeignKey(HoldemTournament, on_delete=models.CASCADE, related_name="deals")
    method = models.CharField(max_length=10, choices=DealMethod.choices)
    proposed_at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    made_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(withdrawn_at__isnull=True), name="deal_one_at_a_time"
            ),
            models.CheckConstraint(condition=Q(method__in=DealMethod.values), name="deal_known_method"),
        ]

    def __str__(self) -> str:
        return f"{self.get_method_display()}, {self.tournament}"


class DealShare(models.Model):
    """What a player gets by a deal, for the chips counted then."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="shares")
    entry = models.ForeignKey(FlightEntry, on_delete=models.PROTECT, related_name="deal_shares")
    chips = models.PositiveBigIntegerField()
    cents = models.PositiveBigIntegerField()
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_by = models.CharField(max_length=150, blank=True, help_text="Who of the staff heard it.")

    class Meta:
        ordering = ["-chips", "id"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "entry"], name="dealshare_once"),
            models.CheckConstraint(condition=Q(chips__gte=1), name="dealshare_for_chips"),
            models.CheckConstraint(
                condition=Q(agreed_at__isnull=True, agreed_by="") | Q(Q(agreed_at__isnull=False) & ~Q(agreed_by="")),
                name="dealshare_agreed_before_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.cents}"
