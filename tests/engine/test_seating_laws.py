"""What may never happen while tables are balanced, broken and drawn anew, whoever sits where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.seating import (
    NextHand,
    ProposalKind,
    SeatedTable,
    balance_tables,
    make_moves,
    propose_moves,
    reverse_move,
)
from tests.engine.seated_tables import NINE, a_table, everybody, sizes_of

ROOMS = st.lists(st.frozensets(st.sampled_from(NINE), min_size=1), min_size=1, max_size=6)


def a_room(taken: list[frozenset[int]], turns: list[int]) -> tuple[SeatedTable[str], ...]:
    """Tables with any seats taken, and in each the button and blinds of some next hand."""
    return tuple(
        with_next_hand(a_table(number, seats), turns[number - 1]) for number, seats in enumerate(taken, start=1)
    )


def with_next_hand(table: SeatedTable[str], turn: int) -> SeatedTable[str]:
    """As the floor would tell it, whoever's turn it is; nobody alone is in a hand."""
    order = sorted(table.players)
    if len(order) < 2:
        return replace(table, next_hand=None)
    around = [order[(turn + step) % len(order)] for step in range(len(order))]
    button = around[-1] if len(order) == 2 else around[-2]
    after = around[-1] % table.seats + 1
    if turn % 2 and after not in table.players:
        return replace(table, next_hand=NextHand(around[-1], after, around[0]))
    return replace(table, next_hand=NextHand(button, around[-1], around[0]))


def told(table: SeatedTable[str]) -> SeatedTable[str]:
    return table if table.next_hand else with_next_hand(table, 0)


TURNS = st.lists(st.integers(0, 8), min_size=6, max_size=6)


@pytest.mark.rule("WAS-3")
@given(taken=ROOMS, turns=TURNS, order=st.permutations(range(1, 7)), locks=st.frozensets(st.integers(1, 9), max_size=1))
def test_balancing_again_and_again_leaves_tables_that_differ_by_one(taken, turns, order, locks):
    tables = start = a_room(taken, turns)
    locked = {f"{table.number}-{seat}" for table in tables for seat in locks if len(table.players) > 3}
    for _ in range(60):
        move = balance_tables(tables, order, locked=locked)
        if move is None:
            break
        small = next(table for table in tables if table.number == move.end[0])
        assert move.player not in locked
        assert small.next_hand is None or move.end[1] not in (small.next_hand.button, small.next_hand.small_blind)
        tables = tuple(told(table) for table in make_moves(tables, [move]))
    sizes = sizes_of(tables)

    assert max(sizes) - min(sizes) <= 1
    assert everybody(tables) == everybody(start)
    for table in tables:
        assert table.next_hand is None or table.next_hand.big_blind in table.players


@pytest.mark.rule("WAS-3")
@given(
    taken=ROOMS,
    turns=TURNS,
    order=st.permutations(range(1, 7)),
    wanted=st.integers(2, 9),
    seed=st.text(max_size=3),
    kept=st.frozensets(st.integers(1, 9), max_size=2),
    locks=st.frozensets(st.integers(1, 9), max_size=2),
)
def test_nobody_is_lost_or_seated_twice_on_the_way_to_the_final_table(taken, turns, order, wanted, seed, kept, locks):
    tables = tuple(replace(table, reserved=kept - set(table.players)) for table in a_room(taken, turns))
    locked = {f"{table.number}-{seat}" for table in tables for seat in locks}
    names, codes = everybody(tables), []
    for _ in range(80):
        try:
            proposal = propose_moves(tables, order, wanted, seed, locked=locked)
        except RuleError as refused:
            codes.append(refused.code)
            break
        if proposal is None:
            break
        for move in proposal.moves:
            assert move.player not in locked or move.start[0] == proposal.breaks
        before, tables = tables, make_moves(tables, proposal.moves, is_redraw=proposal.kind is ProposalKind.FINAL)
        back = make_moves(tables, [reverse_move(move) for move in proposal.moves])
        assert [table.players for table in back] == [table.players for table in before]
        assert everybody(tables) == names
        assert not any(table.reserved & table.players.keys() for table in tables)
        tables = tuple(told(table) for table in tables)
    sizes = [size for size in sizes_of(tables) if size]

    if codes:
        assert codes[0] in {"nobody_may_move", "no_seat_to_balance", "no_room_to_break"}
        assert kept or locks
        return
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) == 1 or sum(sizes) > wanted * (len(sizes) - 1)
