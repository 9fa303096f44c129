"""A pack that the system has shuffled for a table: promised, then dealt, and published after its hand."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Q

from eventnight.core.database.readable import require_readable
from tables.models.table import Table


class Sent(NamedTuple):
    """Whose phone is ready. game: what the player picked for the hand, where the button picks."""

    player: str
    game: str = ""


_HASH = 64
"""Hex digits of SHA-256."""


class ShuffleState(models.TextChoices):
    PROMISED = "promised", "Promised"
    DEALT = "dealt", "Dealt"
    PUBLISHED = "published", "Published"
    GIVEN_UP = "given_up", "Never dealt"


class Shuffle(models.Model):
    """One pack of the system. A table at which the system deals has one that is promised or dealt, and those of before.

    name: which pack, for whoever checks it; no other night has one of that name. root, seed_hash: the promise, as hex.
    secret: seed and hidden cards, sealed; empty once they are of no more use. ready: whose phones are, by seat; their
    numbers are sealed until the deal. due_at: when the hand begins though not everybody is ready. numbers: of the seats
    that were dealt in, empty text for none. hand_number, dealt_at: empty before the hand begins. turn_began_at,
    turn_ends_at: of whoever is to act. banks: seconds left of each player's time bank, those who have used some.
    missed: turns in a row that each player let pass. watched_at: when the tick last looked at the hand. paused_at:
    empty while the hand goes on. is_void: the hand was called off. published: the file that anybody checks.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shuffles")
    serial = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    state = models.CharField(max_length=10, choices=ShuffleState.choices, default=ShuffleState.PROMISED)
    promised_at = models.DateTimeField()
    root = models.CharField(max_length=_HASH)
    seed_hash = models.CharField(max_length=_HASH)
    secret = models.TextField(blank=True)
    ready = models.JSONField(default=dict, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    numbers = models.JSONField(default=dict, blank=True)
    hand_number = models.PositiveIntegerField(null=True, blank=True)
    dealt_at = models.DateTimeField(null=True, blank=True)
    turn_began_at = models.DateTimeField(null=True, blank=True)
    turn_ends_at = models.DateTimeField(null=True, blank=True)
    banks = models.JSONField(default=dict, blank=True)
    missed = models.JSONField(default=dict, blank=True)
    watched_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    is_void = models.BooleanField(default=False)
    published = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["table", "serial"]
        constraints = [
            models.UniqueConstraint(fields=["table", "serial"], name="shuffle_serial_unique"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(state__in=(ShuffleState.PROMISED, ShuffleState.DEALT)),
                name="shuffle_one_at_a_time",
            ),
            models.CheckConstraint(condition=Q(serial__gte=1), name="shuffle_serial_from_one"),
            models.CheckConstraint(condition=Q(state__in=ShuffleState.values), name="shuffle_known_state"),
            models.CheckConstraint(condition=~Q(root="") & ~Q(seed_hash=""), name="shuffle_is_promised"),
            models.CheckConstraint(
                condition=Q(state__in=(ShuffleState.PROMISED, ShuffleState.GIVEN_UP), hand_number__isnull=True)
                | Q(state__in=(ShuffleState.DEALT, ShuffleState.PUBLISHED), hand_number__isnull=False),
                name="shuffle_dealt_to_a_hand",
            ),
            models.CheckConstraint(
                condition=Q(state=ShuffleState.PUBLISHED, published__isnull=False)
                | Q(~Q(state=ShuffleState.PUBLISHED), published__isnull=True),
                name="shuffle_published_with_its_file",
            ),
            models.CheckConstraint(
                condition=Q(state__in=(ShuffleState.PROMISED, ShuffleState.DEALT)) | Q(secret=""),
                name="shuffle_secret_ends_with_it",
            ),
        ]

    def __str__(self) -> str:
        return f"shuffle {self.serial} of {self.table}"

    def clean(self) -> None:
        """Raises ValidationError for numbers that cannot be read."""
        require_readable(ready=lambda: self.sent, numbers=lambda: self.numbers_by_seat)

    @property
    def sent(self) -> dict[int, Sent]:
        """Who is ready, by seat."""
        given: dict[str, Any] = self.ready
        return {int(seat): Sent(*map(str, sent)) for seat, sent in given.items()}

    @property
    def numbers_by_seat(self) -> dict[int, str]:
        """What the deck was made of besides the seed."""
        given: dict[str, Any] = self.numbers
        return {int(seat): str(number) for seat, number in given.items()}

    @property
    def is_dealt(self) -> bool:
        return self.state == ShuffleState.DEALT

    @property
    def is_published(self) -> bool:
        return self.state == ShuffleState.PUBLISHED

    def bank_of(self, player_code: str) -> int:
        """Seconds left of a player's time bank."""
        return int(self.banks.get(player_code, self.table.bank_seconds))

    def seconds_left(self, now: datetime) -> int | None:
        """Of the turn with what is left of the time bank; None while nobody is to act."""
        if self.turn_ends_at is None:
            return None
        return max(int((self.turn_ends_at - (self.paused_at or now)).total_seconds()), 0)

    @property
    def turn_length(self) -> int:
        """Seconds of the turn with the time bank, 0 while nobody is to act."""
        if self.turn_began_at is None or self.turn_ends_at is None:
            return 0
        return int((self.turn_ends_at - self.turn_began_at).total_seconds())

    @property
    def promise(self) -> dict[str, str]:
        """What is told before the hand, for whoever keeps it and compares it afterwards."""
        return {"hand": self.name, "root": self.root, "seed_hash": self.seed_hash}

    @property
    def file_name(self) -> str:
        what = "pack" if self.is_published else "promise"
        return f"{what}-{self.name.replace(' ', '-').lower()}.json"
