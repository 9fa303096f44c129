"""Results of matches: how one is entered, and when it counts."""

from __future__ import annotations

from engine.errors import RuleError
from engine.euchre.scoring import match_winner, require_game_score
from engine.tournament import bracket as engine
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once_as
from tournaments.lifecycles import MATCH
from tournaments.models import (
    BracketTournament,
    Match,
    MatchResult,
    Outcome,
    ResultClaim,
    Team,
)
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.bracket_board import read_board
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.opening import require_teams_may_play
from tournaments.services.bracket.results.claims import Content, content_of, is_confirmed, note_claim
from tournaments.services.bracket.results.outcomes import MatchOutcome
from tournaments.services.bracket.storing import store_result

Entered = MatchResult | ResultClaim
"""A result that counts, or an entry that waits for a second person."""


@counted_once_as(lambda asked: asked["outcome"].deed)
def enter_outcome(*, match: Match, outcome: MatchOutcome, press: Press) -> Entered:
    """Enter how a match came out, and send the winner on. The beaten team is free, its table too. Where the bracket
    asks for a second person, the entry waits for one and comes back as a claim.

    The same press again, or the result that stands already, returns the first one.

    Raises Conflict("match_already_decided", "match_not_ready", "match_teams_changed", "match_is_bye", "claim_differs",
    "player_withdrawn"), UserFacingError("key_reused"), and for a score that cannot be RuleError("winner_below_target",
    "winner_above_reach", "loser_out_of_range", "match_not_won", "games_out_of_range").
    Rules: WLIA-22, WLIA-24, EUC-16, WAS-13, WAS-14.
    """
    tournament, match = lock_match(match)
    teams, points = outcome.teams, outcome.points
    winner = teams[0] if teams else None
    content = (outcome.kind, winner.pk if winner else None, points)
    if standing := same_result(match, content):
        if teams:
            require_its_teams(match, *teams)
        return standing
    MATCH.require("decide", match)
    if teams:
        require_its_teams(match, *teams)
    if points is not None:
        require_winning_points(tournament, *points)
    if winner is not None:
        require_may_win(match, winner)
    if not is_confirmed(tournament, match, content, press.by):
        return note_claim(match, content, team=None, press=press)
    return settle(match, outcome.kind, winner, points, press=press)


def settle(
    match: Match,
    outcome: Outcome,
    winner: Team | None,
    points: tuple[int, int] | None,
    *,
    press: Press,
) -> MatchResult:
    """Decide a match with a result that was checked. points: of the winner and the loser. The caller holds the lock."""
    board = read_board(match.tournament)
    row = board.rows[match.number]
    board.record(row.number, engine_result(row, outcome, winner, points))
    return store_result(
        board,
        press=press,
        action="match.result",
        match=row.number,
        outcome=outcome,
        winner=winner.number if winner else None,
        points=points,
    )


def same_result(match: Match, content: Content) -> MatchResult | None:
    """The result that stands, if it is the one that is entered once more."""
    if not match.is_decided or match.is_bye:
        return None
    standing = match.results.select_related("match").get(undone_at__isnull=True)
    return standing if content_of(standing) == content else None


def require_its_teams(row: Match, winner: Team, loser: Team) -> None:
    """Raises Conflict("match_teams_changed")."""
    if {winner.pk, loser.pk} != {row.team_a_id, row.team_b_id}:
        upper, lower = row.sides
        raise Conflict(
            "match_teams_changed",
            f"Match {row.number} is now between team {upper.number} and team {lower.number}, "
            "not the two you saw. Nothing was saved: reload and enter it again.",
            rules=BRACKET_RULES,
            match=row.number,
            teams=[upper.number, lower.number],
        )


def require_may_win(match: Match, winner: Team) -> None:
    """A match that was never called because somebody was withdrawn is not won by their team; one that is under way
    ends as it was played.

    Raises Conflict("player_withdrawn"). Rules: WAS-13, WAS-14.
    """
    if not match.is_at_station:
        require_teams_may_play(
            [winner], f"Match {match.number} was not called, and team {{number}} ({{name}}) cannot win it"
        )


def require_winning_points(tournament: BracketTournament, winner_points: int, loser_points: int) -> None:
    """Refuse a score that cannot end a match. Raises RuleError as enter_outcome. Rules: EUC-16."""
    if tournament.is_one_game:
        require_game_score(winner_points, loser_points, tournament.house_rules.scale)
    elif match_winner((winner_points, loser_points), best_of=tournament.best_of) != 0:
        raise RuleError(
            "match_not_won",
            f"{winner_points}–{loser_points} in games does not win a best of {tournament.best_of}. "
            f"The winner needs {tournament.best_of // 2 + 1} games.",
            rules=("EUC-16",),
            winner_games=winner_points,
            loser_games=loser_points,
        )


def engine_result(
    row: Match, outcome: Outcome, winner: Team | None, points: tuple[int, int] | None
) -> engine.MatchResult:
    """A result as the engine has it. points: of the winner and the loser."""
    slot = None if winner is None else int(winner.pk != row.team_a_id)
    upper_first = points if points is None or slot == 0 else (points[1], points[0])
    return engine.MatchResult(slot, engine.Outcome(outcome), points=upper_first)
