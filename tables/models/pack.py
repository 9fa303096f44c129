"""A pack that the system has shuffled: promised, then dealt, and published after its hand."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import models
from django.db.models import Q

from eventnight.core.database.readable import require_readable


class Sent(NamedTuple):
    """Whose phone is ready. game: what the player picked for the hand, where the button picks."""

    player: str
    game: str = ""


class TurnLimits(NamedTuple):
    """Seconds of a turn, and of the time bank that each player has besides."""

    turn: int
    bank: int


TURNS_UNTIL_AWAY = 3
"""So many in a row that ran out."""
_HASH = 64
"""Hex digits of SHA-256."""
_MOMENTS = ("turn_began_at", "turn_ends_at", "due_at")


class PackState(models.TextChoices):
    PROMISED = "promised", "Promised"
    DEALT = "dealt", "Dealt"
    PUBLISHED = "published", "Published"
    GIVEN_UP = "given_up", "Never dealt"


OPEN_STATES = (PackState.PROMISED, PackState.DEALT)


class Pack(models.Model):
    """A pack of the system, whatever is played with it. Where it plays stands one that is promised or dealt, and those
    of before.

    name: which pack, for whoever checks it; no other night has one of that name. root, seed_hash: the promise, as hex.
    secret: seed and hidden cards, sealed; empty once they are of no more use. ready: whose phones are, by seat; their
    numbers are sealed until the deal. due_at: when the hand begins though not everybody is ready. numbers: of the seats
    that were dealt in, empty text for none. hand_number, dealt_at: empty before the hand begins. turn_began_at,
    turn_ends_at: of whoever is to act. banks: seconds left of each player's time bank, those who have used some.
    missed: turns in a row that each player let pass. watched_at: when the tick last looked at the hand. paused_at:
    empty while the hand goes on. is_void: the hand was called off. published: the file that anybody checks.
    """

    serial = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    state = models.CharField(max_length=10, choices=PackState.choices, default=PackState.PROMISED)
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
        abstract = True
        constraints = [
            models.CheckConstraint(condition=Q(serial__gte=1), name="%(class)s_serial_from_one"),
            models.CheckConstraint(condition=Q(state__in=PackState.values), name="%(class)s_known_state"),
            models.CheckConstraint(condition=~Q(root="") & ~Q(seed_hash=""), name="%(class)s_is_promised"),
            models.CheckConstraint(
                condition=Q(state__in=(PackState.PROMISED, PackState.GIVEN_UP), hand_number__isnull=True)
                | Q(state__in=(PackState.DEALT, PackState.PUBLISHED), hand_number__isnull=False),
                name="%(class)s_dealt_to_a_hand",
            ),
            models.CheckConstraint(
                condition=Q(state=PackState.PUBLISHED, published__isnull=False)
                | Q(~Q(state=PackState.PUBLISHED), published__isnull=True),
                name="%(class)s_published_with_its_file",
            ),
            models.CheckConstraint(
                condition=Q(state__in=OPEN_STATES) | Q(secret=""), name="%(class)s_secret_ends_with_it"
            ),
        ]

    def clean(self) -> None:
        """Raises ValidationError for numbers that cannot be read."""
        require_readable(ready=lambda: self.sent, numbers=lambda: self.numbers_by_seat)

    if TYPE_CHECKING:

        @property
        def cards(self) -> tuple[str, ...]:
            """All cards of the pack, in their plain order."""

        @property
        def belongs_to(self) -> tuple[str, ...]:
            """The night and the place to which its secret is bound."""

        @property
        def limits(self) -> TurnLimits:
            """How long those may think who play with it."""

    @property
    def sent(self) -> dict[int, Sent]:
        """Who is ready, by seat."""
        given: dict[str, Any] = self.ready
        return {int(seat): Sent(*map(str, sent)) for seat, sent in given.items()}

    def is_ready(self, seat: int, player_code: str) -> bool:
        """Whether the phone of the player who sits there is."""
        sent = self.sent.get(seat)
        return sent is not None and sent.player == player_code

    @property
    def numbers_by_seat(self) -> dict[int, str]:
        """What the deck was made of besides the seed."""
        given: dict[str, Any] = self.numbers
        return {int(seat): str(number) for seat, number in given.items()}

    @property
    def is_dealt(self) -> bool:
        return self.state == PackState.DEALT

    @property
    def is_published(self) -> bool:
        return self.state == PackState.PUBLISHED

    def bank_of(self, player_code: str) -> int:
        """Seconds left of a player's time bank."""
        return int(self.banks.get(player_code, self.limits.bank))

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

    def is_time_up(self, now: datetime) -> bool:
        """Whether whoever is to act has let the time pass."""
        return self.is_dealt and self.paused_at is None and self.turn_ends_at is not None and self.turn_ends_at <= now

    def begin_turn(self, player_code: str | None, now: datetime) -> None:
        """The time of a player with what is left of their bank; None: nobody is to act. The caller saves the row."""
        if player_code is None:
            self.turn_began_at = self.turn_ends_at = None
            return
        self.turn_began_at = now
        self.turn_ends_at = now + timedelta(seconds=self.limits.turn + self.bank_of(player_code))

    def take_from_bank(self, player_code: str, now: datetime) -> None:
        """Whole seconds beyond the turn come from the player's bank; the caller saves the row."""
        if self.turn_began_at is None:
            return
        beyond = int((now - self.turn_began_at).total_seconds()) - self.limits.turn
        if beyond > 0:
            self.banks = {**self.banks, player_code: max(self.bank_of(player_code) - beyond, 0)}

    def turns_missed(self, player_code: str) -> int:
        """In a row, until now."""
        return int(self.missed.get(player_code, 0))

    def is_away(self, player_code: str) -> bool:
        """Whether the player has let so many turns pass that nobody waits for them."""
        return self.turns_missed(player_code) >= TURNS_UNTIL_AWAY

    def miss_turn(self, player_code: str) -> None:
        """One more in a row; the caller saves the row."""
        self.missed = {**self.missed, player_code: self.turns_missed(player_code) + 1}

    def forget_missed(self, player_code: str) -> None:
        """The player is there; the caller saves the row."""
        self.missed = {code: turns for code, turns in self.missed.items() if code != player_code}

    def keep_times_of(self, player_codes: Collection[str]) -> None:
        """Nobody else plays here any more; the caller saves the row."""
        self.banks = {code: seconds for code, seconds in self.banks.items() if code in player_codes}
        self.missed = {code: turns for code, turns in self.missed.items() if code in player_codes}

    def move_times(self, by: timedelta) -> None:
        """Give back time in which nobody could act; the caller saves the row."""
        for column in _MOMENTS:
            moment = getattr(self, column)
            if moment is not None:
                setattr(self, column, moment + by)

    @property
    def promise(self) -> dict[str, str]:
        """What is told before the hand, for whoever keeps it and compares it afterwards."""
        return {"hand": self.name, "root": self.root, "seed_hash": self.seed_hash}

    @property
    def file_name(self) -> str:
        what = "pack" if self.is_published else "promise"
        return f"{what}-{self.name.replace(' ', '-').lower()}.json"
