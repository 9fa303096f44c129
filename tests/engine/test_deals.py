"""Deals: the worth of stacks by ICM, and the chip chop."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.deals import chip_chop, icm_deal, icm_worth
from tests.deep import examples

STACKS = {"Ada": 100_000, "Ben": 70_000, "Cy": 50_000, "Dee": 20_000}
PRIZES = (200_00, 120_00, 80_00, 50_00)


def worth_by_orders(stacks, prizes):
    """Every order of finish with its chance: slow, and nothing to get wrong."""
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            worth[player] += chance * prize
    return tuple(worth)


def test_four_stacks_are_worth_what_they_are_worth_to_the_cent():
    deal = icm_deal(STACKS, PRIZES)

    assert deal.amounts == {"Ada": 140_84, "Ben": 123_80, "Cy": 108_96, "Dee": 76_40}
    assert deal.notices == ()


def test_three_stacks_are_worth_exact_fractions():
    assert icm_worth((50, 30, 20), (50, 30, 20)) == (Fraction(1075, 28), Fraction(131, 4), Fraction(202, 7))


@pytest.mark.parametrize(
    ("stacks", "prizes", "worth"),
    [
        ((7,), (90,), (90,)),
        ((5, 5), (70, 30), (50, 50)),
        ((3, 1), (100,), (75, 25)),
        ((4, 4, 2), (0,), (0, 0, 0)),
        ((9, 1, 5), (10, 10, 10), (10, 10, 10)),
    ],
)
def test_plain_deals_can_be_worked_out_by_hand(stacks, prizes, worth):
    assert icm_worth(stacks, prizes) == worth


chips = st.integers(1, 10**6)


@given(stacks=st.lists(chips, min_size=1, max_size=6), data=st.data())
def test_the_worth_is_that_of_all_orders_of_finish(stacks, data):
    prizes = sorted(data.draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=len(stacks))), reverse=True)

    assert icm_worth(stacks, prizes) == worth_by_orders(stacks, prizes)


@given(stacks=st.lists(chips, min_size=1, max_size=12), data=st.data())
@settings(max_examples=examples(60))
def test_a_deal_pays_exactly_the_prizes_and_the_larger_stack_no_less(stacks, data):
    prizes = sorted(data.draw(st.lists(st.integers(0, 10**7), min_size=1, max_size=len(stacks))), reverse=True)
    lowest = prizes[-1] if len(prizes) == len(stacks) else 0
    named = dict(enumerate(stacks))

    icm, chop = icm_deal(named, prizes).amounts, chip_chop(named, prizes).amounts

    for amounts in (icm, chop):
        assert sum(amounts.values()) == sum(prizes)
        assert all(cents >= lowest for cents in amounts.values())
        dealt = [amounts[player] for player in sorted(named, key=lambda player: (-named[player], -amounts[player]))]
        assert all(better >= worse for better, worse in pairwise(dealt))
    assert all(cents <= prizes[0] for cents in icm.values())


@pytest.mark.parametrize("players", [10, 12, 15])
def test_beyond_nine_players_the_worth_is_within_a_hair_of_the_prizes(players):
    stacks, prizes = (
        [997 * (place + 1) for place in range(players)],
        [10_000 * (20 - place) for place in range(players)],
    )

    worth = icm_worth(stacks, prizes)

    assert abs(sum(worth) - sum(prizes)) < Fraction(players, 2**64)
    assert list(worth) == sorted(worth)


@pytest.mark.parametrize("players", range(3, 14))
@pytest.mark.parametrize("chip", [1, 37, 1000, 10**6, 10**12])
def test_with_two_prizes_the_worth_is_what_the_short_sum_says_exactly_up_to_nine_players(players, chip):
    stacks, (first, second) = [chip * (place + 3) for place in range(players)], (70_000, 30_000)
    total = sum(stacks)

    worth = icm_worth(stacks, (first, second))

    for player, mine in enumerate(stacks):
        runner_up = sum(
            Fraction(other, total) * Fraction(mine, total - other)
            for index, other in enumerate(stacks)
            if index != player
        )
        off = abs(worth[player] - Fraction(mine, total) * first - runner_up * second)
        assert off < Fraction(1, 2**64)
        assert not off or players > 9


def test_equal_stacks_are_worth_the_same_however_many():
    assert len(set(icm_worth([10_000] * 15, [500_00, 300_00, 200_00]))) == 1


def test_huge_stacks_and_prizes_lose_nothing():
    amounts = icm_deal({"A": 10**15, "B": 1, **{n: 10**12 + n for n in range(10)}}, [10**15, 10**14]).amounts

    assert sum(amounts.values()) == 11 * 10**14
    assert amounts["B"] >= 0


def test_sixteen_players_are_sent_to_a_job_and_twenty_one_away():
    stacks = dict.fromkeys(range(16), 100)

    with pytest.raises(
        RuleError, match=r"16 stacks are more than the 15 .* as a job, for 20 at most, or .* chip chop"
    ) as at_once:
        icm_deal(stacks, [100])
    with pytest.raises(RuleError, match="more than the 20") as never:
        icm_worth([1] * 21, [100], most_players=100)

    assert {at_once.value.code, never.value.code} == {"too_many_for_icm"}
    assert sum(icm_deal(stacks, [100], most_players=20).amounts.values()) == 100
    assert sum(chip_chop(stacks, [100]).amounts.values()) == 100


def test_a_chip_chop_gives_all_the_lowest_prize_and_splits_the_rest():
    deal = chip_chop(STACKS, PRIZES)

    assert deal.amounts == {"Ada": 154_17, "Ben": 122_92, "Cy": 102_08, "Dee": 70_83}
    assert deal.notices == ()


def test_a_chip_chop_above_first_prize_is_said():
    deal = chip_chop({"Ada": 98_000, "Ben": 1_000, "Cy": 1_000}, (50_00, 40_00, 10_00))

    assert deal.amounts == {"Ada": 78_60, "Ben": 10_70, "Cy": 10_70}
    assert [notice.code for notice in deal.notices] == ["above_first_prize"]
    assert "Ada would get 7,860 cents, more than the 5,000" in deal.notices[0].message


@pytest.mark.parametrize(
    ("stacks", "prizes", "code"),
    [
        ({}, [100], "deal_without_players"),
        ({"A": 0, "B": 5}, [100], "stack_without_chips"),
        ({"A": "5"}, [100], "stack_without_chips"),
        ({"A": True}, [100], "stack_without_chips"),
        ({"A": 10**400}, [100], "stack_without_chips"),
        ({"A": 5}, [], "prize_unclear"),
        ({"A": 5}, [-1], "prize_unclear"),
        ({"A": 5}, [0.5], "prize_unclear"),
        ({"A": 5, "B": 5}, [10, 20], "prizes_rise"),
        ({"A": 5}, [20, 10], "more_prizes_than_players"),
    ],
)
@pytest.mark.parametrize("deal", [icm_deal, chip_chop])
def test_deals_that_make_no_sense_are_refused(deal, stacks, prizes, code):
    with pytest.raises(RuleError) as refused:
        deal(stacks, prizes)

    assert refused.value.code == code
