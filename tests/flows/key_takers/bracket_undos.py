"""What undoes something at a bracket, and the levels of a flight: each once, however often it is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from tests.factories import NOW, after, make_players
from tests.flows.key_takers.press import Asked
from tests.tournaments.holdem_nights import running_flight
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of, other_team_wins
from tournaments.models import BracketTournament
from tournaments.services.bracket import consolation, matches
from tournaments.services.bracket.results import claims, corrections, result_undo, results
from tournaments.services.bracket.results import euchre_games as games
from tournaments.services.bracket.results.outcomes import PlayedResult
from tournaments.services.bracket.teams import late, substitutes
from tournaments.services.clock import finish_by, level_changes

BY = Press(SYSTEM, NOW)


def of_match(tournament: BracketTournament, service: Callable[..., Any], **facts: Any) -> Asked:
    """Of match 1; the other press means match 2."""
    given = {"match": match_of(tournament, 1), **facts}
    return Asked(tournament.event, service, given, {"match": match_of(tournament, 2)})


def upper_wins(tournament: BracketTournament, number: int = 1) -> PlayedResult:
    row = match_of(tournament, number)
    return PlayedResult(winner=row.team_a, loser=row.team_b, winner_points=10, loser_points=7)


def undo_call() -> Asked:
    tournament = drawn_bracket(4)
    matches.call_match(match=match_of(tournament, 1), station=1, press=BY)
    return of_match(tournament, matches.undo_call)


def undo_result() -> Asked:
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    return of_match(tournament, result_undo.undo_result)


def undo_game() -> Asked:
    tournament = drawn_bracket(4, best_of=3)
    games.enter_game(match=match_of(tournament, 1), number=1, result=upper_wins(tournament), press=BY)
    return of_match(tournament, games.undo_game, number=1)


def take_back_claims() -> Asked:
    tournament = drawn_bracket(4, confirmation="two_staff")
    results.enter_outcome(match=match_of(tournament, 1), outcome=upper_wins(tournament), press=BY)
    return of_match(tournament, claims.take_back_claims)


def undo_correction() -> Asked:
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(1))
    return of_match(tournament, corrections.undo_correction)


def undo_substitute() -> Asked:
    tournament = drawn_bracket(4)
    team, other = tournament.teams.order_by("number")[:2]
    comes = make_players(tournament.event, 1, checked_in=True)[0]
    leaves = team.team_players.order_by("pk")[0].player
    substitutes.substitute_player(team=team, leaving=leaves, substitute=comes, press=BY)
    return Asked(tournament.event, substitutes.undo_substitute, {"team": team}, {"team": other})


def undo_late_entry() -> Asked:
    tournament = drawn_bracket(3)
    players = tuple(make_players(tournament.event, 2, checked_in=True))
    entered = late.enter_late(tournament=tournament, players=players, match=1, press=BY)
    other = tournament.teams.order_by("number")[0]
    return Asked(tournament.event, late.undo_late_entry, {"team": entered}, {"team": other})


def undo_consolation() -> Asked:
    tournament = drawn_bracket(4, consolation=True)
    for number in (1, 2):
        decide(tournament, number)
    consolation.draw_consolation(tournament=tournament, press=BY)
    other = {"tournament": drawn_bracket(4, consolation=True)}
    return Asked(tournament.event, consolation.undo_consolation, {"tournament": tournament}, other)


def plan_levels_again() -> Asked:
    flight = running_flight()
    finish_by.finish_flight_by(flight=flight, ends_at=after(3 * 3600), press=BY)
    other = {"flight": running_flight()}
    return Asked(flight.tournament.event, finish_by.plan_levels_again, {"flight": flight}, other)


def change_levels() -> Asked:
    flight = running_flight()
    levels = flight.clock.levels
    given = {"flight": flight, "levels": levels[:-1]}
    return Asked(flight.tournament.event, level_changes.change_levels, given, {"levels": levels[:-2]})


def undo_level_change() -> Asked:
    flight = running_flight()
    level_changes.change_levels(flight=flight, levels=flight.clock.levels[:-1], press=BY)
    other = {"flight": running_flight()}
    return Asked(flight.tournament.event, level_changes.undo_level_change, {"flight": flight}, other)


PRESSES: dict[str, Callable[[], Asked]] = {
    "tournaments.undo_call": undo_call,
    "tournaments.undo_result": undo_result,
    "tournaments.undo_game": undo_game,
    "tournaments.take_back_claims": take_back_claims,
    "tournaments.undo_correction": undo_correction,
    "tournaments.undo_substitute": undo_substitute,
    "tournaments.undo_late_entry": undo_late_entry,
    "tournaments.undo_consolation": undo_consolation,
    "tournaments.plan_levels_again": plan_levels_again,
    "tournaments.change_levels": change_levels,
    "tournaments.undo_level_change": undo_level_change,
}
