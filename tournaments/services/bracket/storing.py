"""What every change of a bracket ends with: its rows, its status, its version, and the line of the audit log."""

from __future__ import annotations

from datetime import datetime

from eventnight.core.audit import record
from eventnight.core.press import Press
from tournaments.lifecycles import BRACKET
from tournaments.models import BracketTournament, MatchResult
from tournaments.services.bracket.bracket_board import Board
from tournaments.services.bracket.reseating import Reseated, reseat


def save_bracket(tournament: BracketTournament) -> None:
    """Write the tournament under its next version."""
    tournament.version += 1
    tournament.save()


def subject_of(tournament: BracketTournament, match: int | None = None) -> str:
    """How the audit log names a bracket or a match of it."""
    return f"bracket {tournament.pk}" if match is None else f"bracket {tournament.pk} match {match}"


def store_board(
    board: Board,
    *,
    press: Press,
    action: str,
    match: int | None = None,
    taken_back: MatchResult | None = None,
    **facts: object,
) -> None:
    """Write what was done to a bracket: its matches, its status, its version, and the line of the audit log; and what
    follows from it in its consolation bracket.

    match: that it was done to, None for the whole bracket. taken_back: the correction that does not count any more:
    what it made void counts once more.
    """
    board.write(press=press, taken_back=taken_back)
    _settle(board, press)
    record(board.tournament.event_id, press=press, action=action, subject=subject_of(board.tournament, match), **facts)


def store_result(
    board: Board, *, press: Press, action: str, match: int, keeps_seating: bool = False, **facts: object
) -> MatchResult:
    """Write a bracket in which the press has decided a match, as `store_board` does. Returns the result.

    keeps_seating: whether it keeps what it did to the consolation bracket, so that it can be undone.
    """
    result = board.write(press=press, entered=match)
    assert result is not None
    change = _settle(board, press, result)
    if keeps_seating and change is not None:
        result.consolation = {"before": change.before, "after": change.after}
        result.save(update_fields=["consolation"])
    record(board.tournament.event_id, press=press, action=action, subject=subject_of(board.tournament, match), **facts)
    return result


def _settle(board: Board, press: Press, cause: MatchResult | None = None) -> Reseated | None:
    """The status and version of a bracket whose matches are written, and its consolation bracket where that changes."""
    tournament = board.tournament
    settle_status(tournament, is_over=board.is_over, now=press.at)
    save_bracket(tournament)
    change = reseat(board, now=press.at)
    if change is not None:
        store_consolation(change.board, press=press, cause=cause)
    return change


def store_consolation(
    board: Board,
    *,
    press: Press,
    cause: MatchResult | None = None,
    taken_back: MatchResult | None = None,
) -> None:
    """Write what a change of the main bracket did to its consolation bracket. cause, taken_back: the result of the main
    one that was entered, or the correction there that does not count any more.
    """
    board.write(press=press, cause=cause, taken_back=taken_back)
    settle_status(board.tournament, is_over=board.is_over, now=press.at)
    save_bracket(board.tournament)


def settle_status(tournament: BracketTournament, *, is_over: bool, now: datetime) -> None:
    """Finish a bracket whose last match is decided, and reopen it when that result is undone. The caller saves it."""
    if is_over and BRACKET.allows("finish", tournament):
        BRACKET.make("finish", tournament)
        tournament.finished_at = now
    elif not is_over and BRACKET.allows("reopen", tournament):
        BRACKET.make("reopen", tournament)
        tournament.finished_at = None
