"""Spins by a seed: fair, the same again, and one after the other."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import SeededDraw
from engine.errors import RuleError
from engine.roulette.spin import spin, spins
from engine.roulette.wheel import AMERICAN, EUROPEAN

# Chi-square with 36 and 37 degrees of freedom: a fair wheel passes these 999 times in 1,000, and falls below the lower
# bound once in 1,000 (numbers dealt out evenly rather than drawn).
BOUNDS = {"european": (15.3, 68.0), "american": (16.0, 69.3)}

wheels = st.sampled_from([EUROPEAN, AMERICAN])
both_wheels = pytest.mark.parametrize("wheel", [EUROPEAN, AMERICAN], ids=lambda wheel: wheel.key)


def chi_square(seen: Counter, kinds: int) -> float:
    expected = seen.total() / kinds
    return sum((count - expected) ** 2 / expected for count in seen.values()) + (kinds - len(seen)) * expected


@pytest.mark.rule("WLIA-17")
@both_wheels
def test_every_pocket_is_hit_equally_often_by_one_seed(wheel):
    seen = Counter(spins(wheel, SeededDraw("one long night"), 100 * len(wheel.pockets)))

    low, high = BOUNDS[wheel.key]
    assert seen.keys() == set(wheel.pockets)
    assert low < chi_square(seen, len(wheel.pockets)) < high


@pytest.mark.rule("WLIA-17")
@both_wheels
def test_every_pocket_is_hit_equally_often_over_many_seeds(wheel):
    seen = Counter(spin(wheel, SeededDraw(f"night {number}")) for number in range(100 * len(wheel.pockets)))

    low, high = BOUNDS[wheel.key]
    assert seen.keys() == set(wheel.pockets)
    assert low < chi_square(seen, len(wheel.pockets)) < high


@both_wheels
def test_a_spin_does_not_depend_on_the_one_before(wheel):
    hit = list(spins(wheel, SeededDraw("pairs"), 100 * len(wheel.pockets)))
    places = {pocket: place for place, pocket in enumerate(wheel.pockets)}

    steps = Counter((places[after] - places[before]) % len(wheel.pockets) for before, after in pairwise(hit))

    low, high = BOUNDS[wheel.key]
    assert low < chi_square(steps, len(wheel.pockets)) < high


@given(wheels, st.text(), st.integers(1, 20))
def test_a_stored_seed_spins_the_same_again(wheel, seed, count):
    first = list(spins(wheel, SeededDraw(seed), count))

    assert first == list(spins(wheel, SeededDraw(seed), count))
    assert len(first) == count
    assert set(first) <= set(wheel.pockets)


@given(wheels, st.text(), st.integers(1, 20))
def test_spins_in_a_row_are_single_spins_of_one_source(wheel, seed, count):
    source = SeededDraw(seed)

    assert list(spins(wheel, SeededDraw(seed), count)) == [spin(wheel, source) for _ in range(count)]


def test_the_spins_of_a_seed_never_change():
    """Written down once: a change of these would change what a stored seed explains."""
    assert " ".join(spins(EUROPEAN, SeededDraw("friday night"), 8)) == "29 1 32 29 0 36 14 14"
    assert " ".join(spins(AMERICAN, SeededDraw("friday night"), 8)) == "34 19 19 24 26 16 5 10"


def test_spins_are_drawn_when_they_are_asked_for():
    row = spins(EUROPEAN, SeededDraw("endless"), 10**12)

    assert next(row) == spin(EUROPEAN, SeededDraw("endless"))


@pytest.mark.parametrize("count", [0, -1, True, 2.0, "3", None, [1]])
def test_a_number_of_spins_that_cannot_be_is_refused(count):
    with pytest.raises(RuleError) as refused:
        spins(EUROPEAN, SeededDraw("seed"), count)

    assert (refused.value.code, refused.value.rules) == ("spins_out_of_range", ("WLIA-17",))
