"""The charity night's roulette, rule by rule."""

from __future__ import annotations

import pytest

from engine.chance import SeededDraw
from engine.errors import RuleError
from engine.roulette.bets import legal_bets, parse_bet
from engine.roulette.settle import Placed, settle_spin
from engine.roulette.spin import spins
from engine.roulette.wheel import AMERICAN, EUROPEAN, Colour


def net(text: str, pocket: str, wheel=AMERICAN) -> int:
    """What ten chips on a bet are up after the ball fell into a pocket."""
    return settle_spin(wheel, [Placed("Ada", parse_bet(text, wheel=wheel), 10)], pocket).net_by_owner["Ada"]


@pytest.mark.rule("WLIA-17")
@pytest.mark.parametrize(("wheel", "zeros"), [(EUROPEAN, ["0"]), (AMERICAN, ["0", "00"])])
def test_a_wheel_has_1_to_36_in_red_and_black_and_green_zeros(wheel, zeros):
    numbers = [pocket for pocket in wheel.pockets if pocket not in zeros]

    assert sorted(numbers, key=int) == [str(number) for number in range(1, 37)]
    assert [wheel.colour_of(zero) for zero in zeros] == [Colour.GREEN] * len(zeros)
    assert sum(wheel.colour_of(number) is Colour.RED for number in numbers) == 18


@pytest.mark.rule("WLIA-17")
@pytest.mark.parametrize("wheel", [EUROPEAN, AMERICAN])
def test_red_and_black_alternate_between_the_zeros(wheel):
    colours = [wheel.colour_of(pocket) for pocket in wheel.pockets]

    assert all(one is not two for one, two in zip(colours, [*colours[1:], colours[0]], strict=True))


@pytest.mark.rule("WLIA-17")
@pytest.mark.parametrize("wheel", [EUROPEAN, AMERICAN])
def test_a_wheel_spun_by_a_seed_stops_in_its_own_pockets_only(wheel):
    assert set(spins(wheel, SeededDraw("charity night"), 1000)) == set(wheel.pockets)


@pytest.mark.rule("WLIA-18")
@pytest.mark.parametrize("bet", ["red", "black", "even", "odd", "low", "high"])
def test_zero_and_double_zero_lose_the_even_money_bets(bet):
    assert net(bet, "0") == net(bet, "00") == -10


@pytest.mark.rule("WLIA-18")
@pytest.mark.parametrize(
    ("pocket", "winners"),
    [("18", {"red", "even", "low"}), ("19", {"red", "odd", "high"}), ("10", {"black", "even", "low"})],
)
def test_even_money_bets_pay_one_to_one(pocket, winners):
    bets = {"red", "black", "even", "odd", "low", "high"}

    assert {bet: net(bet, pocket) for bet in bets} == {bet: 10 if bet in winners else -10 for bet in bets}


@pytest.mark.rule("WLIA-19")
@pytest.mark.parametrize(
    ("bet", "won_by", "lost_by"),
    [
        ("dozen 1", "12", "13"),
        ("dozen 2", "13", "25"),
        ("dozen 3", "36", "0"),
        ("column 1", "34", "35"),
        ("column 2", "2", "3"),
        ("column 3", "36", "00"),
    ],
)
def test_dozens_and_columns_pay_two_to_one(bet, won_by, lost_by):
    assert (net(bet, won_by), net(bet, lost_by)) == (20, -10)


@pytest.mark.rule("WLIA-20")
@pytest.mark.parametrize(
    ("bet", "won_by", "win"),
    [
        ("line 4-9", "9", 50),
        ("corner 8-9-11-12", "11", 80),
        ("street 34-36", "35", 110),
        ("split 8-11", "8", 170),
        ("straight 17", "17", 350),
        ("straight 0", "0", 350),
        ("straight 00", "00", 350),
    ],
)
def test_inside_bets_pay_by_how_few_numbers_they_cover(bet, won_by, win):
    assert net(bet, won_by) == win
    assert net(bet, "1") == -10


@pytest.mark.rule("WLIA-20")
@pytest.mark.parametrize("bet", ["split 3-4", "split 1-5", "corner 3-4-6-7", "street 2-4", "line 2-7", "straight 37"])
def test_a_layout_that_is_not_on_the_mat_is_no_bet(bet):
    with pytest.raises(RuleError) as refused:
        parse_bet(bet)

    assert refused.value.rules == ("WLIA-20",)


@pytest.mark.rule("WLIA-21")
def test_bets_on_six_numbers_or_fewer_are_inside_and_on_twelve_or_more_outside():
    inside = {len(bet.pockets) for bet in legal_bets(AMERICAN) if bet.is_inside}
    outside = {len(bet.pockets) for bet in legal_bets(AMERICAN) if not bet.is_inside}

    assert (inside, outside) == ({1, 2, 3, 4, 6}, {12, 18})
