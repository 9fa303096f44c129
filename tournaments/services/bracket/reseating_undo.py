"""What a correction did to the consolation bracket, undone: teams, and results that it had made void."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from engine.errors import RuleError
from engine.tournament import bracket as engine
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from tournaments.models import Match, MatchResult, Team
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.bracket_board import Board, engine_result_of, read_board
from tournaments.services.bracket.reseating import consolation_of, in_place_of, seating_of, stand_up
from tournaments.services.bracket.storing import store_consolation


def take_back_reseating(main: Board, match: Match, corrected: MatchResult, *, press: Press) -> None:
    """Put the consolation bracket back as it was before a correction of the main one; nothing where it had no part.

    corrected: the line of the log that corrected the match. Lines of the consolation bracket that it made void stand
    again, those that came of it do not.

    Raises Conflict("bracket_moved_on") once the consolation bracket has gone on with what the correction did to it.
    Rules: WLIA-22.
    """
    tournament = consolation_of(main.tournament)
    if tournament is None or not corrected.consolation:
        return
    board = read_board(tournament)
    before, after = corrected.consolation["before"], corrected.consolation["after"]
    changed = {place: before.get(place) for place in after if before.get(place) != after[place]}
    seated = seating_of(board)
    for place in changed:
        if seated.get(place) != after[place]:
            raise moved_on(match, board.rows[board.first_match_of(board.teams[int(place)])])
    log = MatchResult.objects.filter(match__tournament=tournament).select_related("match").order_by("pk")
    again = list(log.filter(voided_by=corrected))
    written = list(log.filter(pk__gt=corrected.pk))
    gone = {line.match.number for line in written if line.came_of_id == corrected.pk}
    kept = {number: result for number, result in board.state.results.items() if number not in gone}
    entered_since = {line.match.number for line in written if line.came_of_id != corrected.pk}
    for number in sorted(kept):
        seats = {str(place) for place in kept[number].seeds or ()}
        is_theirs = number in entered_since and changed.keys() & seats
        if is_theirs or number in {line.match.number for line in again}:
            raise moved_on(match, board.rows[number])
    _sit_down(board, changed, main, press.at)
    seeds = {team.pk: place for place, team in board.teams.items()}
    results = kept | {line.match.number: engine_result_of(line, seeds) for line in again}
    shape = engine.build_bracket(
        tournament.entries or 0, third_place=board.state.bracket.third_place_match is not None, seeds=board.teams
    )
    withdrawn = [place for place, team in board.teams.items() if team.is_withdrawn]
    try:
        board.state = engine.start_bracket(shape, results, withdrawn)
    except RuleError as error:
        raise moved_on(match, board.rows[max(results)]) from error
    board.touched |= board.rows.keys()
    store_consolation(board, press=press, taken_back=corrected)


def moved_on(match: Match, later: Match) -> Conflict:
    """A correction that cannot be undone, because a match has changed since."""
    where = "" if later.tournament_id == match.tournament_id else " of the consolation bracket"
    return Conflict(
        "bracket_moved_on",
        f"Match {later.number}{where} has changed since match {match.number} was corrected, so the correction "
        f"cannot be undone as a whole. Correct match {match.number} again instead.",
        rules=BRACKET_RULES,
        match=match.number,
        later_match=later.number,
    )


def _sit_down(board: Board, changed: Mapping[str, list[object] | None], main: Board, now: datetime) -> None:
    """Whoever lost a place, or got another, has the former again; None stands up, because nobody sat there."""
    main_teams: dict[int | None, Team] = {team.pk: team for team in main.teams.values()}
    known = {team.number: team for team in board.tournament.teams.all()}
    for key, chair in changed.items():
        place = int(key)
        if chair is None:
            stand_up(board.teams.pop(place), now)
            continue
        number, status, is_on_hold, late = chair
        if board.teams[place].number != number:
            main_team = main_teams[known[int(str(number))].main_team_id]
            board.teams[place] = in_place_of(board.teams[place], main_team, now)
        team = board.teams[place]
        team.status, team.is_on_hold = str(status), bool(is_on_hold)
        team.entered_late_at = datetime.fromisoformat(str(late)) if late else None
    Team.objects.bulk_update(board.teams.values(), ["seed", "status", "is_on_hold", "entered_late_at"])
    board.tournament.entries = len(board.teams)
