"""Moves from seat to seat: carried out together, told on a slip, and undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from engine.chance import require_distinct
from engine.doors import door, typed
from engine.errors import quoted
from engine.tournament.seating.tables import NextHand, Player, Seat, SeatedTable, open_tables, refused, seat_text


@dataclass(frozen=True, slots=True)
@typed
class Move(Generic[Player]):
    """A player goes from one seat to another."""

    player: Player
    start: Seat
    end: Seat

    @property
    def slip(self) -> str:
        """What the player is handed: "table 3 seat 5 to table 1 seat 9"."""
        return f"{seat_text(self.start)} to {seat_text(self.end)}"


@door
def reverse_move(move: Move[Player]) -> Move[Player]:
    """The move that takes this one back."""
    return Move(move.player, move.end, move.start)


@door
def make_moves(
    tables: Sequence[SeatedTable[Player]], moves: Sequence[Move[Player]], *, is_redraw: bool = False
) -> tuple[SeatedTable[Player], ...]:
    """The tables after all moves at once: two players may change seats. A table that everybody left stays, closed.

    Where button and small blind are does not change. Somebody seated between small and big blind is the next big
    blind; if the next big blind has left, it is the player after. After a redraw the button is drawn again.
    Made with every move reversed, everybody sits as before.

    Raises RuleError: "listed_twice", "not_in_that_seat", "no_such_table", "no_such_seat", "seat_reserved",
    "seat_taken", "table_twice", "seated_twice".
    Rules: WAS-3.
    """
    open_tables(tables)
    require_distinct([move.player for move in moves], "WAS-3")
    seated = {table.number: dict(table.players) for table in tables}
    for move in moves:
        table, seat = move.start
        if seated.get(table, {}).get(seat) != move.player or seat not in seated[table]:
            raise refused(
                "not_in_that_seat",
                f"{quoted(move.player)} does not sit at {seat_text(move.start)} any more. Ask for a fresh proposal.",
                player=quoted(move.player),
                table=table,
                seat=seat,
            )
    for move in moves:
        del seated[move.start[0]][move.start[1]]
    for move in moves:
        _sit(seated, move)
    return tuple(_with_players(table, seated[table.number], is_redraw) for table in tables)


def _sit(seated: Mapping[int, dict[int, Player]], move: Move[Player]) -> None:
    table, seat = move.end
    if table not in seated:
        raise refused("no_such_table", f"There is no table {table}. Choose one that is open.", table=table)
    if seat in seated[table]:
        raise refused(
            "seat_taken",
            f"{quoted(seated[table][seat])} sits at {seat_text(move.end)}. Ask for a fresh proposal.",
            player=quoted(seated[table][seat]),
            table=table,
            seat=seat,
        )
    seated[table][seat] = move.player


def _with_players(table: SeatedTable[Player], players: Mapping[int, Player], is_redraw: bool) -> SeatedTable[Player]:
    if players == table.players and not is_redraw:
        return table
    hand = None if is_redraw or table.next_hand is None else _next_hand(table, table.next_hand, players)
    return replace(table, players=players, next_hand=hand)


def _next_hand(table: SeatedTable[Player], hand: NextHand, players: Mapping[int, Player]) -> NextHand | None:
    others = players.keys() - {hand.small_blind}
    if not others:
        return None
    came = [seat for seat in others - table.players.keys() if table.is_between(seat, hand.small_blind, hand.big_blind)]
    if came:
        return replace(hand, big_blind=min(came, key=lambda seat: table.places_after(hand.small_blind, seat)))
    if hand.big_blind in players:
        return hand
    return replace(hand, big_blind=min(others, key=lambda seat: table.places_after(hand.big_blind, seat)))
