"""Late entries: a team that comes after the draw takes the place of a bye."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine.doors import door
from engine.errors import RuleError
from engine.tournament.bracket.shape import Bye, Match, Seed, Slot, seed_order
from engine.tournament.bracket.state import BracketState

_RULES = ("WLIA-22",)


@door
def open_byes(state: BracketState, begun: Collection[int] = ()) -> tuple[Match, ...]:
    """The byes that a late team may still take, the one of the worst seed first.

    begun: matches that are called or being played. A bye is open until its team's next match has begun or has a
    result, or its team has withdrawn.

    Rules: WLIA-22.
    """
    first_round = state.bracket.round_of(1)
    found = [match for match in first_round if match.is_bye and _team_of(match) not in state.withdrawn]
    still_open = [match for match in found if _is_open(state, match, begun)]
    return tuple(sorted(still_open, key=_team_of, reverse=True))


@door
def enter_late(state: BracketState, match_number: int, begun: Collection[int] = ()) -> tuple[BracketState, int]:
    """The bracket with a late team in the place of a bye, and the seed that team has: that of the empty slot.

    Everything else stays as it was. begun: as for ``open_byes``.

    Raises RuleError: "no_such_match", "match_is_no_bye", "bye_is_over", "seed_withdrawn_already".
    Rules: WLIA-22.
    """
    match = state.bracket.match(match_number)
    if not match.is_bye:
        raise _refused("match_is_no_bye", f"Match {match_number} has two teams. Choose a bye for the late team.", match)
    if _team_of(match) in state.withdrawn:
        raise _refused(
            "seed_withdrawn_already", f"The team of match {match_number} has withdrawn. Choose another bye.", match
        )
    if not _is_open(state, match, begun):
        raise _refused(
            "bye_is_over",
            f"Seed {_team_of(match)} has begun the match after its bye, so nobody can be put before it. "
            "Choose another bye.",
            match,
        )
    seed = seed_order(state.bracket.size)[2 * (match.position - 1) + _empty_slot(match)]
    slots: list[Slot] = [Seed(seed) if isinstance(slot, Bye) else slot for slot in match.slots]
    entered = replace(match, slots=(slots[0], slots[1]))
    matches = (*state.bracket.matches[: match_number - 1], entered, *state.bracket.matches[match_number:])
    bracket = replace(state.bracket, entries=state.bracket.entries + 1, matches=matches)
    return replace(state, bracket=bracket).without_result(match_number), seed


def _is_open(state: BracketState, match: Match, begun: Collection[int]) -> bool:
    following = [number for number, _slot in state.bracket.fed_by(match)]
    return not any(number in begun or number in state.results for number in following) and bool(following)


def _team_of(match: Match) -> int:
    return next(_seeds(match))


def _seeds(match: Match) -> Iterator[int]:
    return (slot.number for slot in match.slots if isinstance(slot, Seed))


def _empty_slot(match: Match) -> int:
    return next(index for index, slot in enumerate(match.slots) if isinstance(slot, Bye))


def _refused(code: str, message: str, match: Match) -> RuleError:
    return RuleError(code, message, rules=_RULES, match=match.number)
