"""Breaking a table: its players go where they are needed, by chance; the last table is drawn again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.chance import SeededDraw
from engine.doors import door
from engine.tournament.seating.draw import OpenSeats
from engine.tournament.seating.moves import Move
from engine.tournament.seating.tables import Player, Seat, SeatedTable, open_tables, refused


@door
def break_table(tables: Sequence[SeatedTable[Player]], number: int, seed: str) -> tuple[Move[Player], ...]:
    """Where the players of a table go, in the order drawn: each to the shortest other table, of equal ones the lowest
    number, into a random open seat, blinds and button included.

    seed: the night's recorded seed; each table has a draw of its own.

    Raises RuleError: "no_such_table", "no_room_to_break", "table_twice", "seated_twice".
    Rules: WAS-3.
    """
    by_number = open_tables(tables)
    broken = _table(by_number.pop(number, None), number)
    open_seats = OpenSeats(
        {other.number: other.open_seats for other in by_number.values()},
        {other.number: len(other.players) for other in by_number.values()},
    )
    _require_room(len(broken.players), len(open_seats), number)
    source = SeededDraw(f"{seed}/break/{number}")
    # In order of seats first: the order in which a table's players happen to be listed must not change a draw.
    return tuple(
        Move(broken.players[seat], (number, seat), open_seats.take(source))
        for seat in source.shuffled(sorted(broken.players))
    )


@door
def redraw_final_table(
    tables: Sequence[SeatedTable[Player]], number: int, seed: str, *, locked: Collection[Player] = ()
) -> tuple[Move[Player], ...]:
    """Everybody still in draws a seat at this table; who draws the seat they have stays and has no move.

    locked: players whose seats at this very table are kept; at others they draw as everybody does.

    Raises RuleError: "no_such_table", "no_room_to_break", "table_twice", "seated_twice".
    Rules: WAS-3, WAS-4.
    """
    by_number = open_tables(tables)
    final = _table(by_number.get(number), number)
    kept = {seat for seat, player in final.players.items() if player in locked}
    drawing: list[tuple[Seat, Player]] = [
        ((table.number, seat), table.players[seat])
        for table in sorted(by_number.values(), key=lambda table: table.number)
        for seat in sorted(table.players)
        if table.number != number or seat not in kept
    ]
    free = [seat for seat in range(1, final.seats + 1) if seat not in kept and seat not in final.reserved]
    _require_room(len(drawing), len(free), number)
    drawn = SeededDraw(f"{seed}/final/{number}").shuffled(free)
    moves = [Move(player, start, (number, seat)) for (start, player), seat in zip(drawing, drawn, strict=False)]
    return tuple(move for move in moves if move.start != move.end)


def _table(table: SeatedTable[Player] | None, number: int) -> SeatedTable[Player]:
    if table is None:
        raise refused("no_such_table", f"Nobody sits at a table {number}. Choose one that is open.", table=number)
    return table


def _require_room(players: int, seats: int, number: int) -> None:
    if players > seats:
        raise refused(
            "no_room_to_break",
            f"{players} players need a new seat and {seats} seats are open (table {number}). "
            "Release a reserved seat, or wait until more players are out.",
            table=number,
            players=players,
            open_seats=seats,
        )
