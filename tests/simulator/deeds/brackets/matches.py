"""Deeds at matches on their way to a result: called to a table, started, put back; who is here, and the last call."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from tests.simulator.deeds.brackets.rows import (
    Seen,
    a_match,
    address_of,
    page_of,
    whoever,
)
from tests.simulator.deeds.deed import Deed, Deeds, Evening
from tests.simulator.presses import Press
from tournaments.models import BracketTournament, Match, Team

OPEN = ("waiting", "ready", "called", "playing")


def call(night: Evening) -> Deed | None:
    """A match is called to a table: to the one asked for, or to the lowest that is free."""
    match = a_match(night, *(("waiting", "called", "playing", "done") if night.is_wrong() else ("ready",)))
    if match is None:
        return None
    bracket, seen = match.tournament, Seen(match.tournament)
    busy = _busy(bracket)
    stations = range(1, bracket.stations + 1)
    station = night.chance.choice((None, None, *stations, *busy, bracket.stations, bracket.stations + 1))
    refused = _why_not_called(match, station, busy)
    is_again = match.state in ("called", "playing") and station in (None, match.station)
    table = match.station if is_again else station or next((each for each in stations if each not in busy), None)

    def promise() -> Iterator[str]:
        row = Match.objects.get(pk=match.pk)
        if is_again:
            if (row.state, row.called_at, row.station) != (match.state, match.called_at, match.station):
                yield f"match {match.number} was called a second time"
            return
        spot = seen.paper.spots[match.number]
        spot.state, spot.station = "called", table
        if row.called_at != timezone.now():
            yield f"match {match.number} was called at {row.called_at}"
        yield from seen.differs("match.called", match.number, station=table)

    who = whoever(night)
    if night.chance.random() < 0.4:
        fields = {"station": "" if station is None else station}
        press = night.form(f"{page_of(match)}call/", fields, who=who)
    else:
        body = {} if station is None else {"station": station}
        press = night.program("POST", f"{address_of(match)}call/", body, who=who)
    return Deed(press, "" if is_again else refused, must_count=is_again or not refused, promise=promise)


def start(night: Evening) -> Deed | None:
    """Both teams sit at their table and play."""
    match = a_match(night, *(("waiting", "ready", "done", "playing") if night.is_wrong() else ("called",)))
    if match is None:
        return None
    seen, was_playing = Seen(match.tournament), match.state == "playing"
    refused = "" if match.state in ("called", "playing") else f"the match is {match.state}"

    def promise() -> Iterator[str]:
        row = Match.objects.get(pk=match.pk)
        if was_playing:
            if row.started_at != match.started_at:
                yield f"match {match.number} was started a second time"
            return
        spot = seen.paper.spots[match.number]
        spot.state, spot.was_started = "playing", True
        if row.started_at != timezone.now():
            yield f"match {match.number} was started at {row.started_at}"
        yield from seen.differs("match.started", match.number, station=match.station)

    return Deed(_pressed(night, match, "start"), refused, must_count=not refused, promise=promise)


def put_back(night: Evening) -> Deed | None:
    """A call or a start is taken back, and the table is free again."""
    match = a_match(night, *(("waiting", "ready", "done") if night.is_wrong() else ("called", "playing")))
    if match is None:
        return None
    seen = Seen(match.tournament)
    refused = "" if match.state in ("called", "playing") else f"the match is {match.state}"

    def promise() -> Iterator[str]:
        row = Match.objects.get(pk=match.pk)
        seen.paper.spots[match.number].state = "ready"
        if (row.station, row.called_at, row.started_at) != (None, None, None):
            yield f"match {match.number} keeps something of its table"
        yield from seen.differs("match.put_back", match.number, station=match.station)

    return Deed(_pressed(night, match, "put-back"), refused, must_count=not refused, promise=promise)


MARKS = {
    "here": ("PUT", "here", "here", "team.here"),
    "not here": ("DELETE", "here", "not-here", "team.not_here"),
    "last call": ("PUT", "last-call", "last-call", "team.last_call"),
    "no last call": ("DELETE", "last-call", "no-call", "team.last_call_taken_back"),
}
"""For a program the method and the place, for a page the move; and how the log calls it."""


def mark(night: Evening) -> Deed | None:
    """A team is ticked in for its match or called for the last time, or that is taken back."""
    match = a_match(night, *(("done",) if night.is_wrong(0.1) else OPEN), team_a__isnull=False)
    if match is None:
        return None
    bracket, seen = match.tournament, Seen(match.tournament)
    teams = [team for team in (match.team_a, match.team_b) if team]
    if night.is_wrong(0.1):
        teams = list(bracket.teams.exclude(pk__in=[team.pk for team in teams]).order_by("pk")) or teams
    team = night.chance.choice(teams)
    likely = [what for what in MARKS if not _why_not_marked(match, team, what)]
    what = night.chance.choice(list(MARKS) if night.is_wrong() or not likely else likely)
    refused = _why_not_marked(match, team, what)
    half = 1 if match.team_b_id == team.pk else 0
    spot, row_before = seen.paper.spots[match.number], _mark_of(match, half)

    def promise() -> Iterator[str]:
        changes = _marked(row_before, what)
        if changes is None:
            if _mark_of(Match.objects.get(pk=match.pk), half) != row_before:
                yield f"the first {what} of team {team.number} does not stand"
            return
        if _mark_of(Match.objects.get(pk=match.pk), half) != changes:
            yield f"{what} of team {team.number} is noted otherwise"
        spot.here[half], spot.last_call[half] = (each is not None for each in changes)
        yield from seen.differs(MARKS[what][3], match.number, team=team.number)

    method, place, move, _ = MARKS[what]
    if night.chance.random() < 0.4:
        press = night.form(f"{page_of(match)}teams/{team.number}/{move}/", {}, who=whoever(night))
    else:
        press = night.program(method, f"{address_of(match)}teams/{team.number}/{place}/", who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def _why_not_called(match: Match, station: int | None, busy: list[int]) -> str:
    bracket = match.tournament
    if match.state != "ready":
        return f"the match is {match.state}"
    if Team.objects.filter(pk__in=(match.team_a_id, match.team_b_id), is_on_hold=True).exists():
        return "a team of it must play in the main bracket first"
    if station is None:
        return "no table is free" if set(range(1, bracket.stations + 1)) <= set(busy) else ""
    if station in busy:
        return f"table {station} is taken"
    return "" if station <= bracket.stations else f"there are {bracket.stations} tables"


def _busy(bracket: BracketTournament) -> list[int]:
    """Tables at which a match stands, also of a consolation bracket or of its main one."""
    main = bracket.consolation_of_id or bracket.pk
    rows = Match.objects.filter(state__in=("called", "playing"), tournament__event=bracket.event)
    return [row.station for row in rows.select_related("tournament") if main in _family(row.tournament) and row.station]


def _family(bracket: BracketTournament) -> tuple[int, int | None]:
    return bracket.pk, bracket.consolation_of_id


def _pressed(night: Evening, match: Match, what: str) -> Press:
    if night.chance.random() < 0.4:
        return night.form(f"{page_of(match)}{what}/", {}, who=whoever(night))
    return night.program("POST", f"{address_of(match)}{what}/", who=whoever(night))


def _mark_of(match: Match, half: int) -> tuple[object, object]:
    if half:
        return match.here_b_at, match.last_call_b_at
    return match.here_a_at, match.last_call_a_at


def _marked(before: tuple[object, object], what: str) -> tuple[object, object] | None:
    """What a mark makes of both times; None where the first press stands."""
    here, last_call = before
    match what:
        case "here":
            return None if here else (timezone.now(), None)
        case "not here":
            return None, last_call
        case "last call":
            return None if last_call else (here, timezone.now())
    return here, None


def _why_not_marked(match: Match, team: Team, what: str) -> str:
    if match.state == "done":
        return "the match is decided"
    if team.pk not in (match.team_a_id, match.team_b_id):
        return f"team {team.number} does not play it"
    here, last_call = _mark_of(match, int(match.team_b_id == team.pk))
    match what:
        case "not here":
            return "" if here else f"team {team.number} was not ticked in"
        case "last call":
            return f"team {team.number} is here" if here or match.state == "playing" else ""
        case "no last call":
            return "" if last_call else f"team {team.number} was not called for the last time"
    return ""


DEEDS: Deeds = {
    "call a match": call,
    "call another match": call,
    "start a match": start,
    "put a match back": put_back,
    "mark a team": mark,
    "mark another team": mark,
}
