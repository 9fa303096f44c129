"""The consolation bracket: teams beaten in their first match play one of their own."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import RuleError
from engine.tournament.bracket.shape import Bracket, Match, Seed, build_bracket
from engine.tournament.bracket.state import BracketState, MatchResult, Outcome

_CAME = frozenset({Outcome.PLAYED, Outcome.RETIRED})


@dataclass(frozen=True)
class Consolation:
    """The bracket of those beaten at once. seeds: who is its seed 1, 2, ..., by their seeds of the main bracket."""

    bracket: Bracket
    seeds: tuple[int, ...]


def consolation_field(state: BracketState) -> tuple[int, ...]:
    """The seeds that were beaten in their first match so far, the best first.

    A bye is no match: who had one may lose the next and still come here. Who did not come to the match, or has
    withdrawn, does not.

    Rules: WLIA-22.
    """
    beaten = (seed for match, result in _first_matches(state) for seed in _beaten(state, match, result))
    return tuple(sorted(seed for seed in beaten if seed not in state.withdrawn))


def is_field_complete(state: BracketState) -> bool:
    """Every team has its first match behind it, so nobody can join the consolation bracket any more."""
    return all(result is not None for _, result in _first_matches(state))


def build_consolation(state: BracketState, *, third_place: bool = False) -> Consolation:
    """The consolation bracket, once every first match is decided; byes as in any bracket.

    Raises RuleError: "first_matches_open", "too_few_beaten".
    Rules: WLIA-22.
    """
    if not is_field_complete(state):
        waiting = next(match.number for match, result in _first_matches(state) if result is None)
        raise RuleError(
            "first_matches_open",
            f"Match {waiting} is the first of a team and has no result. Make the consolation bracket after it.",
            rules=("WLIA-22",),
            match=waiting,
        )
    seeds = consolation_field(state)
    if len(seeds) < 2:
        raise RuleError(
            "too_few_beaten",
            f"{len(seeds)} team was beaten in its first match; a consolation bracket takes 2.",
            rules=("WLIA-22",),
            teams=len(seeds),
        )
    return Consolation(build_bracket(len(seeds), third_place=third_place), seeds)


def _first_matches(state: BracketState) -> list[tuple[Match, MatchResult | None]]:
    """The matches in which a team plays for the first time: the first round, and the match after a bye."""
    found: list[tuple[Match, MatchResult | None]] = []
    for match in state.bracket.round_of(1):
        following = [state.bracket.match(number) for number, _ in state.bracket.fed_by(match)] if match.is_bye else []
        for first in following or [match]:
            if first not in [each for each, _ in found[-1:]]:
                found.append((first, state.results.get(first.number)))
    return found


def _beaten(state: BracketState, match: Match, result: MatchResult | None) -> tuple[int, ...]:
    """Those beaten in this match, their first."""
    if result is None or result.outcome not in _CAME:
        return ()
    return tuple(seed for seed in result.losers if _is_first(state, match, seed))


def _is_first(state: BracketState, match: Match, seed: int) -> bool:
    if match.round == 1:
        return True
    feeder = state.bracket.match(_feeder_of(state, match, seed))
    return feeder.is_bye and Seed(seed) in feeder.slots


def _feeder_of(state: BracketState, match: Match, seed: int) -> int:
    slot = match.slots[state.teams_of(match.number).index(seed)]
    return getattr(slot, "match", match.number)
