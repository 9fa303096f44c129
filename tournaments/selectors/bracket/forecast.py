"""When a bracket ends if its matches take the minutes the house gives them, by round."""

from __future__ import annotations

from datetime import datetime

from engine.tournament import bracket as engine
from tournaments.models import Outcome
from tournaments.selectors.bracket.values import BracketView, MatchView


def bracket_forecast(
    view: BracketView, minutes_per_match: int, now: datetime, *, third_place: bool = True
) -> engine.BracketForecast:
    """Minutes from now to the end of a drawn bracket and of each round.

    third_place: False leaves the match for third place out.
    Rules: WLIA-22.
    """
    seeds = {team.id: team.seed for team in view.teams if team.seed is not None}
    shape = engine.build_bracket(
        view.entries, third_place=third_place and view.third_place is not None, seeds=tuple(seeds.values())
    )
    matches = [match for match in view.matches if third_place or not match.is_for_third_place]
    state = engine.start_bracket(
        shape,
        {match.number: _result(match) for match in matches if match.is_decided},
        [team.seed for team in view.teams if team.seed is not None and team.is_withdrawn],
    )
    started = {match.number: _minutes_since(match, now) for match in view.at_stations if match in matches}
    return engine.forecast_end(state, stations=view.stations, minutes_per_match=minutes_per_match, started=started)


def consolation_forecast(view: BracketView, minutes_per_match: int, main: engine.BracketForecast) -> int | None:
    """Minutes from now to the end of a consolation bracket that is not drawn yet; None where there will be none.

    It begins once every team has its first match behind it, with half of the teams and half of the tables.
    """
    entries = view.entries // 2
    if not view.has_consolation or entries < 2:
        return None
    has_byes = any(match.is_bye for match in view.matches)
    begins = main.rounds.get(2 if has_byes else 1, 0)
    stations = max(1, view.stations // 2)
    fresh = engine.start_bracket(engine.build_bracket(entries))
    return begins + engine.forecast_end(fresh, stations=stations, minutes_per_match=minutes_per_match).minutes


def _result(match: MatchView) -> engine.MatchResult:
    upper, lower = match.slots
    winner_slot = None if match.winner is None else int(match.winner == lower.team)
    points = None if upper.points is None or lower.points is None else (upper.points, lower.points)
    return engine.MatchResult(
        winner_slot=winner_slot,
        outcome=engine.Outcome(Outcome(match.outcome)),
        seeds=(_seed(match, 0), _seed(match, 1)),
        points=points,
    )


def _seed(match: MatchView, slot: int) -> int | None:
    team = match.slots[slot].team
    return None if team is None else team.seed


def _minutes_since(match: MatchView, now: datetime) -> int:
    """A match that was called and has not begun has all its minutes before it."""
    return 0 if match.started_at is None else max(0, int((now - match.started_at).total_seconds() // 60))
