"""The seat draw."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.seating import draw_seats, table_sizes


@pytest.mark.rule("WAS-3")
def test_at_most_eight_sit_at_a_table_and_tables_are_even():
    assert table_sizes(24, 8) == (8, 8, 8)
    assert table_sizes(25, 8) == (7, 6, 6, 6)
    assert table_sizes(3, 8) == (3,)
    assert table_sizes(0, 8) == ()


@settings(max_examples=50)
@given(players=st.integers(0, 60), tables=st.integers(1, 10), seed=st.text(max_size=5))
def test_everyone_gets_a_seat_of_their_own_and_tables_differ_by_one_at_most(players, tables, seed):
    names = [f"player {number}" for number in range(min(players, tables * 9))]

    seats = draw_seats(names, tables, 9, seed)

    assert list(seats) == names
    assert len(set(seats.values())) == len(names)
    at_table = Counter(table for table, _ in seats.values())
    sizes = [at_table[table] for table in range(1, tables + 1)]
    assert max(sizes) - min(sizes) <= 1
    assert all(1 <= seat <= 9 for _, seat in seats.values())


def test_the_same_seed_draws_the_same_seats():
    names = list("ABCDEFGHIJ")

    assert draw_seats(names, 2, 6, "night") == draw_seats(names, 2, 6, "night")
    assert draw_seats(names, 2, 6, "night") != draw_seats(names, 2, 6, "day")


def test_a_locked_seat_is_kept_and_its_table_filled_no_further_than_the_others():
    locked = {"Ada": (2, 1), "Ben": (2, 8)}

    seats = draw_seats(["Ada", "Ben", "Cleo", "Dan", "Eve"], 2, 8, "night", locked)

    assert seats["Ada"] == (2, 1)
    assert seats["Ben"] == (2, 8)
    assert sorted(table for table, _ in seats.values()) == [1, 1, 1, 2, 2]


def test_every_seat_is_about_as_likely():
    drawn = Counter(draw_seats(["Ada", "Ben"], 2, 2, str(seed))["Ada"] for seed in range(4000))

    assert all(880 < drawn[seat] < 1120 for seat in [(1, 1), (1, 2), (2, 1), (2, 2)])


@pytest.mark.parametrize(
    ("players", "tables", "locked", "code"),
    [
        ("AA", 1, {}, "listed_twice"),
        ("ABCDE", 2, {}, "not_enough_seats"),
        ("AB", 1, {"C": (1, 1)}, "locked_player_unknown"),
        ("AB", 1, {"A": (2, 1)}, "no_such_seat"),
        ("AB", 1, {"A": (1, 3)}, "no_such_seat"),
        ("AB", 1, {"A": (1, 1), "B": (1, 1)}, "seat_locked_twice"),
    ],
)
def test_a_draw_that_cannot_be_made_is_refused(players, tables, locked, code):
    with pytest.raises(RuleError) as refused:
        draw_seats(players, tables, 2, "night", locked)

    assert refused.value.code == code


def test_a_table_has_two_seats_or_more():
    with pytest.raises(RuleError) as refused:
        table_sizes(8, 1)

    assert refused.value.code == "table_without_seats"
