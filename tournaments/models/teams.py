"""Who plays in a euchre bracket: teams of two, singles without a partner, and the draws that paired them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from eventnight.events.models import Player
from tournaments.models.bracket import BracketTournament


class TeamStatus(models.TextChoices):
    REGISTERED = "registered", "Registered"
    WITHDRAWN = "withdrawn", "Withdrawn"


class SingleStatus(models.TextChoices):
    WAITING = "waiting", "Waiting for a partner"
    RESERVE = "reserve", "Reserve"
    PAIRED = "paired", "In a team"
    RELEASED = "released", "Not playing"


class Team(models.Model):
    """Two players under one number, given in order of entry. The seed comes with the bracket's draw; 1 is the best.

    entered_late_at: when it took a bye of a bracket that was drawn already. main_team: in a consolation bracket, the
    team it is. is_on_hold: there, while its first match in the main bracket is to be played again.
    """

    tournament = models.ForeignKey(BracketTournament, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField()
    seed = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(max_length=60, blank=True, help_text="Shown instead of the players' names.")
    status = models.CharField(max_length=10, choices=TeamStatus.choices, default=TeamStatus.REGISTERED)
    entered_late_at = models.DateTimeField(null=True, blank=True)
    main_team = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="consolation_teams"
    )
    is_on_hold = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_unique"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="team_seed_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="team_counted_from_one"),
            models.CheckConstraint(condition=Q(seed__isnull=True) | Q(seed__gte=1), name="team_seeded_from_one"),
            models.CheckConstraint(condition=Q(status__in=TeamStatus.values), name="team_known_status"),
            models.UniqueConstraint(fields=["tournament", "main_team"], name="team_in_consolation_once"),
            models.CheckConstraint(
                condition=Q(is_on_hold=False) | Q(main_team__isnull=False), name="team_held_from_consolation"
            ),
            models.CheckConstraint(
                condition=Q(entered_late_at__isnull=True) | Q(seed__isnull=False), name="team_late_has_a_seed"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"Team {self.number}"

    @property
    def press_name(self) -> str:
        """What presses call it."""
        return f"team {self.number}"

    @property
    def own_seed(self) -> int:
        """The seed of a team that was drawn. Raises ValueError before."""
        if self.seed is None:
            raise ValueError(f"{self} has no seed")
        return self.seed

    @property
    def is_withdrawn(self) -> bool:
        return self.status == TeamStatus.WITHDRAWN


class TeamPlayer(models.Model):
    """A player in a team, from joining to leaving. Somebody who left may play for another team.

    instead_of: of a substitute, the stay of the one who left.
    """

    tournament = models.ForeignKey(BracketTournament, on_delete=models.CASCADE, related_name="team_players")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="team_players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="team_places")
    place = models.PositiveSmallIntegerField()
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    instead_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="substitutes")

    class Meta:
        ordering = ["team__number", "place", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(left_at__isnull=True), name="teamplayer_in_one_team"
            ),
            models.UniqueConstraint(
                fields=["team", "place"], condition=Q(left_at__isnull=True), name="teamplayer_place_held_once"
            ),
            models.CheckConstraint(condition=Q(place__in=(1, 2)), name="teamplayer_two_places"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.team}"


class Single(models.Model):
    """A player who came without a partner (WLIA-23)."""

    tournament = models.ForeignKey(BracketTournament, on_delete=models.CASCADE, related_name="singles")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="single_entries")
    status = models.CharField(max_length=10, choices=SingleStatus.choices, default=SingleStatus.WAITING)
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["entered_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="single_entered_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(status=SingleStatus.RESERVE), name="single_one_reserve"
            ),
            models.CheckConstraint(condition=Q(status__in=SingleStatus.values), name="single_known_status"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.get_status_display().lower()}"

    @property
    def is_reserve(self) -> bool:
        return self.status == SingleStatus.RESERVE


class PairingDraw(models.Model):
    """A draw of partners as it happened: from whom, by which seed, with which result. Anybody can draw it again.

    drawn_from: player codes in sign-up order. pairs: lists of two codes, in the order drawn. reserve: a code or empty.
    """

    tournament = models.ForeignKey(BracketTournament, on_delete=models.CASCADE, related_name="pairing_draws")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    drawn_from = models.JSONField()
    pairs = models.JSONField()
    reserve = models.CharField(max_length=8, blank=True)
    drawn_at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="pairingdraw_number_unique"),
            models.CheckConstraint(condition=~Q(seed=""), name="pairingdraw_has_a_seed"),
        ]

    def __str__(self) -> str:
        return f"Pairing draw {self.number}"
