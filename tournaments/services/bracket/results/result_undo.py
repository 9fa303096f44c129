"""How a result is undone, and how a team that withdrew comes back."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from engine.tournament import bracket as engine
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import BRACKET, MATCH
from tournaments.models import Match, MatchResult, Team, TeamStatus
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.bracket_board import Board, read_board
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.opening import lock_bracket
from tournaments.services.bracket.storing import store_board


@counted_once
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
