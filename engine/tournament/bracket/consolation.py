"""The consolation bracket: teams beaten in their first match play one of their own, and a correction of the main
bracket reaches into it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.doors import door
from engine.errors import RuleError
from engine.tournament.bracket.correction import Step, plan_undo
from engine.tournament.bracket.results import MatchResult, Outcome
from engine.tournament.bracket.shape import Bracket, Match, build_bracket
from engine.tournament.bracket.state import BracketState

_CAME = frozenset({Outcome.PLAYED, Outcome.RETIRED})


@dataclass(frozen=True)
class Consolation:
    """The bracket of those beaten at once. seeds: who is its seed 1, 2, ..., by their seeds of the main bracket."""

    bracket: Bracket
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Reseating:
    """The consolation bracket after a correction of the main one. state: its own results, as far as they still count.

    void: its matches that were played by a team that does not belong here. waiting: its seeds that stay as they are
    but are not to be called, because their first match in the main bracket is open again. left_out: teams, by their
    seeds of the main bracket, that belong here by now and have no place; a bye may be theirs (``enter_late``).
    """

    consolation: Consolation
    state: BracketState
    void: tuple[Step, ...]
    waiting: tuple[int, ...]
    left_out: tuple[int, ...]


@door
def consolation_field(state: BracketState) -> tuple[int, ...]:
    """The seeds that were beaten in their first match so far, the best first.

    A bye is not a match: who had one may lose the next and still come here. Who did not come to the match, or has
    withdrawn, does not.

    Rules: WLIA-22.
    """
    beaten = (seed for match, result in _first_matches(state) for seed in _beaten(state, match, result))
    return tuple(sorted(seed for seed in beaten if seed not in state.withdrawn))


@door
def is_field_complete(state: BracketState) -> bool:
    """Every team has its first match behind it, so nobody can join the consolation bracket any more."""
    return all(result is not None for _, result in _first_matches(state))


@door
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


@door
def reseat_consolation(consolation: Consolation, state: BracketState, main: BracketState) -> Reseating:
    """What a corrected main bracket does to the consolation bracket: who came in another's place, and what is void.

    state: of the consolation bracket. Who should have won is replaced by the team it should have beaten; who has
    nobody to replace it is withdrawn.

    Rules: WLIA-22.
    """
    here = set(consolation_field(main))
    left_out = here - set(consolation.seeds)
    first_of = {seed: result for match, result in _first_matches(main) for seed in main.teams_of(match.number)}
    seeds, void, waiting = list(consolation.seeds), list[Step](), list[int]()
    for place, seed in enumerate(consolation.seeds, start=1):
        if seed in here:
            continue
        result = first_of[seed]
        successors = left_out & set(result.losers) if result else set()
        steps, state = _voided(state, place)
        void += steps
        if result is None:
            waiting.append(place)
        elif successors:
            seeds[place - 1] = successors.pop()
            left_out.discard(seeds[place - 1])
            state = state.readmit(place) if place in state.withdrawn else state
        elif place not in state.withdrawn:
            state = state.withdraw(place)
    seated = replace(consolation, seeds=tuple(seeds))
    return Reseating(seated, state, tuple(void), tuple(waiting), tuple(sorted(left_out)))


def _voided(state: BracketState, place: int) -> tuple[tuple[Step, ...], BracketState]:
    """The consolation bracket without what a seed of it has played, walkovers against others left as they are."""
    for number in state.results:
        result = state.results[number]
        counts = result.outcome in _CAME or place in result.losers
        if place in (result.seeds or ()) and counts and state.own_result(number) is None:
            plan = plan_undo(state, number)
            return plan.steps, plan.outcome
    return (), state


def _first_matches(state: BracketState) -> list[tuple[Match, MatchResult | None]]:
    """The matches in which a team plays for the first time: the first round, and the match after a bye."""
    firsts: dict[int, Match] = {}
    for match in state.bracket.round_of(1):
        following = [state.bracket.match(number) for number, _ in state.bracket.fed_by(match)] if match.is_bye else []
        firsts |= {first.number: first for first in following or [match]}
    return [(first, state.results.get(number)) for number, first in firsts.items()]


def _beaten(state: BracketState, match: Match, result: MatchResult | None) -> tuple[int, ...]:
    """Those beaten in this match, their first."""
    if result is None or result.outcome not in _CAME:
        return ()
    return tuple(seed for seed in result.losers if _is_first(state, match, seed))


def _is_first(state: BracketState, match: Match, seed: int) -> bool:
    if match.round == 1:
        return True
    return state.bracket.match(_feeder_of(state, match, seed)).is_bye


def _feeder_of(state: BracketState, match: Match, seed: int) -> int:
    slot = match.slots[state.teams_of(match.number).index(seed)]
    return getattr(slot, "match", match.number)
