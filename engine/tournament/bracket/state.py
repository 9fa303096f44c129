"""A bracket being played: results go in, and out come who meets next, who is free and who finished where.

A state never changes; ``record`` gives the next one. Results are kept in a sheet that shares what did not change, so
that a bracket of 65,536 takes each result in microseconds and old states stay readable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.errors import RuleError
from engine.tournament.bracket.shape import Bracket, Bye, LoserOf, Match, Seed, Slot


class Outcome(StrEnum):
    """How a match came to its result."""

    PLAYED = "played"
    WALKOVER = "walkover"
    RETIRED = "retired"
    DOUBLE_NO_SHOW = "double_no_show"
    BYE = "bye"


Teams = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Which slot won (0 upper, 1 lower, None for nobody), how, and for which two seeds it was entered.

    The seeds stay with the result, so a score can never be shown for another pair. Leave them out to mean "the two
    who stand there now"; ``record`` fills them in. Points are those of the upper and the lower team.
    """

    winner_slot: int | None
    outcome: Outcome = Outcome.PLAYED
    seeds: Teams | None = None
    points: tuple[int, int] | None = None

    @property
    def winner(self) -> int | None:
        return None if self.seeds is None or self.winner_slot is None else self.seeds[self.winner_slot]

    @property
    def losers(self) -> tuple[int, ...]:
        """Seeds that this result put out: one, or both when nobody came."""
        return tuple(
            seed for slot, seed in enumerate(self.seeds or ()) if seed is not None and slot != self.winner_slot
        )


class ResultSheet(Mapping[int, MatchResult]):
    """Results by match number. A new sheet copies one page of 256 and shares the others."""

    _PAGE = 256

    def __init__(self, pages: Mapping[int, Mapping[int, MatchResult]] | None = None) -> None:
        self._pages = pages or {}

    def __getitem__(self, match: int) -> MatchResult:
        return self._pages[match // self._PAGE][match]

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(match for page in self._pages.values() for match in page))

    def __len__(self) -> int:
        return sum(len(page) for page in self._pages.values())

    def with_result(self, match: int, result: MatchResult) -> ResultSheet:
        index = match // self._PAGE
        return ResultSheet({**self._pages, index: {**self._pages.get(index, {}), match: result}})


@dataclass(frozen=True, slots=True)
class _Arrival:
    """What a slot holds: unknown until its feeder is decided; then a seed, or nobody."""

    is_known: bool
    seed: int | None = None


@dataclass(frozen=True)
class BracketState:
    """A bracket and the results so far, byes included. Start with ``start_bracket``."""

    bracket: Bracket
    results: ResultSheet

    def teams_of(self, match_number: int) -> Teams:
        """The seeds in the upper and the lower slot; None where nobody stands (yet)."""
        upper, lower = self._arrivals(self.bracket.match(match_number))
        return upper.seed, lower.seed

    def is_ready(self, match_number: int) -> bool:
        """Both teams are known and there is no result: the match may be called to a table."""
        return match_number not in self.results and None not in self.teams_of(match_number)

    def open_matches(self) -> tuple[Match, ...]:
        """The matches that could be played now, in number order."""
        return tuple(match for match in self.bracket.matches if self.is_ready(match.number))

    def record(self, match_number: int, result: MatchResult) -> BracketState:
        """The state after a result. A team left without an opponent goes on by walkover at once.

        Raises RuleError: "no_such_match", "match_is_bye", "match_already_decided", "match_not_ready",
        "result_for_other_teams", "result_without_winner", "no_show_with_winner".
        Rules: WLIA-22.
        """
        match = self.bracket.match(match_number)
        self._must_await_result(match)
        seeds = self.teams_of(match_number)
        _must_fit(match_number, seeds, result)
        state = self._with(match_number, replace(result, seeds=seeds))
        return state._walk_over_from(match)

    def champion(self) -> int | None:
        """The seed that won the final; None before it, or when nobody came to it."""
        final = self.results.get(self.bracket.final)
        return final.winner if final else None

    def third(self) -> tuple[int, ...]:
        """The seeds in third place: one after a third-place match, else every beaten semi-finalist."""
        return tuple(seed for seed, place in self.finishing_places().items() if place == 3)

    def free_seeds(self) -> tuple[int, ...]:
        """Beaten seeds with no match left to play, in seed order.

        Rules: WLIA-24.
        """
        return tuple(sorted(seed for seed, place in self.finishing_places().items() if place > 1))

    def finishing_places(self) -> dict[int, int]:
        """Places of the seeds that are done: 1, 2, then 3 and 4 or a shared 3, a shared 5, a shared 9 ..."""
        places: dict[int, int] = {}
        third_place = self.bracket.third_place_match
        for number in reversed(tuple(self.results)):
            result, match = self.results[number], self.bracket.match(number)
            if number == third_place:
                places |= dict.fromkeys(result.losers, 4 if result.winner_slot is not None else 3)
                places |= {} if result.winner is None else {result.winner: 3}
            elif third_place is None or match.round != self.bracket.rounds - 1:
                below = 2 ** (self.bracket.rounds - match.round)
                places |= dict.fromkeys(result.losers, below + 1)
            elif result.winner is None:
                # Nobody came to this semi-final, so neither team stands in the third-place match.
                places |= dict.fromkeys(result.losers, 4)
        champion = self.champion()
        if champion is not None:
            places[champion] = 1
        return dict(sorted(places.items(), key=lambda item: (item[1], item[0])))

    def _arrivals(self, match: Match) -> tuple[_Arrival, _Arrival]:
        upper, lower = match.slots
        return self._arrival(upper), self._arrival(lower)

    def _arrival(self, slot: Slot) -> _Arrival:
        if isinstance(slot, Seed):
            return _Arrival(True, slot.number)
        if isinstance(slot, Bye):
            return _Arrival(True)
        feeder = self.results.get(slot.match)
        if feeder is None:
            return _Arrival(False)
        if isinstance(slot, LoserOf):
            return _Arrival(True, feeder.losers[0] if len(feeder.losers) == 1 else None)
        return _Arrival(True, feeder.winner)

    def _with(self, match_number: int, result: MatchResult) -> BracketState:
        return replace(self, results=self.results.with_result(match_number, result))

    def _walk_over_from(self, match: Match) -> BracketState:
        """Decide every later match that this result left with one team or none."""
        state = self
        for number, _slot in self.bracket.fed_by(match):
            fed = self.bracket.match(number)
            arrivals = state._arrivals(fed)
            seeds = (arrivals[0].seed, arrivals[1].seed)
            if all(arrival.is_known for arrival in arrivals) and None in seeds:
                state = state._with(number, _unopposed(seeds, Outcome.WALKOVER))._walk_over_from(fed)
        return state

    def _must_await_result(self, match: Match) -> None:
        facts = {"match": match.number}
        if match.is_bye:
            raise RuleError(
                "match_is_bye",
                f"Match {match.number} is a bye: its team goes on without playing, so there is nothing to enter.",
                rules=("WLIA-22",),
                **facts,
            )
        if match.number in self.results:
            winner = self.results[match.number].winner
            verdict = "without a winner" if winner is None else f"for seed {winner}"
            raise RuleError(
                "match_already_decided",
                f"Match {match.number} is already decided {verdict}. Correct that result instead of entering a second.",
                rules=("WLIA-22",),
                winner=winner,
                **facts,
            )
        if not self.is_ready(match.number):
            raise RuleError(
                "match_not_ready",
                f"Match {match.number} still waits for a team. Enter the results of the earlier matches first.",
                rules=("WLIA-22",),
                teams=list(self.teams_of(match.number)),
                **facts,
            )


