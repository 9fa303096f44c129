"""What people say came of a match that is not decided yet: reports of the teams, entries that wait for a second."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from tournaments.models import MatchState, Objection, Outcome, ResultClaim
from tournaments.selectors.bracket.values import BracketView, MatchView, TeamView


@dataclass(frozen=True, slots=True)
class ClaimView:
    """What one side says. team: whose report it is, None for an entry of staff. objection: what the other team says
    against it, as its code, empty for nothing.
    """

    team: TeamView | None
    by_label: str
    at: datetime
    outcome: str
    winner: TeamView | None
    loser: TeamView | None
    winner_points: int | None
    loser_points: int | None
    objection: str

    @property
    def objects(self) -> str:
        """The objection in words: "that they won"."""
        return Objection(self.objection).label if self.objection else ""

    @property
    def says(self) -> str:
        """What it says: "Ada L & Bob M won 10–7"."""
        if self.winner is None:
            return "nobody came"
        if self.winner_points is None:
            return f"{self.winner.name} go on ({Outcome(self.outcome).label.lower()})"
        return f"{self.winner.name} won {self.winner_points}–{self.loser_points}"

    @property
    def who(self) -> str:
        return self.team.name if self.team else self.by_label

    @property
    def content(self) -> tuple[str, int | None, int | None, int | None]:
        winner = self.winner.number if self.winner else None
        return self.outcome, winner, self.winner_points, self.loser_points

    @property
    def query(self) -> str:
        """The result form's fields filled in with it."""
        if self.winner is None or self.loser is None:
            return ""
        given = {"winner": f"{self.winner.number}-{self.loser.number}"}
        if self.winner_points is not None:
            given |= {"winner_points": str(self.winner_points), "loser_points": str(self.loser_points)}
        return urlencode(given)


@dataclass(frozen=True, slots=True)
class MatchClaims:
    """Everything that is said about a match, in the order it was said."""

    match: MatchView
    claims: tuple[ClaimView, ...]

    @property
    def reports(self) -> tuple[ClaimView, ...]:
        """Those of the teams."""
        return tuple(claim for claim in self.claims if claim.team)

    @property
    def is_dispute(self) -> bool:
        """Whether what is said differs, or one team objects to it, so that staff decide."""
        return self.differ or any(claim.objection for claim in self.claims)

    @property
    def differ(self) -> bool:
        return len({claim.content for claim in self.claims}) > 1

    @property
    def has_entry_of_staff(self) -> bool:
        return any(claim.team is None for claim in self.claims)

    def report_of(self, team: TeamView | None) -> ClaimView | None:
        return next((claim for claim in self.claims if team and claim.team == team), None)

    def report_against(self, team: TeamView | None) -> ClaimView | None:
        """The report of the other team."""
        return next((claim for claim in self.reports if claim.team != team), None)


def claims_of(view: BracketView) -> dict[int, MatchClaims]:
    """What is said about the open matches of a bracket, by match number. One query, none where no match is open."""
    opened = {match.number: match for match in view.in_state(MatchState.READY, MatchState.CALLED, MatchState.PLAYING)}
    if not opened:
        return {}
    rows = ResultClaim.objects.filter(match__tournament=view.id, match__number__in=opened, closed_at__isnull=True)
    found: dict[int, list[ClaimView]] = defaultdict(list)
    for row in rows.select_related("match"):
        found[row.match.number].append(_claim_view(row, opened[row.match.number]))
    return {number: MatchClaims(opened[number], tuple(claims)) for number, claims in sorted(found.items())}


def _claim_view(row: ResultClaim, match: MatchView) -> ClaimView:
    teams = {team.id: team for team in match.teams}
    winner = teams.get(row.winner_id) if row.winner_id else None
    upper_first = row.winner_id == row.team_a_id
    return ClaimView(
        team=teams.get(row.team_id) if row.team_id else None,
        by_label=row.by_label,
        at=row.claimed_at,
        outcome=row.outcome,
        winner=winner,
        loser=next((team for team in match.teams if team != winner), None) if winner else None,
        winner_points=row.points_a if upper_first else row.points_b,
        loser_points=row.points_b if upper_first else row.points_a,
        objection=row.objection,
    )
