"""The structure generator."""

from __future__ import annotations

import contextlib
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.structure import Retirement, StructurePlan, generate_structure

EIGHT = {
    "players": 8,
    "stack": 10_000,
    "duration": 120 * 60,
    "level_seconds": 20 * 60,
    "chip_set": (25, 100, 500, 1000),
    "first_big_blind": 200,
}


def structure(**facts):
    return generate_structure(StructurePlan(**EIGHT | facts))


def big_blinds(made):
    return [level.big_blind for level in made.levels if not level.is_break]


@pytest.mark.rule("WAS-5", "WAS-6")
@pytest.mark.parametrize("chip_set", [(25, 100, 500, 1000), (100, 500, 1000, 5000), (100,)])
def test_eight_players_of_10_000_in_two_hours(chip_set):
    made = structure(chip_set=chip_set)

    blinds = [(level.small_blind, level.big_blind) for level in made.levels]
    assert blinds == [(100, 200), (200, 400), (300, 600), (600, 1200), (1000, 2000), (2000, 4000)]
    assert {level.seconds for level in made.levels} == {1200}
    assert made.notices == ()


def test_the_first_big_blind_is_a_fiftieth_of_a_stack_unless_given():
    assert big_blinds(structure(first_big_blind=None)) == big_blinds(structure())
    assert big_blinds(structure(first_big_blind=None, stack=13_000))[0] == 250
    assert big_blinds(structure(first_big_blind=None, stack=150))[0] == 50


def test_expected_rebuys_and_add_ons_count_in():
    more = structure(duration=140 * 60, rebuys=6, rebuy_chips=10_000, add_ons=2, add_on_chips=10_000)

    assert StructurePlan(**EIGHT, rebuys=6, rebuy_chips=10_000, add_ons=1, add_on_chips=15_000).total_chips == 155_000
    assert big_blinds(more)[-1] == 8000
    assert big_blinds(structure(last_big_blind=6000))[-1] == 6000


def test_a_break_stands_where_a_chip_retires_and_costs_its_time():
    made = structure(break_seconds=600, duration=130 * 60)

    assert [(level.big_blind, level.seconds) for level in made.levels] == [
        (200, 1200),
        (400, 1200),
        (600, 1200),
        (1200, 1200),
        (0, 600),
        (2000, 1200),
        (4000, 1200),
    ]
    assert made.levels[4].is_break
    assert made.retirements == (Retirement(100, 4), Retirement(500, 4))


def test_a_chip_that_does_not_divide_the_next_stays_on_the_table():
    made = structure(chip_set=(20, 50), first_big_blind=200, duration=600 * 60)

    assert made.retirements == ()


def test_a_break_that_costs_the_level_it_was_for_is_left_out():
    """Six levels would need a break after one of them; the five beside a break need none."""
    made = structure(
        players=12, stack=2000, duration=7781, first_big_blind=None, break_seconds=600, chip_set=(1, 25, 50)
    )

    assert [(level.big_blind, level.seconds) for level in made.levels] == [
        (40, 1200),
        (80, 1200),
        (160, 1200),
        (320, 1200),
        (640, 2981),
    ]
    assert made.retirements == ()


def test_what_fills_no_level_lengthens_the_last():
    assert [level.seconds for level in structure(duration=130 * 60).levels] == [1200] * 5 + [1800]


def test_blinds_that_would_more_than_double_are_said_and_do_not():
    made = structure(duration=60 * 60)

    assert big_blinds(made) == [200, 400, 800]
    assert [notice.code for notice in made.notices] == ["steep", "ends_low"]


def test_chips_too_large_for_small_steps_are_said():
    made = structure(chip_set=(500,), first_big_blind=1000, duration=20 * 20 * 60)

    assert big_blinds(made) == list(range(1000, 20_001, 1000))
    assert [notice.code for notice in made.notices] == ["ends_high"]


