"""What a bracket's rows must say after a press, and which of them there are to press on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils import timezone

from eventnight.core.models import AuditRecord
from eventnight.events.models import Event, Player
from tests.simulator.deeds.brackets.model import Paper, paper_of
from tests.simulator.deeds.deed import Evening, differences
from tests.simulator.world import GUEST
from tournaments.models import BracketTournament, Match, MatchResult, Team, TeamPlayer
from tournaments.services.bracket.bracket_board import read_board

STAFF = ("organiser", "organiser", "organiser", "matches")


class Seen:
    """A bracket as it was before a press. What is expected of it afterwards is written on `paper`."""

    def __init__(self, bracket: BracketTournament) -> None:
        self.bracket, self.event = bracket, bracket.event
        self.version = bracket.version
        self.paper: Paper = paper_of(bracket)
        self.teams = {team.number: team.pk for team in Team.objects.filter(tournament=bracket)}
        self._others = _others(bracket)
        self._log = last_line(self.event)

    def number_of(self, team: int | None) -> int | None:
        """The number that people call a team."""
        return next((number for number, pk in self.teams.items() if pk == team), None)

    def differs(self, action: str = "", match: int | None = None, **facts: object) -> Iterator[str]:
        """What is not as the paper has it. action: of the line that the log must have by now."""
        bracket = BracketTournament.objects.get(pk=self.bracket.pk)
        found = paper_of(bracket)
        expected = {number: spot.told for number, spot in self.paper.spots.items()}
        yield from differences(f"{bracket.name}, match", expected, {n: spot.told for n, spot in found.spots.items()})
        if found.out != self.paper.out:
            yield f"{bracket.name} has {sorted(found.out)} withdrawn, not {sorted(self.paper.out)}"
        if bracket.version <= self.version:
            yield f"{bracket.name} is still version {bracket.version}"
        is_over = all(spot.is_decided for spot in self.paper.spots.values())
        if (bracket.status == "finished", bracket.finished_at is not None) != (is_over, is_over):
            yield f"{bracket.name} is {bracket.status}, and {'no' if is_over else 'a'} match of it is open"
        if _others(bracket) != self._others:
            yield f"another bracket than {bracket.name} changed"
        if action:
            yield from self.logged(action, subject_of(bracket, match), **facts)

    def logged(self, action: str, subject: str, **facts: object) -> Iterator[str]:
        """That the newest line of the log of that kind is of this press."""
        lines = AuditRecord.objects.filter(event=self.event, pk__gt=self._log, action=action)
        line = lines.order_by("-pk").first()
        if line is None or line.subject != subject or line.at != timezone.now():
            yield f"the log does not say {action} of {subject}"
        elif any(line.facts.get(name) != value for name, value in facts.items()):
            yield f"the log says {line.facts} of {action}, not {facts}"

    def results_differ(self, number: int, entered_at: datetime | None = None) -> Iterator[str]:
        """One line stands for each decided match. entered_at: when, where it was entered just now."""
        rows = list(MatchResult.objects.filter(match__tournament=self.bracket, match__number=number))
        spot = self.paper.spots[number]
        standing = [row for row in rows if row.undone_at is None]
        if len(standing) != spot.is_decided:
            yield f"{len(standing)} results of match {number} stand"
        for row in standing:
            told = (row.team_a_id, row.team_b_id, row.outcome, row.winner_id, row.points_a, row.points_b)
            wanted = (*spot.pair, spot.outcome, spot.winner, *spot.points)
            if told != wanted:
                yield f"the result of match {number} is noted as {told}, not {wanted}"
            if entered_at and row.entered_at != entered_at:
                yield f"the result of match {number} is noted for {row.entered_at}"


def places_agree(bracket: BracketTournament) -> Iterator[str]:
    """Who finished where, as the engine tells of the rows, is what the results come to."""
    board, paper = read_board(bracket), paper_of(bracket)
    told = {board.teams[seed].pk: place for seed, place in board.state.finishing_places.items()}
    yield from differences(f"{bracket.name}, place of team", paper.places(), told)


def has_no_second_chance(team: Team) -> bool:
    """It stands in a consolation bracket, and was not beaten in its first match."""
    main = team.tournament.consolation_of
    is_from_there = main is not None and team.main_team_id is not None and not team.is_on_hold
    return is_from_there and team.main_team_id not in paper_of(main).beaten()


def last_line(event: Event) -> int:
    """The newest line of the log."""
    return AuditRecord.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True).first() or 0


def subject_of(bracket: BracketTournament, match: int | None = None) -> str:
    """How the log names it."""
    return f"bracket {bracket.pk}" if match is None else f"bracket {bracket.pk} match {match}"


def brackets(night: Evening, *statuses: str, **facts: Any) -> list[BracketTournament]:
    found = BracketTournament.objects.filter(event=night.event, **facts).select_related("event").order_by("pk")
    return [bracket for bracket in found if not statuses or bracket.status in statuses]


def a_match(night: Evening, *states: str, **facts: Any) -> Match | None:
    """A match of a drawn bracket in one of these states."""
    rows = Match.objects.filter(tournament__event=night.event, state__in=states, **facts)
    return night.one_of(rows.select_related("tournament__event", "team_a", "team_b", "winner").order_by("pk"))


def free_players(bracket: BracketTournament) -> list[Player]:
    """Who is in no team of it."""
    placed = TeamPlayer.objects.filter(tournament=bracket, left_at__isnull=True).values("player")
    return list(Player.objects.filter(event=bracket.event).exclude(pk__in=placed).order_by("pk"))


def players_of(team: Team) -> list[Player]:
    """Who plays in a team now, by place."""
    here = TeamPlayer.objects.filter(team=team, left_at__isnull=True).order_by("place").select_related("player")
    return [place.player for place in here]


def shares_tables(bracket: BracketTournament) -> bool:
    """Whether it has a consolation bracket, or is one."""
    return bracket.consolation_of_id is not None or BracketTournament.objects.filter(consolation_of=bracket).exists()


def address_of(match: Match) -> str:
    return f"brackets/{match.tournament_id}/matches/{match.number}/"


def page_of(match: Match) -> str:
    return f"matches/{match.tournament_id}/{match.number}/"


def whoever(night: Evening) -> str:
    """The organiser, or one who runs the matches."""
    return night.chance.choice(STAFF)


def may_not(night: Evening) -> str:
    """Somebody who has nothing to do with matches."""
    return night.chance.choice(("desk", "raffle", "floor", "tables", GUEST))


def _others(bracket: BracketTournament) -> list[tuple[object, ...]]:
    """The other brackets of the night, but for one that shares its tables."""
    rows = Match.objects.filter(tournament__event=bracket.event).exclude(tournament=bracket)
    rows = rows.exclude(tournament__consolation_of=bracket).order_by("pk")
    names = ("pk", "team_a", "team_b", "state", "outcome", "winner", "points_a", "points_b", "station")
    return list(rows.values_list(*names))
