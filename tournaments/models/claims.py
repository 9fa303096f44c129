"""Results as one side says they are, before they count: reports of the teams, and entries that wait for a second
person.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournaments.models.bracket import SCORED, WINNER_IS_A_TEAM, WITHOUT_WINNER, Match, Outcome
from tournaments.models.teams import Team


class Objection(models.TextChoices):
    """What the other team says of a report, before staff have heard both."""

    WE_WON = "we_won", "that it won"
    WE_LOST = "we_lost", "that it lost"
    MORE_POINTS = "more_points", "that the losers had more points"
    FEWER_POINTS = "fewer_points", "that the losers had fewer points"
    UNFINISHED = "unfinished", "that the match is not over"


class ResultClaim(models.Model):
    """What somebody says came of a match, with the two teams it was said of. It stands until it is closed: undone,
    replaced, or done with because the match was decided or its teams changed.

    team: whose report it is, empty for an entry of staff. Points are those of the team in the same slot. objection:
    what the other team says against a report, empty for nothing.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="claims")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="reports")
    team_a = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="claims_as_a")
    team_b = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="claims_as_b")
    winner = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="claims_won")
    outcome = models.CharField(max_length=20, choices=Outcome.choices)
    points_a = models.PositiveSmallIntegerField(null=True, blank=True)
    points_b = models.PositiveSmallIntegerField(null=True, blank=True)
    claimed_at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    closed_at = models.DateTimeField(null=True, blank=True)
    objection = models.CharField(max_length=20, choices=Objection.choices, blank=True)
    objected_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "team"],
                condition=Q(closed_at__isnull=True, team__isnull=False),
                name="resultclaim_one_of_a_team",
            ),
            models.UniqueConstraint(
                fields=["match", "by_code"],
                condition=Q(closed_at__isnull=True, team__isnull=True),
                name="resultclaim_one_of_a_person",
            ),
            models.CheckConstraint(
                condition=Q(team__isnull=True) | Q(team=F("team_a")) | Q(team=F("team_b")),
                name="resultclaim_by_one_of_the_two",
            ),
            models.CheckConstraint(condition=~Q(team_a=F("team_b")), name="resultclaim_teams_differ"),
            models.CheckConstraint(
                condition=Q(outcome__in=[each for each in Outcome.values if each != Outcome.BYE]),
                name="resultclaim_known_outcome",
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True, outcome__in=WITHOUT_WINNER)
                | ~Q(outcome__in=WITHOUT_WINNER) & Q(winner__isnull=False) & WINNER_IS_A_TEAM,
                name="resultclaim_winner_is_a_team",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=SCORED, points_a__isnull=False, points_b__isnull=False)
                | Q(~Q(outcome__in=SCORED), points_a__isnull=True, points_b__isnull=True),
                name="resultclaim_points_when_played",
            ),
            models.CheckConstraint(
                condition=Q(objection="", objected_at__isnull=True)
                | Q(objection__in=Objection.values, objected_at__isnull=False, team__isnull=False),
                name="resultclaim_objection_to_a_report",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} as {self.by_label} has it"
