"""Results that the two teams report themselves."""

from __future__ import annotations

from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import MATCH
from tournaments.models import Match, Outcome, Team
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.results.claims import is_agreed, note_claim
from tournaments.services.bracket.results.objections import require_team_of, withdraw_objections
from tournaments.services.bracket.results.outcomes import PlayedResult
from tournaments.services.bracket.results.results import (
    require_its_teams,
    require_may_win,
    require_winning_points,
    same_result,
    settle,
)


@counted_once
def report_result(*, match: Match, team: Team, played: PlayedResult, press: Press) -> Match:
    """One of the two teams says how its match ended. Returns the match: decided once the other says the same, where
    the bracket is set so; otherwise it waits for staff. A later report of the same team replaces its earlier one, and
    what it objected to the other's.

    The same press again, or the result that stands already,
    changes nothing.

    Raises Conflict("match_already_decided", "match_not_ready", "match_teams_changed", "team_not_in_match",
    "player_withdrawn"), UserFacingError("key_reused"), RuleError for a score that cannot be, as ``enter_outcome``.
    Rules: WLIA-22, EUC-16, WAS-13, WAS-14.
    """
    tournament, match = lock_match(match)
    winner, points = played.winner, played.points
    content = (Outcome.PLAYED, winner.pk, points)
    if same_result(match, content):
        return match
    MATCH.require("decide", match)
    require_team_of(match, team)
    require_its_teams(match, winner, played.loser)
    require_winning_points(tournament, *points)
    require_may_win(match, winner)
    report = note_claim(match, content, team=team, press=press)
    withdraw_objections(match, team)
    if is_agreed(tournament, match, report):
        settle(match, Outcome.PLAYED, winner, points, press=press)
        match.refresh_from_db()
    return match
