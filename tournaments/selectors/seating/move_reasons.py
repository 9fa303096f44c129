"""Why a table breaks or a player moves, in the words of the floor."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tournament.seating import Move, Proposal, ProposalKind, SeatedTable

Tables = Sequence[SeatedTable[str]]


def why_due(tables: Tables, proposal: Proposal[str], seats_wanted: int) -> tuple[str, str]:
    """A heading for the proposal, and the counts that call for it."""
    sizes = {table.number: len(table.players) for table in tables if table.players}
    players, others = sum(sizes.values()), len(sizes) - 1
    if proposal.kind == ProposalKind.FINAL:
        last = next(number for number in sizes if number != proposal.breaks)
        return (
            f"One table is enough: table {last}",
            f"{players} players fit at one table of {seats_wanted}. Table {proposal.breaks} breaks and everybody draws "
            "a new seat; then one card each, and the highest has the first button.",
        )
    if proposal.kind == ProposalKind.BREAK:
        return (
            f"Break table {proposal.breaks}",
            f"{players} players fit at {others} {'table' if others == 1 else 'tables'} of {seats_wanted}, and table "
            f"{proposal.breaks} is the first in the order of breaking.",
        )
    largest, smallest = max(sizes.values()), min(sizes.values())
    return (
        "Balance the tables",
        f"The largest table has {largest} players and the smallest {smallest}: they may differ by one.",
    )


def reason_of(tables: Tables, kind: ProposalKind, move: Move[str]) -> str:
    """Why this player goes to this seat. tables: as they are before the move."""
    if kind != ProposalKind.BALANCE:
        return "Seat drawn by the flight’s seed."
    from_table, to_table = (_table(tables, number) for number in (move.start[0], move.end[0]))
    return f"{_why_player(from_table, move)}. {_why_seat(to_table, move)}."


def _why_player(table: SeatedTable[str], move: Move[str]) -> str:
    hand = table.next_hand
    if hand is None or hand.big_blind == move.start[1]:
        return f"Next big blind of table {table.number}"
    return f"First after the big blind in seat {hand.big_blind} of table {table.number} whose seat is not locked"


def _why_seat(table: SeatedTable[str], move: Move[str]) -> str:
    hand, seat = table.next_hand, move.end[1]
    if hand is None or len(table.players) == 1:
        return f"Somebody sits alone at table {table.number}: any seat will do"
    if table.is_between(seat, hand.small_blind, hand.big_blind):
        return (
            f"Seat {seat} is between small blind {hand.small_blind} and big blind {hand.big_blind}: big blind at once"
        )
    places = table.places_after(hand.big_blind, seat)
    return (
        f"Of the open seats, seat {seat} is the fewest places after the big blind in seat {hand.big_blind}: {places}, "
        f"never on the small blind or the button"
    )


def _table(tables: Tables, number: int) -> SeatedTable[str]:
    return next(table for table in tables if table.number == number)
