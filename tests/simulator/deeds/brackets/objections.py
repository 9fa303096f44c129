"""Deeds of a team that answers the report of the other: it says what is wrong with it, or takes that back."""

from __future__ import annotations

from collections.abc import Iterator

from tests.simulator.deeds.brackets.results import READY, open_claims
from tests.simulator.deeds.brackets.rows import a_match, address_of
from tests.simulator.deeds.deed import Deed, Deeds, Evening, Promise
from tournaments.models import Match, ResultClaim, Team

SAYS = ("we_won", "we_lost", "more_points", "fewer_points", "unfinished")


def objection(night: Evening) -> Deed | None:
    """A team says that the other's report is wrong, for the first time or in other words."""
    match = _reported(night)
    if match is None:
        return None
    team, says = _team(night, match), night.chance.choice(SAYS)
    refused, report = _why_not(match, team)
    press = night.program("POST", f"{address_of(match)}teams/{team.number}/objection/", {"objection": says})
    return Deed(press, refused, must_count=not refused, promise=_stands(match, report, says))


def objection_taken_back(night: Evening) -> Deed | None:
    """It may be right after all."""
    match = _reported(night)
    if match is None:
        return None
    team = _team(night, match)
    refused, report = _why_not(match, team)
    if report is not None and not report.objection:
        refused = refused or f"team {team.number} has objected to nothing"
    press = night.program("DELETE", f"{address_of(match)}teams/{team.number}/objection/")
    return Deed(press, refused, must_count=not refused, promise=_stands(match, report, ""))


def _reported(night: Evening) -> Match | None:
    return a_match(night, *READY, claims__closed_at__isnull=True, claims__team__isnull=False)


def _team(night: Evening, match: Match) -> Team:
    """One of the two, or by mistake another of the bracket."""
    playing = [team for team in (match.team_a, match.team_b) if team is not None]
    others = match.tournament.teams.exclude(pk__in=[team.pk for team in playing]).order_by("pk")
    chosen: Team = (others.first() if night.is_wrong(0.1) else None) or night.chance.choice(playing)
    return chosen


def _why_not(match: Match, team: Team) -> tuple[str, ResultClaim | None]:
    """Why the team cannot object, and the report that it would object to."""
    if team.pk not in (match.team_a_id, match.team_b_id):
        return f"team {team.number} does not play it", None
    report = next((claim for claim in open_claims(match) if claim.team_id not in (None, team.pk)), None)
    return ("" if report else "the other team has reported nothing"), report


def _stands(match: Match, report: ResultClaim | None, says: str) -> Promise:
    """The report is as it was but for the objection, and the match still open."""
    before = {claim.pk: claim.objection for claim in open_claims(match)}

    def promise() -> Iterator[str]:
        expected = before | ({report.pk: says} if report else {})
        if {claim.pk: claim.objection for claim in open_claims(match)} != expected:
            yield f"the claims of match {match.number} have other objections than that one more or less"
        if Match.objects.get(pk=match.pk).state not in READY:
            yield f"match {match.number} is over by an objection"

    return promise


DEEDS: Deeds = {
    "object to a report": objection,
    "take an objection back": objection_taken_back,
}
