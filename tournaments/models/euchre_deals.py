"""What the system deals at the tables of a bracket: packs, and the hand that is played with one."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from engine.euchre.dealt import pack_of
from engine.euchre.deck import SEATS
from tables.models import OPEN_STATES, Pack, TurnLimits
from tournaments.models.bracket import Match


class EuchreDeal(Pack):
    """A pack for a match: for the flip that makes the first dealer, or for a hand.

    Seats are 1 to 4, clockwise, one and three of the upper team. game: of the match, empty before the hand begins.
    is_flip: it made the first dealer; then hand_number is 0. dealer: the seat that deals, or that the jack came to.
    seen: the hand as everybody sees it, as JSON. version: rises with every act.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deals")
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    is_flip = models.BooleanField(default=False)
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    seen = models.JSONField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta(Pack.Meta):
        ordering = ["match", "serial"]
        constraints = [
            models.UniqueConstraint(fields=["match", "serial"], name="euchredeal_serial_unique"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state__in=OPEN_STATES), name="euchredeal_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(hand_number__isnull=True) | Q(dealer__gte=1, dealer__lte=SEATS),
                name="euchredeal_has_a_dealer",
            ),
            *Pack.Meta.constraints,
        ]

    def __str__(self) -> str:
        return f"deal {self.serial} of {self.match}"

    @property
    def cards(self) -> tuple[str, ...]:
        """The Benny last, where it is played with. Rules: EUC-3."""
        return pack_of(self.match.tournament.house_rules)

    @property
    def belongs_to(self) -> tuple[str, ...]:
        return (self.match.tournament.event.code,)

    @property
    def limits(self) -> TurnLimits:
        tournament = self.match.tournament
        return TurnLimits(tournament.turn_seconds or 0, tournament.bank_seconds)
