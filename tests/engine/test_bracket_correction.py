"""Corrections: the plan for a wrong result, what staff may choose, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.bracket import (
    BracketState,
    Instead,
    MatchResult,
    Outcome,
    build_bracket,
    plan_correction,
    plan_undo,
    start_bracket,
)
from tests.deep import examples

UPPER, LOWER = MatchResult(0), MatchResult(1)
NOBODY = MatchResult(None, Outcome.DOUBLE_NO_SHOW)


def played(entries: int, matches: int, *, third_place: bool = False) -> BracketState:
    """A bracket whose first so many matches the better seed has won."""
    state = start_bracket(build_bracket(entries, third_place=third_place))
    for _ in range(matches):
        number = state.open_matches[0].number
        upper, lower = state.teams_of(number)
        state = state.record(number, UPPER if upper < lower else LOWER)
    return state


def steps(plan) -> list[str]:
    return [f"{step.match} {step.kind.value.replace('_', ' ')}" for step in plan.steps]


@pytest.mark.rule("WLIA-22")
@pytest.mark.parametrize(
    ("matches", "expected"),
    [
        pytest.param(1, "1 change winner, 5 swap slot", id="semi-final waits"),
        pytest.param(4, "1 change winner, 5 swap slot", id="semi-final open"),
        pytest.param(6, "1 change winner, 5 void and replay, 7 clear slot", id="semi-final played"),
        pytest.param(7, "1 change winner, 5 void and replay, 7 void and replay", id="final played"),
    ],
)
def test_a_plan_goes_down_as_far_as_the_wrong_team_played(matches, expected):
    state = played(8, matches)

    plan = plan_correction(state, 1, LOWER)

    assert steps(plan) == expected.split(", ")
    after = plan.apply(state)
    assert after.teams_of(5)[0] == 8
    assert after.is_ready(5) == (matches > 1)


def test_the_way_back_starts_at_the_last_match():
    state = played(8, 7)
    plan = plan_correction(state, 1, LOWER)

    back = plan.inverse

    assert [step.match for step in back.steps] == [7, 5, 1]
    assert back.steps[1].before == plan.steps[1].after == (8, 4)
    assert back.apply(plan.apply(state)) == state


def test_another_score_for_the_same_winner_touches_no_other_match():
    state = played(8, 7)

    plan = plan_correction(state, 1, MatchResult(0, points=(10, 4)))

    assert steps(plan) == ["1 change result"]
    assert plan.apply(state).champion == state.champion == 1


@pytest.mark.rule("WLIA-22")
def test_nothing_can_be_chosen_for_a_match_that_waits_for_a_replay():
    with pytest.raises(RuleError) as refused:
        plan_correction(played(8, 7), 1, LOWER, {7: Instead.WALKOVER})

    assert (refused.value.code, refused.value.facts["match"]) == ("choice_for_other_match", 7)


def test_a_match_for_third_place_is_corrected_with_its_semi_final():
    state = played(4, 4, third_place=True)

    plan = plan_correction(state, 1, LOWER)

    assert steps(plan) == ["1 change winner", "3 void and replay", "4 void and replay"]
    assert plan.apply(state).teams_of(4) == (1, 3)


@pytest.mark.parametrize(
    ("choice", "goes_on", "expected"),
    [
        (Instead.REPLAY, None, "1 change winner, 5 void and replay, 7 void and replay"),
        (Instead.WALKOVER, 4, "1 change winner, 5 walkover, 7 void and replay"),
        (Instead.FORFEIT, 8, "1 change winner, 5 walkover, 7 void and replay"),
    ],
)
def test_staff_choose_what_becomes_of_a_void_match(choice, goes_on, expected):
    state = played(8, 7)

    after = plan_correction(state, 1, LOWER, {5: choice})

    assert steps(after) == expected.split(", ")
    assert after.outcome.teams_of(7)[0] == goes_on
    assert [step.match for step in after.voided] == [5, 7]


def test_the_team_that_stays_and_had_won_leaves_the_matches_after_it_alone():
    state = played(8, 4)
    state = state.record(5, LOWER).record(6, UPPER).record(7, UPPER)

    plan = plan_correction(state, 1, LOWER, {5: Instead.WALKOVER})

    assert steps(plan) == ["1 change winner", "5 walkover"]
    assert plan.outcome.champion == 4


def test_nobody_in_a_corrected_match_gives_the_next_opponent_a_walkover():
    state = played(8, 7)

    plan = plan_correction(state, 1, NOBODY)

    assert steps(plan) == ["1 change winner", "5 walkover", "7 void and replay"]
    assert plan.outcome.teams_of(7) == (4, 2)


def test_a_walkover_that_followed_by_itself_is_taken_back_with_its_cause():
    state = played(8, 1).record(2, NOBODY)
    assert state.results[5].outcome is Outcome.WALKOVER

    plan = plan_correction(state, 2, UPPER)

    assert steps(plan) == ["2 change winner", "5 swap slot", "7 clear slot"]
    assert not plan.voided
    assert plan.outcome.teams_of(5) == (1, 4)


def test_a_walkover_over_a_team_that_withdrew_was_not_played_so_nothing_of_it_is_void():
    state = played(8, 2).withdraw(1)

    plan = plan_correction(state, 1, LOWER)

    assert steps(plan) == ["1 change winner", "5 swap slot", "7 clear slot"]
    assert not plan.voided
    assert plan.outcome.is_ready(5)


def test_a_result_is_taken_back_with_everything_that_came_of_it():
    state = played(8, 7)

    plan = plan_undo(state, 2)

    assert steps(plan) == ["2 take back", "5 void and replay", "7 void and replay"]
    assert [match.number for match in plan.outcome.open_matches] == [2]


def test_a_plan_stands_for_the_bracket_that_it_was_made_for():
    state = played(8, 4)
    plan = plan_correction(state, 1, LOWER)

    with pytest.raises(RuleError, match="changed since the correction of match 1 was planned") as refused:
        plan.apply(state.record(6, UPPER))

    assert refused.value.code == "plan_is_stale"
    assert plan.apply(state) == plan.outcome


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (lambda state: plan_correction(state, 5, LOWER), "match_not_decided"),
        (lambda state: plan_correction(state, 99, LOWER), "no_such_match"),
        (lambda state: plan_correction(state, 1, MatchResult(0)), "nothing_to_correct"),
        (lambda state: plan_correction(state, 1, MatchResult(1, seeds=(1, 7))), "result_for_other_teams"),
        (lambda state: plan_correction(state, 1, MatchResult(None)), "result_without_winner"),
        (lambda state: plan_correction(state, 1, MatchResult(0, Outcome.DOUBLE_NO_SHOW)), "no_show_with_winner"),
        (lambda state: plan_correction(state, 1, LOWER, {2: Instead.WALKOVER}), "choice_for_other_match"),
        (lambda state: plan_correction(state, 1, LOWER, {5: Instead.WALKOVER}), "choice_for_other_match"),
        (lambda state: plan_undo(state, 6), "match_not_decided"),
    ],
)
def test_what_cannot_be_corrected_is_refused_with_its_reason(plan, code):
    with pytest.raises(RuleError) as refused:
        plan(played(8, 4))

    assert refused.value.code == code
    assert refused.value.rules == ("WLIA-22",)


def test_byes_and_walkovers_are_corrected_where_they_come_from():
    state = played(5, 1)
    walked_over = played(8, 1).record(2, NOBODY)

    with pytest.raises(RuleError) as bye:
        plan_correction(state, 1, LOWER)
    with pytest.raises(RuleError) as follows:
        plan_undo(walked_over, 5)

    assert (bye.value.code, follows.value.code) == ("match_is_bye", "result_follows")


@st.composite
def evenings(draw):
    """A bracket and random moves: (what, which, winner), read as far as they fit the state."""
    entries = draw(st.integers(2, 24))
    moves = st.tuples(st.sampled_from("rrrrcuwb"), st.integers(0, 10**6), st.sampled_from([0, 0, 1, 1, None]))
    return build_bracket(entries, third_place=draw(st.booleans())), draw(st.lists(moves, max_size=40))


def result_of(winner: int | None) -> MatchResult:
    return NOBODY if winner is None else MatchResult(winner)


def made(state: BracketState, move: tuple[str, int, int | None]) -> BracketState:
    """The state after a move; as it was where there is nothing to do it to."""
    what, which, winner = move
    decided = [number for number in state.results if not state.bracket.match(number).is_bye]
    if what == "r":
        ready = state.open_matches
        return state.record(ready[which % len(ready)].number, result_of(winner)) if ready else state
    if what in "wb":
        seed = which % state.bracket.entries + 1
        return state.readmit(seed) if seed in state.withdrawn else state.withdraw(seed) if what == "w" else state
    if not decided:
        return state
    number = decided[which % len(decided)]
    try:
        plan = plan_correction(state, number, result_of(winner)) if what == "c" else plan_undo(state, number)
    except RuleError:
        return state
    after = plan.apply(state)
    back = plan.inverse
    assert back.apply(after) == state
    assert back.inverse.steps == plan.steps
    return after


@pytest.mark.rule("WLIA-22")
@settings(max_examples=examples(200))
@given(evenings())
def test_whatever_is_entered_corrected_and_undone_every_result_belongs_to_the_teams_that_came_to_it(evening):
    bracket, moves = evening
    state = start_bracket(bracket)

    for move in moves:
        state = made(state, move)

    for number, result in state.results.items():
        assert result.seeds == state.teams_of(number), number
        assert result.winner is None or result.winner in result.seeds
    standing = [
        seed
        for match in bracket.matches
        if match.number not in state.results
        for seed in state.teams_of(match.number)
        if seed is not None and not match.is_for_third_place
    ]
    assert len(standing) == len(set(standing)), "a team waits in two matches"
    assert start_bracket(bracket, dict(state.results)).results == state.results


@given(st.integers(2, 64), st.integers(0, 10**6))
@settings(max_examples=examples(60))
def test_a_withdrawn_team_loses_whatever_it_comes_to(entries, choice):
    seed = choice % entries + 1
    state = start_bracket(build_bracket(entries)).withdraw(seed)

    while ready := state.open_matches:
        state = state.record(ready[0].number, UPPER)

    assert state.champion not in (None, seed)
    won = [result for result in state.results.values() if result.winner == seed]
    assert all(result.outcome is Outcome.BYE for result in won)
