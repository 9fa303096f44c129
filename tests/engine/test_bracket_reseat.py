"""The consolation bracket follows its main bracket when that is corrected."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.bracket import (
    BracketState,
    Consolation,
    MatchResult,
    Outcome,
    build_bracket,
    build_consolation,
    consolation_field,
    plan_correction,
    plan_undo,
    reseat_consolation,
    start_bracket,
)
from tests.deep import examples

UPPER, LOWER = MatchResult(0), MatchResult(1)
WALKOVER = MatchResult(0, Outcome.WALKOVER)


@pytest.fixture
def main() -> BracketState:
    """Eight teams after the first round: 1, 4, 2 and 3 have won; 8, 5, 7 and 6 are in the consolation bracket."""
    state = start_bracket(build_bracket(8))
    for number in (1, 2, 3, 4):
        state = state.record(number, UPPER)
    return state


@pytest.fixture
def consolation(main) -> Consolation:
    return build_consolation(main)


@pytest.fixture
def played(consolation) -> BracketState:
    """5 beats 8, 6 beats 7, 5 beats 6."""
    return start_bracket(consolation.bracket).record(1, UPPER).record(2, UPPER).record(3, UPPER)


@pytest.mark.rule("WLIA-22")
def test_who_should_have_lost_takes_the_place_of_who_should_have_won(main, consolation, played):
    assert consolation.seeds == (5, 6, 7, 8)

    after = reseat_consolation(consolation, played, plan_correction(main, 1, LOWER).outcome)

    assert after.consolation.seeds == (5, 6, 7, 1)
    assert [(step.match, step.kind.value) for step in after.void] == [(1, "take_back"), (3, "void_and_replay")]
    assert [match.number for match in after.state.open_matches] == [1]
    assert after.state.results[2] == played.results[2]
    assert (after.waiting, after.left_out) == ((), ())


def test_a_place_waits_while_its_main_match_is_to_be_played_again(main, consolation, played):
    after = reseat_consolation(consolation, played, plan_undo(main, 3).outcome)

    assert after.consolation == consolation
    assert after.waiting == (3,)
    assert not after.state.withdrawn
    assert 2 not in after.state.results


def test_a_place_that_nobody_comes_for_is_withdrawn(main, consolation, played):
    after = reseat_consolation(consolation, played, plan_correction(main, 3, WALKOVER).outcome)

    assert after.state.withdrawn == {3}
    assert after.state.results[2] == MatchResult(0, Outcome.WALKOVER, (2, 3))
    assert after.state.is_ready(3)


def test_whoever_belongs_here_later_is_named_and_the_rest_stays(main):
    main = plan_correction(main, 3, WALKOVER).outcome
    consolation = build_consolation(main)
    state = start_bracket(consolation.bracket)
    assert consolation.seeds == (5, 6, 8)

    after = reseat_consolation(consolation, state, plan_correction(main, 3, UPPER).outcome)

    assert after.left_out == (7,)
    assert (after.consolation, after.state) == (consolation, state)


def test_a_walkover_against_a_team_that_did_not_come_is_good_for_who_takes_the_place(main, consolation):
    state = start_bracket(consolation.bracket).record(1, MatchResult(1, Outcome.WALKOVER)).record(2, UPPER)
    state = state.record(3, UPPER)

    after = reseat_consolation(consolation, state, plan_correction(main, 1, LOWER).outcome)

    assert after.state.results[1] == state.results[1]
    assert [step.match for step in after.void] == [3]


def test_who_did_not_come_here_is_not_held_against_who_takes_the_place(main, consolation):
    state = start_bracket(consolation.bracket).withdraw(4).record(2, UPPER)

    after = reseat_consolation(consolation, state, plan_correction(main, 1, LOWER).outcome)
    absent = reseat_consolation(
        consolation, start_bracket(consolation.bracket).record(1, WALKOVER), plan_correction(main, 1, LOWER).outcome
    )

    assert not after.state.withdrawn
    assert absent.state.is_ready(1)


def test_a_team_that_has_withdrawn_does_not_come(main):
    assert consolation_field(main.withdraw(7)) == (5, 6, 8)


@settings(max_examples=examples(60))
@given(st.integers(4, 24), st.randoms(use_true_random=False))
def test_after_any_correction_only_beaten_teams_have_played_here(entries, chance):
    main = start_bracket(build_bracket(entries))
    while ready := main.open_matches:
        main = main.record(ready[0].number, MatchResult(chance.randrange(2)))
    consolation = build_consolation(main)
    state = start_bracket(consolation.bracket)
    for _ in range(chance.randrange(entries)):
        if ready := state.open_matches:
            state = state.record(chance.choice(ready).number, MatchResult(chance.randrange(2)))
    decided = [number for number in main.results if not main.bracket.match(number).is_bye]
    number = chance.choice(decided)
    winner = main.results[number].winner_slot

    after = reseat_consolation(consolation, state, plan_correction(main, number, MatchResult(1 - winner)).outcome)

    beaten = set(consolation_field(plan_correction(main, number, MatchResult(1 - winner)).outcome))
    seats = dict(enumerate(after.consolation.seeds, start=1))
    absent = after.state.withdrawn | set(after.waiting)
    assert {seats[place] for place in seats if place not in absent} | set(after.left_out) == beaten
    for result in after.state.results.values():
        if result.outcome is Outcome.PLAYED:
            assert {seats[place] for place in result.seeds} <= beaten
    assert start_bracket(consolation.bracket, dict(after.state.results), after.state.withdrawn) == after.state
