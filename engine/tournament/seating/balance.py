"""Balancing: one player of the largest table moves to the worst seat of the smallest."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.doors import door
from engine.tournament.seating.moves import Move
from engine.tournament.seating.tables import NextHand, Player, SeatedTable, open_tables, places_in_order, refused

UNEVEN = 2
"""Tables are balanced once their sizes differ by this many players."""


@door
def balance_tables(
    tables: Sequence[SeatedTable[Player]], break_order: Sequence[int], *, locked: Collection[Player] = ()
) -> Move[Player] | None:
    """The move that makes tables more even; None where sizes differ by one at most.

    The next big blind of the largest table goes, of equal ones that of the table that breaks first; or the player
    after, past those whose seats are locked. The seat at the smallest table, of equal ones the lowest number, is one
    between the next small and big blind, whose player becomes the big blind; else the open one fewest places after the
    big blind; never the small blind or the button. Beside a lone player any seat will do.

    break_order: tables by number, the first to break first. locked: players who do not move.

    Raises RuleError: "next_hand_needed", "nobody_may_move", "no_seat_to_balance", "break_order_unclear", "table_twice",
    "seated_twice".
    Rules: WAS-3.
    """
    by_number = open_tables(tables)
    order = places_in_order(by_number, break_order)
    largest_first = sorted(by_number.values(), key=lambda table: (-len(table.players), order[table.number]))
    smallest_first = sorted(by_number.values(), key=lambda table: (len(table.players), table.number))
    uneven = [
        (large, small)
        for large in largest_first
        for small in smallest_first
        if len(large.players) - len(small.players) >= UNEVEN
    ]
    if not uneven:
        return None
    return _first_move(uneven, frozenset(locked))


def _first_move(
    uneven: Sequence[tuple[SeatedTable[Player], SeatedTable[Player]]], locked: frozenset[Player]
) -> Move[Player]:
    """The first of the pairs of tables between which somebody may go."""
    movers = {large.number: _next_to_move(large, locked) for large, _ in uneven}
    for large, small in uneven:
        seat = movers[large.number]
        if seat is None:
            continue
        end = _worst_seat(small)
        if end is not None:
            return Move(large.players[seat], (large.number, seat), (small.number, end))
    raise _no_move(uneven, movers)


def _next_to_move(table: SeatedTable[Player], locked: Collection[Player]) -> int | None:
    """The seat of the next big blind, or of the first player after it who may move."""
    big_blind = _hand_of(table).big_blind
    may_move = [seat for seat, player in table.players.items() if player not in locked]
    if big_blind in may_move:
        return big_blind
    return min(may_move, key=lambda seat: table.places_after(big_blind, seat), default=None)


def _worst_seat(table: SeatedTable[Player]) -> int | None:
    """The open seat that a player moved to the table must take."""
    if len(table.players) == 1:
        # Somebody alone is in no hand: there are no blinds to be fair about.
        return min(table.open_seats, default=None)
    hand = _hand_of(table)
    seats = [seat for seat in table.open_seats if seat not in (hand.button, hand.small_blind)]
    between = [seat for seat in seats if table.is_between(seat, hand.small_blind, hand.big_blind)]
    return min(between or seats, key=lambda seat: table.places_after(hand.big_blind, seat), default=None)


def _hand_of(table: SeatedTable[Player]) -> NextHand:
    if table.next_hand is None:
        raise refused(
            "next_hand_needed",
            f"To balance, say where button and blinds are in the next hand of table {table.number}.",
            table=table.number,
        )
    return table.next_hand


def _no_move(
    uneven: Sequence[tuple[SeatedTable[Player], SeatedTable[Player]]], movers: Mapping[int, int | None]
) -> Exception:
    large, small = uneven[0]
    sizes = {
        "large": large.number,
        "large_size": len(large.players),
        "small": small.number,
        "small_size": len(small.players),
    }
    if not any(movers.values()):
        return refused(
            "nobody_may_move",
            f"Table {large.number} has {len(large.players)} players and table {small.number} {len(small.players)}, but "
            "every seat of the larger tables is locked. Unlock one.",
            **sizes,
        )
    return refused(
        "no_seat_to_balance",
        f"Table {small.number} with {len(small.players)} players has no seat open but the button and the small blind. "
        "Release a reserved seat, or balance after its next hand.",
        **sizes,
    )
