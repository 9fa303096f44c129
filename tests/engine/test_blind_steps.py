"""How big blinds climb, beside a plain reading of the same words: every payable value is looked at, none computed."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.blind_steps import blind_steps, round_big_blind, smallest_big_blind

ROUND = {10, 12, 15, 16, 20, 25, 30, 40, 50, 60, 80}
chip_sets = st.sets(st.sampled_from([1, 2, 5, 7, 10, 20, 25, 50, 100, 500]), min_size=1).map(sorted).map(tuple)


def root(value: int, degree: int) -> int:
    """The largest whole number whose power is not above the value."""
    return bisect_right(range(1, 2 * 10**9), value, key=lambda number: number**degree)


def digits_before_zeros(value: int) -> int:
    """The value as a number of two digits times a power of ten, and 0 where it needs more of them."""
    while value >= 100:
        value, rest = divmod(value, 10)
        if rest:
            return 0
    return value if value >= 10 else value * 10


def snapped(aim: int, near: int, low: int, high: int, chip_set: tuple[int, ...]) -> int:
    """The round value near the aim that the larger chips pay, else of two digits, else those of the smallest chip."""
    smallest = 2 * chip_set[0]
    # Four of the chip make at most a small blind; a chip that is not a multiple of the smallest is left out.
    large = [2 * chip for chip in chip_set if 4 * chip <= Fraction(aim, 2) and chip % chip_set[0] == 0]
    around = range(max(low, aim - near), min(high, aim + near) + 1)
    for unit in (max(large, default=smallest), smallest):
        for is_allowed in (lambda value: digits_before_zeros(value) in ROUND, lambda value: digits_before_zeros(value)):
            found = [value for value in around if value % unit == 0 and is_allowed(value)]
            if found:
                return min(found, key=lambda value: (abs(value - aim), value))
    multiples = range(smallest, 2 * (aim + smallest), smallest)
    nearest = min([0, *multiples], key=lambda value: (abs(value - aim), -value))
    return min(max(nearest, low), high)


def climbed(first: int, last: int, count: int, chip_set: tuple[int, ...]) -> list[int]:
    blinds = [first]
    steps = max(1, count - 1)
    aims = [root(first ** (steps - step) * last**step, steps) for step in range(count)]
    gaps = [after - before for before, after in pairwise(aims)]
    for step in range(1, count):
        near = min(gaps[step - 1], gaps[step] if step < len(gaps) else aims[-1]) // 2
        low, high = blinds[-1] + 2 * chip_set[0], 2 * blinds[-1]
        blinds.append(snapped(aims[step], near, low, high, chip_set))
    return blinds


@given(chip_sets, st.integers(1, 40), st.integers(1, 60), st.integers(1, 9))
def test_big_blinds_climb_in_equal_ratios_to_the_roundest_values_that_chips_pay(chip_set, units, times, count):
    first = units * 2 * chip_set[0]

    assert list(blind_steps(first, first * times, count, chip_set)) == climbed(first, first * times, count, chip_set)


@given(chip_sets, st.integers(1, 400), st.integers(0, 4000), st.integers(2, 12))
def test_a_last_big_blind_that_is_no_multiple_of_the_first_is_climbed_to_as_well(chip_set, units, more, count):
    first = units * 2 * chip_set[0]

    assert list(blind_steps(first, first + more, count, chip_set)) == climbed(first, first + more, count, chip_set)


@given(chip_sets, st.integers(0, 3000))
def test_a_round_big_blind_is_the_one_next_to_the_aim(chip_set, aim):
    smallest = smallest_big_blind(chip_set)

    assert smallest == 2 * chip_set[0]
    assert round_big_blind(aim, chip_set) == snapped(aim, aim, smallest, max(2 * aim, smallest), chip_set)


@pytest.mark.parametrize(
    ("first", "last", "count", "chip_set", "blinds"),
    [
        (2, 40, 6, (1, 5, 25), (2, 4, 6, 12, 20, 40)),
        (4, 90, 5, (1,), (4, 8, 16, 30, 60)),
        (200, 200, 1, (25, 100), (200,)),
        (100, 130, 5, (1,), (100, 106, 114, 120, 130)),
    ],
)
def test_small_blinds_climb_by_what_the_smallest_chip_allows(first, last, count, chip_set, blinds):
    assert blind_steps(first, last, count, chip_set) == blinds
