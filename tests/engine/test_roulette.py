"""Every bet on the mat, and what a spin pays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.errors import RuleError
from engine.roulette.bets import Bet, BetKind, Catalogue, bet_for, legal_bets, parse_bet
from engine.roulette.settle import (
    MOST_CHIPS,
    Placed,
    SettledBet,
    TableLimits,
    expected_value,
    require_bets,
    settle_spin,
)
from engine.roulette.wheel import AMERICAN, EUROPEAN, WHEELS
from tests.reference import reference_json

ALL = [(wheel, catalogue) for wheel in WHEELS.values() for catalogue in Catalogue]


@pytest.mark.parametrize(
    ("wheel", "catalogue", "count"),
    [
        (EUROPEAN, Catalogue.HOUSE, 151),
        (EUROPEAN, Catalogue.FULL, 157),
        (AMERICAN, Catalogue.HOUSE, 152),
        (AMERICAN, Catalogue.FULL, 161),
    ],
)
def test_the_mat_has_this_many_different_bets(wheel, catalogue, count):
    bets = legal_bets(wheel, catalogue)

    assert len(bets) == count
    assert len({(bet.kind, frozenset(bet.pockets)) for bet in bets}) == count


@pytest.mark.parametrize(("name", "wheel"), [("single", EUROPEAN), ("double", AMERICAN)])
def test_wheels_and_bets_agree_with_the_reference(name, wheel):
    reference = reference_json("roulette/roulette_summary.json")[name]
    full, house = legal_bets(wheel, Catalogue.FULL), legal_bets(wheel)

    assert list(wheel.pockets) == reference["wheel_clockwise"]
    assert {pocket: wheel.colour_of(pocket).value for pocket in wheel.pockets} == reference["colours"]
    assert {bet.kind.value for bet in full} == set(reference["counts"])
    for kind, row in reference["counts"].items():
        of_kind = [bet for bet in full if bet.kind == kind]
        assert (len(of_kind), sum(bet.kind == kind for bet in house)) == (row["n"], row["in_seed"])
        assert {(len(bet.pockets), bet.pays) for bet in of_kind} == {(row["numbers"], row["pays"])}
        assert {expected_value(bet, wheel) for bet in of_kind} == {Fraction(row["ev"])}


def test_bets_with_a_zero_lie_where_the_zeros_touch_the_first_row():
    european = {str(bet) for bet in set(legal_bets(EUROPEAN, Catalogue.FULL)) - set(legal_bets(EUROPEAN))}
    american = {str(bet) for bet in set(legal_bets(AMERICAN, Catalogue.FULL)) - set(legal_bets(AMERICAN))}

    assert european == {"split 0-1", "split 0-2", "split 0-3", "trio 0-1-2", "trio 0-2-3", "first_four 0-1-2-3"}
    assert american == {
        "split 0-1",
        "split 0-2",
        "split 00-2",
        "split 00-3",
        "split 0-00",
        "trio 0-1-2",
        "trio 00-2-3",
        "trio 0-00-2",
        "top_line 0-00-1-2-3",
    }


def test_the_top_line_is_the_one_bet_that_costs_more():
    assert expected_value(parse_bet("red"), EUROPEAN) == Fraction(-1, 37)
    assert expected_value(parse_bet("red", wheel=AMERICAN), AMERICAN) == Fraction(-2, 38)
    top_line = parse_bet("top-line 0-00-1-2-3", wheel=AMERICAN, catalogue=Catalogue.FULL)
    assert expected_value(top_line, AMERICAN) == Fraction(-3, 38)


@pytest.mark.parametrize(("wheel", "catalogue"), ALL)
def test_every_bet_is_read_back_from_its_name(wheel, catalogue):
    for bet in legal_bets(wheel, catalogue):
        assert parse_bet(str(bet), wheel=wheel, catalogue=catalogue) == bet
        assert bet_for(bet.kind, reversed(bet.pockets), wheel=wheel, catalogue=catalogue) == bet


@pytest.mark.parametrize(
    ("text", "kind", "pockets"),
    [
        (" Split 11-8 ", BetKind.SPLIT, "8 11"),
        ("corner 8-9-11-12", BetKind.CORNER, "8 9 11 12"),
        ("street 1-3", BetKind.STREET, "1 2 3"),
        ("street 1-2-3", BetKind.STREET, "1 2 3"),
        ("line 1-6", BetKind.LINE, "1 2 3 4 5 6"),
        ("dozen 2", BetKind.DOZEN, "13 14 15 16 17 18 19 20 21 22 23 24"),
        ("column 3", BetKind.COLUMN, "3 6 9 12 15 18 21 24 27 30 33 36"),
        ("straight 0", BetKind.STRAIGHT, "0"),
    ],
)
def test_a_bet_may_be_named_as_people_name_it(text, kind, pockets):
    assert parse_bet(text) == Bet(kind, tuple(pockets.split()))


@pytest.mark.parametrize("wheel", WHEELS.values(), ids=list(WHEELS))
def test_an_outside_bet_covers_the_numbers_that_its_name_says(wheel):
    numbers = range(1, 37)
    covered = {
        "even": [number for number in numbers if number % 2 == 0],
        "odd": [number for number in numbers if number % 2 == 1],
        "low": list(range(1, 19)),
        "high": list(range(19, 37)),
        "red": [number for number in numbers if wheel.colour_of(str(number)) == "red"],
        "black": [number for number in numbers if wheel.colour_of(str(number)) == "black"],
        **{f"column {column}": [number for number in numbers if number % 3 == column % 3] for column in (1, 2, 3)},
        **{f"dozen {dozen}": list(range(12 * dozen - 11, 12 * dozen + 1)) for dozen in (1, 2, 3)},
    }

    for name, pockets in covered.items():
        assert parse_bet(name, wheel=wheel).pockets == tuple(map(str, pockets))


def test_inside_bets_cover_the_numbers_in_the_order_of_the_mat():
    for bet in legal_bets(EUROPEAN):
        pockets = [int(pocket) for pocket in bet.pockets]
        first = pockets[0]
        if bet.kind is BetKind.CORNER:
            assert pockets == [first, first + 1, first + 3, first + 4]
        elif bet.kind in (BetKind.STREET, BetKind.LINE):
            assert pockets == list(range(first, first + (3 if bet.kind is BetKind.STREET else 6)))
            assert first % 3 == 1


@pytest.mark.parametrize(
    "text",
    [
        "split 3-4",
        "split 1-5",
        "split 0-1",
        "split 8",
        "split",
        "straight 00",
        "straight 37",
        "corner 3-4-6-7",
        "street 2-4",
        "dozen 4",
        "dozen",
        "red 1",
        "",
        "basket",
    ],
)
def test_a_bet_that_is_not_on_the_mat_is_refused(text):
    with pytest.raises(RuleError) as refused:
        parse_bet(text)

    assert refused.value.code == "bet_not_on_mat"
    assert refused.value.rules == ("WLIA-20",)


def test_stakes_come_back_with_the_win_and_the_house_takes_the_rest():
    spin = settle_spin(
        EUROPEAN,
        [
            Placed("Ada", parse_bet("straight 17"), 10),
            Placed("Ada", parse_bet("red"), 50),
            Placed("Ben", parse_bet("black"), 20),
        ],
        "17",
    )

    assert [settled.returned for settled in spin.bets] == [360, 0, 40]
    assert [settled.won for settled in spin.bets] == [True, False, True]
    assert spin.net_by_owner == {"Ada": 300, "Ben": 20}
    assert spin.house_net == -320
    assert spin.colour == "black"


@pytest.mark.parametrize(("wheel", "pocket"), [(EUROPEAN, "00"), (EUROPEAN, "37"), (AMERICAN, "000"), (AMERICAN, "")])
def test_a_pocket_that_is_not_on_the_wheel_is_refused(wheel, pocket):
    with pytest.raises(RuleError) as refused:
        settle_spin(wheel, [], pocket)

    assert refused.value.code == "unknown_pocket"


@pytest.mark.parametrize(
    ("bets", "code"),
    [
        ([("Ada", "red", 4)], "bet_below_limit"),
        ([("Ada", "red", 101)], "bet_above_limit"),
        ([("Ada", "red", 60), ("Ada", "red", 60)], "bet_above_limit"),
        ([("Ada", "red", 100), ("Ada", "odd", 100), ("Ada", "low", 5)], "spin_above_limit"),
        ([("Ada", "red", 0)], "bet_without_chips"),
        ([("Ada", "red", -5)], "bet_without_chips"),
    ],
)
def test_bets_outside_the_table_limits_are_refused(bets, code):
    limits = TableLimits(lowest_bet=5, highest_bet=100, highest_spin=200)
    placed = [Placed(owner, parse_bet(text), chips) for owner, text, chips in bets]

    with pytest.raises(RuleError) as refused:
        require_bets(EUROPEAN, placed, limits)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        ([("Ada", "red", 4)], "Ada has 4 on red; the lowest bet at this table is 5."),
        ([("Ada", "line 1-6", 101)], "Ada has 101 on line 1-6; the highest bet at this table is 100."),
        (
            [("Ada", "red", 100), ("Ben", "red", 100), ("Ada", "odd", 100), ("Ada", "low", 5)],
            "Ada has 205 in all; the most for one spin at this table is 200.",
        ),
    ],
)
def test_a_refusal_names_the_owner_the_chips_and_the_limit(bets, message):
    limits = TableLimits(lowest_bet=5, highest_bet=100, highest_spin=200)

    with pytest.raises(RuleError) as refused:
        require_bets(EUROPEAN, [Placed(owner, parse_bet(text), chips) for owner, text, chips in bets], limits)

    assert refused.value.message == message


@pytest.mark.parametrize(
    ("placed", "message"),
    [
        (Placed("", parse_bet("split 8-11"), 5), "5 on split 8-11 belong to nobody. Name their owner."),
        (
            Placed("Ada", parse_bet("column 2"), 0),
            "Ada bets 0 chips on column 2. A bet is a whole number of chips from 1 to 1000000000000000.",
        ),
        (
            Placed("Ada", Bet(BetKind.STRAIGHT, ("00",)), 5),
            "Ada has chips on straight 00, which the mat of the European wheel does not offer. Return them.",
        ),
        (
            Placed("Ada", "red", 5),
            "Ada has chips on red, which the mat of the European wheel does not offer. Return them.",
        ),
    ],
)
def test_chips_that_may_not_lie_there_are_told_with_their_bet(placed, message):
    with pytest.raises(RuleError) as refused:
        require_bets(EUROPEAN, [placed])

    assert refused.value.message == message


def test_a_table_without_limits_takes_one_chip_and_as_many_as_a_keyboard_means():
    for chips in (1, MOST_CHIPS):
        require_bets(EUROPEAN, [Placed("Ada", parse_bet("red"), chips)])
        require_bets(EUROPEAN, [Placed("Ada", parse_bet("red"), chips)], TableLimits(lowest_bet=chips))


def test_whatever_comes_back_makes_a_bet_a_won_one():
    placed = Placed("Ada", parse_bet("red"), 1)

    assert [SettledBet(placed, chips).won for chips in (0, 1, 2)] == [False, True, True]
    assert [SettledBet(placed, chips).net for chips in (0, 1, 2)] == [-1, 0, 1]


@pytest.mark.parametrize("count", range(1, 13))
def test_six_numbers_or_fewer_are_an_inside_bet(count):
    assert Bet(BetKind.LINE, ("1",) * count).is_inside == (count <= 6)


def test_each_owner_has_the_limits_alone():
    limits = TableLimits(lowest_bet=5, highest_bet=100, highest_spin=100)

    require_bets(EUROPEAN, [Placed(owner, parse_bet("red"), 100) for owner in ("Ada", "Ben")], limits)


@pytest.mark.parametrize("bet", [Bet(BetKind.STRAIGHT, ("00",)), Bet(BetKind.SPLIT, ("1", "5"))])
def test_chips_where_no_bet_is_are_refused(bet):
    with pytest.raises(RuleError) as refused:
        settle_spin(EUROPEAN, [Placed("Ada", bet, 10)], "1")

    assert (refused.value.code, refused.value.facts["bet"]) == ("bet_not_on_mat", str(bet))
    assert str(bet) in refused.value.message
