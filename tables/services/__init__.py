"""Every write of the tables."""

from tables.services.floor import close_table, open_poker_table, open_roulette
from tables.services.hands import HandPosting, settle_hand, undo_hand
from tables.services.roulette import NewBet, SpinPosting, fill_tray, place_bets, spin, undo_spin, withdraw_bet
from tables.services.seats import leave_seat, seat_player, top_up

__all__ = [
    "HandPosting",
    "NewBet",
    "SpinPosting",
    "close_table",
    "fill_tray",
    "leave_seat",
    "open_poker_table",
    "open_roulette",
    "place_bets",
    "seat_player",
    "settle_hand",
    "spin",
    "top_up",
    "undo_hand",
    "undo_spin",
    "withdraw_bet",
]
