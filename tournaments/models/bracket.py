"""A euchre bracket: the tournament, its matches and every result that was entered for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q

from engine.euchre.catalogue import USUAL, house_of
from engine.euchre.house import EuchreHouse
from eventnight.core.actors import SYSTEM
from eventnight.core.database.readable import require_readable
from eventnight.events.house_settings import CONFIRMATIONS
from eventnight.events.house_settings.turns import LONGEST_TURN, MOST_IN_BANK, SHORTEST_TURN
from eventnight.events.models import Event

if TYPE_CHECKING:
    from tournaments.models.teams import Team


class BracketStatus(models.TextChoices):
    DRAFT = "draft", "Taking entries"
    PAIRING = "pairing", "Pairs drawn"
    RUNNING = "running", "Under way"
    FINISHED = "finished", "Finished"


class SeedOrder(models.TextChoices):
    SEEDS = "seeds", "In the order set here"
    SHUFFLE = "shuffle", "Shuffled by a recorded draw"


class MatchState(models.TextChoices):
    """How far a match has come; what came of it is its outcome."""

    WAITING = "waiting", "Waiting"
    READY = "ready", "Ready"
    CALLED = "called", "Called"
    PLAYING = "playing", "Playing"
    DONE = "done", "Done"


class Outcome(models.TextChoices):
    """How a match came to its result, in the engine's words."""

    PLAYED = "played", "Played"
    WALKOVER = "walkover", "Walkover"
    RETIRED = "retired", "Retired"
    DOUBLE_NO_SHOW = "double_no_show", "Nobody came"
    BYE = "bye", "Bye"


class Confirmation(models.TextChoices):
    """Who has to agree before a result counts. Where both teams do, one of staff may stand for a team without a
    telephone, and decides when the two differ.
    """

    OFF = "off", CONFIRMATIONS["off"]
    TWO_STAFF = "two_staff", CONFIRMATIONS["two_staff"]
    BOTH_TEAMS = "both_teams", CONFIRMATIONS["both_teams"]


AT_A_STATION = (MatchState.CALLED, MatchState.PLAYING)
NOT_DRAWN = (BracketStatus.DRAFT, BracketStatus.PAIRING)
SCORED = (Outcome.PLAYED,)
WITHOUT_WINNER = ("", Outcome.DOUBLE_NO_SHOW)

# A comparison with an empty column is neither true nor false, and a check lets that pass: so emptiness is asked first.
WINNER_IS_A_TEAM = Q(team_a__isnull=False, winner=F("team_a")) | Q(team_b__isnull=False, winner=F("team_b"))


