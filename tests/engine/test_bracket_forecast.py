"""When a bracket will be over, held against an evening played minute by minute."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import SeededDraw
from engine.tournament.bracket import (
    Bracket,
    BracketState,
    LoserOf,
    Match,
    MatchResult,
    Outcome,
    WinnerOf,
    build_bracket,
    forecast_end,
    start_bracket,
)
from tests.deep import examples

RESULTS = (MatchResult(0), MatchResult(1), MatchResult(None, Outcome.DOUBLE_NO_SHOW))


def begun(bracket: Bracket, results: int, seed: str) -> BracketState:
    """A bracket with so many results, entered in any order."""
    state, chance = start_bracket(bracket), SeededDraw(seed)
    for _ in range(results):
        waiting = state.open_matches
        if not waiting:
            break
        state = state.record(waiting[chance.below(len(waiting))].number, RESULTS[chance.below(3)])
    return state


def feeders(match: Match) -> set[int]:
    return {slot.match for slot in match.slots if isinstance(slot, WinnerOf | LoserOf)}


def minute_by_minute(state, stations, length, started):
    """When each match ends that has no result: nothing is known ahead, every minute whoever is free takes a match."""
    waiting = [match for match in state.bracket.matches if match.number not in {*state.results, *started}]
    playing = {number: max(0, length(state.bracket.match(number)) - minutes) for number, minutes in started.items()}
    ended: dict[int, int] = {}
    minute = 0
    while waiting or playing:
        for number in [number for number, end in playing.items() if end == minute]:
            ended[number] = playing.pop(number)
        for match in [match for match in waiting if feeders(match) <= {*ended, *state.results}]:
            if len(playing) < stations:
                waiting.remove(match)
                playing[match.number] = minute + length(match)
        minute += 1
    return ended


@pytest.mark.rule("WLIA-22")
@given(
    entries=st.integers(2, 40),
    third_place=st.booleans(),
    results=st.integers(0, 20),
    seed=st.text(max_size=2),
    stations=st.integers(1, 6),
    usual=st.integers(1, 9),
    in_round=st.fixed_dictionaries({}, optional={number: st.integers(1, 9) for number in range(1, 7)}),
    ran=st.lists(st.integers(0, 12), max_size=8),
)
@settings(max_examples=examples(300))
def test_a_forecast_is_the_evening_played_minute_by_minute(
    entries, third_place, results, seed, stations, usual, in_round, ran
):
    state = begun(build_bracket(entries, third_place=third_place), results, seed)
    started = {match.number: minutes for match, minutes in zip(state.open_matches, ran, strict=False)}

    forecast = forecast_end(
        state, stations=stations, minutes_per_match=usual, minutes_in_round=in_round, started=started
    )

    ends = minute_by_minute(state, stations, lambda match: in_round.get(match.round, usual), started)
    rounds: dict[int, int] = {}
    for number, end in ends.items():
        of = state.bracket.match(number).round
        rounds[of] = max(rounds.get(of, 0), end)
    assert forecast.rounds == rounds
    assert (forecast.minutes, forecast.matches) == (max(ends.values(), default=0), len(ends))
