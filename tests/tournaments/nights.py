"""Brackets for tests, made by the services of the evening."""

from __future__ import annotations

from uuid import uuid4

from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from eventnight.events.house_settings import EuchreSettings
from eventnight.events.models import Event, Player
from tests.built import built_once
from tests.factories import NOW, make_event, make_players
from tests.pressing import together
from tournaments.models import BracketTournament, Match, MatchResult, MatchState, Outcome, SeedOrder
from tournaments.selectors.bracket.brackets import open_matches
from tournaments.services.bracket.opening import create_bracket_tournament, draw_bracket
from tournaments.services.bracket.results.corrections import NewResult, correct_result
from tournaments.services.bracket.results.outcomes import PlayedResult
from tournaments.services.bracket.results.results import enter_outcome
from tournaments.services.bracket.teams.teams import enter_pair

DANA = Actor("staff-9000", "Dana")
"""Of the staff: what the system enters followed by itself."""


@built_once
def make_bracket(event: Event | None = None, *, name: str = "Euchre", **settings: object) -> BracketTournament:
    """A bracket that takes entries; `settings` differ from the house's euchre."""
    event = event or make_event()
    chosen = EuchreSettings(**settings) if settings else None
    return create_bracket_tournament(event=event, name=name, settings=chosen, press=Press(SYSTEM, NOW))


def enter_teams(tournament: BracketTournament, number: int) -> list[Player]:
    """That many teams of new players; player 2n-1 and 2n make team n."""
    players = make_players(tournament.event, 2 * number)
    for pair in zip(players[::2], players[1::2], strict=True):
        enter_pair(tournament=tournament, players=pair, press=Press(SYSTEM, NOW))
    return players


def draw(tournament: BracketTournament, **facts: object) -> BracketTournament:
    """The bracket drawn in order of entry: team n is seed n."""
    given = {"order_by": SeedOrder.SEEDS, "press": Press(SYSTEM, NOW, uuid4())}
    return draw_bracket(tournament=tournament, **together({**given, **facts}))


@built_once
def drawn_bracket(teams: int, event: Event | None = None, **settings: object) -> BracketTournament:
    """A bracket under way in which team n is seed n."""
    tournament = make_bracket(event, **settings)
    enter_teams(tournament, teams)
    return draw(tournament)


def match_of(tournament: BracketTournament, number: int) -> Match:
    """A match as a page just read it."""
    rows = Match.objects.select_related("tournament__event", "team_a", "team_b", "winner")
    return rows.get(tournament=tournament, number=number)


def ready_matches(tournament: BracketTournament) -> list[Match]:
    """Matches whose two teams are known and that nobody has called, in the order to call them."""
    return [match for match in open_matches(tournament) if match.state == MatchState.READY]


def decide(tournament: BracketTournament, number: int, *, slot: int = 0, loser_points: int = 7, **facts: object):
    """The upper team wins, or the lower with slot=1, 10 to 7."""
    match = match_of(tournament, number)
    pair = (match.team_a, match.team_b) if slot == 0 else (match.team_b, match.team_a)
    played = PlayedResult(
        winner=pair[0],
        loser=pair[1],
        winner_points=facts.pop("winner_points", 10),
        loser_points=facts.pop("loser_points", loser_points),
    )
    return enter_outcome(match=match, outcome=played, **together({"press": Press(DANA, NOW, uuid4()), **facts}))


def standing_results(tournament: BracketTournament) -> int:
    """How many results stand."""
    return MatchResult.objects.filter(match__tournament=tournament, undone_at__isnull=True).count()


@built_once
def played_bracket(teams: int) -> BracketTournament:
    """A bracket in which the upper team has won every match."""
    tournament = drawn_bracket(teams)
    for number in range(1, tournament.matches.count() + 1):
        decide(tournament, number)
    return BracketTournament.objects.get(pk=tournament.pk)


def other_team_wins(tournament: BracketTournament, number: int) -> NewResult:
    """The match won, 10 to 9, by the team that lost it."""
    match = match_of(tournament, number)
    loser = match.winner
    winner = match.team_b if loser == match.team_a else match.team_a
    return NewResult(outcome=Outcome.PLAYED, winner=winner, loser=loser, winner_points=10, loser_points=9)


def correct(tournament: BracketTournament, number: int, result: NewResult, **given: object) -> MatchResult:
    """The result of a match put right, as the bracket stands now."""
    common = {"press": Press(DANA, NOW, uuid4())}
    version = given.pop("version", BracketTournament.objects.get(pk=tournament.pk).version)
    return correct_result(
        match=match_of(tournament, number), result=result, version=version, **together(common | given)
    )
