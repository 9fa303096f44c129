"""A table between hands is stored as JSON and read back the same, or refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.poker.between.button import Positions
from engine.poker.between.kill import Kill, KillButton
from engine.poker.between.stored import read_table, table_json
from engine.poker.between.table_state import Player, TableState
from engine.poker.house.options import Entry

SEATS = st.integers(1, 10)
PLAYERS = st.builds(
    Player,
    is_new=st.booleans(),
    is_away=st.booleans(),
    missed_small_blind=st.booleans(),
    missed_big_blind=st.booleans(),
    entry=st.none() | st.sampled_from(Entry),
)
POSITIONS = st.builds(Positions, SEATS, SEATS, SEATS).filter(lambda seats: seats.small_blind != seats.big_blind)


@st.composite
def tables(draw: st.DrawFn) -> TableState:
    players = draw(st.dictionaries(SEATS, PLAYERS))
    kill = None
    if draw(st.booleans()):
        holder = draw(st.sampled_from(sorted(players))) if players else None
        wins = 0 if holder is None else draw(st.integers(1, 2))
        kill = KillButton(kind=draw(st.sampled_from(Kill)), holder=holder, wins=wins)
    return TableState(
        players=players, last=draw(st.none() | POSITIONS), first_button=draw(st.none() | SEATS), kill=kill
    )


@given(table=tables())
def test_a_table_comes_back_as_it_was_stored(table):
    assert read_table(json.loads(json.dumps(table_json(table)))) == table


SEAT_3 = {
    "seat": 3,
    "is_new": False,
    "is_away": False,
    "missed_small_blind": False,
    "missed_big_blind": True,
    "entry": "wait_for_big_blind",
}
STORED = {
    "format": 1,
    "seats": 6,
    "players": [SEAT_3, {**SEAT_3, "seat": 4, "entry": None}],
    "last": [2, 3, 5],
    "first_button": None,
    "kill": {"kind": "half", "holder": 3, "wins": 1},
}


def test_a_stored_table_reads_as_written():
    table = read_table(STORED)

    assert table.players[3] == Player(missed_big_blind=True, entry=Entry.WAIT_FOR_BIG_BLIND)
    assert (table.last, table.kill) == (Positions(2, 3, 5), KillButton(kind=Kill.HALF, holder=3, wins=1))


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        [],
        {},
        {**STORED, "format": 2},
        {**STORED, "players": None},
        {**STORED, "players": [SEAT_3, SEAT_3]},
        {**STORED, "players": [3]},
        {**STORED, "players": [{**SEAT_3, "seat": "3"}]},
        {**STORED, "players": [{**SEAT_3, "is_new": 1}]},
        {**STORED, "players": [{**SEAT_3, "entry": "sneak in"}]},
        {**STORED, "players": [{**SEAT_3, "entry": []}]},
        {**STORED, "last": [1, 2]},
        {**STORED, "last": [1, 2, 2]},
        {**STORED, "last": [1, 2, 11]},
        {**STORED, "last": "1,2,3"},
        {**STORED, "first_button": "x"},
        {**STORED, "seats": True},
        {**STORED, "kill": 1},
        {**STORED, "kill": {"kind": "double", "holder": 3, "wins": 1}},
        {**STORED, "kill": {"kind": "half", "holder": 3, "wins": 3}},
        {**STORED, "kill": {"kind": "half", "holder": None, "wins": 1}},
        {**STORED, "kill": {"kind": "half", "holder": 6, "wins": 1}},
    ],
)
def test_what_is_no_stored_table_is_refused(nonsense):
    with pytest.raises(RuleError) as refused:
        read_table(nonsense)

    assert refused.value.code == "bad_table"


@pytest.mark.parametrize(
    ("nonsense", "code"),
    [
        ({**STORED, "players": [{**SEAT_3, "seat": 7}], "kill": None}, "unknown_seat"),
        ({**STORED, "seats": 11}, "too_many_seats"),
        ({**STORED, "first_button": 0}, "unknown_seat"),
    ],
)
def test_seats_that_the_table_does_not_have_are_refused(nonsense, code):
    with pytest.raises(RuleError) as refused:
        read_table(nonsense)

    assert refused.value.code == code


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(field=st.sampled_from(sorted(STORED)), value=JSON)
def test_no_value_of_any_field_gets_past_the_reader_unchecked(field, value):
    try:
        table = read_table({**STORED, field: value})
    except RuleError:
        return
    assert read_table(table_json(table)) == table
