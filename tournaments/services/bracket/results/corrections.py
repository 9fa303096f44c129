"""A result that was entered wrongly: what putting it right would do, and doing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from engine.errors import Refusal
from engine.tournament import bracket as engine
from engine.tournament.bracket import Instead
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.models import BracketTournament, Match, MatchResult, Outcome, Team
from tournaments.refusals import BRACKET_RULES
from tournaments.selectors.bracket.brackets import standing_result
from tournaments.services.bracket.bracket_board import Board, engine_result_of, read_board
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.reseating import ConsolationChange, plan_reseating
from tournaments.services.bracket.reseating_undo import moved_on, take_back_reseating
from tournaments.services.bracket.results.results import engine_result, require_its_teams, require_winning_points
from tournaments.services.bracket.storing import store_board, store_result

NO_CHOICES: Mapping[int, Instead] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResult:
    """What a result should have been. winner, loser: None where nobody came. Points where it was played."""

    outcome: Outcome
    winner: Team | None = None
    loser: Team | None = None
    winner_points: int | None = None
    loser_points: int | None = None

    @property
    def points(self) -> tuple[int, int] | None:
        """Of the winner and the loser."""
        if self.winner_points is None or self.loser_points is None:
            return None
        return self.winner_points, self.loser_points


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A match that the correction touches: what becomes of it, and its teams afterwards. void: it was played."""

    match: int
    kind: engine.StepKind
    teams: tuple[Team | None, Team | None]
    is_void: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """A plan to look at. version: of the bracket it stands for. consolation: what it does there, None for nothing."""

    version: int
    steps: tuple[PlannedStep, ...]
    consolation: ConsolationChange | None = None

    @property
    def to_choose(self) -> tuple[PlannedStep, ...]:
        """Played matches whose two teams are known again: replay, walkover or forfeit."""
        return tuple(step for step in self.steps if step.is_void and None not in step.teams)


def plan_correction(*, match: Match, result: NewResult, choices: Mapping[int, Instead] = NO_CHOICES) -> Correction:
    """What the correction would do. Nothing is written.

    Raises as correct_result, but for what depends on the version.
    Rules: WLIA-22.
    """
    board = read_board(match.tournament)
    return _shown(board, _plan(board, match.number, result, choices))


@counted_once
def correct_result(
    *,
    match: Match,
    result: NewResult,
    version: int,
    press: Press,
    choices: Mapping[int, Instead] = NO_CHOICES,
) -> MatchResult:
    """Put another result in the place of the one that stands, with everything that follows from it.

    version: of the bracket whose plan was looked at. choices: by match number, for played matches of the plan; the
    others are replayed. The same press again returns the first correction.

    Raises Conflict("plan_is_stale", with the steps of the new plan, "match_teams_changed"),
    UserFacingError("key_reused"), and RuleError: "match_not_decided", "match_is_bye", "result_follows",
    "nothing_to_correct", "choice_for_other_match" and those of scores that cannot be.
    Rules: WLIA-22, EUC-16.
    """
    tournament, match = lock_match(match)
    board = read_board(tournament)
    if tournament.version != version:
        raise _stale(board, match, result, choices)
    plan = _plan(board, match.number, result, choices)
    board.correct(plan)
    return store_result(
        board,
        press=press,
        action="match.corrected",
        match=match.number,
        keeps_seating=True,
        outcome=result.outcome,
        winner=result.winner.number if result.winner else None,
        points=result.points,
        steps=[f"{step.match} {step.kind}" for step in plan.steps],
    )


