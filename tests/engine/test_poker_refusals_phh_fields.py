"""What a hand history may not say of itself, word for word."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.poker.phh import History
from engine.poker.phh.fields import require_chips, require_other_field
from tests.engine.hands import refusal_of

NO_LIMIT = History(
    variant="NT",
    antes=(0, 0, 0),
    blinds_or_straddles=(5, 10, 0),
    min_bet=10,
    starting_stacks=(100, 100, 100),
    actions=("d dh p1 2c3c", "d dh p2 2d3d", "d dh p3 2h3h"),
)


def other(name, value, players=3):
    require_other_field(name, value, players)


def with_fields(**change):
    return replace(NO_LIMIT, **change)


def nested(depth):
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("act", "field", "reason"),
    [
        (lambda: other("author", 3), "author", "it must be a text"),
        (lambda: other("day", "3"), "day", "it must be a whole number"),
        (lambda: other("day", True), "day", "it must be a whole number"),
        (lambda: other("day", 2**63), "day", "it must be a whole number"),
        (lambda: other("day", -(2**63) - 1), "day", "it must be a whole number"),
        (lambda: other("hand", 1.5), "hand", "it must be a text or a whole number"),
        (lambda: other("time", "20:15"), "time", "it must be a time of day such as 20:15:00"),
        (lambda: other("time_limit", Decimal("nan")), "time_limit", "it must be a number"),
        (lambda: other("time_limit", "1"), "time_limit", "it must be a number"),
        (lambda: other("time_limit", Decimal("1e101")), "time_limit", "it must be a number"),
        (lambda: other("time_limit", Decimal("1" * 101)), "time_limit", "it must be a number"),
        (lambda: other("time_banks", [1, 2]), "time_banks", "it must be a list of numbers, one for each player"),
        (lambda: other("time_banks", [1, 2, "3"]), "time_banks", "it must be a list of numbers, one for each player"),
        (lambda: other("seats", [1, 2]), "seats", "it must be a list of whole numbers, one for each player"),
        (lambda: other("seats", [1, 2, True]), "seats", "it must be a list of whole numbers, one for each player"),
        (lambda: other("players", ["a", "b", "c", "d"]), "players", "it must be a list of texts, one for each player"),
        (lambda: other("players", "abc"), "players", "it must be a list of texts, one for each player"),
        (lambda: other("players", ["a", "b", 3]), "players", "it must be a list of texts, one for each player"),
        (
            lambda: other("winnings", [1, 2, -1]),
            "winnings",
            "it must be a list of chips, 0 or more, one for each player",
        ),
        (
            lambda: other("winnings", [1, 2, Decimal("-0.1")]),
            "winnings",
            "it must be a list of chips, 0 or more, one for each player",
        ),
        (
            lambda: other("winnings", [1, 2, True]),
            "winnings",
            "it must be a list of chips, 0 or more, one for each player",
        ),
        (
            lambda: other("winnings", [1, 2, 10**15 + 1]),
            "winnings",
            "it must be a list of chips, 0 or more, one for each player",
        ),
        (
            lambda: other("finishing_stacks", [1, 2]),
            "finishing_stacks",
            "it must be a list of chips, 0 or more, one for each player",
        ),
        (
            lambda: other("finishing_stacks", [1, 2, Decimal("0.123456789")]),
            "finishing_stacks",
            "it must be a list of chips, 0 or more, one for each player",
        ),
        (lambda: other("_own", nested(21)), "_own", "it is nested more than 20 deep"),
        (lambda: other("_own", {"a": nested(20)}), "_own", "it is nested more than 20 deep"),
        (lambda: other("_own", {3: 1}), "_own", "its keys must be texts"),
        (lambda: other("_own", Decimal("nan")), "_own", "a number in it is none that can be kept: at most 100 digits"),
        (
            lambda: other("_own", [Decimal("1" * 101)]),
            "_own",
            "a number in it is none that can be kept: at most 100 digits",
        ),
        (
            lambda: other("_own", Decimal("1e-101")),
            "_own",
            "a number in it is none that can be kept: at most 100 digits",
        ),
        (lambda: other("_own", 2**63), "_own", "a whole number in it is beyond 64 bits"),
        (lambda: other("_own", -(2**63) - 1), "_own", "a whole number in it is beyond 64 bits"),
        (lambda: other("_own", b"x"), "_own", "it holds a bytes, which cannot be written"),
        (lambda: other("_own", {"a": None}), "_own", "it holds a NoneType, which cannot be written"),
    ],
)
def test_a_field_that_is_not_played_from(act, field, reason):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.facts) == ("phh_field", {"field": field})
    assert wrong.message == f"{field}: {reason}. Correct the field."


@pytest.mark.parametrize(
    ("act", "field", "reason"),
    [
        (
            lambda: require_chips("bring_in", 0, least=1),
            "bring_in",
            "it must be a number of chips above 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (
            lambda: require_chips("bring_in", -1),
            "bring_in",
            "it must be a number of chips from 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (
            lambda: require_chips("_price", 10**15 + 1),
            "_price",
            "it must be a number of chips from 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (
            lambda: require_chips("_price", Decimal("0.123456789")),
            "_price",
            "it must be a number of chips from 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (
            lambda: require_chips("_price", "1"),
            "_price",
            "it must be a number of chips from 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (
            lambda: require_chips("_price", Decimal("inf")),
            "_price",
            "it must be a number of chips from 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (
            lambda: require_chips("_price", Decimal("1e16")),
            "_price",
            "it must be a number of chips from 0 to 1000000000000000 with at most 8 decimal places",
        ),
        (lambda: with_fields(antes=3), "antes", "it must be a list of chips, one for each player"),
        (lambda: with_fields(antes=(0, 0)), "antes", "it has 2 numbers for 3 players"),
        (
            lambda: with_fields(antes=(0, -1, 0)),
            "antes",
            "-1 of p2 is not a number of chips, 0 or more, at most 1000000000000000",
        ),
        (
            lambda: with_fields(starting_stacks=(100, 0, 100)),
            "starting_stacks",
            "0 of p2 is not a number of chips above 0, at most 1000000000000000",
        ),
        (
            lambda: with_fields(starting_stacks=(100, Decimal("-0.5"), 100)),
            "starting_stacks",
            "-0.5 of p2 is not a number of chips above 0, at most 1000000000000000",
        ),
        (
            lambda: with_fields(blinds_or_straddles=(5, "10", 0)),
            "blinds_or_straddles",
            "10 of p2 is not a number of chips, at most 1000000000000000",
        ),
        (
            lambda: with_fields(blinds_or_straddles=(5, -(10**15) - 1, 0)),
            "blinds_or_straddles",
            "-1000000000000001 of p2 is not a number of chips, at most 1000000000000000",
        ),
        (
            lambda: with_fields(starting_stacks=(100, 100, "a stack that is not any number")),
            "starting_stacks",
            "a stack that is not  of p3 is not a number of chips above 0, at most 1000000000000000",
        ),
        (
            lambda: with_fields(starting_stacks=(100,), antes=(0,), blinds_or_straddles=(5,)),
            "starting_stacks",
            "a hand has 2 to 10 players, not 1",
        ),
        (
            lambda: with_fields(starting_stacks=(9,) * 11, antes=(0,) * 11, blinds_or_straddles=(5,) * 11),
            "starting_stacks",
            "a hand has 2 to 10 players, not 11",
        ),
    ],
)
def test_chips_that_cannot_be_written(act, field, reason):
    wrong = refusal_of(act)

    assert (wrong.code, wrong.facts) == ("phh_field", {"field": field})
    assert wrong.message == f"{field}: {reason}. Correct the field."


def test_a_long_name_is_cut_short():
    name = "_" + "a field of our own with a very long name".replace(" ", "_")

    wrong = refusal_of(lambda: other(name, {3: 1}))

    assert wrong.facts == {"field": name[:40]}
    assert wrong.message == f"{name[:40]}: its keys must be texts. Correct the field."
