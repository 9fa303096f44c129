"""What is due at the tables now: a table to break, the final table, or a player to move. The floor confirms it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic

from engine.doors import door
from engine.tournament.amounts import Bounds, require_whole
from engine.tournament.seating.balance import balance_tables
from engine.tournament.seating.breaking import break_table, redraw_final_table
from engine.tournament.seating.moves import Move
from engine.tournament.seating.tables import (
    FEWEST_SEATS,
    MOST_SEATS,
    RULES,
    Player,
    SeatedTable,
    open_tables,
    places_in_order,
)

TABLES_BEFORE_FINAL = 2


class ProposalKind(StrEnum):
    """FINAL: the last table but one breaks, and everybody draws a new seat; the button goes by high card."""

    BREAK = "break"
    BALANCE = "balance"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Proposal(Generic[Player]):
    """Moves to be made together. breaks: the table that breaks, None in balancing."""

    kind: ProposalKind
    breaks: int | None
    moves: tuple[Move[Player], ...]


@door(own=("seats_wanted",))
def propose_moves(
    tables: Sequence[SeatedTable[Player]],
    break_order: Sequence[int],
    seats_wanted: int,
    seed: str,
    *,
    locked: Collection[Player] = (),
) -> Proposal[Player] | None:
    """The next thing to do: break the first table in the order if the others can take all with no more than
    ``seats_wanted`` each, else balance by one player; None where tables stand as they should.

    seats_wanted: players that a table should hold at most. locked: players who only move if their table breaks.

    Raises RuleError: "seats_wanted_unclear", those of ``break_table``, ``redraw_final_table`` and ``balance_tables``.
    Rules: WAS-3, WAS-4.
    """
    require_whole(
        seats_wanted,
        "number of players wanted at a table",
        Bounds(FEWEST_SEATS, MOST_SEATS),
        code="seats_wanted_unclear",
        rules=RULES,
    )
    by_number = open_tables(tables)
    order = sorted(by_number, key=places_in_order(by_number, break_order).__getitem__)
    players = sum(len(table.players) for table in by_number.values())
    if players <= seats_wanted * (len(order) - 1):
        first = order[0]
        if len(order) == TABLES_BEFORE_FINAL:
            return Proposal(ProposalKind.FINAL, first, redraw_final_table(tables, order[1], seed, locked=locked))
        return Proposal(ProposalKind.BREAK, first, break_table(tables, first, seed))
    move = balance_tables(tables, break_order, locked=locked)
    return Proposal(ProposalKind.BALANCE, None, (move,)) if move else None
