"""What somebody says came of a match, and when that is enough for it to count."""

from __future__ import annotations

from collections.abc import Sequence

from eventnight.core.actors import Actor
from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from tournaments.lifecycles import MATCH
from tournaments.models import BracketTournament, Confirmation, Match, MatchResult, Outcome, ResultClaim, Team
from tournaments.refusals import BRACKET_RULES, verdict_of
from tournaments.selectors.bracket.teams import team_names
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.storing import save_bracket, subject_of

Content = tuple[Outcome, int | None, tuple[int, int] | None]
"""How a match ended, the id of the winner, and the points of the winner and the loser."""


def content_of(row: MatchResult | ResultClaim) -> Content:
    """What a result, or a claim of one, says."""
    points = None
    if row.points_a is not None and row.points_b is not None:
        points = (row.points_a, row.points_b)
        points = points if row.winner_id == row.team_a_id else points[::-1]
    return Outcome(row.outcome), row.winner_id, points


def open_claims(match: Match) -> list[ResultClaim]:
    """The claims of a match that stand, with their teams."""
    return list(match.claims.filter(closed_at__isnull=True).select_related("team", "team_a", "team_b", "winner"))


def is_confirmed(tournament: BracketTournament, match: Match, content: Content, by: Actor) -> bool:
    """Whether an entry of staff counts at once: by the bracket's setting, the teams' reports and others' entries.

    Raises Conflict("claim_differs") where another person's entry that waits says something else.
    """
    if tournament.confirmation == Confirmation.OFF:
        return True
    claims = open_claims(match)
    others = [claim for claim in claims if claim.team_id is None and claim.by_code != by.code]
    for claim in others:
        if content_of(claim) != content:
            raise _differs(tournament, match, claim)
    if others:
        return True
    reports = [claim for claim in claims if claim.team_id is not None]
    # Where the two teams differ, one person decides; where one has reported, one person who says the same confirms it.
    settled = len(reports) == 2 or any(content_of(report) == content for report in reports)
    return tournament.confirmation == Confirmation.BOTH_TEAMS and settled


def is_agreed(tournament: BracketTournament, match: Match, report: ResultClaim) -> bool:
    """Whether a team's report decides the match: by the bracket's setting, with what the others said before."""
    same = [claim for claim in open_claims(match) if claim.pk != report.pk and content_of(claim) == content_of(report)]
    by_teams = any(claim.team_id is not None for claim in same)
    if tournament.confirmation == Confirmation.BOTH_TEAMS:
        return bool(same)
    return tournament.confirmation == Confirmation.OFF and tournament.reports_settle and by_teams


def note_claim(match: Match, content: Content, *, team: Team | None, press: Press) -> ResultClaim:
    """Write down what a team or a member of staff says and close what they said before. Said again, nothing changes."""
    outcome, winner_id, points = content
    for own in open_claims(match):
        if own.team_id == (team.pk if team else None) and (team is not None or own.by_code == press.by.code):
            if content_of(own) == content:
                return own
            own.closed_at = press.at
            own.save(update_fields=["closed_at"])
    upper = points if points is None or winner_id == match.team_a_id else points[::-1]
    claim = ResultClaim.objects.create(
        match=match,
        team=team,
        team_a=match.sides[0],
        team_b=match.sides[1],
        winner_id=winner_id,
        outcome=outcome,
        points_a=upper[0] if upper else None,
        points_b=upper[1] if upper else None,
        claimed_at=press.at,
        by_code=press.by.code,
        by_label=press.by.label,
    )
    note_about(match, "match.reported" if team else "match.claimed", press, team=team.number if team else None)
    return claim


@counted_once
def take_back_claims(*, match: Match, press: Press, team: Team | None = None) -> Match:
    """Close the report of a team, or, without one, every entry of staff that waits for a second person.

    Raises Conflict("match_already_decided", "no_claim").
    """
    _, match = lock_match(match)
    MATCH.require("take_back_claim", match)
    closed = match.claims.filter(closed_at__isnull=True, team=team).update(closed_at=press.at)
    if not closed:
        raise Conflict(
            "no_claim",
            f"Nothing has been said about match {match.number} that could be undone. Reload the page.",
            match=match.number,
        )
    note_about(match, "match.claim_taken_back", press, team=team.number if team else None)
    return match


def note_about(match: Match, action: str, press: Press, **facts: object) -> None:
    """Write down what was said of a match; its bracket has a new version."""
    tournament = match.tournament
    save_bracket(tournament)
    subject = subject_of(tournament, match.number)
    record(tournament.event_id, press=press, action=action, subject=subject, **facts)


def _differs(tournament: BracketTournament, match: Match, claim: ResultClaim) -> Conflict:
    at = clock_text(claim.claimed_at, tournament.event)
    return Conflict(
        "claim_differs",
        f"{claim.by_label} entered something else for match {match.number} at {at}: {_said(claim)}. Nothing was "
        "saved: settle it together, then enter the same or take that entry back.",
        rules=BRACKET_RULES,
        match=match.number,
        entered_by=claim.by_label,
        entered_at=claim.claimed_at.isoformat(),
    )


def _said(claim: ResultClaim) -> str:
    teams: Sequence[Team] = (claim.team_a, claim.team_b)
    return verdict_of(claim, team_names(teams))
