"""The bets on the mat, counted and compared with how its numbers lie, with no list from outside."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.roulette.bets import Bet, BetKind, Catalogue, bet_for, legal_bets, parse_bet
from engine.roulette.settle import Placed, expected_value, settle_spin
from engine.roulette.wheel import AMERICAN, EUROPEAN

both_wheels = pytest.mark.parametrize("wheel", [EUROPEAN, AMERICAN], ids=lambda wheel: wheel.key)

ON_EVERY_MAT = {
    "street": 12,
    "corner": 22,
    "line": 11,
    "dozen": 3,
    "column": 3,
    **dict.fromkeys(("red", "black", "even", "odd", "low", "high"), 1),
}
WITHOUT_ZEROS = {
    EUROPEAN: {"straight": 37, "split": 57, **ON_EVERY_MAT},
    AMERICAN: {"straight": 38, "split": 57, **ON_EVERY_MAT},
}
WITH_ZEROS = {
    EUROPEAN: {"straight": 37, "split": 60, "trio": 2, "first_four": 1, **ON_EVERY_MAT},
    AMERICAN: {"straight": 38, "split": 62, "trio": 3, "top_line": 1, **ON_EVERY_MAT},
}


def touch(one: str, other: str) -> bool:
    """Whether two numbers lie side by side; the rows of three lie one above the other."""
    (row, place), (other_row, other_place) = (divmod(int(number) - 1, 3) for number in (one, other))
    return abs(row - other_row) + abs(place - other_place) == 1


def named_bet(text: object, **mat) -> Bet | None:
    """The bet, or None for the one refusal there is."""
    try:
        return parse_bet(text, **mat)
    except RuleError as refused:
        if refused.code != "bet_not_on_mat" or len(refused.message) > 250:
            raise
        return None


def is_bet(text: object, **mat) -> bool:
    return named_bet(text, **mat) is not None


@pytest.mark.rule("WLIA-18", "WLIA-19", "WLIA-20")
@both_wheels
def test_the_mat_has_so_many_bets_of_each_kind(wheel):
    assert Counter(bet.kind.value for bet in legal_bets(wheel, Catalogue.HOUSE)) == WITHOUT_ZEROS[wheel]
    assert Counter(bet.kind.value for bet in legal_bets(wheel, Catalogue.FULL)) == WITH_ZEROS[wheel]


@pytest.mark.rule("WLIA-18", "WLIA-19", "WLIA-20")
@both_wheels
def test_every_bet_costs_a_37th_or_two_38ths_and_the_top_line_three(wheel):
    usual = {EUROPEAN: Fraction(-1, 37), AMERICAN: Fraction(-2, 38)}[wheel]

    for bet in legal_bets(wheel, Catalogue.FULL):
        nets = [
            settle_spin(wheel, [Placed("Ada", bet, 1)], pocket, catalogue=Catalogue.FULL).net_by_owner["Ada"]
            for pocket in wheel.pockets
        ]
        assert nets.count(bet.pays) == len(bet.pockets)
        assert nets.count(-1) == len(wheel.pockets) - len(bet.pockets)
        average = Fraction(sum(nets), len(nets))
        assert average == expected_value(bet, wheel) == (Fraction(-3, 38) if bet.kind == "top_line" else usual)


@pytest.mark.rule("WLIA-20")
@both_wheels
def test_two_numbers_are_a_split_exactly_where_they_touch(wheel):
    numbers = [str(number) for number in range(1, 37)]

    for one, other in combinations(numbers, 2):
        for order in (f"{one}-{other}", f"{other}-{one}"):
            assert is_bet(f"split {order}", wheel=wheel) == touch(one, other), order
    assert not is_bet("split 3-4", wheel=wheel)
    assert not is_bet("split 1-5", wheel=wheel)


@pytest.mark.rule("WLIA-20")
def test_corners_and_lines_are_the_blocks_of_the_mat():
    corners = {bet.pockets for bet in legal_bets(EUROPEAN) if bet.kind is BetKind.CORNER}
    lines = {bet.pockets for bet in legal_bets(EUROPEAN) if bet.kind is BetKind.LINE}
    streets = [bet.pockets for bet in legal_bets(EUROPEAN) if bet.kind is BetKind.STREET]

    for four in corners:
        assert sum(touch(one, other) for one, other in combinations(four, 2)) == 4, four
    assert lines == {one + other for one, other in pairwise(streets)}


@pytest.mark.rule("WLIA-20")
@both_wheels
@pytest.mark.parametrize("kind", ["split", "trio", "first_four", "top_line"])
def test_numbers_are_combined_with_a_zero_only_where_the_house_offers_it(wheel, kind):
    of_kind = [bet for bet in legal_bets(wheel, Catalogue.FULL) if bet.kind == kind]
    with_zero = [bet for bet in of_kind if set(bet.pockets) & {"0", "00"}]

    for bet in with_zero:
        assert not is_bet(str(bet), wheel=wheel)
        assert is_bet(str(bet), wheel=wheel, catalogue=Catalogue.FULL)
        with pytest.raises(RuleError):
            settle_spin(wheel, [Placed("Ada", bet, 1)], "1")


@pytest.mark.rule("WLIA-17")
def test_double_zero_is_a_pocket_of_its_own():
    zero, double = parse_bet("straight 0", wheel=AMERICAN), parse_bet("straight 00", wheel=AMERICAN)

    assert settle_spin(AMERICAN, [Placed("Ada", zero, 1)], "00").net_by_owner == {"Ada": -1}
    assert settle_spin(AMERICAN, [Placed("Ada", double, 1)], "00").net_by_owner == {"Ada": 35}
    assert not is_bet("straight 00", wheel=EUROPEAN)
    for catalogue in Catalogue:
        assert all("00" not in bet.pockets for bet in legal_bets(EUROPEAN, catalogue))


@pytest.mark.rule("WLIA-21")
@both_wheels
def test_every_bet_is_inside_or_outside_by_how_much_it_covers(wheel):
    for bet in legal_bets(wheel, Catalogue.FULL):
        assert bet.is_inside == (len(bet.pockets) <= 6) == (len(bet.pockets) < 12)


@both_wheels
def test_a_bet_names_each_number_once(wheel):
    for text in ("split 8-8-11", "split 8-11-11", "straight 17-17", "street 1-2-3-3"):
        assert not is_bet(text, wheel=wheel)


@given(st.text() | st.builds("{} {}".format, st.sampled_from([*BetKind]), st.from_regex(r"[0-9\- ]{0,12}")))
def test_any_text_is_a_bet_of_the_mat_or_refused(text):
    for wheel in (EUROPEAN, AMERICAN):
        bet = named_bet(text, wheel=wheel, catalogue=Catalogue.FULL)
        assert bet is None or bet in legal_bets(wheel, Catalogue.FULL)


@pytest.mark.parametrize("value", [None, 17, 1.5, True, ["split", "8-11"], {"kind": "red"}, b"red", "red" * 10**5])
def test_what_is_no_name_of_a_bet_is_refused(value):
    assert not is_bet(value)


@pytest.mark.parametrize(
    ("placed", "code", "named"),
    [
        (Placed("Ada", Bet(BetKind.SPLIT, ("1", "9")), 5), "bet_not_on_mat", "split 1-9"),
        (Placed("Ada", Bet(BetKind.RED, ("1", "3")), 5), "bet_not_on_mat", "red 1-3"),
        (Placed("Ada", "split 1-2", 5), "bet_not_on_mat", "split 1-2"),
        (Placed("", parse_bet("dozen 2"), 5), "bet_without_owner", "dozen 13-24"),
    ],
)
def test_a_refused_bet_is_named_as_the_mat_names_it(placed, code, named):
    with pytest.raises(RuleError) as refused:
        settle_spin(EUROPEAN, [placed], "1")

    assert (refused.value.code, refused.value.facts["bet"]) == (code, named)
    assert f" on {named}" in refused.value.message


@pytest.mark.parametrize("pockets", [[None], [17], ["1", 5], [["1"]], "xx"])
@pytest.mark.parametrize("kind", [BetKind.SPLIT, BetKind.STREET, "chess"])
def test_pockets_that_make_no_bet_are_refused(kind, pockets):
    with pytest.raises(RuleError) as refused:
        bet_for(kind, pockets)

    assert refused.value.code == "bet_not_on_mat"
