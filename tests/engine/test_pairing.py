"""The draw, and singles paired by it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import SeededDraw
from engine.errors import RuleError
from engine.tournament.pairing import draw_seeds, pair_singles, shuffle


def test_a_stored_seed_gives_this_order_for_ever():
    assert shuffle("ABCDEFGH", "spring night") == tuple("HBDGCAFE")


@given(items=st.lists(st.integers(), unique=True, max_size=30), seed=st.text(max_size=10))
def test_a_shuffle_keeps_every_item(items, seed):
    assert sorted(shuffle(items, seed)) == sorted(items)


def test_every_order_of_three_is_about_as_likely():
    orders = Counter(shuffle("ABC", str(seed)) for seed in range(6000))

    assert len(orders) == 6
    assert all(880 < count < 1120 for count in orders.values())


def test_a_draw_below_a_limit_favours_no_number():
    source = SeededDraw("fair")

    counts = Counter(source.below(10) for _ in range(10_000))

    assert set(counts) == set(range(10))
    assert all(880 < count < 1120 for count in counts.values())


def test_an_odd_single_who_signed_up_last_waits_as_reserve():
    pairing = pair_singles(["Ada", "Ben", "Cleo", "Dan", "Eve"], "seed")

    assert pairing.reserve == "Eve"
    assert sorted(name for pair in pairing.pairs for name in pair) == ["Ada", "Ben", "Cleo", "Dan"]


def test_nobody_is_drawn_from_an_empty_list():
    assert pair_singles([], "seed").pairs == ()
    assert pair_singles([], "seed").reserve is None


@given(count=st.integers(0, 40), seed=st.text(max_size=10))
def test_pairs_hold_everyone_once(count, seed):
    singles = [f"player {number}" for number in range(count)]

    pairing = pair_singles(singles, seed)

    placed = [name for pair in pairing.pairs for name in pair]
    assert sorted([*placed, *singles[len(placed) :]]) == sorted(singles)
    assert len(pairing.pairs) == count // 2
    assert (pairing.reserve is None) == (count % 2 == 0)


def test_every_partner_is_about_as_likely():
    partners: Counter[str] = Counter()
    for seed in range(3000):
        pair = next(pair for pair in pair_singles(["Ada", "Ben", "Cleo", "Dan"], str(seed)).pairs if "Ada" in pair)
        partners.update(set(pair) - {"Ada"})

    assert all(880 < partners[name] < 1120 for name in ("Ben", "Cleo", "Dan"))


def test_seeds_and_pairs_of_one_stored_seed_are_drawn_apart():
    names = [str(number) for number in range(20)]

    pairs = pair_singles(names, "same").pairs

    assert sorted(draw_seeds(names, "same")) == sorted(names)
    assert draw_seeds(names, "same") != tuple(name for pair in pairs for name in pair)


@pytest.mark.parametrize("draw", [pair_singles, draw_seeds])
def test_a_name_listed_twice_is_refused(draw):
    with pytest.raises(RuleError, match="Ada stands on the list twice") as refused:
        draw(["Ada", "Ben", "Ada"], "seed")

    assert refused.value.code == "listed_twice"
