"""How a match came out, which results can be, and the sheet that keeps them by match.

A sheet shares what did not change, so that a bracket of 65,536 takes each result in microseconds and old states stay
readable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.doors import typed
from engine.errors import RuleError


class Outcome(StrEnum):
    """How a match came to its result."""

    PLAYED = "played"
    WALKOVER = "walkover"
    RETIRED = "retired"
    DOUBLE_NO_SHOW = "double_no_show"
    BYE = "bye"


Teams = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
@typed
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

    def without(self, match: int) -> ResultSheet:
        """The sheet without the result of a match."""
        index = match // self._PAGE
        page = {number: result for number, result in self._pages.get(index, {}).items() if number != match}
        return ResultSheet({**self._pages, index: page})


def require_fitting(match_number: int, seeds: Teams, result: MatchResult) -> None:
    """Raises RuleError: "result_for_other_teams", "no_show_with_winner", "result_without_winner",
    "points_contradict_winner", "points_without_play".
    """
    if result.seeds is not None and result.seeds != seeds:
        raise other_teams(match_number, seeds, result)
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
    if result.points is not None:
        _require_own_points(match_number, seeds, result, result.points)


def _require_own_points(match_number: int, seeds: Teams, result: MatchResult, points: tuple[int, int]) -> None:
    """A team that retires may have been ahead; nobody else goes on with fewer points."""
    facts = {"match": match_number, "points": list(points)}
    if result.outcome not in (Outcome.PLAYED, Outcome.RETIRED):
        raise RuleError(
            "points_without_play",
            f"Match {match_number} was not played, so it has no points. Leave them out, or enter it as played.",
            rules=("WLIA-22",),
            **facts,
        )
    slot = result.winner_slot
    if result.outcome is Outcome.PLAYED and slot is not None and points[slot] <= points[1 - slot]:
        raise RuleError(
            "points_contradict_winner",
            f"Seed {seeds[slot]} goes on from match {match_number} with {points[slot]} points against "
            f"{points[1 - slot]}. Swap the points, or choose the other team.",
            rules=("WLIA-22",),
            winner=seeds[slot],
            **facts,
        )


def other_teams(match_number: int, seeds: Teams, result: MatchResult) -> RuleError:
    """The refusal of a result that was entered for others than the two who stand there."""
    entered_for = result.seeds or (None, None)
    return RuleError(
        "result_for_other_teams",
        f"Match {match_number} is between seeds {seeds[0]} and {seeds[1]}, but the result was entered for "
        f"{entered_for[0]} and {entered_for[1]}. Reload the bracket and enter it again.",
        rules=("WLIA-22",),
        match=match_number,
        teams=list(seeds),
        entered_for=list(entered_for),
    )
