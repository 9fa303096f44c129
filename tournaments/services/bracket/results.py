"""Results of matches: how one is entered, and how it is undone."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from engine.errors import RuleError
from engine.euchre.scoring import EuchreScale, check_game_score, match_winner
from engine.tournament import bracket as engine
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once_as
from tournaments.lifecycles import BRACKET, MATCH
from tournaments.models import (
    BracketTournament,
    Match,
    MatchResult,
    Outcome,
    ResultClaim,
    Team,
    TeamStatus,
)
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.bracket_board import Board, read_board
from tournaments.services.bracket.claims import Content, content_of, is_confirmed, note_claim
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.opening import lock_bracket
from tournaments.services.bracket.outcomes import MatchOutcome
from tournaments.services.bracket.storing import store_board, store_result

Entered = MatchResult | ResultClaim
"""A result that counts, or an entry that waits for a second person."""


@counted_once_as(lambda asked: asked["outcome"].deed)
def enter_outcome(*, match: Match, outcome: MatchOutcome, press: Press) -> Entered:
    """Enter how a match came out, and send the winner on. The beaten team is free, its table too. Where the bracket
    asks for a second person, the entry waits for one and comes back as a claim.

    The same press again, or the result that stands already, returns the first one.

    Raises Conflict("match_already_decided", "match_not_ready", "match_teams_changed", "match_is_bye", "claim_differs"),
    UserFacingError("key_reused"), and for a score that cannot be RuleError("winner_below_target",
    "winner_above_reach", "loser_out_of_range", "match_not_won", "games_out_of_range").
    Rules: WLIA-22, WLIA-24, EUC-16.
    """
    tournament, match = lock_match(match)
    teams, points = outcome.teams, outcome.points
    winner = teams[0] if teams else None
    content = (outcome.kind, winner.pk if winner else None, points)
    if standing := same_result(match, content):
        return standing
    MATCH.require("decide", match)
    if teams:
        require_its_teams(match, *teams)
    if points is not None:
        check_points(tournament, *points)
    if not is_confirmed(tournament, match, content, press.by):
        return note_claim(match, content, team=None, press=press)
    return settle(match, outcome.kind, winner, points, press=press)


@transaction.atomic
def undo_result(*, match: Match, press: Press) -> Match:
    """Take a result back, as long as nobody has decided a match that came of it. A team that had withdrawn is back.

    What followed by itself (walkovers against nobody) is undone too. A match that was being played is at its
    table again if that is still free.

    Raises Conflict("match_not_decided", "later_match_decided", "no_second_chance"),
    UserFacingError("bye_has_no_result"). Rules: WLIA-22.
    """
    tournament, match = lock_match(match)
    board = read_board(tournament)
    row = board.rows[match.number]
    _require_undoable(board, row)
    for team in row.sides:
        if team.is_withdrawn:
            _readmit(board, team)
    board.take_back(row.number)
    store_board(board, press=press, action="match.result_undone", match=row.number)
    return row


@transaction.atomic
def readmit_team(*, team: Team, press: Press) -> Team:
    """Take a withdrawal back after the draw: a match that was lost by it alone is to be played after all.

    Raises Conflict("team_not_withdrawn", "team_not_drawn", "bracket_not_drawn", "later_match_decided",
    "no_second_chance"). Rules: WLIA-22.
    """
    tournament = lock_bracket(team.tournament)
    BRACKET.require("play", tournament)
    board = read_board(tournament)
    number = team.number
    drawn = next((row for row in board.teams.values() if row.pk == team.pk), None)
    if drawn is None:
        raise Conflict(
            "team_not_drawn",
            f"Team {number} left before the draw, so it has no place in {tournament.name}.",
            rules=BRACKET_RULES,
            team=number,
        )
    if not drawn.is_withdrawn:
        raise Conflict("team_not_withdrawn", f"Team {number} has not withdrawn. Reload the page.", team=number)
    lost = _lost_by_withdrawing(drawn)
    if lost is not None:
        _require_undoable(board, board.rows[lost.match.number])
    _readmit(board, drawn)
    if lost is not None:
        board.take_back(lost.match.number)
    store_board(board, press=press, action="team.readmitted", team=drawn.number)
    return drawn


def _readmit(board: Board, team: Team) -> None:
    _require_second_chance(team)
    board.readmit(team)
    team.status = TeamStatus.REGISTERED
    team.save(update_fields=["status"])


def _require_second_chance(team: Team) -> None:
    """A consolation bracket is for teams beaten in their first match, and for those whose first match is open again."""
    main_team = team.main_team
    if main_team is None or team.is_on_hold:
        return
    main = main_team.tournament
    if main_team.seed in engine.consolation_field(read_board(main).state):
        return
    name, number = main.name, main_team.number
    why = (
        f"team {number} of {name} has left. Let it play on there first."
        if main_team.is_withdrawn
        else f"team {number} of {name} was not beaten in its first match. If it was, correct that match."
    )
    raise Conflict(
        "no_second_chance",
        f"Team {team.number} cannot play on in the consolation bracket: {why}",
        rules=BRACKET_RULES,
        team=team.number,
        main_team=number,
    )


def _lost_by_withdrawing(team: Team) -> MatchResult | None:
    """The result that nobody entered and in which the team did not go on."""
    log = MatchResult.objects.filter(Q(team_a=team) | Q(team_b=team), undone_at__isnull=True, by_code=SYSTEM.code)
    return log.exclude(winner=team).select_related("match").order_by("-match__number").first()


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


def check_points(tournament: BracketTournament, winner_points: int, loser_points: int) -> None:
    """Refuse a score that cannot end a match. Raises RuleError as enter_outcome. Rules: EUC-16."""
    if tournament.is_one_game:
        check_game_score(winner_points, loser_points, EuchreScale(target=tournament.target))
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


def _require_undoable(board: Board, row: Match) -> None:
    MATCH.require("undo_result", row)
    if row.team_a is None or row.team_b is None:
        feeders = " and ".join(str(number) for number in (row.feeder_a, row.feeder_b))
        raise Conflict(
            "result_follows",
            f"Match {row.number} was decided because nobody came of an earlier match. Undo match {feeders} instead.",
            rules=BRACKET_RULES,
            match=row.number,
            feeders=[row.feeder_a, row.feeder_b],
        )
    below = [board.rows[number].pk for number in board.state.below(row.number)]
    entered = MatchResult.objects.filter(match__in=below, undone_at__isnull=True).exclude(by_code=SYSTEM.code)
    later = entered.select_related("match").order_by("match__number").first()
    if later is not None:
        raise Conflict(
            "later_match_decided",
            f"Match {row.number} cannot be undone: match {later.match.number}, which came of it, was decided by "
            f"{later.by_label}. Undo match {later.match.number} first.",
            rules=BRACKET_RULES,
            match=row.number,
            later_match=later.match.number,
        )
