"""A night, its programme, and where phones reach it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

from eventnight.core.database.readable import require_readable
from eventnight.core.values.zones import zone_names, zone_of
from eventnight.events.facts import checked_currency, checked_zone
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.house_templates import house_template, house_templates
from eventnight.events.limits import LONGEST_ADDRESS


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
    def has_fund(self) -> bool:
        """Whether its money is raised for something: by its house, or because the organiser says for what."""
        house = house_templates().get(self.house)
        return bool(self.fund_name or self.fund_goal) or (house is not None and house.has_fund)

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
