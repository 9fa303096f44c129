"""A team that comes after the draw takes the place of a bye."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from engine.tournament.bracket import open_byes
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from tournaments.lifecycles import BRACKET
from tournaments.models import BracketTournament, Team, TeamStatus
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.bracket_board import Board, read_board
from tournaments.services.bracket.opening import lock_bracket
from tournaments.services.bracket.storing import store_board
from tournaments.services.bracket.teams.teams import add_teams


@dataclass(frozen=True, slots=True)
class OpenBye:
    """A bye that a late team may take. team: who has it, and would play the newcomer first."""

    match: int
    team: Team


def open_byes_of(tournament: BracketTournament) -> list[OpenBye]:
    """The byes a late team may still take, that of the worst seed first. Nothing is written.

    Rules: WLIA-22.
    """
    return _open_byes(read_board(tournament)) if tournament.is_drawn else []


@transaction.atomic
def enter_late(
    *,
    tournament: BracketTournament,
    players: tuple[Player, Player],
    press: Press,
    match: int | None = None,
    name: str = "",
) -> Team:
    """Two players enter a drawn bracket as a team, in the place of a bye; whoever had it plays them first.

    match: the number of the bye; None takes that of the worst seed.

    Raises Conflict("bracket_not_drawn", "no_bye_open", "player_in_team"), UserFacingError("pair_of_one",
    "player_elsewhere"), RuleError("no_such_match", "match_is_no_bye", "bye_is_over", "seed_withdrawn_already").
    Rules: WLIA-22.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("play", tournament)
    board = read_board(tournament)
    byes = _open_byes(board)
    if match is None and not byes:
        raise Conflict(
            "no_bye_open",
            f"{tournament.name} has no bye left: each is taken, or its team has begun its next match. "
            "Name them as substitutes, or open another bracket.",
            rules=BRACKET_RULES,
            entries=tournament.entries,
        )
    number = byes[0].match if match is None else match
    team = add_teams(tournament, [players], press, name=name)[0]
    board.enter_late(number, team)
    team.entered_late_at = press.at
    team.save(update_fields=["seed", "entered_late_at"])
    tournament.entries = board.state.bracket.entries
    store_board(board, press=press, action="team.entered_late", match=number, team=team.number, seed=team.seed)
    return team


@counted_once
def undo_late_entry(*, team: Team, press: Press) -> Team:
    """Take a late team out again, as long as its match has not begun: the bye is back and both players are free.

    Raises Conflict("bracket_not_drawn", "team_not_late", "late_team_has_begun").
    Rules: WLIA-22.
    """
    tournament = lock_bracket(team.tournament)
    BRACKET.require("play", tournament)
    board = read_board(tournament)
    late = next((row for row in board.teams.values() if row.pk == team.pk), None)
    if late is None or late.entered_late_at is None:
        raise Conflict(
            "team_not_late",
            f"Team {team.number} did not enter late. Withdraw it instead: its opponents go on by walkover.",
            rules=BRACKET_RULES,
            team=team.number,
        )
    number = board.first_match_of(late)
    row = board.rows[number]
    if row.is_decided or row.is_at_station:
        raise Conflict(
            "late_team_has_begun",
            f"Team {late.number} has been called to match {number}, or it is decided. Undo that first, or withdraw "
            "the team.",
            rules=BRACKET_RULES,
            team=late.number,
            match=number,
        )
    board.take_out_late(late)
    late.team_players.filter(left_at__isnull=True).update(left_at=press.at)
    tournament.entries = board.state.bracket.entries
    store_board(board, press=press, action="team.late_entry_undone", match=number, team=late.number)
    # The row of the match names the team until it is written: only then may the seed go.
    late.seed, late.entered_late_at, late.status = None, None, TeamStatus.WITHDRAWN
    late.save(update_fields=["seed", "entered_late_at", "status"])
    return late


def _open_byes(board: Board) -> list[OpenBye]:
    found = open_byes(board.state, board.begun)
    rows = (board.rows[match.number] for match in found)
    return [OpenBye(row.number, row.winner) for row in rows if row.winner is not None]
