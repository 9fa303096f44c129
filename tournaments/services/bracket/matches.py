"""Matches on their way to a result: called to a table, started, a call undone. ``results`` decides them."""

from __future__ import annotations

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import BRACKET, MATCH
from tournaments.models import AT_A_STATION, BracketTournament, Match
from tournaments.refusals import BRACKET_RULES
from tournaments.selectors.bracket.teams import sharing_tables, team_names
from tournaments.services.bracket.opening import lock_bracket, require_teams_may_play
from tournaments.services.bracket.storing import save_bracket, subject_of

STATION_FIELDS = ["state", "station", "called_at", "started_at"]


@transaction.atomic
def call_match(*, match: Match, press: Press, station: int | None = None) -> Match:
    """Call the two teams of a ready match to a table. Called twice, the first call stands.

    station: a table number of the bracket; None takes the lowest that is free.

    Raises Conflict("match_not_ready", "match_already_called", "match_already_decided", "station_busy",
    "no_station_free", "team_on_hold", "player_withdrawn"), UserFacingError("unknown_station").
    Rules: WAS-13, WAS-14.
    """
    tournament, match = lock_match(match)
    if match.is_at_station and station in (None, match.station):
        return match
    MATCH.require("call", match)
    _require_nobody_withdrawn(match, "called")
    _require_not_held(tournament, match)
    match.station = _free_station(tournament, station)
    MATCH.make("call", match)
    match.called_at = press.at
    return _stored(tournament, match, "match.called", press, station=match.station)


@transaction.atomic
def start_match(*, match: Match, press: Press) -> Match:
    """Both teams sit at their table and play. Started twice, the first start stands.

    Raises Conflict("match_not_called", "match_already_decided", "player_withdrawn"). Rules: WAS-13, WAS-14.
    """
    tournament, match = lock_match(match)
    if match.is_playing:
        return match
    MATCH.require("start", match)
    _require_nobody_withdrawn(match, "started")
    MATCH.make("start", match)
    match.started_at = press.at
    return _stored(tournament, match, "match.started", press, station=match.station)


@counted_once
def undo_call(*, match: Match, press: Press) -> Match:
    """Undo a call, and the start after it: the match is ready again and its table free.

    Raises Conflict("match_not_called", "match_already_decided").
    """
    tournament, match = lock_match(match)
    MATCH.make("undo_call", match)
    left = match.station
    match.station = match.called_at = match.started_at = None
    return _stored(tournament, match, "match.put_back", press, station=left)


def lock_match(match: Match) -> tuple[BracketTournament, Match]:
    """The bracket and the match as they are now, locked with the event. Raises Conflict("bracket_not_drawn")."""
    tournament = lock_bracket(match.tournament)
    BRACKET.require("play", tournament)
    row = tournament.matches.get(pk=match.pk)
    row.tournament = tournament
    return tournament, row


def _stored(tournament: BracketTournament, match: Match, action: str, press: Press, **facts: object) -> Match:
    match.save(update_fields=STATION_FIELDS)
    save_bracket(tournament)
    record(tournament.event_id, press=press, action=action, subject=subject_of(tournament, match.number), **facts)
    return match


def _require_nobody_withdrawn(match: Match, done: str) -> None:
    """done: what is refused to the match."""
    require_teams_may_play(match.sides, f"Match {match.number} cannot be {done} with team {{number}} ({{name}})")


def _require_not_held(tournament: BracketTournament, match: Match) -> None:
    held = tournament.teams.filter(
        pk__in=[pk for pk in (match.team_a_id, match.team_b_id) if pk is not None], is_on_hold=True
    ).first()
    if held is not None:
        name = team_names([held])[held.pk]
        raise Conflict(
            "team_on_hold",
            f"{name} cannot be called to match {match.number}: their first match in the main bracket is to be played "
            "again. Enter that result first.",
            rules=BRACKET_RULES,
            match=match.number,
            team=held.number,
        )


def _free_station(tournament: BracketTournament, station: int | None) -> int:
    at_tables = Match.objects.filter(tournament__in=sharing_tables(tournament), state__in=AT_A_STATION)
    busy = {row.station: row for row in at_tables}
    if station is None:
        free = next((number for number in range(1, tournament.stations + 1) if number not in busy), None)
        if free is None:
            raise Conflict(
                "no_station_free",
                f"All {tournament.stations} tables are taken. Enter a result, or undo a call.",
                stations=tournament.stations,
            )
        return free
    if not 1 <= station <= tournament.stations:
        raise UserFacingError(
            "unknown_station",
            f"{tournament.name} has tables 1 to {tournament.stations}, not {station}. Choose one of them.",
            station=station,
            stations=tournament.stations,
        )
    if station in busy:
        raise Conflict(
            "station_busy",
            f"Table {station} is taken by match {busy[station].number}. Choose another table.",
            station=station,
            match=busy[station].number,
        )
    return station
