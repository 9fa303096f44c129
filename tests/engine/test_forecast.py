"""The end of a tournament, foreseen and moved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.forecast import Forecast, finish_by, forecast_end
from engine.tournament.levels import break_level, levels_from_minimum_bets

LEVELS = levels_from_minimum_bets([200, 400, 600, 1200, 2000, 4000], seconds=1200, breaks={4: 600})


def lengths(levels):
    return [level.seconds for level in levels]


@pytest.mark.rule("WAS-6")
@pytest.mark.parametrize(
    ("chips", "forecast"),
    [
        (80_000, Forecast(7, 130 * 60)),
        (40_000, Forecast(6, 110 * 60)),
        (40_001, Forecast(7, 130 * 60)),
        (80_001, Forecast(7, 130 * 60, runs_out=True)),
        (1, Forecast(1, 20 * 60)),
    ],
)
def test_play_ends_with_the_level_that_leaves_20_big_blinds(chips, forecast):
    assert forecast_end(LEVELS, chips) == forecast


def test_play_that_outlasts_its_forecast_ends_with_the_level_under_way():
    assert forecast_end(LEVELS, 40_000, elapsed=115 * 60) == Forecast(7, 130 * 60)
    assert forecast_end(LEVELS, 40_000, elapsed=140 * 60) == Forecast(7, 140 * 60)


@pytest.mark.rule("WAS-6")
def test_levels_to_come_shrink_so_that_play_ends_on_time():
    fitted = finish_by(LEVELS, 80_000, elapsed=30 * 60, seconds_left=60 * 60)

    # Ten minutes of this level and a break of ten stay; forty are left for the four levels to come.
    assert lengths(fitted) == [1200, 1200, 600, 600, 600, 600, 600]
    assert [level.big_blind for level in fitted] == [level.big_blind for level in LEVELS]
    assert forecast_end(fitted, 80_000, elapsed=30 * 60) == Forecast(7, 90 * 60)


def test_levels_to_come_stretch_and_those_after_the_end_with_them():
    fitted = finish_by(LEVELS, 20_000, elapsed=0, seconds_left=110 * 60)

    assert lengths(fitted) == [1200, 1800, 1800, 1800, 600, 1800, 1800]
    assert forecast_end(fitted, 20_000).ends_after == 20 * 60 + 3 * 1800


@pytest.mark.parametrize(
    ("chips", "elapsed", "left", "code"),
    [
        (80_000, 0, 29 * 60, "finish_too_soon"),
        (80_000, 125 * 60, 3600, "no_level_to_come"),
        (80_000, 500 * 60, 3600, "no_level_to_come"),
        (4_000, 0, 3600, "no_level_to_come"),
        (80_000, 0, -1, "forecast_unclear"),
        (80_000, "0", 3600, "forecast_unclear"),
        (0, 0, 3600, "forecast_unclear"),
        (None, 0, 3600, "forecast_unclear"),
    ],
)
def test_what_cannot_be_moved_is_refused(chips, elapsed, left, code):
    with pytest.raises(RuleError) as refused:
        finish_by(LEVELS, chips, elapsed=elapsed, seconds_left=left)

    assert refused.value.code == code


def test_the_refusal_names_the_earliest_end():
    with pytest.raises(RuleError) as refused:
        finish_by(LEVELS, 80_000, elapsed=0, seconds_left=0)

    earliest = refused.value.facts["least"]
    assert forecast_end(finish_by(LEVELS, 80_000, elapsed=0, seconds_left=earliest), 80_000).ends_after == earliest


def test_a_clock_of_breaks_has_no_end():
    with pytest.raises(RuleError) as refused:
        forecast_end((break_level(600),), 100)

    assert refused.value.code == "clock_without_levels"


@given(
    bets=st.lists(st.integers(1, 5000).map(lambda half: 2 * half), min_size=2, max_size=15),
    seconds=st.integers(1, 3600),
    pauses=st.sets(st.integers(1, 15)),
    share_played=st.integers(0, 99),
    to_spare=st.integers(0, 50_000),
    shortest=st.integers(1, 600),
)
def test_fitted_levels_end_exactly_when_asked_and_touch_nothing_else(
    bets, seconds, pauses, share_played, to_spare, shortest
):
    breaks = {level: 300 for level in pauses if level <= len(bets)}
    levels = levels_from_minimum_bets(sorted(bets), seconds=seconds, breaks=breaks)
    elapsed = (sum(lengths(levels)) - breaks.get(len(bets), 0) - seconds - 1) * share_played // 100
    chips = 20 * max(bets) + 1
    asked = {"elapsed": max(0, elapsed), "shortest": shortest}
    with pytest.raises(RuleError) as too_soon:
        finish_by(levels, chips, seconds_left=0, **asked)
    left = too_soon.value.facts["least"] + to_spare

    fitted = finish_by(levels, chips, seconds_left=left, **asked)

    after = forecast_end(fitted, chips, elapsed=asked["elapsed"])
    assert after.ends_after == asked["elapsed"] + left
    assert after.position == forecast_end(levels, chips, elapsed=asked["elapsed"]).position
    played = 0
    for old, new in zip(levels, fitted, strict=True):
        assert (old.big_blind, old.is_break) == (new.big_blind, new.is_break)
        if old.is_break or played <= asked["elapsed"]:
            assert old == new
        else:
            assert new.seconds >= shortest
        played += old.seconds
