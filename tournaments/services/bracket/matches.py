"""Matches on their way to a result: called to a table, started, put back. ``results`` decides them."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.formats import clock_text
from eventnight.core.press import Press
from tournaments.models import BracketTournament, Match, MatchResult, MatchState, ResultClaim
from tournaments.selectors.bracket.entries import sharing_tables, team_names
from tournaments.services.bracket.opening import BRACKET_RULES, lock_bracket, require_drawn
from tournaments.services.bracket.storing import save_bracket, subject_of

S = MatchState
ALLOWED = {
    "call": ({S.READY}, S.CALLED),
    "start": ({S.CALLED}, S.PLAYING),
    "put_back": ({S.CALLED, S.PLAYING}, S.READY),
}
STATION_FIELDS = ["state", "station", "called_at", "started_at"]


@transaction.atomic
def call_match(*, match: Match, press: Press, station: int | None = None) -> Match:
    """Call the two teams of a ready match to a table. Called twice, the first call stands.

    station: a table number of the bracket; None takes the lowest that is free.

    Raises Conflict("match_not_ready", "match_already_called", "match_already_decided", "station_busy",
    "no_station_free", "team_on_hold"), UserFacingError("unknown_station").
    """
    tournament, match = lock_match(match)
    if match.is_at_station and station in (None, match.station):
        return match
    _require_allowed(tournament, match, "call")
    _require_not_held(tournament, match)
    match.station = _free_station(tournament, station)
    match.state, match.called_at = ALLOWED["call"][1], press.at
    return _stored(tournament, match, "match.called", press, station=match.station)


@transaction.atomic
def start_match(*, match: Match, press: Press) -> Match:
    """Both teams sit at their table and play. Started twice, the first start stands.

    Raises Conflict("match_not_called", "match_already_decided").
    """
    tournament, match = lock_match(match)
    if match.state == S.PLAYING:
        return match
    _require_allowed(tournament, match, "start")
    match.state, match.started_at = ALLOWED["start"][1], press.at
    return _stored(tournament, match, "match.started", press, station=match.station)


@transaction.atomic
def put_back_match(*, match: Match, press: Press) -> Match:
    """Take back a call or a start: the match is ready again and its table free.

    Raises Conflict("match_not_called", "match_already_decided").
    """
    tournament, match = lock_match(match)
    _require_allowed(tournament, match, "put_back")
    left = match.station
    match.state = ALLOWED["put_back"][1]
    match.station = match.called_at = match.started_at = None
    return _stored(tournament, match, "match.put_back", press, station=left)


def lock_match(match: Match) -> tuple[BracketTournament, Match]:
    """The bracket and the match as they are now, locked with the event. Raises Conflict("bracket_not_drawn")."""
    tournament = lock_bracket(match.tournament)
    require_drawn(tournament)
    row = tournament.matches.get(pk=match.pk)
    row.tournament = tournament
    return tournament, row


def _stored(tournament: BracketTournament, match: Match, action: str, press: Press, **facts: object) -> Match:
    match.save(update_fields=STATION_FIELDS)
    save_bracket(tournament)
    record(tournament.event_id, press=press, action=action, subject=subject_of(tournament, match.number), **facts)
    return match


def _require_allowed(tournament: BracketTournament, match: Match, action: str) -> None:
    if match.state in ALLOWED[action][0]:
        return
    if match.is_decided:
        raise already_decided(tournament, match)
    if action != "call":
        raise Conflict(
            "match_not_called",
            f"Match {match.number} has not been called to a table. Call it first.",
            match=match.number,
        )
    if match.is_at_station:
        at = clock_text(match.called_at, tournament.event)
        raise Conflict(
            "match_already_called",
            f"Match {match.number} was called to table {match.station} at {at}. Put it back to call it elsewhere.",
            match=match.number,
            station=match.station,
        )
    raise not_ready(match)


def _require_not_held(tournament: BracketTournament, match: Match) -> None:
    held = tournament.teams.filter(pk__in=(match.team_a_id, match.team_b_id), is_on_hold=True).first()
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
    at_tables = Match.objects.filter(tournament__in=sharing_tables(tournament), state__in=(S.CALLED, S.PLAYING))
    busy = {row.station: row for row in at_tables}
    if station is None:
        free = next((number for number in range(1, tournament.stations + 1) if number not in busy), None)
        if free is None:
            raise Conflict(
                "no_station_free",
                f"All {tournament.stations} tables are taken. Enter a result, or put a called match back.",
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


def not_ready(match: Match) -> Conflict:
    """The refusal of a match that lacks a team."""
    return Conflict(
        "match_not_ready",
        f"Match {match.number} still waits for a team. Enter the results of the earlier matches first.",
        rules=BRACKET_RULES,
        match=match.number,
    )


def already_decided(tournament: BracketTournament, match: Match) -> Conflict:
    """The refusal that tells the second of two people who entered what, and when."""
    if match.is_bye:
        return Conflict(
            "match_is_bye",
            f"Match {match.number} is a bye: its team goes on without playing.",
            rules=BRACKET_RULES,
            match=match.number,
        )
    entered = match.results.select_related("winner", "team_a", "team_b").get(undone_at__isnull=True)
    at = clock_text(entered.entered_at, tournament.event)
    return Conflict(
        "match_already_decided",
        f"Match {match.number} is decided: {_verdict(entered)}, entered by {entered.by_label} at {at}. "
        "Nothing was saved. Undo that result first if it is wrong.",
        rules=BRACKET_RULES,
        match=match.number,
        winner=entered.winner.number if entered.winner else None,
        points=[entered.points_a, entered.points_b],
        entered_by=entered.by_label,
        entered_at=entered.entered_at.isoformat(),
    )


def _verdict(entered: MatchResult) -> str:
    return verdict_of(entered, team_names([team for team in (entered.team_a, entered.team_b) if team is not None]))


def verdict_of(entered: MatchResult | ResultClaim, names: Mapping[int, str]) -> str:
    """A result, or what somebody says it is, in a few words: "Ada & Bob beat Cy & Di 10–7". names: by team id."""
    if entered.winner is None:
        return "nobody came"
    winner = names[entered.winner_id]
    if entered.points_a is None or entered.points_b is None:
        return f"{winner} went on ({entered.get_outcome_display().lower()})"
    loser = next(name for team_id, name in names.items() if team_id != entered.winner_id)
    high, low = max(entered.points_a, entered.points_b), min(entered.points_a, entered.points_b)
    return f"{winner} beat {loser} {high}–{low}"
