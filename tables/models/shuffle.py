"""A pack that the system has shuffled for a card table."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from engine.cards import JOKER, card_text, full_deck
from tables.models.pack import OPEN_STATES, Pack, TurnLimits
from tables.models.table import Table


class Shuffle(Pack):
    """A pack for a hand of poker."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shuffles")

    class Meta(Pack.Meta):
        ordering = ["table", "serial"]
        constraints = [
            models.UniqueConstraint(fields=["table", "serial"], name="shuffle_serial_unique"),
            models.UniqueConstraint(fields=["table"], condition=Q(state__in=OPEN_STATES), name="shuffle_one_at_a_time"),
            *Pack.Meta.constraints,
        ]

    def __str__(self) -> str:
        return f"shuffle {self.serial} of {self.table}"

    @property
    def cards(self) -> tuple[str, ...]:
        """The joker last, where the game has it. Rules: BIS-1."""
        has_bug = any(game.has_bug for game in self.table.games)
        return tuple(card_text(card) for card in (*full_deck(), *([JOKER] if has_bug else [])))

    @property
    def belongs_to(self) -> tuple[str, ...]:
        return self.table.event.code, self.table.code

    @property
    def limits(self) -> TurnLimits:
        return TurnLimits(self.table.turn_seconds or 0, self.table.bank_seconds)
