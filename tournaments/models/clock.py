"""The blind clock of a flight: where it is anchored, every move made with it, and the levels it has announced."""

from __future__ import annotations

from dataclasses import replace

from django.db import models
from django.db.models import Q

from engine.tournament.clock import ClockMove, ClockState
from engine.tournament.levels import Level
from engine.units import Seconds
from eventnight.core.database.readable import require_readable
from tournaments.models.holdem import Flight, levels_of


class ClockKind(models.TextChoices):
    """What happened to a clock, in the engine's words."""

    START = ClockMove.START.value, "Started"
    PAUSE = ClockMove.PAUSE.value, "Paused"
    RESUME = ClockMove.RESUME.value, "Resumed"
    ADJUST = ClockMove.ADJUST.value, "Adjusted"
    SKIP = ClockMove.SKIP.value, "Skipped a level"
    BACK = ClockMove.BACK.value, "Went back a level"
    BREAKS = ClockMove.BREAKS.value, "Set to stop at breaks"
    LEVELS = ClockMove.LEVELS.value, "Changed the levels to come"
    STOOD_STILL = ClockMove.STOOD_STILL.value, "Gave back the time nobody played"
    UNDO = ClockMove.UNDO.value, "Undid"
    WALL_STEP = ClockMove.WALL_STEP.value, "The computer's time was set"


class BlindClock(models.Model):
    """Nothing here ticks: what the clock shows follows from the anchor, the levels and the time.

    elapsed_ms had run at running_since, which is empty while the clock stands. structure: rows as the tournament has
    them, where the flight has levels of its own. start_position: the level of the structure it begins with.
    level_seconds: how long each level from there lasts, where that was changed. announced: the highest position of this
    version that was announced; due_at: when the next one begins. last_read_at: the latest time of day at which somebody
    read it who held its lock. is_told is false from a change by the tick until the event's version has risen for it.

    Between away_from and away_until nobody looked at the running clock, as when the computer was off; it counted
    away_seconds meanwhile, and staff have not said yet whether play went on. All three are empty otherwise.
    """

    flight = models.OneToOneField(Flight, on_delete=models.CASCADE, related_name="clock")
    start_position = models.PositiveSmallIntegerField(default=1)
    structure = models.JSONField(null=True, blank=True, help_text="Where it is not the tournament's.")
    level_seconds = models.JSONField(null=True, blank=True, help_text="Of its levels, where they were changed.")
    elapsed_ms = models.PositiveBigIntegerField(default=0)
    running_since = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    announced = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    pauses_for_breaks = models.BooleanField(default=False)
    last_read_at = models.DateTimeField(null=True, blank=True)
    is_told = models.BooleanField(default=True)
    away_from = models.DateTimeField(null=True, blank=True)
    away_until = models.DateTimeField(null=True, blank=True)
    away_seconds = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(away_from__isnull=True, away_until__isnull=True, away_seconds__isnull=True)
                | Q(
                    away_from__isnull=False,
                    away_until__isnull=False,
                    away_until__gt=models.F("away_from"),
                    away_seconds__isnull=False,
                    away_seconds__gte=1,
                ),
                name="blindclock_away_is_whole",
            ),
            models.CheckConstraint(condition=Q(start_position__gte=1), name="blindclock_starts_at_a_level"),
            models.CheckConstraint(
                condition=Q(due_at__isnull=True) | Q(running_since__isnull=False), name="blindclock_due_when_running"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="blindclock_by_due"),
            models.Index(fields=["last_read_at"], condition=Q(running_since__isnull=False), name="blindclock_running"),
            models.Index(fields=["id"], condition=Q(is_told=False), name="blindclock_untold"),
        ]

    def __str__(self) -> str:
        return f"Clock of {self.flight}"

    def clean(self) -> None:
        """Raises ValidationError by the column that the engine cannot read."""
        require_readable(level_seconds=lambda: self.levels)

    @property
    def anchor(self) -> ClockState:
        """What is stored, as the engine reads it."""
        return ClockState(self.elapsed_ms, self.running_since)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that this clock runs through. Needs flight and tournament loaded."""
        if self.level_seconds is None:
            return self.planned_levels
        lengths = zip(self.planned_levels, self.level_seconds, strict=True)
        return tuple(replace(level, seconds=Seconds(seconds)) for level, seconds in lengths)

    @property
    def planned_levels(self) -> tuple[Level, ...]:
        """The same with the lengths that the structure has."""
        return self.whole_structure[self.start_position - 1 :]

    @property
    def whole_structure(self) -> tuple[Level, ...]:
        """Every level of the structure, also those before the first that is played here."""
        return self.flight.tournament.blind_levels if self.structure is None else levels_of(self.structure)

    @property
    def is_running(self) -> bool:
        return self.running_since is not None


class ClockEvent(models.Model):
    """A move of the clock, with the version it led to. Rows are only added: an undo is a row that names another.

    is_automatic: made by the clock itself, at the start of a break or when the computer's time was set back.
    level_seconds: how long each level lasted when it was made, where that was changed since. structure: the clock's
    own before its levels were changed, empty where it was the tournament's.
    """

    clock = models.ForeignKey(BlindClock, on_delete=models.CASCADE, related_name="events")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=ClockKind.choices)
    at = models.DateTimeField()
    seconds = models.IntegerField(default=0)
    until = models.DateTimeField(null=True, blank=True)
    level_seconds = models.JSONField(null=True, blank=True)
    structure = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    is_automatic = models.BooleanField(default=False)
    undoes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by")
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["clock", "version"], name="clockevent_one_per_version"),
            models.CheckConstraint(condition=Q(kind__in=ClockKind.values), name="clockevent_known_kind"),
            models.CheckConstraint(
                condition=Q(kind=ClockKind.UNDO, undoes__isnull=False)
                | Q(~Q(kind=ClockKind.UNDO), undoes__isnull=True),
                name="clockevent_undo_names_a_move",
            ),
            models.CheckConstraint(
                condition=Q(kind=ClockKind.WALL_STEP, until__isnull=False)
                | Q(~Q(kind=ClockKind.WALL_STEP), until__isnull=True),
                name="clockevent_step_has_both_times",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by_label}"


class LevelAnnouncement(models.Model):
    """A level or break began. The key keeps it to once for each version of the clock."""

    clock = models.ForeignKey(BlindClock, on_delete=models.CASCADE, related_name="announcements")
    version = models.PositiveIntegerField()
    position = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["clock", "version", "position"], name="levelannouncement_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="levelannouncement_from_one"),
        ]

    def __str__(self) -> str:
        return f"Position {self.position}"
