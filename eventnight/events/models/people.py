"""The people who come to a night: their cards, and what they mean to take part in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length

from eventnight.events.limits import LONGEST_REASON
from eventnight.events.models.night import ActivityKind, Event, NamePolicy


class Person(models.Model):
    """Somebody who comes to nights; names live here and nowhere else."""

    full_name = models.CharField(max_length=120)
    email = models.EmailField(blank=True)
    code_name = models.CharField(max_length=40, blank=True, help_text="Shown instead of the name.")
    is_minor = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.full_name


class Player(models.Model):
    """A person's place in one event: the code on the card, the personal link, the check-in."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="players")
    code = models.CharField(max_length=8)
    pin = models.CharField(max_length=4)
    token = models.CharField(max_length=43, unique=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    id_seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="ids_seen",
    )
    id_seen_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=150, blank=True, default="")
    withdrawn_reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        ordering = [Length("code"), "code"]
        constraints = [
            models.UniqueConstraint(fields=["event", "code"], name="player_code_unique"),
            models.UniqueConstraint(fields=["event", "pin"], name="player_pin_unique"),
            models.UniqueConstraint(fields=["event", "person"], name="player_once_per_event"),
            models.CheckConstraint(
                condition=Q(id_seen_by__isnull=True, id_seen_at__isnull=True)
                | Q(id_seen_by__isnull=False, id_seen_at__isnull=False),
                name="player_id_seen_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by="", withdrawn_reason="")
                | Q(withdrawn_at__isnull=False) & ~Q(withdrawn_reason=""),
                name="player_withdrawn_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.person}"

    @property
    def press_name(self) -> str:
        """What presses call it."""
        return f"player {self.code}"

    @property
    def is_checked_in(self) -> bool:
        return self.checked_in_at is not None

    @property
    def is_withdrawn(self) -> bool:
        """Does not meet the organiser's conditions, or showed no ID, and plays no further (WAS-13, WAS-14)."""
        return self.withdrawn_at is not None

    @property
    def may_play(self) -> bool:
        """Is here, and was not withdrawn."""
        return self.is_checked_in and not self.is_withdrawn

    @property
    def display_name(self) -> str:
        """The name for public pages, under the event's policy; minors and those who ask go by code name."""
        person = self.person
        return public_name(
            NamePolicy(self.event.name_policy), self.code, person.full_name, person.code_name, is_minor=person.is_minor
        )


class JoinCode(models.Model):
    """What the desk shows for a moment so that a guest without a camera opens their page; gone once it is used."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="join_code")
    hashed = models.CharField(max_length=64)
    valid_until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player.code} until {self.valid_until:%H:%M:%S}"


def public_name(policy: NamePolicy, code: str, full_name: str, code_name: str, *, is_minor: bool) -> str:
    """What a player is called in public, from the columns alone; code: of the player."""
    if is_minor or code_name or policy == NamePolicy.CODE:
        return code_name or code
    if policy == NamePolicy.FULL:
        return full_name
    first, *rest = full_name.split()
    return f"{first} {rest[-1][0].upper()}" if rest else first


class SignUp(models.Model):
    """A player means to take part in an activity; for euchre perhaps with a partner of choice."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sign_ups")
    kind = models.CharField(max_length=10, choices=ActivityKind.choices)
    partner = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="chosen_by",
    )
    signed_up_at = models.DateTimeField()

    class Meta:
        ordering = ["signed_up_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["player", "kind"], name="signup_once"),
            models.CheckConstraint(condition=Q(kind__in=ActivityKind.values), name="signup_known_kind"),
            models.CheckConstraint(
                condition=Q(partner__isnull=True) | ~Q(partner=F("player")),
                name="signup_partner_is_other",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"
