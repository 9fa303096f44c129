"""Amounts in chips, beside a plain search through all counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.units import Chips
from eventnight.bank.chips.chip_set import (
    MOST_PIECES,
    chips_in,
    pieces_text,
    require_at_bank,
    require_chip_pieces,
    require_payable,
    stack_from_rack,
    stack_in_colours,
    taken_back,
)
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.events.house_settings import ChipColour

YELLOW = ChipColour(colour="yellow", value=5, at_bank=False)
WLIA = (YELLOW, *(ChipColour(colour=name, value=value) for name, value in (("white", 10), ("red", 20), ("blue", 50))))
PLENTY = 10**6
value_sets = st.sets(st.sampled_from([1, 2, 3, 4, 5, 6, 7, 10, 15, 20, 25]), min_size=1, max_size=4)


def chip_set_of(values: set[int]) -> list[ChipColour]:
    return [ChipColour(colour=f"colour {value}", value=value) for value in values]


def mixes(available: Mapping[int, int], chips: int) -> Iterator[dict[int, int]]:
    """Every way to come to that amount, those with more of the larger chips first."""
    if not available:
        if chips == 0:
            yield {}
        return
    largest = max(available)
    smaller = {value: count for value, count in available.items() if value != largest}
    for count in range(min(chips // largest, available[largest]), -1, -1):
        for rest in mixes(smaller, chips - count * largest):
            yield {largest: count, **rest}


def best(available: Mapping[int, int], chips: int) -> dict[int, int] | None:
    found = next(mixes(available, chips), None)
    return None if found is None else {value: count for value, count in found.items() if count}


def in_large_chips(values: set[int], chips: int) -> dict[int, int] | None:
    return best(dict.fromkeys(values, PLENTY), chips)


def counted(lines: list) -> dict[int, int]:
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    return {line.value: line.count for line in lines}


# ---------- What is handed out ----------


@pytest.mark.rule("WLIA-1")
@pytest.mark.parametrize(
    ("chips", "pieces"),
    [
        (10, {10: 1}),
        (50, {50: 1}),
        (90, {50: 1, 20: 2}),
        (100, {50: 1, 20: 2, 10: 1}),
        (200, {50: 2, 20: 4, 10: 2}),
        (1000, {50: 14, 20: 10, 10: 10}),
        (1090, {50: 15, 20: 12, 10: 10}),
    ],
)
def test_a_tenth_comes_in_the_smallest_chips_a_fifth_in_the_next_and_the_rest_in_large_ones(chips, pieces):
    assert counted(stack_in_colours(WLIA, Chips(chips))) == pieces


@given(value_sets, st.integers(1, 300))
def test_a_hand_out_has_its_shares_of_small_chips_where_the_rest_can_be_paid(values, chips):
    smallest_first = sorted(values)
    shares = zip(smallest_first[:-1], (10, 20), strict=False)
    small = {value: chips * share // 100 // value for value, share in shares}
    rest = in_large_chips(values, chips - chips_in(small))
    expected = in_large_chips(values, chips)
    if rest is not None:
        expected = {value: small.get(value, 0) + rest.get(value, 0) for value in smallest_first}

    if expected is None:
        with pytest.raises(UserFacingError, match="which stay at the tables"):
            stack_in_colours(chip_set_of(values), Chips(chips))
    else:
        handed = counted(stack_in_colours(chip_set_of(values), Chips(chips)))
        assert handed == {value: count for value, count in expected.items() if count}


@given(value_sets, st.integers(1, 300))
def test_an_amount_that_no_chips_come_to_is_refused_with_the_nearest_that_they_do(values, chips):
    can_be_paid = [amount for amount in range(chips + 60) if in_large_chips(values, amount) is not None]
    if chips in can_be_paid:
        require_payable(chip_set_of(values), Chips(chips))
        return

    with pytest.raises(UserFacingError) as refused:
        require_payable(chip_set_of(values), Chips(chips))

    below = max(amount for amount in can_be_paid if amount < chips)
    above = min(amount for amount in can_be_paid if amount > chips)
    assert refused.value.facts["nearest"] == ([below, above] if below else [above])
    assert refused.value.message.endswith(f"Make it {below} or {above}." if below else f"Make it {above}.")


@pytest.mark.parametrize(
    ("chip_set", "absent"),
    [
        (WLIA, "yellow 5"),
        ((YELLOW, ChipColour(colour="pink", value=2, at_bank=False), *WLIA[1:]), "yellow 5 and pink 2"),
    ],
)
def test_a_refusal_names_the_chips_that_stay_at_the_tables(chip_set, absent):
    with pytest.raises(UserFacingError) as refused:
        require_payable(chip_set, Chips(1055))

    assert refused.value.message == (
        f"1,055 in chips needs {absent} chips, which stay at the tables. Make it 1,050 or 1,060."
    )


def test_where_no_chip_is_at_the_bank_any_amount_is_taken():
    require_payable([YELLOW], Chips(3))
    assert stack_in_colours([YELLOW], Chips(3)) == []


# ---------- What the rack has ----------

counts = st.integers(-2, 7)
racks = st.fixed_dictionaries({10: counts, 20: counts, 50: counts})


@pytest.mark.rule("WLIA-4")
@given(racks, st.integers(1, 60).map(lambda tens: 10 * tens))
def test_where_the_usual_mix_is_not_there_the_largest_chips_that_are_go_out(rack, chips):
    usual = counted(stack_in_colours(WLIA, Chips(chips)))
    is_there = all(count <= rack[value] for value, count in usual.items())

    handed = counted(stack_from_rack(WLIA, rack, Chips(chips)))

    there = {value: max(count, 0) for value, count in rack.items()}
    assert handed == (usual if is_there else best(there, chips) or usual)


def test_a_colour_that_is_not_counted_never_runs_out():
    assert counted(stack_from_rack(WLIA, {50: 0, 20: 0}, Chips(100))) == {10: 10}
    assert counted(stack_from_rack(WLIA, {}, Chips(1000))) == counted(stack_in_colours(WLIA, Chips(1000)))


@given(racks, st.integers(1, 80).map(lambda fives: 5 * fives))
def test_who_turns_chips_in_most_likely_holds_the_largest_of_those_that_are_out(out, chips):
    there = {value: max(count, 0) for value, count in out.items()}

    back = taken_back(WLIA, {5: 9, **out}, Chips(chips))

    expected = best(there, chips)
    if expected is None:
        expected = in_large_chips({10, 20, 50}, chips)
    assert (None if back is None else {value: count for value, count in back.items() if count}) == expected


def test_no_chips_turned_in_are_no_pieces():
    assert taken_back(WLIA, {50: 3}, Chips(0)) == {}


# ---------- Pieces ----------


@pytest.mark.parametrize(
    ("pieces", "text", "chips"),
    [
        ({}, "nothing", 0),
        ({5: 0}, "nothing", 0),
        ({50: 1}, "1 blue 50", 50),
        ({5: 10, 50: 1, 20: 0}, "1 blue 50 and 10 yellow 5", 100),
        ({5: 2, 50: 1, 10: 3}, "1 blue 50, 3 white 10 and 2 yellow 5", 90),
    ],
)
def test_pieces_are_told_the_largest_first_and_worth_their_sum(pieces, text, chips):
    assert pieces_text(WLIA, pieces) == text
    assert chips_in(pieces) == chips


@pytest.mark.parametrize("pieces", [{}, {5: 0}, {50: MOST_PIECES}, {5: 1, 10: 1, 20: 1, 50: 1}])
def test_any_number_of_known_chips_may_be_entered(pieces):
    require_chip_pieces(WLIA, pieces)


@pytest.mark.parametrize(("value", "count"), [(5, -1), (50, MOST_PIECES + 1), (25, 1), (0, 0)])
def test_pieces_that_cannot_be_are_refused_with_the_chips_there_are(value, count):
    with pytest.raises(BadRequest) as refused:
        require_chip_pieces(WLIA, {10: 1, value: count})

    assert refused.value.message == (
        f"{count} chips of {value} cannot be entered. Enter 0 to 99,999 of the chips of 5, 10, 20, 50."
    )


@pytest.mark.rule("WLIA-4")
def test_only_chips_of_the_bank_cross_its_counter():
    require_at_bank(WLIA, {5: 0, 10: 3})
    with pytest.raises(UserFacingError, match="Yellow 5 chips stay at the tables") as refused:
        require_at_bank(WLIA, {5: 1, 10: 3})

    assert refused.value.facts == {"value": 5, "count": 1}