def start_bracket(bracket: Bracket, results: Mapping[int, MatchResult] | None = None) -> BracketState:
    """The state before the first match, byes moved on; or after stored results, given in any order.

    Stored results that the bracket reaches by itself (a bye, an empty slot) may be among them and must agree.

    Raises RuleError: as ``BracketState.record``.
    """
    sheet: dict[int, MatchResult] = {}
    for match in bracket.matches[: bracket.size // 2]:
        if match.is_bye:
            seeds = tuple(slot.number if isinstance(slot, Seed) else None for slot in match.slots)
            sheet[match.number] = _unopposed((seeds[0], seeds[1]), Outcome.BYE)
    state = BracketState(bracket, ResultSheet())
    for number, result in sheet.items():
        state = state._with(number, result)
    # Feeders carry lower numbers than the matches they feed, so number order is an order of play.
    for number, result in sorted((results or {}).items()):
        if state.results.get(number) != result:
            state = state.record(number, result)
    return state


def _unopposed(seeds: Teams, outcome: Outcome) -> MatchResult:
    if seeds == (None, None):
        return MatchResult(None, Outcome.DOUBLE_NO_SHOW, seeds)
    return MatchResult(0 if seeds[0] is not None else 1, outcome, seeds)


def _must_fit(match_number: int, seeds: Teams, result: MatchResult) -> None:
    if result.seeds is not None and result.seeds != seeds:
        raise RuleError(
            "result_for_other_teams",
            f"Match {match_number} is between seeds {seeds[0]} and {seeds[1]}, but the result was entered for "
            f"{result.seeds[0]} and {result.seeds[1]}. Reload the bracket and enter it again.",
            rules=("WLIA-22",),
            match=match_number,
            teams=list(seeds),
            entered_for=list(result.seeds),
        )
    nobody_came = result.outcome is Outcome.DOUBLE_NO_SHOW
    if nobody_came and result.winner_slot is not None:
        raise RuleError(
            "no_show_with_winner",
            f"Nobody came to match {match_number}, so it has no winner. Enter a walkover if one team was there.",
            rules=("WLIA-22",),
            match=match_number,
        )
    if not nobody_came and (result.winner_slot not in (0, 1) or result.outcome is Outcome.BYE):
        raise RuleError(
            "result_without_winner",
            f"Say which of seeds {seeds[0]} and {seeds[1]} goes on from match {match_number}, "
            "and whether it was played, a walkover or retired.",
            rules=("WLIA-22",),
            match=match_number,
        )
