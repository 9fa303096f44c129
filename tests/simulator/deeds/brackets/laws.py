"""What is true of brackets at any time, read from their rows alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from eventnight.events.models import Event
from tests.simulator.deeds.brackets.model import AT_A_TABLE, Paper, begins, paper_of, spot_of
from tests.simulator.deeds.deed import Always
from tournaments.models import BracketTournament, EuchreHand, Match, ResultClaim, Single, Team, TeamPlayer


def matches_follow_each_other(event: Event) -> Iterator[str]:
    """Each match has its place, its teams come from the two before it, and what nobody has to play is decided."""
    by_bracket: dict[int, list[Match]] = defaultdict(list)
    for row in Match.objects.filter(tournament__event=event).select_related("tournament").order_by("number"):
        by_bracket[row.tournament_id].append(row)
    out = set(Team.objects.filter(tournament__event=event, status="withdrawn").values_list("pk", flat=True))
    for rows in by_bracket.values():
        yield from (f"{rows[0].tournament.name}, {fault}" for fault in _faults(rows, out))


def teams_are_two(event: Event) -> Iterator[str]:
    """Whoever is registered is two players, one at each place; who waits for a partner is in no team."""
    places: dict[int, list[int]] = defaultdict(list)
    playing: set[tuple[int, int]] = set()
    for row in TeamPlayer.objects.filter(tournament__event=event, left_at__isnull=True).order_by("place"):
        places[row.team_id].append(row.place)
        playing.add((row.tournament_id, row.player_id))
    for team in Team.objects.filter(tournament__event=event, status="registered"):
        if places[team.pk] != [1, 2]:
            yield f"team {team.number} has players at {places[team.pk]}"
    for single in Single.objects.filter(tournament__event=event, status__in=("waiting", "reserve")):
        if (single.tournament_id, single.player_id) in playing:
            yield f"somebody in a team of bracket {single.tournament_id} waits for a partner"


def what_is_said_is_of_the_pair(event: Event) -> Iterator[str]:
    """Claims that stand are of open matches; they and the hands are of the two teams that meet."""
    open_ones = ResultClaim.objects.filter(match__tournament__event=event, closed_at__isnull=True)
    for claim in open_ones.select_related("match"):
        if claim.match.state == "done":
            yield f"something is said of match {claim.match.number}, which is decided"
        if (claim.team_a_id, claim.team_b_id) != (claim.match.team_a_id, claim.match.team_b_id):
            yield f"something is said of match {claim.match.number} for another pair"
    for hand in EuchreHand.objects.filter(match__tournament__event=event, undone_at__isnull=True).select_related(
        "match"
    ):
        if (hand.team_a_id, hand.team_b_id) != (hand.match.team_a_id, hand.match.team_b_id):
            yield f"a hand of match {hand.match.number} is of another pair"


def second_chances_are_of_the_beaten(event: Event) -> Iterator[str]:
    """Whoever plays in a consolation bracket was beaten in the first match of the main one, and plays there once."""
    mains = {made.pk: made.consolation_of for made in BracketTournament.objects.filter(consolation_of__event=event)}
    papers = {made: paper_of(main) for made, main in mains.items() if main is not None}
    playing = Team.objects.filter(tournament__in=papers, status="registered", is_on_hold=False).order_by("pk")
    for team in playing.filter(main_team__isnull=False):
        if team.main_team_id not in papers[team.tournament_id].beaten():
            yield f"team {team.number} has a second chance, and was not beaten at once"
    names = [(team.tournament_id, team.main_team_id) for team in playing]
    if len(names) != len(set(names)):
        yield "somebody has two second chances in one bracket"


def _faults(rows: list[Match], out: Iterable[int]) -> Iterator[str]:
    first = sum(row.feeder_a is None for row in rows)
    paper = Paper({row.number: spot_of(row) for row in rows}, first, out)
    for row in rows:
        yield from (f"match {row.number} {fault}" for fault in (*_misplaced(paper, row), *_astray(paper, row)))
    is_over = all(row.state == "done" for row in rows)
    if is_over != (rows[0].tournament.status == "finished"):
        yield f"{rows[0].tournament.status} with its matches {'all' if is_over else 'not all'} decided"


def _misplaced(paper: Paper, row: Match) -> Iterator[str]:
    number, size = row.number, paper.size
    place = paper.round_of(number)
    position = 2 if number == paper.third else number - begins(size, place) + 1
    wanted = (place, position, *(paper.feeders(number) or (None, None)), number == paper.third)
    found = (row.round, row.position, row.feeder_a, row.feeder_b, row.is_for_third_place)
    if found != wanted:
        yield f"stands at {found}, not {wanted}"


def _astray(paper: Paper, row: Match) -> Iterator[str]:
    spot, number = paper.spots[row.number], row.number
    for half in (0, 1):
        if spot.pair[half] != paper.comes(number, half):
            yield f"has team {spot.pair[half]}, and {paper.comes(number, half)} comes to it"
        if spot.pair[half] is None and (spot.here[half] or spot.last_call[half]):
            yield "has nobody in a half who is here or called"
        if spot.here[half] and spot.last_call[half]:
            yield "has a team that is here and called for the last time"
    if spot.is_decided:
        if not all(paper.is_known(number)):
            yield "is decided before it is known who plays it"
        return
    if (spot.state == "waiting") != (None in spot.pair):
        yield f"is {spot.state} with the teams {spot.pair}"
    if paper.by_itself(number) is not None:
        yield f"is {spot.state}, and nobody has to play it"
    if (spot.state in AT_A_TABLE) != (row.station is not None):
        yield f"is {spot.state} with table {row.station}"


ALWAYS: Always = (
    matches_follow_each_other,
    teams_are_two,
    what_is_said_is_of_the_pair,
    second_chances_are_of_the_beaten,
)
