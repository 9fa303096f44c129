"""The seat draw: everyone gets a table and a seat from a stored seed, with tables filled evenly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Generic

from engine.chance import SeededDraw, require_distinct
from engine.doors import door, typed, wrong_type
from engine.errors import quoted
from engine.tournament.amounts import Bounds, require_whole
from engine.tournament.seating.tables import (
    FEWEST_SEATS,
    MOST_SEATS,
    MOST_TABLES,
    RULES,
    Player,
    Seat,
    SeatedTable,
    open_tables,
    refused,
    seat_text,
)


@door(own=("players",))
def table_sizes(players: int, seats_per_table: int) -> tuple[int, ...]:
    """How many sit at each table when the fewest tables are opened: sizes differ by one at most, larger tables first.

    Raises RuleError: "table_without_seats", "draw_unclear".
    Rules: WAS-3.
    """
    _require_seats(seats_per_table)
    require_whole(players, "number of players", Bounds(most=MOST_TABLES * MOST_SEATS), code="draw_unclear", rules=RULES)
    tables = -(-players // seats_per_table)
    return tuple(players // tables + (index < players % tables) for index in range(tables))


@dataclass(frozen=True, kw_only=True)
@typed(own=("locked",))
class KeptSeats(Generic[Player]):
    """Seats that are settled before the draw. locked: for players who need them. reserved: those that stay empty."""

    locked: Mapping[Player, Seat] = field(default_factory=dict)
    reserved: Collection[Seat] = ()


@door(own=("players", "tables"))
def draw_seats(
    players: Sequence[Player],
    tables: int,
    seats_per_table: int,
    seed: str,
    kept: KeptSeats[Player] | None = None,
) -> dict[Player, Seat]:
    """A table and a seat for each player, numbered from 1, in the order of ``players``.

    Tables end as even as the seats allow that are ``kept``.

    Raises RuleError: "listed_twice", "table_without_seats", "draw_unclear", "not_enough_seats", "no_such_seat",
    "locked_player_unknown", "seat_locked_twice", "seat_reserved".
    Rules: WAS-3.
    """
    kept = kept or KeptSeats()
    fixed, empty = dict(kept.locked), frozenset(kept.reserved)
    require_distinct(players, "WAS-3")
    _require_seats(seats_per_table)
    require_whole(tables, "number of tables", Bounds(1, MOST_TABLES), code="draw_unclear", rules=RULES)
    for place in (*fixed.values(), *empty):
        _require_there(place, tables, seats_per_table)
    _require_enough(len(players), len(empty), tables, seats_per_table)
    _locks_must_stand(players, fixed, empty)
    taken = empty.union(fixed.values())
    open_seats = OpenSeats(
        {
            table: [seat for seat in range(1, seats_per_table + 1) if (table, seat) not in taken]
            for table in range(1, tables + 1)
        },
        Counter(table for table, _ in fixed.values()),
    )
    source = SeededDraw(f"{seed}/seats")
    drawn = dict(fixed)
    for player in source.shuffled([player for player in players if player not in fixed]):
        drawn[player] = open_seats.take(source)
    return {player: drawn[player] for player in players}


@door
def draw_late_seat(tables: Sequence[SeatedTable[Player]], seed: str) -> Seat:
    """A seat for somebody who comes after the draw: a random open one at the shortest table that has any, of equal
    ones the lowest number. Tables where nobody sits yet are only opened when the others are full.

    seed: one of its own for each such player.

    Raises RuleError: "no_seat_free", "table_twice", "seated_twice".
    Rules: WAS-3.
    """
    for among in (open_tables(tables).values(), tables):
        open_seats = OpenSeats(
            {table.number: table.open_seats for table in among}, {table.number: len(table.players) for table in among}
        )
        if open_seats:
            return open_seats.take(SeededDraw(seed))
    seats = sum(table.seats - len(table.reserved) for table in tables)
    raise refused("no_seat_free", f"All {seats} seats are taken. Open another table.", seats=seats)


class OpenSeats:
    """Open seats by table, handed out one by one. Tables of one size take turns by number."""

    def __init__(self, seats: Mapping[int, Sequence[int]], sizes: Mapping[int, int]) -> None:
        self._seats = {table: list(those) for table, those in seats.items() if those}
        self._shortest = [(sizes[table], table) for table in self._seats]
        heapify(self._shortest)

    def __len__(self) -> int:
        return sum(map(len, self._seats.values()))

    def take(self, source: SeededDraw) -> Seat:
        """A random seat of the shortest table, of equal ones the lowest number. There is one left."""
        size, table = heappop(self._shortest)
        seats = self._seats[table]
        seat = seats.pop(source.below(len(seats)))
        if seats:
            heappush(self._shortest, (size + 1, table))
        return table, seat


def _require_seats(seats_per_table: int) -> None:
    name = "number of seats at a table"
    require_whole(seats_per_table, name, Bounds(FEWEST_SEATS, MOST_SEATS), code="table_without_seats", rules=RULES)


def _require_there(place: Seat, tables: int, seats: int) -> None:
    if not isinstance(place, tuple) or len(place) != 2:
        raise wrong_type("seat", place, Seat)
    table, seat = place
    for number, most in ((table, tables), (seat, seats)):
        if not (isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= most):
            raise refused(
                "no_such_seat",
                f"There is no table {quoted(table)} seat {quoted(seat)}: tables are 1 to {tables}, seats 1 to {seats}.",
                table=quoted(table),
                seat=quoted(seat),
            )


def _require_enough(players: int, reserved: int, tables: int, seats: int) -> None:
    free = tables * seats - reserved
    if players > free:
        but = f" with {reserved} kept empty" if reserved else ""
        raise refused(
            "not_enough_seats",
            f"{players} players do not fit at {tables} {'table' if tables == 1 else 'tables'} of {seats}{but}. "
            f"Open {-(-(players - free) // seats)} more.",
            players=players,
            tables=tables,
            seats_per_table=seats,
            reserved=reserved,
        )


def _locks_must_stand(players: Sequence[Player], locked: Mapping[Player, Seat], reserved: Collection[Seat]) -> None:
    known = set(players)
    holders: dict[Seat, Player] = {}
    for player, place in locked.items():
        name, where = quoted(player), seat_text(place)
        facts = {"player": name, "table": place[0], "seat": place[1]}
        if player not in known:
            raise refused(
                "locked_player_unknown",
                f"T{where[1:]} is kept for {name}, who is not in the draw. Release the seat.",
                **facts,
            )
        if place in holders:
            raise refused(
                "seat_locked_twice",
                f"T{where[1:]} is kept for both {quoted(holders[place])} and {name}. Move one of them.",
                **facts,
            )
        if place in reserved:
            raise refused(
                "seat_reserved",
                f"T{where[1:]} is to stay empty, but it is locked for {name}. Release it or lock another.",
                **facts,
            )
        holders[place] = player
