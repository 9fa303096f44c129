"""How large the numbers of a structure may be, what its refusals say, and where its notices begin."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.tournament.structure import StructurePlan
from tests.engine.test_structure import EIGHT, big_blinds, structure

LIMITS = {
    "players": (2, 10**6, "the number of players"),
    "stack": (1, 10**9, "the starting stack"),
    "rebuys": (0, 10**6, "the number of re-buys"),
    "rebuy_chips": (0, 10**9, "the chips of re-buys"),
    "add_ons": (0, 10**6, "the number of add-ons"),
    "add_on_chips": (0, 10**9, "the chips of add-ons"),
    "duration": (1, 10**6, "the length of the tournament in seconds"),
    "level_seconds": (1, 10**6, "the length of a level in seconds"),
    "break_seconds": (0, 10**6, "the length of a break in seconds"),
    "first_big_blind": (1, 10**12, "the first big blind"),
    "last_big_blind": (1, 10**12, "the last big blind"),
}


@pytest.mark.parametrize(("field", "limits"), LIMITS.items(), ids=list(LIMITS))
def test_each_number_of_a_plan_has_a_least_and_a_most(field, limits):
    least, most, name = limits

    for number in (least, most):
        assert getattr(StructurePlan(**EIGHT | {field: number}), field) == number
    for number in (least - 1, most + 1):
        with pytest.raises(RuleError) as refused:
            StructurePlan(**EIGHT | {field: number})
        assert refused.value.code == "plan_unclear"
        assert refused.value.message == (
            f"{name[0].upper()}{name[1:]} is a whole number from {least:,} to {most:,}, not {number}."
        )


@pytest.mark.parametrize("chip_set", [(1,), (10**9,), tuple(range(1, 21)), (1, 10**9)])
def test_a_chip_set_has_one_to_twenty_values_up_to_a_billion(chip_set):
    assert StructurePlan(**EIGHT | {"chip_set": chip_set}).chip_set == chip_set


@pytest.mark.parametrize("chip_set", [(), tuple(range(1, 22)), (25, 25), (100, 25), [25], "25", None])
def test_a_chip_set_that_is_none_is_refused_as_it_was_given(chip_set):
    with pytest.raises(RuleError) as refused:
        StructurePlan(**EIGHT | {"chip_set": chip_set})

    assert refused.value.code == "plan_unclear"
    assert refused.value.message.startswith("The chip set is a list of 1 to 20 different values, smallest first, not ")


@pytest.mark.parametrize("chip", [0, -25, 10**9 + 1, True, "25"])
def test_a_chip_that_is_worth_nothing_or_too_much_is_refused_by_its_value(chip):
    with pytest.raises(RuleError) as refused:
        StructurePlan(**EIGHT | {"chip_set": (chip, 500)})

    assert refused.value.message == (f"The value of a chip is a whole number from 1 to 1,000,000,000, not {chip}.")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (
            {"first_big_blind": 225},
            "Half of a first big blind of 225 cannot be paid in chips of 25. Choose a multiple of 50.",
        ),
        (
            {"first_big_blind": 4050},
            "The first big blind of 4,050 is above the last of about 4,000. Start lower, hand out more or smaller "
            "chips, or set the last big blind.",
        ),
        (
            {"duration": 1199},
            "1,199 seconds do not hold a level of 1,200 seconds and 0 breaks of 0. Plan a longer evening, or shorter "
            "levels and breaks.",
        ),
        (
            {"duration": 1200 * 101},
            "101 levels are more than the 100 a structure holds. Make them longer.",
        ),
        (
            {"break_seconds": 6001},
            "7,200 seconds do not hold a level of 1,200 seconds and 1 breaks of 6,001. Plan a longer evening, or "
            "shorter levels and breaks.",
        ),
    ],
)
def test_a_plan_that_cannot_be_carried_out_says_what_to_change(facts, message):
    with pytest.raises(RuleError) as refused:
        structure(**facts)

    assert refused.value.message == message


def test_a_structure_may_have_one_level_or_a_hundred_and_end_where_it_begins():
    assert big_blinds(structure(duration=1200)) == [200]
    assert len(big_blinds(structure(duration=1200 * 100, chip_set=(1,), first_big_blind=2))) == 100
    assert big_blinds(structure(duration=1200, last_big_blind=200)) == [200]


def test_the_last_big_blind_is_a_twentieth_of_all_chips():
    at_most = structure(players=10, stack=2000, first_big_blind=1000, duration=1200, chip_set=(100, 500))

    assert big_blinds(at_most) == [1000]
    with pytest.raises(RuleError):
        structure(players=10, stack=1999, first_big_blind=1000, duration=1200, chip_set=(100, 500))


ONE_LEVEL = {"duration": 1200}
THREE_THOUSANDS = {"chip_set": (500,), "first_big_blind": 1000, "duration": 3600}


@pytest.mark.parametrize(
    ("facts", "blinds", "codes"),
    [
        (ONE_LEVEL | {"last_big_blind": 300}, [200], ["steep"]),
        (ONE_LEVEL | {"last_big_blind": 301}, [200], ["steep", "ends_low"]),
        (THREE_THOUSANDS | {"last_big_blind": 2000}, [1000, 2000, 3000], []),
        (THREE_THOUSANDS | {"last_big_blind": 1999}, [1000, 2000, 3000], ["ends_high"]),
    ],
)
def test_an_end_is_off_when_it_misses_its_aim_by_more_than_half(facts, blinds, codes):
    made = structure(**facts)

    assert big_blinds(made) == blinds
    assert [notice.code for notice in made.notices] == codes
