"""The rows of the tables: tables and seats, hands, bets and spins."""

from __future__ import annotations

from tables.models.hand import Hand, HandInPlay, HandSeat
from tables.models.roulette import Bet, BetState, Spin
from tables.models.table import CARD_TABLES, Seat, Table, TableKind, TableStatus

__all__ = [
    "CARD_TABLES",
    "Bet",
    "BetState",
    "Hand",
    "HandInPlay",
    "HandSeat",
    "Seat",
    "Spin",
    "Table",
    "TableKind",
    "TableStatus",
]