class BracketTournament(models.Model):
    """A single-elimination tournament. `entries` is the number of teams drawn, empty before the draw.

    version rises with every change, so that a plan made for an older bracket can be refused. reports_settle: where one
    member of staff is enough, two teams that report the same need none. consolation_of: the bracket whose beaten teams
    play here; both share their tables. house, overrides: the euchre rules of its tables, as ``house_of`` takes them,
    which stay as they were when the bracket was opened. turn_seconds: how long a turn lasts where the system deals,
    empty where people do; bank_seconds: what each player has besides.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="brackets")
    name = models.CharField(max_length=80)
    status = models.CharField(max_length=10, choices=BracketStatus.choices, default=BracketStatus.DRAFT)
    target = models.PositiveSmallIntegerField(help_text="Points that win a game.")
    best_of = models.PositiveSmallIntegerField(help_text="Games in a match.")
    house = models.CharField(max_length=20, default=USUAL.key)
    overrides = models.JSONField(default=dict, blank=True)
    third_place = models.BooleanField(default=False, help_text="The beaten semi-finalists meet.")
    has_consolation = models.BooleanField(default=False, help_text="Teams beaten in their first match play on.")
    consolation_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="consolation"
    )
    stations = models.PositiveSmallIntegerField(help_text="Tables that euchre may use.")
    confirmation = models.CharField(max_length=10, choices=Confirmation.choices, default=Confirmation.OFF)
    reports_settle = models.BooleanField(default=True)
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    bank_seconds = models.PositiveSmallIntegerField(default=0)
    order_by = models.CharField(max_length=10, choices=SeedOrder.choices, default=SeedOrder.SHUFFLE)
    shuffle_seed = models.CharField(max_length=64, blank=True)
    entries = models.PositiveIntegerField(null=True, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawn_by_label = models.CharField(max_length=150, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="bracket_name_unique"),
            models.CheckConstraint(condition=Q(status__in=BracketStatus.values), name="bracket_known_status"),
            models.CheckConstraint(condition=Q(order_by__in=SeedOrder.values), name="bracket_known_order"),
            models.CheckConstraint(
                condition=Q(confirmation__in=Confirmation.values), name="bracket_known_confirmation"
            ),
            models.CheckConstraint(
                condition=Q(consolation_of__isnull=True) | Q(has_consolation=False),
                name="bracket_consolation_has_none",
            ),
            models.CheckConstraint(
                condition=Q(turn_seconds__isnull=True, bank_seconds=0)
                | Q(turn_seconds__gte=SHORTEST_TURN, turn_seconds__lte=LONGEST_TURN, bank_seconds__lte=MOST_IN_BANK),
                name="bracket_turns_where_dealt",
            ),
            models.CheckConstraint(condition=Q(target__gte=1), name="bracket_target_above_zero"),
            models.CheckConstraint(condition=Q(best_of__in=(1, 3)), name="bracket_odd_best_of"),
            models.CheckConstraint(condition=Q(stations__gte=1), name="bracket_has_a_station"),
            models.CheckConstraint(
                condition=Q(status__in=NOT_DRAWN, entries__isnull=True, drawn_at__isnull=True)
                | Q(~Q(status__in=NOT_DRAWN), entries__isnull=False, entries__gte=2, drawn_at__isnull=False),
                name="bracket_drawn_unless_draft",
            ),
            models.CheckConstraint(
                condition=Q(entries__isnull=True) | Q(order_by=SeedOrder.SEEDS) | ~Q(shuffle_seed=""),
                name="bracket_shuffled_by_a_seed",
            ),
            models.CheckConstraint(
                condition=Q(status=BracketStatus.FINISHED, finished_at__isnull=False)
                | Q(~Q(status=BracketStatus.FINISHED), finished_at__isnull=True),
                name="bracket_finished_with_time",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Raises ValidationError by the column that the engine cannot read."""
        require_readable(house=lambda: house_of(self.house), overrides=lambda: self.house_rules)

    @property
    def press_name(self) -> str:
        """What presses call it."""
        return f"bracket {self.name}"

    @property
    def house_rules(self) -> EuchreHouse:
        """The euchre rules of its tables, with the points that win a game. Raises RuleError."""
        house = house_of(self.house, self.overrides)
        return replace(house, scale=replace(house.scale, target=self.target))

    @property
    def is_drawn(self) -> bool:
        return self.status not in NOT_DRAWN

    @property
    def is_dealt(self) -> bool:
        """Whether the system deals at its tables."""
        return self.turn_seconds is not None

    @property
    def is_one_game(self) -> bool:
        """Whether the points of a match are those of its only game; otherwise they are games won."""
        return self.best_of == 1


