"""Every write of the tables."""

from tables.services.between import choose_entry, come_back, give_first_button, sit_out
from tables.services.dealt import (
    OwnMove,
    ReadySign,
    act,
    come_in_on_phone,
    deal_and_time_out,
    give_time,
    pause_table,
    resume_table,
    say_ready,
    sit_out_on_phone,
    void_hand,
)
from tables.services.floor import NewPokerTable, NewRoulette, close_table, open_poker_table, open_roulette
from tables.services.hand_in_play import Move, call_off, pay_out, play_move, start_hand
from tables.services.hands import HandPosting, settle_hand, undo_hand
from tables.services.of_flights import NewFlightTable, open_flight_table
from tables.services.roulette import (
    NewBet,
    SpinPosting,
    close_bets,
    fill_tray,
    open_bets_again,
    place_bets,
    spin,
    undo_spin,
    withdraw_bet,
)
from tables.services.rulings import apply_ruling
from tables.services.seat_fees import (
    charge_due_seats,
    start_seat_fees,
    stop_for_the_night,
    stop_seat_fees,
    undo_seat_fee,
)
from tables.services.seats import leave_seat, require_taken, seat_player, top_up

__all__ = [
    "HandPosting",
    "Move",
    "NewBet",
    "NewFlightTable",
    "NewPokerTable",
    "NewRoulette",
    "OwnMove",
    "ReadySign",
    "SpinPosting",
    "act",
    "apply_ruling",
    "call_off",
    "charge_due_seats",
    "choose_entry",
    "close_bets",
    "close_table",
    "come_back",
    "come_in_on_phone",
    "deal_and_time_out",
    "fill_tray",
    "give_first_button",
    "give_time",
    "leave_seat",
    "open_bets_again",
    "open_flight_table",
    "open_poker_table",
    "open_roulette",
    "pause_table",
    "pay_out",
    "place_bets",
    "play_move",
    "require_taken",
    "resume_table",
    "say_ready",
    "seat_player",
    "settle_hand",
    "sit_out",
    "sit_out_on_phone",
    "spin",
    "start_hand",
    "start_seat_fees",
    "stop_for_the_night",
    "stop_seat_fees",
    "top_up",
    "undo_hand",
    "undo_seat_fee",
    "undo_spin",
    "void_hand",
    "withdraw_bet",
]
