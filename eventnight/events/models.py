"""An event, its programme, and the people who come to it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length, Upper

from eventnight.core.database.readable import require_readable
from eventnight.core.values.zones import zone_names, zone_of
from eventnight.events.facts import checked_currency, checked_zone
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.house_templates import house_template
from eventnight.events.limits import LONGEST_ADDRESS, LONGEST_REASON


class NamePolicy(models.TextChoices):
    FIRST_AND_INITIAL = "first_and_initial", "First name and initial"
    FULL = "full", "Full name"
    CODE = "code", "Code name only"


class EventStatus(models.TextChoices):
    PLANNED = "planned", "Planned"
    OPEN = "open", "Under way"
    CLOSED = "closed", "Closed"


class ActivityKind(models.TextChoices):
    DOORS = "doors", "Doors and check-in"
    EUCHRE = "euchre", "Euchre"
    HOLDEM = "holdem", "Hold'em"
    TABLES = "tables", "Card tables"
    ROULETTE = "roulette", "Roulette"
    RAFFLE = "raffle", "Raffle"
    OTHER = "other", "Other"


class Event(models.Model):
    """One night. `settings` is its own copy of the house template, free to differ from it."""

    code = models.CharField(max_length=20)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=160, blank=True)
    starts_at = models.DateTimeField()
    time_zone = models.CharField(max_length=50, default="UTC")
    currency = models.CharField(max_length=3, default="USD")
    house = models.CharField(max_length=20)
    name_policy = models.CharField(max_length=20, choices=NamePolicy.choices, default=NamePolicy.FIRST_AND_INITIAL)
    status = models.CharField(max_length=10, choices=EventStatus.choices, default=EventStatus.PLANNED)
    fund_name = models.CharField(max_length=120, blank=True)
    fund_goal = models.PositiveBigIntegerField(default=0, help_text="In cents; 0 for none.")
    settings = models.JSONField()
    restored = models.PositiveSmallIntegerField(default=0, help_text="How often it came out of an archive.")

    class Meta:
        ordering = ["-starts_at", "code"]
        constraints = [
            models.UniqueConstraint(Upper("code"), name="event_code_unique"),
            models.CheckConstraint(condition=Q(status__in=EventStatus.values), name="event_known_status"),
            models.CheckConstraint(
                condition=Q(name_policy__in=NamePolicy.values),
                name="event_known_name_policy",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_planned(self) -> bool:
        return self.status == EventStatus.PLANNED

    @property
    def is_open(self) -> bool:
        """Whether its doors are open and its books are not closed."""
        return self.status == EventStatus.OPEN

    @property
    def is_closed(self) -> bool:
        return self.status == EventStatus.CLOSED

    def clean(self) -> None:
        """Raises ValidationError by the column that no door would have written."""
        require_readable(
            time_zone=lambda: checked_zone(self.time_zone),
            currency=lambda: checked_currency(self.currency),
            house=lambda: house_template(self.house),
            settings=lambda: HouseSettings.from_json(self.settings),
        )

    @property
    def house_settings(self) -> HouseSettings:
        """The event's prices, rates, structures and limits."""
        return HouseSettings.from_event(self.settings)

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which the night's times are told: UTC where its own is not known."""
        return zone_of(self.time_zone)

    @property
    def has_known_zone(self) -> bool:
        """False for a zone that an edited row or an earlier version's list has, and ours has not."""
        return self.time_zone in zone_names()


class Activity(models.Model):
    """A line of the programme."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="activities")
    kind = models.CharField(max_length=10, choices=ActivityKind.choices)
    title = models.CharField(max_length=120)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["starts_at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=ActivityKind.values), name="activity_known_kind"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="activity_ends_after_start",
            ),
        ]

    def __str__(self) -> str:
        return self.title


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


class PhoneAddress(models.Model):
    """Where the phones of the hall reach the night: scheme, name and port, as cards, slips and tickets have them.

    opened_at: when a phone opened it for the first time.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="phone_address")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    chosen_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "phone addresses"
        constraints = [models.CheckConstraint(condition=~Q(address=""), name="phone_address_is_one")]

    def __str__(self) -> str:
        return self.address


class RosterUpload(models.Model):
    """The list in a roster file, kept between its preview and its import; the same file is one row.

    content: the list's rows as JSON, empty until it is read and once it is imported. reading_since: while it is being
    read. refusal: why it cannot be read, as code, message and facts.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roster_uploads")
    sha256 = models.CharField(max_length=64)
    file_name = models.CharField(max_length=200)
    content = models.BinaryField()
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="roster_uploads",
    )
    uploaded_at = models.DateTimeField()
    reading_since = models.DateTimeField(null=True, blank=True)
    refusal = models.JSONField(default=dict, blank=True)
    applied_at = models.DateTimeField(null=True, blank=True)
    players_added = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "sha256"], name="rosterupload_file_once"),
            models.CheckConstraint(
                condition=Q(applied_at__isnull=False) | Q(players_added=0),
                name="rosterupload_adds_when_applied",
            ),
            models.CheckConstraint(
                condition=Q(applied_at__isnull=True) | Q(reading_since__isnull=True),
                name="rosterupload_applied_when_read",
            ),
        ]

    def __str__(self) -> str:
        return self.file_name
