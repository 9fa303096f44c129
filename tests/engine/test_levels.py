"""Levels are whole numbers in order, whatever is entered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.levels import Level, levels_from_minimum_bets

GOOD = {"small_blind": 100, "big_blind": 200, "ante": 0, "seconds": 1200}
odd = st.none() | st.booleans() | st.floats() | st.text(max_size=3) | st.lists(st.integers(), max_size=2)


@given(facts=st.dictionaries(st.sampled_from(sorted(GOOD)), odd, min_size=1))
def test_a_level_of_anything_but_whole_numbers_is_refused(facts):
    with pytest.raises(RuleError) as refused:
        Level(**GOOD | facts)

    assert refused.value.code == "level_unclear"


@given(facts=st.fixed_dictionaries(dict.fromkeys(GOOD, st.integers(-5, 5))), is_break=st.booleans())
def test_a_level_of_whole_numbers_is_in_order_or_refused(facts, is_break):
    try:
        level = Level(**facts, is_break=is_break)
    except RuleError:
        return

    assert level.seconds >= 1
    assert level.is_break == (level.big_blind == 0)
    assert 0 <= level.small_blind <= level.big_blind
    assert level.ante >= 0


@pytest.mark.rule("WAS-5")
def test_blinds_are_half_and_all_of_the_minimum_bet():
    (level,) = levels_from_minimum_bets([500], seconds=1200)

    assert (level.small_blind, level.big_blind) == (250, 500)


@pytest.mark.parametrize(
    ("bets", "facts", "code"),
    [
        (["500"], {}, "level_unclear"),
        ([501], {}, "minimum_bet_is_odd"),
        ([500], {"antes": ["1"]}, "level_unclear"),
        ([500], {"breaks": {"1": 600}}, "break_after_no_level"),
        ([500], {"breaks": {1: "600"}}, "level_unclear"),
    ],
)
def test_minimum_bets_that_make_no_sense_are_refused(bets, facts, code):
    with pytest.raises(RuleError) as refused:
        levels_from_minimum_bets(bets, seconds=1200, **facts)

    assert refused.value.code == code
