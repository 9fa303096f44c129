"""Prizes: whole units, exactly the pool, never rising."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.payouts import (
    FLAT,
    SHARE_TABLES,
    STANDARD,
    STEEP,
    PrizePlan,
    pool_of,
    prizes_by_player,
    shares_for,
    split_pool,
)
from engine.tournament.places import BustHand, Place, places_for_hands


def test_prizes_are_whole_dollars_and_the_largest_remainder_gets_the_last_one():
    assert split_pool(100_00, [50, 30, 20]) == (50_00, 30_00, 20_00)
    assert split_pool(101_00, [50, 30, 20]) == (51_00, 30_00, 20_00)
    assert split_pool(103_00, [50, 30, 20]) == (51_00, 31_00, 21_00)
    assert split_pool(100_50, [1, 1]) == (50_50, 50_00)


def test_every_paid_place_gets_the_least_prize_before_the_rest_is_split():
    assert split_pool(100_00, [90, 5, 5], least=20_00) == (56_00, 22_00, 22_00)
    assert split_pool(60_00, [90, 5, 5], least=19_50) == (20_00, 20_00, 20_00)


falling = st.lists(st.integers(0, 1000), min_size=1, max_size=20).filter(any).map(lambda all_: sorted(all_)[::-1])


@given(pool=st.integers(0, 10**9), shares=falling, unit=st.sampled_from([1, 100, 500]))
def test_prizes_sum_to_the_pool_in_whole_units_and_never_rise(pool, shares, unit):
    prizes = split_pool(pool, shares, unit=unit)

    assert sum(prizes) == pool
    assert all(better >= worse for better, worse in pairwise(prizes))
    assert all(prize % unit == 0 for prize in prizes[1:])
    for prize, share in zip(prizes[1:], shares[1:], strict=True):
        assert abs(prize * sum(shares) - (pool - pool % unit) * share) < unit * sum(shares)


@pytest.mark.parametrize(
    ("pool", "shares", "choices", "code"),
    [
        (100, [], {}, "no_prize_shares"),
        (100, [0, 0], {}, "no_prize_shares"),
        (100, [5, -1], {}, "no_prize_shares"),
        (100, [5, "1"], {}, "no_prize_shares"),
        (100, [1, 2], {}, "prize_shares_rise"),
        (-1, [1], {}, "pool_unclear"),
        (1.5, [1], {}, "pool_unclear"),
        (100, [1], {"unit": 0}, "unit_unclear"),
        (100_00, [1, 1], {"least": 50_01}, "pool_below_least"),
        (100_00, [1, 1], {"least": -1}, "pool_below_least"),
    ],
)
def test_prizes_need_a_pool_and_falling_shares(pool, shares, choices, code):
    with pytest.raises(RuleError) as refused:
        split_pool(pool, shares, **choices)

    assert refused.value.code == code


def test_the_customary_shares_stand_in_the_standard_table():
    assert shares_for(1) == (10**6,)
    assert shares_for(2) == (65, 35)
    assert shares_for(3) == (50, 30, 20)
    assert split_pool(1000_00, shares_for(5)) == (438_00, 219_00, 146_00, 109_00, 88_00)


@pytest.mark.parametrize("paid", [2, 3, 4, 5, 20, 10_000])
def test_the_flat_table_gives_the_winner_less_and_the_steep_one_more(paid):
    flat, standard, steep = (shares_for(paid, table) for table in (FLAT, STANDARD, STEEP))

    assert flat[0] * sum(standard) < standard[0] * sum(flat)
    assert standard[0] * sum(steep) < steep[0] * sum(standard)


@given(paid=st.integers(1, 300), table=st.sampled_from(sorted(SHARE_TABLES)))
def test_shares_of_every_table_never_rise_and_leave_nobody_out(paid, table):
    shares = shares_for(paid, SHARE_TABLES[table])

    assert len(shares) == paid
    assert all(better >= worse > 0 for better, worse in pairwise(shares))


@pytest.mark.parametrize("paid", [0, -1, 10_001, "3", None, True])
def test_paid_places_are_counted_in_whole_numbers(paid):
    with pytest.raises(RuleError) as refused:
        shares_for(paid)

    assert refused.value.code == "paid_places_unclear"


def test_prizes_are_worked_out_anew_when_a_no_show_is_removed_before_play():
    plan = PrizePlan(paid=3)

    assert plan.prizes(480_00, 24) == (240_00, 144_00, 96_00)
    assert plan.prizes(460_00, 23) == (230_00, 138_00, 92_00)


def test_one_place_in_eight_is_paid_or_as_many_as_entered():
    plan = PrizePlan()

    assert [len(plan.prizes(entries * 20_00, entries)) for entries in (1, 8, 9, 24, 25)] == [1, 1, 2, 3, 4]
    assert len(PrizePlan(paid=9).prizes(80_00, 4)) == 4


@pytest.mark.parametrize(
    ("facts", "pool", "entries", "code"),
    [
        ({}, 160_00, 0, "entries_unclear"),
        ({}, 160_00, "8", "entries_unclear"),
        ({"paid": 0}, 160_00, 8, "paid_places_unclear"),
        ({"one_in": 0}, 160_00, 8, "paid_places_unclear"),
        ({}, -1, 8, "pool_unclear"),
        ({"paid": 3, "least": 60_00}, 160_00, 8, "pool_below_least"),
    ],
)
def test_a_plan_that_makes_no_sense_pays_nobody(facts, pool, entries, code):
    with pytest.raises(RuleError) as refused:
        PrizePlan(**facts).prizes(pool, entries)

    assert refused.value.code == code


@pytest.mark.rule("STD-10")
def test_tied_players_halve_the_prizes_of_their_places():
    prizes = (100_00, 60_00, 40_00, 25_01, 10_00)

    def shared(first, last):
        return list(prizes_by_player(prizes, {f"P{n}": Place(first, last) for n in range(first, last + 1)}).values())

    assert shared(4, 5) == [17_51, 17_50]
    assert shared(5, 6) == [5_00, 5_00]
    assert shared(8, 9) == [0, 0]


@pytest.mark.rule("STD-10")
def test_two_of_ten_who_tie_for_eighth_share_the_prizes_of_eighth_and_ninth():
    places = places_for_hands(10, [BustHand({"A": 900, "B": 900, "C": 50})])
    prizes = list(range(100, 0, -10))

    assert prizes_by_player(prizes, places) == {"A": 25, "B": 25, "C": 10}


def test_a_tie_is_shared_by_all_who_hold_it():
    with pytest.raises(RuleError) as refused:
        prizes_by_player((100_00, 60_00), {"A": Place(1, 2)})

    assert refused.value.code == "tie_incomplete"


@given(
    hands=st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=4), max_size=6),
    prizes=st.lists(st.integers(0, 10_000), max_size=30).map(lambda all_: sorted(all_)[::-1]),
)
def test_all_prizes_are_paid_whoever_ties(hands, prizes):
    busts = [BustHand({(number, seat): chips for seat, chips in enumerate(hand)}) for number, hand in enumerate(hands)]
    players = 1 + sum(map(len, hands))
    places = {"winner": Place(1, 1)} | places_for_hands(players, busts)

    paid = prizes_by_player(prizes, places)

    assert sum(paid.values()) == sum(prizes[:players])
    assert list(paid) == list(places)


@pytest.mark.parametrize(
    ("taken", "facts", "pool"),
    [
        pytest.param([(4000, 100), (1000, 50)], {}, 4500, id="shares"),
        pytest.param([(199, 50), (199, 50)], {}, 198, id="parts-of-a-cent"),
        pytest.param([(4000, 0)], {"added": 700}, 700, id="added"),
        pytest.param([(4000, 50)], {"added": 500, "guaranteed": 3000}, 3000, id="guaranteed"),
        pytest.param([(4000, 50)], {"guaranteed": 1999}, 2000, id="more-than-guaranteed"),
        pytest.param([], {}, 0, id="nothing"),
    ],
)
def test_the_pool_is_made_of_shares_house_money_and_a_guarantee(taken, facts, pool):
    assert pool_of(taken, **facts) == pool


@pytest.mark.parametrize(
    ("taken", "facts"),
    [([(4000, 101)], {}), ([(4000, -1)], {}), ([(-1, 5)], {}), ([], {"added": -1}), ([], {"guaranteed": 0.5})],
)
def test_a_pool_that_cannot_be_is_refused(taken, facts):
    with pytest.raises(RuleError) as refused:
        pool_of(taken, **facts)

    assert refused.value.code == "pool_unclear"