class Match(models.Model):
    """A place in the bracket. feeder_a and feeder_b number the matches whose winners come here.

    A third-place match takes the losers of its feeders. A slot with neither team nor feeder is a bye.
    Points belong to the team in the same slot: points of the one game, or games won. here_a_at, here_b_at: when that
    team said it is here for this match; last_call_a_at, last_call_b_at: when it was called for the last time.
    """

    tournament = models.ForeignKey(BracketTournament, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField()
    is_for_third_place = models.BooleanField(default=False)
    feeder_a = models.PositiveIntegerField(null=True, blank=True)
    feeder_b = models.PositiveIntegerField(null=True, blank=True)
    team_a = models.ForeignKey("Team", null=True, blank=True, on_delete=models.PROTECT, related_name="matches_as_a")
    team_b = models.ForeignKey("Team", null=True, blank=True, on_delete=models.PROTECT, related_name="matches_as_b")
    state = models.CharField(max_length=10, choices=MatchState.choices, default=MatchState.WAITING)
    outcome = models.CharField(max_length=20, choices=Outcome.choices, blank=True)
    winner = models.ForeignKey("Team", null=True, blank=True, on_delete=models.PROTECT, related_name="matches_won")
    points_a = models.PositiveSmallIntegerField(null=True, blank=True)
    points_b = models.PositiveSmallIntegerField(null=True, blank=True)
    station = models.PositiveSmallIntegerField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    here_a_at = models.DateTimeField(null=True, blank=True)
    here_b_at = models.DateTimeField(null=True, blank=True)
    last_call_a_at = models.DateTimeField(null=True, blank=True)
    last_call_b_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="match_number_unique"),
            models.UniqueConstraint(fields=["tournament", "round", "position"], name="match_place_unique"),
            models.UniqueConstraint(
                fields=["tournament", "station"],
                condition=Q(state__in=AT_A_STATION),
                name="match_alone_at_station",
            ),
            models.CheckConstraint(condition=Q(state__in=MatchState.values), name="match_known_state"),
            models.CheckConstraint(condition=Q(outcome__in=["", *Outcome.values]), name="match_known_outcome"),
            models.CheckConstraint(
                condition=Q(state=MatchState.DONE, done_at__isnull=False) & ~Q(outcome="")
                | ~Q(state=MatchState.DONE) & Q(outcome="", done_at__isnull=True),
                name="match_done_has_outcome",
            ),
            models.CheckConstraint(
                condition=Q(state__in=(MatchState.WAITING, MatchState.DONE))
                | Q(team_a__isnull=False, team_b__isnull=False),
                name="match_ready_has_two_teams",
            ),
            models.CheckConstraint(
                condition=Q(team_a__isnull=True) | Q(team_b__isnull=True) | ~Q(team_a=F("team_b")),
                name="match_teams_differ",
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True, outcome__in=WITHOUT_WINNER)
                | ~Q(outcome__in=WITHOUT_WINNER) & Q(winner__isnull=False) & WINNER_IS_A_TEAM,
                name="match_winner_is_a_team",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=SCORED, points_a__isnull=False, points_b__isnull=False)
                | Q(~Q(outcome__in=SCORED), points_a__isnull=True, points_b__isnull=True),
                name="match_points_when_played",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=AT_A_STATION) | Q(station__isnull=False, called_at__isnull=False),
                name="match_called_to_a_station",
            ),
            models.CheckConstraint(
                condition=~Q(state=MatchState.PLAYING) | Q(started_at__isnull=False),
                name="match_playing_was_started",
            ),
            models.CheckConstraint(
                condition=Q(team_a__isnull=False) | Q(here_a_at__isnull=True, last_call_a_at__isnull=True),
                name="match_here_a_is_a_team",
            ),
            models.CheckConstraint(
                condition=Q(team_b__isnull=False) | Q(here_b_at__isnull=True, last_call_b_at__isnull=True),
                name="match_here_b_is_a_team",
            ),
        ]

    def __str__(self) -> str:
        return f"Match {self.number}"

    @property
    def press_name(self) -> str:
        """What presses call it."""
        return f"{self.tournament.press_name} match {self.number}"

    @property
    def is_decided(self) -> bool:
        return self.state == MatchState.DONE

    @property
    def is_playing(self) -> bool:
        return self.state == MatchState.PLAYING

    @property
    def sides(self) -> tuple[Team, Team]:
        """The two teams. Raises ValueError while one is not known."""
        if self.team_a is None or self.team_b is None:
            raise ValueError(f"{self} waits for a team")
        return self.team_a, self.team_b

    @property
    def is_at_station(self) -> bool:
        return self.state in AT_A_STATION

    @property
    def is_bye(self) -> bool:
        """Shown, never called to a table, never open work."""
        return self.outcome == Outcome.BYE


class MatchResult(models.Model):
    """A result as it was entered, with the two teams it was entered for. Undone ones stay; one stands at a time.

    entered_in, undone_in: the versions of the bracket that it was entered in and undone in: what came first, whatever
    the computer's time was; 0 where that is not known. came_of: the entered result from which this one followed by
    itself. voided_by: the one that made it void, as a correction does. consolation: of a correction, who sat in the
    consolation bracket "before" and "after" it, where it changed that: by place the team's number, its status, whether
    it is on hold, and when it came late.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    team_a = models.ForeignKey("Team", null=True, blank=True, on_delete=models.PROTECT, related_name="results_as_a")
    team_b = models.ForeignKey("Team", null=True, blank=True, on_delete=models.PROTECT, related_name="results_as_b")
    winner = models.ForeignKey("Team", null=True, blank=True, on_delete=models.PROTECT, related_name="results_won")
    outcome = models.CharField(max_length=20, choices=Outcome.choices)
    points_a = models.PositiveSmallIntegerField(null=True, blank=True)
    points_b = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_at = models.DateTimeField()
    entered_in = models.PositiveIntegerField(default=0)
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_in = models.PositiveIntegerField(default=0)
    undone_by_code = models.CharField(max_length=40, blank=True)
    came_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followers")
    voided_by = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="voided")
    consolation = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(undone_at__isnull=True), name="matchresult_one_stands"
            ),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="matchresult_known_outcome"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True, outcome__in=WITHOUT_WINNER)
                | ~Q(outcome__in=WITHOUT_WINNER) & Q(winner__isnull=False) & WINNER_IS_A_TEAM,
                name="matchresult_winner_is_a_team",
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_code="")
                | Q(undone_at__isnull=False) & ~Q(undone_by_code=""),
                name="matchresult_undone_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(voided_by__isnull=True) | Q(undone_at__isnull=False), name="matchresult_voided_is_undone"
            ),
            models.CheckConstraint(
                condition=Q(came_of__isnull=True) | Q(by_code=SYSTEM.code), name="matchresult_follows_by_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.get_outcome_display().lower()}"
