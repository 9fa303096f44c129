"""``bracket``: the matches of an elimination bracket, as it stands after results, and what a correction would do."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import partial

from engine.commands import Commands, Line
from engine.commands.streams.lines import answer_lines, unreadable, whole_number
from engine.tournament.bracket import (
    Bracket,
    BracketState,
    Bye,
    CorrectionPlan,
    LoserOf,
    Match,
    MatchResult,
    Outcome,
    Seed,
    Slot,
    build_bracket,
    forecast_end,
    plan_correction,
    round_name,
    start_bracket,
)

_DESCRIPTION = """\
One line per match in the order of play: who meets whom, by seed or by earlier match.

With --results: reads results from standard input, a JSON object a line, and says after each which matches can be
played now; at the end who finished where. A result for a match that is decided is a correction: its line lists every
match that the correction touches.

  match    the number of the match
  winner   the seed that goes on; left out where nobody came
  outcome  played (default), walkover, retired or double_no_show
  points   of the upper and the lower team, [10, 7]

With --stations and --minutes: when the bracket ends, in minutes from now.
"""
_EXAMPLE = """\
examples:
  python -m engine bracket --entries 11 --third-place
  echo '{"match": 1, "winner": 4}' | python -m engine bracket --entries 5 --results
  python -m engine bracket --entries 32 --stations 4 --minutes 25
"""
_FIELDS = frozenset(("match", "winner", "outcome", "points"))


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "bracket",
        help="list the matches of a single-elimination bracket, enter results, forecast its end",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--entries", type=whole_number, required=True, metavar="N", help="teams, 2 to 65536")
    parser.add_argument("--third-place", action="store_true", help="the beaten semi-finalists meet")
    one_of = parser.add_mutually_exclusive_group()
    one_of.add_argument("--results", action="store_true", help="read results from standard input")
    one_of.add_argument("--stations", type=whole_number, metavar="N", help="places where matches are played at once")
    parser.add_argument("--minutes", type=whole_number, metavar="N", help="with --stations: how long a match takes")
    parser.set_defaults(run=partial(run_bracket, parser))


def run_bracket(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Iterator[Line]:
    if (arguments.stations is None) != (arguments.minutes is None):
        parser.error("--stations and --minutes go together")
    bracket = build_bracket(arguments.entries, third_place=arguments.third_place)
    if arguments.results:
        return _played(bracket)
    if arguments.stations is not None:
        return _forecast(bracket, arguments.stations, arguments.minutes)
    return _listed(bracket)


def _listed(bracket: Bracket) -> Iterator[Line]:
    for match in bracket.matches:
        yield {
            "match": match.number,
            "round": match.round,
            "round_name": _name(bracket, match),
            "teams": [_slot(slot) for slot in match.slots],
            "bye": match.is_bye,
        }


def _forecast(bracket: Bracket, stations: int, minutes: int) -> Iterator[Line]:
    forecast = forecast_end(start_bracket(bracket), stations=stations, minutes_per_match=minutes)
    rounds = [{"round_name": round_name(number, bracket.rounds), "ends": at} for number, at in forecast.rounds.items()]
    yield {"matches": forecast.matches, "minutes": forecast.minutes, "rounds": rounds}


def _played(bracket: Bracket) -> Iterator[Line]:
    night = _Night(start_bracket(bracket))
    yield from answer_lines(night.enter, _FIELDS)
    yield {"champion": night.state.champion, "places": night.state.finishing_places}


class _Night:
    """A bracket as its results come in."""

    def __init__(self, state: BracketState) -> None:
        self.state = state

    def enter(self, question: Mapping[str, object]) -> Line:
        number = question.get("match")
        if not isinstance(number, int) or isinstance(number, bool):
            raise unreadable("match is the number of a match")
        result = self._result(number, question)
        if number in self.state.results:
            plan = plan_correction(self.state, number, result)
            self.state = plan.apply(self.state)
            return {"match": number, "correction": _steps(plan), **self._open()}
        self.state = self.state.record(number, result)
        return {"match": number, **self._open()}

    def _result(self, number: int, question: Mapping[str, object]) -> MatchResult:
        outcomes = {outcome.value: outcome for outcome in Outcome}
        winner, points = question.get("winner"), question.get("points")
        named = question.get("outcome", "played" if winner is not None else "double_no_show")
        if not isinstance(named, str) or named not in outcomes:
            raise unreadable(f"outcome is one of {', '.join(outcomes)}")
        teams = self.state.teams_of(number)
        if winner is not None and (type(winner) is not int or winner not in teams):
            standing = " and ".join(str(seed) for seed in teams if seed is not None) or "nobody"
            raise unreadable(f"winner is a seed of match {number}, where there is {standing}")
        return MatchResult(
            None if winner is None else teams.index(winner),
            outcomes[named],
            points=_points(points),
        )

    def _open(self) -> Line:
        return {
            "open": [
                {"match": match.number, "teams": list(self.state.teams_of(match.number))}
                for match in self.state.open_matches
            ]
        }


def _points(points: object) -> tuple[int, int] | None:
    if points is None:
        return None
    if isinstance(points, list) and len(points) == 2 and all(type(each) is int and 0 <= each < 1000 for each in points):
        return points[0], points[1]
    raise unreadable("points are two whole numbers, of the upper and the lower team")


def _steps(plan: CorrectionPlan) -> list[Line]:
    return [
        {"match": step.match, "step": step.kind.value, "before": list(step.before), "after": list(step.after)}
        for step in plan.steps
    ]


def _name(bracket: Bracket, match: Match) -> str:
    return "Third place" if match.is_for_third_place else round_name(match.round, bracket.rounds)


def _slot(slot: Slot) -> Line:
    if isinstance(slot, Seed):
        return {"seed": slot.number}
    if isinstance(slot, Bye):
        return {"bye": True}
    return {"loser_of" if isinstance(slot, LoserOf) else "winner_of": slot.match}
