"""What a team says against the report of the other, which staff then hear at the table."""

from __future__ import annotations

from django.db import transaction

from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from tournaments.lifecycles import MATCH
from tournaments.models import Match, Objection, ResultClaim, Team
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.results.claims import note_about, open_claims


@transaction.atomic
def object_to_report(*, match: Match, team: Team, objection: Objection, press: Press) -> ResultClaim:
    """The team says that the other's report is wrong. Returns that report, which stands in dispute. A later objection
    replaces an earlier one; said again, nothing changes.

    Raises Conflict("match_not_ready", "match_already_decided", "team_not_in_match", "no_report").
    Rules: WLIA-22.
    """
    _, match = lock_match(match)
    MATCH.require("object_to_report", match)
    report = _report_against(match, team)
    if report.objection == objection:
        return report
    report.objection, report.objected_at = objection, press.at
    report.save(update_fields=["objection", "objected_at"])
    note_about(match, "match.objected", press, team=team.number, objection=objection.value)
    return report


@transaction.atomic
def take_back_objection(*, match: Match, team: Team, press: Press) -> ResultClaim:
    """The other's report may be right after all. Returns it.

    Raises as `object_to_report`, and Conflict("no_objection").
    """
    _, match = lock_match(match)
    MATCH.require("object_to_report", match)
    report = _report_against(match, team)
    if not report.objection:
        raise Conflict(
            "no_objection",
            f"Team {team.number} has objected to nothing in match {match.number}. Reload the page.",
            match=match.number,
            team=team.number,
        )
    report.objection, report.objected_at = "", None
    report.save(update_fields=["objection", "objected_at"])
    note_about(match, "match.objection_taken_back", press, team=team.number)
    return report


def withdraw_objections(match: Match, team: Team) -> None:
    """Drop what the team said against the other's report: it has reported itself by now."""
    match.claims.filter(closed_at__isnull=True).exclude(team=team).exclude(objection="").update(
        objection="", objected_at=None
    )


def require_team_of(match: Match, team: Team) -> None:
    """Raises Conflict("team_not_in_match")."""
    if team.pk not in (match.team_a_id, match.team_b_id):
        raise Conflict(
            "team_not_in_match",
            f"Team {team.number} does not play match {match.number}. Reload the page.",
            rules=BRACKET_RULES,
            match=match.number,
            team=team.number,
        )


def _report_against(match: Match, team: Team) -> ResultClaim:
    require_team_of(match, team)
    found = next((claim for claim in open_claims(match) if claim.team_id not in (None, team.pk)), None)
    if found is None:
        raise Conflict(
            "no_report",
            f"The other team has reported nothing of match {match.number}, or has taken it back. Reload the page.",
            match=match.number,
        )
    return found
