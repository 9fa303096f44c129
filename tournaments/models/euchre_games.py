"""The games of a match that is the best of three."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournaments.models.bracket import Match, MatchResult
from tournaments.models.teams import Team


class Game(models.Model):
    """A game that was played, with the two teams it was played by. Undone ones stay; one of a number stands at a time.

    Points belong to the team in the same slot. voided_by: the correction that made it void.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    team_a = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="games_as_a")
    team_b = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="games_as_b")
    points_a = models.PositiveSmallIntegerField()
    points_b = models.PositiveSmallIntegerField()
    entered_at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    undone_at = models.DateTimeField(null=True, blank=True)
    voided_by = models.ForeignKey(
        MatchResult, null=True, blank=True, on_delete=models.SET_NULL, related_name="voided_games"
    )

    class Meta:
        ordering = ["match", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=Q(undone_at__isnull=True), name="game_number_once"
            ),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=3), name="game_of_three"),
            models.CheckConstraint(condition=~Q(team_a=F("team_b")), name="game_teams_differ"),
            models.CheckConstraint(condition=~Q(points_a=F("points_b")), name="game_has_a_winner"),
            models.CheckConstraint(
                condition=Q(voided_by__isnull=True) | Q(undone_at__isnull=False), name="game_voided_is_undone"
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.number} of {self.match}"

    @property
    def winner_slot(self) -> int:
        """0 for the upper team, 1 for the lower."""
        return 0 if self.points_a > self.points_b else 1
