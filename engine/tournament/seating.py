"""The seat draw: everyone gets a table and a seat from a stored seed, with tables filled evenly."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from engine.chance import SeededDraw, must_be_distinct
from engine.errors import RuleError

Player = TypeVar("Player", bound=Hashable)
Seat = tuple[int, int]
"""Table number and seat number, both from 1."""


def table_sizes(players: int, seats_per_table: int) -> tuple[int, ...]:
    """How many sit at each table when the fewest tables are opened: sizes differ by one at most, larger tables first.

    Raises RuleError: "table_without_seats".
    Rules: WAS-3.
    """
    if seats_per_table < 2 or players < 0:
        raise RuleError(
            "table_without_seats",
            f"{players} players cannot be put at tables of {seats_per_table} seats: a table has two seats or more.",
            rules=("WAS-3",),
            players=players,
            seats_per_table=seats_per_table,
        )
    tables = -(-players // seats_per_table)
    return tuple(players // tables + (index < players % tables) for index in range(tables))


def draw_seats(
    players: Sequence[Player],
    tables: int,
    seats_per_table: int,
    seed: str,
    locked: Mapping[Player, Seat] | None = None,
) -> dict[Player, Seat]:
    """A table and a seat for each player, numbered from 1, in the order of ``players``.

    locked: seats that are fixed before the draw, for players who need them. Tables end as even as these allow.

    Raises RuleError: "listed_twice", "not_enough_seats", "locked_player_unknown", "no_such_seat", "seat_locked_twice".
    Rules: WAS-3.
    """
    fixed = dict(locked or {})
    _must_be_seatable(players, tables, seats_per_table)
    _locks_must_stand(players, tables, seats_per_table, fixed)
    source = SeededDraw(f"{seed}/seats")
    taken = set(fixed.values())
    open_seats = {
        table: [seat for seat in range(1, seats_per_table + 1) if (table, seat) not in taken]
        for table in range(1, tables + 1)
    }
    drawn = dict(fixed)
    for player in source.shuffled([player for player in players if player not in fixed]):
        table = max(open_seats, key=lambda number: (len(open_seats[number]), -number))
        seats = open_seats[table]
        drawn[player] = (table, seats.pop(source.below(len(seats))))
    return {player: drawn[player] for player in players}


def _must_be_seatable(players: Sequence[Player], tables: int, seats_per_table: int) -> None:
    must_be_distinct(players, "WAS-3")
    if len(players) > tables * seats_per_table:
        raise RuleError(
            "not_enough_seats",
            f"{len(players)} players do not fit at {tables} tables of {seats_per_table}. "
            f"Open {-(-len(players) // max(seats_per_table, 1)) - tables} more.",
            rules=("WAS-3",),
            players=len(players),
            tables=tables,
            seats_per_table=seats_per_table,
        )


def _locks_must_stand(
    players: Sequence[Player], tables: int, seats_per_table: int, locked: Mapping[Player, Seat]
) -> None:
    holders: dict[Seat, Player] = {}
    for player, (table, seat) in locked.items():
        facts = {"player": str(player), "table": table, "seat": seat}
        if player not in players:
            raise RuleError(
                "locked_player_unknown",
                f"Table {table} seat {seat} is kept for {player}, who is not in the draw. Release the seat.",
                rules=("WAS-3",),
                **facts,
            )
        if not (1 <= table <= tables and 1 <= seat <= seats_per_table):
            raise RuleError(
                "no_such_seat",
                f"There is no table {table} seat {seat}: tables are 1 to {tables}, seats 1 to {seats_per_table}.",
                rules=("WAS-3",),
                **facts,
            )
        if (table, seat) in holders:
            raise RuleError(
                "seat_locked_twice",
                f"Table {table} seat {seat} is kept for both {holders[table, seat]} and {player}. Move one of them.",
                rules=("WAS-3",),
                **facts,
            )
        holders[table, seat] = player
