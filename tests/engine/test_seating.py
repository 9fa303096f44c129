"""The seat draw."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.seating import KeptSeats, SeatedTable, draw_late_seat, draw_seats, table_sizes
from tests.deep import examples


@pytest.mark.rule("WAS-3")
def test_at_most_eight_sit_at_a_table_and_tables_are_even():
    assert table_sizes(24, 8) == (8, 8, 8)
    assert table_sizes(25, 8) == (7, 6, 6, 6)
    assert table_sizes(3, 8) == (3,)
    assert table_sizes(0, 8) == ()


@settings(max_examples=examples(50))
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

    seats = draw_seats(["Ada", "Ben", "Cleo", "Dan", "Eve"], 2, 8, "night", KeptSeats(locked=locked))

    assert seats["Ada"] == (2, 1)
    assert seats["Ben"] == (2, 8)
    assert sorted(table for table, _ in seats.values()) == [1, 1, 1, 2, 2]


def test_a_reserved_seat_stays_empty_and_tables_stay_as_even_as_it_allows():
    reserved = {(1, 1), (1, 2), (1, 3), (2, 5)}

    seats = draw_seats(list("ABCDEF"), 2, 5, "night", KeptSeats(locked={"A": (2, 1)}, reserved=reserved))

    assert not reserved & set(seats.values())
    assert Counter(table for table, _ in seats.values()) == {1: 2, 2: 4}


@pytest.mark.rule("WAS-3")
@settings(max_examples=examples(50))
@given(
    players=st.integers(0, 20),
    seed=st.text(max_size=3),
    locks=st.dictionaries(st.integers(0, 5), st.tuples(st.integers(1, 3), st.integers(1, 8)), max_size=4),
    reserved=st.frozensets(st.tuples(st.integers(1, 3), st.integers(1, 8)), max_size=4),
)
def test_locks_and_reserved_seats_are_kept_whatever_is_drawn(players, seed, locks, reserved):
    names = list(range(max(players, 6)))
    locked = {player: seat for player, seat in locks.items() if list(locks.values()).count(seat) == 1}
    reserved = reserved - set(locked.values())

    seats = draw_seats(names, 3, 8, seed, KeptSeats(locked=locked, reserved=reserved))

    assert {player: seats[player] for player in locked} == locked
    assert not reserved & set(seats.values())
    assert len(set(seats.values())) == len(names)
    sizes = Counter(table for table, _ in seats.values())
    room = {table: 8 - sum(home == table for home, _ in reserved) for table in (1, 2, 3)}
    fixed = Counter(table for table, _ in locked.values())
    for one in (1, 2, 3):
        for other in (1, 2, 3):
            assert sizes[one] <= sizes[other] + 1 or sizes[one] == fixed[one] or sizes[other] == room[other]


def test_a_late_player_sits_at_the_shortest_table_with_an_open_seat():
    tables = [
        SeatedTable(number=1, seats=3, players={1: "A"}, reserved=frozenset({2, 3})),
        SeatedTable(number=2, seats=3, players={1: "B", 3: "C"}),
        SeatedTable(number=3, seats=3, players={2: "D", 3: "E"}),
        SeatedTable(number=4, seats=3),
    ]

    assert draw_late_seat(tables, "late") == (2, 2)
    assert {draw_late_seat(tables[3:], str(seed)) for seed in range(50)} == {(4, 1), (4, 2), (4, 3)}
    assert draw_late_seat([tables[0], tables[3]], "late")[0] == 4
    kept = SeatedTable(number=2, seats=2, reserved=frozenset({1, 2}))
    assert draw_late_seat([kept, tables[3]], "late")[0] == 4


def test_without_an_open_seat_a_late_player_is_refused():
    with pytest.raises(RuleError, match="All 2 seats are taken") as refused:
        draw_late_seat([SeatedTable(number=1, seats=2, players={1: "A", 2: "B"})], "late")

    assert refused.value.code == "no_seat_free"


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
        ("AB", 0, {}, "draw_unclear"),
        ("AB", "2", {}, "draw_unclear"),
        ("AB", 1, {"A": ("1", True)}, "no_such_seat"),
    ],
)
def test_a_draw_that_cannot_be_made_is_refused(players, tables, locked, code):
    with pytest.raises(RuleError) as refused:
        draw_seats(players, tables, 2, "night", KeptSeats(locked=locked))

    assert refused.value.code == code


def test_a_table_has_two_seats_or_more():
    with pytest.raises(RuleError) as refused:
        table_sizes(8, 1)

    assert refused.value.code == "table_without_seats"


@pytest.mark.parametrize(
    ("reserved", "locked", "code"),
    [
        ([(1, 1)], {}, "not_enough_seats"),
        ([(1, 3)], {}, "no_such_seat"),
        ([(2, 2)], {"A": (2, 2)}, "seat_reserved"),
    ],
)
def test_a_reserved_seat_that_cannot_be_kept_is_refused(reserved, locked, code):
    players = "ABCD" if code == "not_enough_seats" else "ABC"

    with pytest.raises(RuleError) as refused:
        draw_seats(players, 2, 2, "night", KeptSeats(locked=locked, reserved=reserved))

    assert refused.value.code == code


@pytest.mark.parametrize("players", [-1, "8", 1.5, True, 10**30])
def test_players_are_counted_in_whole_numbers(players):
    with pytest.raises(RuleError) as refused:
        table_sizes(players, 8)

    assert refused.value.code == "draw_unclear"
