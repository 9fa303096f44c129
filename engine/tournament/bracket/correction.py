"""Corrections: what a result entered wrongly, or undone, does to the matches that came of it.

A plan is made first and shown: every match it touches, in order. Matches that were played by a wrong team are void and
are replayed, unless staff choose otherwise. Nothing changes before the plan is applied, and the plan applied
backwards is its undo.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.doors import door
from engine.errors import RuleError
from engine.tournament.bracket.results import MatchResult, Outcome, Teams, require_fitting
from engine.tournament.bracket.shape import Match
from engine.tournament.bracket.state import BracketState

_RULES = ("WLIA-22",)


class StepKind(StrEnum):
    """What a correction does to one match."""

    CHANGE_WINNER = "change_winner"
    CHANGE_RESULT = "change_result"
    TAKE_BACK = "take_back"
    SWAP_SLOT = "swap_slot"
    CLEAR_SLOT = "clear_slot"
    VOID_AND_REPLAY = "void_and_replay"
    WALKOVER = "walkover"


class Instead(StrEnum):
    """What becomes of a played match in which one team was the wrong one.

    WALKOVER: the team that stays goes on, by agreement. FORFEIT: the team that stays gives up, and the other goes on.
    """

    REPLAY = "replay"
    WALKOVER = "walkover"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Step:
    """One match that a correction touches. before, after: its two seeds; None where nobody stands.

    void: the result that was played and no longer counts.
    """

    match: int
    kind: StepKind
    before: Teams
    after: Teams
    void: MatchResult | None = None


@dataclass(frozen=True)
class CorrectionPlan:
    """A correction, ready to be shown and applied. It stands for the bracket it was made for and for no other."""

    match: int
    steps: tuple[Step, ...]
    start: BracketState
    outcome: BracketState

    @property
    def voided(self) -> tuple[Step, ...]:
        """Matches that were played and do not count any more."""
        return tuple(step for step in self.steps if step.void is not None)

    def apply(self, state: BracketState) -> BracketState:
        """The bracket after the correction.

        Raises RuleError: "plan_is_stale" where the bracket has moved on since the plan was made.
        Rules: WLIA-22.
        """
        if state != self.start:
            raise RuleError(
                "plan_is_stale",
                f"The bracket has changed since the correction of match {self.match} was planned. "
                "Look at the new plan.",
                rules=_RULES,
                match=self.match,
            )
        return self.outcome

    @property
    def inverse(self) -> CorrectionPlan:
        """The plan that takes this one back: applied to its outcome, it gives the bracket as it was."""
        turned = tuple(replace(step, before=step.after, after=step.before) for step in reversed(self.steps))
        return CorrectionPlan(self.match, turned, self.outcome, self.start)


@door(own=("match_number",))
def plan_correction(
    state: BracketState, match_number: int, result: MatchResult, choices: Mapping[int, Instead] | None = None
) -> CorrectionPlan:
    """What it takes to put another result in the place of the one a match has.

    result: for the two seeds that stand there. choices: by match number, for those that would be void; replay is what
    happens to the others. The same winner with another score touches no other match.

    Raises RuleError: "no_such_match", "match_not_decided", "match_is_bye", "result_follows", "result_for_other_teams",
    "result_without_winner", "no_show_with_winner", "nothing_to_correct", "choice_for_other_match".
    Rules: WLIA-22.
    """
    match, known = _decided(state, match_number)
    seeds = state.teams_of(match_number)
    if None in seeds:
        raise _follows(match_number)
    require_fitting(match_number, seeds, result)
    corrected = replace(result, seeds=seeds)
    if corrected == known:
        raise _refused("nothing_to_correct", f"Match {match_number} has this result already.", match_number)
    kind = StepKind.CHANGE_WINNER if corrected.winner != known.winner else StepKind.CHANGE_RESULT
    work = _Work(state, state.with_result(match_number, corrected), dict(choices or {}))
    return work.planned(match, Step(match_number, kind, seeds, seeds))


@door
def plan_undo(state: BracketState, match_number: int, choices: Mapping[int, Instead] | None = None) -> CorrectionPlan:
    """What it takes to take a result back, so that the match is to be played.

    Raises RuleError: "no_such_match", "match_not_decided", "match_is_bye", "result_follows", "choice_for_other_match".
    Rules: WLIA-22.
    """
    match, _ = _decided(state, match_number)
    seeds = state.teams_of(match_number)
    if state.own_result(match_number) is not None:
        raise _follows(match_number)
    work = _Work(state, state.without_result(match_number), dict(choices or {}))
    return work.planned(match, Step(match_number, StepKind.TAKE_BACK, seeds, seeds))


@dataclass
class _Work:
    """A correction on its way down the bracket: the state before, the state so far, and the steps."""

    start: BracketState
    state: BracketState
    choices: dict[int, Instead]
    steps: list[Step] = field(default_factory=list)

    def planned(self, match: Match, first: Step) -> CorrectionPlan:
        self.steps.append(first)
        self._go_on(match)
        if self.choices:
            unused = min(self.choices)
            raise _refused(
                "choice_for_other_match",
                f"Match {unused} is not void by this correction, or its teams are not known yet: nothing is to choose.",
                unused,
            )
        return CorrectionPlan(first.match, tuple(self.steps), self.start, self.state)

    def _go_on(self, match: Match) -> None:
        for number, _slot in self.start.bracket.fed_by(match):
            self._settle(self.start.bracket.match(number))

    def _settle(self, match: Match) -> None:
        if self.start.arrivals(match) == self.state.arrivals(match):
            return
        number, known = match.number, self.start.results.get(match.number)
        before, after = self.start.teams_of(number), self.state.teams_of(number)
        was_played = known is not None and known != self.start.own_result(number)
        if known is not None:
            self.state = self.state.without_result(number)
        own = self.state.own_result(number)
        if own is not None:
            self.state = self.state.with_result(number, own)
            kind = StepKind.WALKOVER
        elif was_played:
            kind = self._replayed(number, before, after)
        else:
            kind = StepKind.CLEAR_SLOT if after.count(None) > before.count(None) else StepKind.SWAP_SLOT
        self.steps.append(Step(number, kind, before, after, void=known if was_played else None))
        self._go_on(match)

    def _replayed(self, number: int, before: Teams, after: Teams) -> StepKind:
        staying = [slot for slot in (0, 1) if before[slot] == after[slot] is not None]
        if None in after or len(staying) != 1:
            return StepKind.VOID_AND_REPLAY
        choice = self.choices.pop(number, Instead.REPLAY)
        if choice is Instead.REPLAY:
            return StepKind.VOID_AND_REPLAY
        winner = staying[0] if choice is Instead.WALKOVER else 1 - staying[0]
        self.state = self.state.with_result(number, MatchResult(winner, Outcome.WALKOVER, after))
        return StepKind.WALKOVER


def _decided(state: BracketState, match_number: int) -> tuple[Match, MatchResult]:
    match = state.bracket.match(match_number)
    if match.is_bye:
        raise _refused("match_is_bye", f"Match {match_number} is a bye: it has no result to correct.", match_number)
    known = state.results.get(match_number)
    if known is None:
        raise _refused("match_not_decided", f"Match {match_number} has no result yet. Enter one.", match_number)
    return match, known


def _follows(match: int) -> RuleError:
    return _refused(
        "result_follows",
        f"Match {match} was decided because a team did not come to it. Correct the match before it, or let the team "
        "back in.",
        match,
    )


def _refused(code: str, message: str, match: int) -> RuleError:
    return RuleError(code, message, rules=_RULES, match=match)
