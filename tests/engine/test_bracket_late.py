"""Late teams, the consolation bracket, and when a bracket will be over."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.bracket import (
    BracketState,
    MatchResult,
    Outcome,
    Seed,
    build_bracket,
    build_consolation,
    consolation_field,
    enter_late,
    forecast_end,
    is_field_complete,
    open_byes,
    plan_correction,
    start_bracket,
)
from tests.deep import examples

UPPER, LOWER = MatchResult(0), MatchResult(1)


def drawn(entries: int) -> BracketState:
    return start_bracket(build_bracket(entries))


def favourites(state: BracketState, matches: int) -> BracketState:
    for _ in range(matches):
        number = state.open_matches[0].number
        upper, lower = state.teams_of(number)
        state = state.record(number, UPPER if upper < lower else LOWER)
    return state


@pytest.mark.rule("WLIA-22")
def test_a_late_team_takes_the_bye_of_the_worst_seed_that_has_not_begun():
    state = drawn(5)
    assert [match.number for match in open_byes(state)] == [4, 3, 1]

    entered, seed = enter_late(state, 4)

    assert seed == 6
    assert entered.teams_of(4) == (3, 6)
    assert entered.is_ready(4)
    assert (entered.bracket.entries, entered.bracket.byes, entered.bracket.matches_to_play) == (6, 2, 5)
    assert entered.bracket.matches == build_bracket(6).matches


def test_a_bye_is_over_once_its_team_has_begun_the_next_match():
    state = drawn(5)
    assert [match.number for match in open_byes(state, begun={6})] == [1]

    assert [match.number for match in open_byes(state.withdraw(1))] == [4, 3]

    with pytest.raises(RuleError, match="Seed 3 has begun the match after its bye") as begun:
        enter_late(state, 4, begun={6})
    with pytest.raises(RuleError) as full:
        enter_late(state, 2)
    with pytest.raises(RuleError) as withdrawn:
        enter_late(state.withdraw(3), 4)

    assert [each.value.code for each in (begun, full, withdrawn)] == [
        "bye_is_over",
        "match_is_no_bye",
        "seed_withdrawn_already",
    ]


@settings(max_examples=examples(60))
@given(st.integers(3, 40), st.integers(0, 200), st.integers(0, 200))
def test_a_late_team_changes_nothing_but_its_own_match_and_the_bracket_is_played_to_its_end(entries, results, which):
    state = drawn(entries)
    for _ in range(results % entries):
        if ready := state.open_matches:
            state = state.record(ready[0].number, UPPER)
    byes = open_byes(state)
    if not byes:
        return

    entered, seed = enter_late(state, byes[which % len(byes)].number)

    number = byes[which % len(byes)].number
    assert {key: value for key, value in state.results.items() if key != number} == dict(entered.results)
    seeds = [slot.number for match in entered.bracket.round_of(1) for slot in match.slots if isinstance(slot, Seed)]
    assert len(set(seeds)) == len(seeds) == entries + 1
    assert seed in seeds
    while ready := entered.open_matches:
        entered = entered.record(ready[0].number, LOWER)
    assert sorted(entered.finishing_places) == sorted(seeds)


def test_who_is_beaten_in_the_first_match_enters_the_consolation_bracket():
    state = drawn(6)
    # Seeds 1 and 2 have byes; 4 beats 5, 3 beats 6, then 1 beats 4 and 3 beats 2.
    state = favourites(state, 2)
    assert consolation_field(state) == (5, 6)
    assert not is_field_complete(state)

    state = state.record(5, UPPER).record(6, LOWER)

    assert is_field_complete(state)
    consolation = build_consolation(state)
    assert consolation.seeds == (2, 5, 6)
    assert (consolation.bracket.entries, consolation.bracket.byes) == (3, 1)


def test_a_consolation_bracket_waits_for_every_first_match():
    with pytest.raises(RuleError, match="Match 5 is the first of a team") as early:
        build_consolation(favourites(drawn(6), 2))

    assert early.value.code == "first_matches_open"


def test_who_did_not_come_to_the_first_match_does_not_come_to_the_next_bracket():
    state = drawn(4).record(1, MatchResult(0, Outcome.WALKOVER)).record(2, MatchResult(0, Outcome.RETIRED))

    assert consolation_field(state) == (3,)
    with pytest.raises(RuleError) as alone:
        build_consolation(state)

    assert alone.value.code == "too_few_beaten"


@settings(max_examples=examples(50))
@given(st.integers(2, 70), st.randoms(use_true_random=False))
def test_the_field_is_all_who_have_lost_without_having_won(entries, chance):
    state = drawn(entries)
    while ready := state.open_matches:
        state = state.record(ready[0].number, MatchResult(chance.randrange(2)))

    wins = {result.winner for result in state.results.values() if result.outcome is Outcome.PLAYED}
    assert set(consolation_field(state)) == set(range(1, entries + 1)) - wins


@pytest.mark.parametrize(
    ("entries", "stations", "minutes"),
    [(2, 1, 25), (8, 4, 75), (8, 2, 100), (8, 1, 175), (5, 4, 75), (16, 4, 125)],
)
def test_a_bracket_takes_as_long_as_its_stations_let_it(entries, stations, minutes):
    forecast = forecast_end(drawn(entries), stations=stations, minutes_per_match=25)

    assert forecast.minutes == minutes
    assert forecast.matches == entries - 1


def test_matches_at_a_station_are_over_first_and_a_late_one_now():
    state = favourites(drawn(8), 2)

    forecast = forecast_end(state, stations=2, minutes_per_match=20, started={3: 15, 4: 90})

    assert forecast.rounds == {1: 5, 2: 25, 3: 45}
    assert forecast.finishes_by(datetime(2026, 3, 7, 21, 30)) == datetime(2026, 3, 7, 22, 15)


def test_a_final_over_three_games_takes_longer_and_more_at_stations_than_there_are_leave_the_first():
    final = forecast_end(drawn(8), stations=4, minutes_per_match=20, minutes_in_round={3: 55})
    crowded = forecast_end(drawn(8), stations=1, minutes_per_match=20, started={1: 15, 2: 10})

    assert final.rounds == {1: 20, 2: 40, 3: 95}
    assert forecast_end(drawn(4), stations=2, minutes_per_match=20, started={1: 90, 2: 90}).minutes == 20
    assert crowded.rounds == {1: 50, 2: 90, 3: 110}


@pytest.mark.parametrize("number", [1, 2, 6])
def test_only_a_match_with_two_teams_and_no_result_can_be_at_a_station(number):
    state = drawn(7).record(2, UPPER)

    with pytest.raises(RuleError) as refused:
        forecast_end(state, stations=2, minutes_per_match=20, started={number: 5})

    assert refused.value.code == "match_not_in_play"


@settings(max_examples=examples(40))
@given(st.integers(2, 200), st.integers(1, 20), st.integers(1, 60), st.integers(0, 300))
def test_more_stations_are_never_later_and_no_forecast_beats_the_work_there_is(entries, stations, minutes, results):
    state = favourites(drawn(entries), min(results, entries - 1))

    few = forecast_end(state, stations=stations, minutes_per_match=minutes)
    more = forecast_end(state, stations=stations * 4, minutes_per_match=minutes)

    left = entries - 1 - min(results, entries - 1)
    assert few.matches == left
    assert more.minutes <= few.minutes <= left * minutes
    assert few.minutes * stations >= left * minutes


ODD = (None, True, "1", 1.0, 2.5, float("nan"), -1, 10**400, [], {}, b"x")


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_numbers_are_refused_by_name_wherever_they_come_in(odd):
    state = drawn(5).record(2, UPPER)
    doors = {
        "entries_out_of_range": lambda: build_bracket(odd),
        "forecast_unclear": lambda: forecast_end(state, stations=2, minutes_per_match=9, minutes_in_round={1: odd}),
    }
    if odd is not True:
        doors["no_such_match"] = lambda: plan_correction(state, odd, UPPER)
        doors["no_such_seed"] = lambda: state.withdraw(odd)
    if odd is not True and not isinstance(odd, list | dict):
        stations = {"stations": 2, "minutes_per_match": 9}
        with pytest.raises(RuleError) as unknown:
            forecast_end(state, started={odd: 3}, **stations)
        assert unknown.value.code == "no_such_match"

    for code, door in doors.items():
        with pytest.raises(RuleError) as refused:
            door()
        assert refused.value.code == code


@pytest.mark.parametrize(("stations", "minutes"), [(0, 25), (4, 0), (True, 25), ("4", 25), (10**6, 25)])
def test_a_forecast_without_sense_is_refused(stations, minutes):
    with pytest.raises(RuleError) as refused:
        forecast_end(drawn(4), stations=stations, minutes_per_match=minutes)

    assert refused.value.code == "forecast_unclear"


@given(entries=st.integers(min_value=2, max_value=60), data=st.data())
def test_a_bracket_with_late_teams_is_built_again_from_its_seeds(entries, data):
    state = drawn(entries)
    while state.bracket.byes and data.draw(st.booleans()):
        state, _ = enter_late(state, data.draw(st.sampled_from(open_byes(state))).number)
    seeds = [slot.number for match in state.bracket.round_of(1) for slot in match.slots if isinstance(slot, Seed)]

    assert build_bracket(state.bracket.entries, seeds=seeds) == state.bracket


@pytest.mark.parametrize("seeds", [(1, 2, 3), (1, 2, 3, 3, 4), (1, 2, 3, 4, 9)])
def test_seeds_that_no_bracket_of_that_size_has_are_a_broken_promise(seeds):
    with pytest.raises(ValueError, match="5 entries of 8 slots"):
        build_bracket(5, seeds=seeds)
