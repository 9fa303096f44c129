"""Finishing places and prizes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.places import Place, places_for_busts, prizes_from_shares, split_tied_places


@pytest.mark.rule("STD-10")
def test_two_out_in_one_hand_finish_in_the_order_of_their_stacks():
    assert places_for_busts(10, {"A": 900, "B": 400}) == {"A": Place(9, 9), "B": Place(10, 10)}


@pytest.mark.rule("STD-10")
def test_equal_stacks_share_their_places():
    places = places_for_busts(10, {"A": 900, "B": 900, "C": 50})

    assert places == {"A": Place(8, 9), "B": Place(8, 9), "C": Place(10, 10)}
    assert places["A"].is_shared


@given(
    busted=st.dictionaries(st.integers(0, 100), st.integers(1, 5), max_size=12),
    others=st.integers(0, 50),
)
def test_busts_take_exactly_the_last_places(busted, others):
    left = others + len(busted)

    places = places_for_busts(left, busted)

    taken = [number for place in set(places.values()) for number in range(place.first, place.last + 1)]
    assert sorted(taken) == list(range(others + 1, left + 1))
    assert all((busted[one] > busted[two]) == (places[one] < places[two]) for one in busted for two in busted)


@pytest.mark.parametrize(
    ("left", "busted", "code"),
    [(1, {"A": 5, "B": 5}, "more_busts_than_players"), (3, {"A": 0}, "bust_without_chips")],
)
def test_busts_that_cannot_be_are_refused(left, busted, code):
    with pytest.raises(RuleError) as refused:
        places_for_busts(left, busted)

    assert refused.value.code == code


def test_prizes_are_whole_dollars_and_the_largest_remainder_gets_the_last_one():
    assert prizes_from_shares(100_00, [50, 30, 20]) == (50_00, 30_00, 20_00)
    assert prizes_from_shares(101_00, [50, 30, 20]) == (51_00, 30_00, 20_00)
    assert prizes_from_shares(103_00, [50, 30, 20]) == (51_00, 31_00, 21_00)
    assert prizes_from_shares(100_50, [1, 1]) == (50_50, 50_00)


@given(
    pool=st.integers(0, 10**9),
    shares=st.lists(st.integers(0, 1000), min_size=1, max_size=20).filter(any),
    unit=st.sampled_from([1, 100, 500]),
)
def test_prizes_sum_to_the_pool(pool, shares, unit):
    prizes = prizes_from_shares(pool, shares, unit=unit)

    assert sum(prizes) == pool
    assert all(abs(prize - pool * share / sum(shares)) < 2 * unit for prize, share in zip(prizes, shares, strict=True))


@pytest.mark.parametrize(("pool", "shares"), [(100, []), (100, [0, 0]), (100, [5, -1]), (-1, [1])])
def test_prizes_need_a_pool_and_shares(pool, shares):
    with pytest.raises(RuleError):
        prizes_from_shares(pool, shares)


@pytest.mark.rule("STD-10")
def test_tied_players_halve_the_prizes_of_their_places():
    prizes = (100_00, 60_00, 40_00, 25_01, 10_00)

    assert split_tied_places(prizes, Place(4, 5)) == (17_51, 17_50)
    assert split_tied_places(prizes, Place(5, 6)) == (5_00, 5_00)
    assert split_tied_places(prizes, Place(8, 9)) == (0, 0)
