"""The rows of the tables: tables and seats, hands and their packs, fees, bets and spins."""

from __future__ import annotations

from tables.models.hand import Hand, HandInPlay, HandSeat
from tables.models.pack import OPEN_STATES, Pack, PackState, Sent, TurnLimits
from tables.models.roulette import Bet, BetState, Spin
from tables.models.seat import Seat
from tables.models.seat_fee import SeatFee, SeatPayment
from tables.models.shuffle import Shuffle
from tables.models.table import CARD_TABLES, FeeBy, Table, TableKind, TableStatus

__all__ = [
    "CARD_TABLES",
    "OPEN_STATES",
    "Bet",
    "BetState",
    "FeeBy",
    "Hand",
    "HandInPlay",
    "HandSeat",
    "Pack",
    "PackState",
    "Seat",
    "SeatFee",
    "SeatPayment",
    "Sent",
    "Shuffle",
    "Spin",
    "Table",
    "TableKind",
    "TableStatus",
    "TurnLimits",
]