def test_exactly_doubling_is_not_steep():
    assert structure(duration=40 * 60, last_big_blind=400).notices == ()
    assert [notice.code for notice in structure(duration=40 * 60, last_big_blind=401).notices] == ["steep"]


plans = st.builds(
    dict,
    players=st.integers(2, 300),
    stack=st.integers(1000, 10**6),
    duration=st.integers(1800, 28_800),
    level_seconds=st.sampled_from([300, 600, 900, 1200, 1201, 1800]),
    chip_set=st.sets(st.sampled_from([1, 5, 10, 20, 25, 50, 100, 500, 1000, 7]), min_size=1).map(sorted).map(tuple),
    rebuys=st.integers(0, 50),
    rebuy_chips=st.sampled_from([0, 1000, 10_000]),
    first_big_blind=st.none() | st.integers(1, 40).map(lambda half: 100 * half),
    break_seconds=st.sampled_from([0, 300, 601]),
)


def retirements_of(small_blinds, chip_set):
    """A chip goes after the last level whose small blind larger chips cannot pay, those below it first."""
    for chip, larger in pairwise(chip_set):
        needing = [number for number, blind in enumerate(small_blinds, start=1) if blind % larger]
        if larger % chip or len(small_blinds) in needing:
            return
        if needing:
            yield Retirement(chip, needing[-1])


@given(facts=plans)
@pytest.mark.rule("WAS-5", "WAS-6")
def test_every_structure_rises_at_most_doubles_can_be_paid_and_lasts_as_asked(facts):
    plan = StructurePlan(**facts)
    made = None
    with contextlib.suppress(RuleError):
        made = generate_structure(plan)
    assume(made)

    blinds = big_blinds(made)
    assert all(before < after <= 2 * before for before, after in pairwise(blinds))
    assert sum(level.seconds for level in made.levels) == plan.duration
    assert all(type(chips) is int for level in made.levels for chips in (level.small_blind, level.big_blind))
    assert made.retirements == tuple(retirements_of([blind // 2 for blind in blinds], plan.chip_set))
    retired, number = set(), 0
    for level in made.levels:
        retired |= {each.chip for each in made.retirements if each.after_level == number}
        if level.is_break:
            assert number in {each.after_level for each in made.retirements}
            continue
        number += 1
        smallest = min(set(plan.chip_set) - retired)
        assert level.small_blind % smallest == 0
        assert level.big_blind == 2 * level.small_blind


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"first_big_blind": 225}, "chips_cannot_pay"),
        ({"first_big_blind": 5000}, "starts_too_high"),
        ({"duration": 600}, "duration_too_short"),
        ({"duration": 10**6, "level_seconds": 60}, "too_many_levels"),
        ({"players": 1}, "plan_unclear"),
        ({"players": "8"}, "plan_unclear"),
        ({"stack": 0}, "plan_unclear"),
        ({"stack": 10**400}, "plan_unclear"),
        ({"duration": 0}, "plan_unclear"),
        ({"level_seconds": 1.5}, "plan_unclear"),
        ({"break_seconds": -1}, "plan_unclear"),
        ({"rebuys": None}, "plan_unclear"),
        ({"add_on_chips": True}, "plan_unclear"),
        ({"last_big_blind": 0}, "plan_unclear"),
        ({"chip_set": ()}, "plan_unclear"),
        ({"chip_set": (100, 25)}, "plan_unclear"),
        ({"chip_set": (25, 25)}, "plan_unclear"),
        ({"chip_set": (0, 25)}, "plan_unclear"),
        ({"chip_set": ("25",)}, "plan_unclear"),
        ({"chip_set": 25}, "plan_unclear"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(facts, code):
    with pytest.raises(RuleError) as refused:
        structure(**facts)

    assert refused.value.code == code


def test_breaks_that_eat_the_whole_evening_are_refused():
    with pytest.raises(RuleError) as refused:
        structure(break_seconds=7000)

    assert refused.value.code == "duration_too_short"