@counted_once
def undo_correction(*, match: Match, press: Press) -> Match:
    """Take a correction back: the result it replaced is restored, and so is all that it made void, in the
    consolation bracket too. A result that only came of the correction of another match goes with that one.

    Raises Conflict("match_not_corrected"), and "bracket_moved_on" once another result came of it.
    Rules: WLIA-22.
    """
    tournament, match = lock_match(match)
    last = standing_result(match)
    if last is None or not last.is_correction:
        raise _not_corrected(tournament, match, last)
    board = read_board(tournament)
    log = MatchResult.objects.filter(
        match__tournament=tournament, match__number__in=(match.number, *board.state.below(match.number))
    ).select_related("match")
    replaced = list(log.filter(voided_by=last))
    corrected = list(log.filter(Q(pk=last.pk) | Q(came_of=last)))
    _require_not_moved_on(match, log, last, corrected)
    no_more = {line.match.number for line in corrected}
    results = {number: result for number, result in board.state.results.items() if number not in no_more}
    seeds = {team.pk: seed for seed, team in board.teams.items()}
    board.go_back(match.number, results | {line.match.number: engine_result_of(line, seeds) for line in replaced})
    take_back_reseating(board, match, last, press=press)
    store_board(
        board,
        press=press,
        action="match.correction_undone",
        match=match.number,
        taken_back=last,
        matches=[line.match.number for line in replaced],
    )
    return board.row_of(match.number)


def _not_corrected(tournament: BracketTournament, match: Match, last: MatchResult | None) -> Conflict:
    """Says which correction the result came of, where it came of one. last: the line of the log that stands."""
    cause = None
    came_of = None if last is None else last.came_of_id
    if came_of is not None and match.results.filter(voided_by=came_of).exists():
        cause = MatchResult.objects.select_related("match").get(pk=came_of)
    if cause is None:
        why = "has not been corrected. Undo the result itself, or reload the page."
    else:
        where = "" if cause.match.tournament_id == tournament.pk else " of the main bracket"
        other = f"match {cause.match.number}{where}"
        why = f"came of the correction of {other}. Undo the correction of {other} instead."
    return Conflict(
        "match_not_corrected",
        f"The result of match {match.number} {why}",
        rules=BRACKET_RULES,
        match=match.number,
        **({} if cause is None else {"corrected_match": cause.match.number}),
    )


def _stale(board: Board, match: Match, result: NewResult, choices: Mapping[int, Instead]) -> Conflict:
    try:
        steps = _plan(board, match.number, result, choices).steps
    except Refusal:
        # As the bracket stands now there is nothing to be corrected like this.
        steps = ()
    return Conflict(
        "plan_is_stale",
        f"{board.tournament.name} has changed since you looked at the plan for match {match.number}. "
        "Nothing was saved: look at the new plan.",
        rules=BRACKET_RULES,
        match=match.number,
        version=board.tournament.version,
        steps=[{"match": step.match, "kind": step.kind, "is_void": step.void is not None} for step in steps],
    )


def _require_not_moved_on(
    match: Match, log: QuerySet[MatchResult], last: MatchResult, corrected: Sequence[MatchResult]
) -> None:
    is_later = Q(pk__gt=max(line.pk for line in corrected))
    # What was entered since and is undone, such as a second correction, has left nothing behind.
    entered_later = is_later & Q(undone_at__isnull=True)
    undone_later = ~is_later & (Q(voided_by__gt=last) | Q(undone_in__gt=last.entered_in))
    later = log.filter(entered_later | undone_later).order_by("-pk").first()
    if later is not None:
        raise moved_on(match, later.match)


def _plan(board: Board, number: int, result: NewResult, choices: Mapping[int, Instead]) -> engine.CorrectionPlan:
    row = board.row_of(number)
    if row.team_a is None or row.team_b is None:
        # The engine says which of its reasons it is that nobody can correct this match.
        return engine.plan_correction(board.state, number, engine.MatchResult(0))
    if result.winner is not None and result.loser is not None:
        require_its_teams(row, result.winner, result.loser)
    if result.points is not None:
        require_winning_points(board.tournament, *result.points)
    corrected = engine_result(row, result.outcome, result.winner, result.points)
    return engine.plan_correction(board.state, number, corrected, choices)


def _shown(board: Board, plan: engine.CorrectionPlan) -> Correction:
    of_seed: dict[int | None, Team] = dict(board.teams.items())
    steps = tuple(
        PlannedStep(
            match=step.match,
            kind=step.kind,
            teams=(of_seed.get(step.after[0]), of_seed.get(step.after[1])),
            is_void=step.void is not None,
        )
        for step in plan.steps
    )
    return Correction(board.tournament.version, steps, plan_reseating(board, plan.outcome))
