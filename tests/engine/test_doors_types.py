"""What a door takes and what it refuses, type by type, and in which words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any, Literal, NamedTuple, NewType, TypeVar

import pytest

from engine.doors import door, require_typed_fields, typed, wrong_type
from engine.errors import LONGEST_QUOTED, MOST_QUOTED, RuleError, quoted

Cents = NewType("Cents", int)
Anything = TypeVar("Anything")


class Suit(Enum):
    CLUBS = "c"
    HEARTS = "h"


class Rank(IntEnum):
    ACE = 1


class Pair(NamedTuple):
    name: str
    count: int


@dataclass(frozen=True)
class Row:
    name: str


TYPES: dict[str, tuple[Any, list[Any], list[Any], str]] = {
    "int": (int, [0, -1, 10**30, Rank.ACE], [True, False, 1.0, "1", None], "a whole number"),
    "cents": (Cents, [0, 5], [True, 1.0, "1"], "a whole number"),
    "bool": (bool, [True, False], [0, 1, None, "true"], "true or false"),
    "str": (str, ["", "x"], [b"x", 1, None], "text"),
    "bytes": (bytes, [b"", b"x"], ["x", 1, bytearray(b"x")], "bytes"),
    "none": (None, [None], [0, "", False], "nothing"),
    "any": (Any, [1, None, object()], [], ""),
    "variable": (Anything, [1, None, "x"], [], ""),
    "optional": (int | None, [1, None], [True, "1", 1.0], "a whole number or nothing"),
    "either": (int | str, [1, "1"], [True, None, 1.0], "a whole number or text"),
    "literal": (Literal["a", 1], ["a", 1], ["b", "A", "", 0, 2, True, 1.0, None], "one of 'a', 1"),
    "enum": (Suit, [Suit.CLUBS], ["c", "CLUBS", 0, None], "one of CLUBS, HEARTS (Suit)"),
    "class": (Row, [Row("x")], ["x", None, Row], "a Row"),
    "list": (list[int], [[], [1, 2]], [(1,), [True], ["1"], "1", None], "a list of a whole number"),
    "sequence": (Sequence[int], [[], (1,), range(3)], ["", "12", b"12", {1}, [None]], "a list of a whole number"),
    "collection": (Collection[str], [["a"], {"a"}, {"a": 1}], ["a", b"a", [1], 5], "a list of text"),
    "iterable": (Iterable[int], [[1], {1}, range(2)], ["1", [True], 5, None], "a list of a whole number"),
    "pair": (
        tuple[int, str],
        [(1, "x")],
        [(1,), (1, "x", 2), ("x", 1), [1, "x"], None],
        "a list of a whole number and text",
    ),
    "equal-pair": (tuple[int, int], [(1, 2)], [(1,), (1, None)], "a list of a whole number"),
    "tuple": (tuple[int, ...], [(), (1,), (1, 2, 3)], [[1], (1, "x"), "12"], "a list of a whole number"),
    "mapping": (
        Mapping[str, int],
        [{}, {"a": 1}],
        [{1: 1}, {"a": "1"}, {"a": True}, [("a", 1)]],
        "a mapping of text to a whole number",
    ),
    "named": (Pair, [Pair("a", 1)], [("a", 1), Pair("a", "1"), Pair(1, 1), Pair("a", True)], "a Pair"),
    "callable": (Callable[[int], int], [len, lambda n: n], [5, "len", None], ""),
    "type": (type[Exception], [ValueError, Exception], [int, ValueError(), "ValueError"], ""),
    "of-lists": (Sequence[Sequence[int]], [[], [[1], ()]], [[1], [["1"]], ["1"]], "a list of a list of a whole number"),
}  # fmt: skip


@pytest.mark.parametrize(("hint", "taken", "refused", "words"), TYPES.values(), ids=list(TYPES))
def test_a_door_takes_what_its_type_says_and_refuses_anything_else_in_words(hint, taken, refused, words):
    def ask(value):
        return value

    ask.__annotations__ = {"value": hint, "return": object}
    asked = door(ask)

    for value in taken:
        assert asked(value) is value
        assert asked(value=value) is value
    for value in refused:
        for call in (lambda value=value: asked(value), lambda value=value: asked(value=value)):
            with pytest.raises(RuleError) as odd:
                call()
            assert odd.value.code == "wrong_type"
            assert odd.value.facts["name"] == "value"
            if words:
                assert odd.value.facts["wanted"] == words
                assert odd.value.message == (f"value is {quoted(value)!r} ({type(value).__name__}). Give {words}.")


def test_each_argument_is_checked_wherever_it_stands_and_an_absent_one_is_not():
    @door
    def ask(first: int, second: str = "x", *, third: int | None = None) -> tuple[object, ...]:
        return first, second, third

    assert ask(1) == (1, "x", None)
    assert ask(1, "y", third=3) == ask(second="y", third=3, first=1) == (1, "y", 3)
    for args, given, name in (
        (("1",), {}, "first"),
        ((1, 2), {}, "second"),
        ((1,), {"second": 2}, "second"),
        ((1,), {"third": "3"}, "third"),
        ((), {"first": None}, "first"),
    ):
        with pytest.raises(RuleError) as refused:
            ask(*args, **given)
        assert refused.value.facts["name"] == name
    with pytest.raises(TypeError):
        ask(1, "y", 3)


def test_an_argument_without_a_type_is_not_checked_and_a_door_keeps_its_name():
    @door
    def ask(first, second: int):
        """Asks."""
        return first, second

    assert ask(object, 2) == (object, 2)
    assert (ask.__name__, ask.__doc__) == ("ask", "Asks.")
    with pytest.raises(RuleError, match="second is 'x'"):
        ask(1, second="x")


def test_an_iterator_is_read_once_into_a_tuple_where_any_iterable_may_be_given():
    @door
    def ask(numbers: Iterable[int], more: Iterable[int] = ()) -> tuple[object, object]:
        return numbers, more

    listed = [3]
    assert ask(iter([1, 2])) == ((1, 2), ())
    assert ask(numbers=iter([1, 2]), more=(n for n in (4,))) == ((1, 2), (4,))
    assert ask(listed)[0] is listed
    with pytest.raises(RuleError) as refused:
        ask(iter([1, "2"]))
    assert refused.value.facts["given"] == "(1, '2')"


def test_an_iterator_that_is_asked_for_as_such_is_left_unread():
    @door
    def ask(numbers: Iterator[int]) -> list[int]:
        return list(numbers)

    with pytest.raises(RuleError):
        ask([1])


@pytest.mark.parametrize(
    ("hint", "taken", "refused"),
    [
        (Sequence[int], [["x"], (None,), "12"], [5, None, {1: 2}]),
        (Mapping[str, int], [{1: "x"}], [[1], None]),
        (int, ["x", None, 1.5], []),
        (Sequence[int] | None, [["x"], None], [5]),
        (Mapping[str, int] | int, [{1: 2}, 5], ["x", True]),
        (int | str, [None, 1.5], []),
    ],
)
def test_of_its_own_parameters_a_door_checks_only_what_holds_the_rest(hint, taken, refused):
    def ask(value, other):
        return value

    ask.__annotations__ = {"value": hint, "other": int}
    asked = door(own=("value",))(ask)

    for value in taken:
        assert asked(value, 1) is value
    for value in refused:
        with pytest.raises(RuleError) as odd:
            asked(value, 1)
        assert odd.value.facts["name"] == "value"
    with pytest.raises(RuleError) as other:
        asked(taken[0], "1")
    assert other.value.facts["name"] == "other"


def test_a_typed_value_checks_its_fields_before_its_own_check():
    @dataclass(frozen=True)
    @typed
    class Bet:
        owner: str
        chips: int = 1
        paid: int = field(init=False)

        def __post_init__(self) -> None:
            if self.chips < 1:
                raise ValueError("no chips")
            object.__setattr__(self, "paid", 2 * self.chips)

    assert (Bet("Ada").chips, Bet("Ada").paid) == (1, 2)
    for given, name in ((("Ada", "1"), "chips"), ((None,), "owner")):
        with pytest.raises(RuleError) as refused:
            Bet(*given)
        assert refused.value.facts["name"] == name
    with pytest.raises(ValueError, match="no chips"):
        Bet("Ada", 0)


def test_a_typed_value_needs_no_check_of_its_own():
    @dataclass(frozen=True)
    @typed
    class Bet:
        chips: int

    assert Bet(3).chips == 3
    with pytest.raises(RuleError, match=r"chips is 'x' \(str\)\. Give a whole number\."):
        Bet("x")


def test_a_typed_value_leaves_what_a_field_of_its_own_holds_to_whoever_takes_it():
    @dataclass(frozen=True)
    @typed(own=("chips",))
    class Bets:
        chips: list[int]

    assert Bets(["x"]).chips == ["x"]
    with pytest.raises(RuleError, match=r"chips is 'x' \(str\)"):
        Bets("x")


def test_the_first_odd_field_of_a_value_is_told():
    require_typed_fields(Pair("a", 1))
    require_typed_fields(Row("a"))
    with pytest.raises(RuleError) as refused:
        require_typed_fields(Pair(1, "a"))

    assert (refused.value.facts["name"], refused.value.facts["given"]) == ("name", 1)


# ---------- How a refusal repeats what it was given ----------


def too_deep() -> list[Any]:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    return nested


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, 5),
        (-MOST_QUOTED, -MOST_QUOTED),
        (MOST_QUOTED, MOST_QUOTED),
        (MOST_QUOTED + 1, "a number of more than 18 digits"),
        (-MOST_QUOTED - 1, "a number of more than 18 digits"),
        (True, True),
        (1.5, "1.5"),
        (None, "None"),
        ("x" * LONGEST_QUOTED, "x" * LONGEST_QUOTED),
        ("x" * (LONGEST_QUOTED + 1), "x" * LONGEST_QUOTED + "…"),
        ([10**5000], "a list"),
    ],
    ids=lambda value: str(value)[:20] if isinstance(value, str | float) else "",
)
def test_what_was_given_is_repeated_short(value, text):
    assert quoted(value) == text
    assert wrong_type("it", value, str).facts["given"] == text


def test_a_list_within_lists_is_repeated_by_its_kind():
    assert quoted(too_deep()) == "a list"
