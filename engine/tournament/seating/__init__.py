"""Who sits where: the draw of seats, and the moves that keep tables even until one final table is left.

``tables`` holds the values, ``draw`` seats a field, ``balance`` and ``breaking`` find moves, ``proposal`` says which of
them is due, and ``moves`` carries out what the floor has confirmed.
"""

from engine.tournament.seating.balance import balance_tables
from engine.tournament.seating.breaking import break_table, redraw_final_table
from engine.tournament.seating.draw import KeptSeats, draw_late_seat, draw_seats, table_sizes
from engine.tournament.seating.moves import Move, make_moves, reverse_move
from engine.tournament.seating.proposal import Proposal, ProposalKind, propose_moves
from engine.tournament.seating.tables import MOST_SEATS, MOST_TABLES, NextHand, Seat, SeatedTable

__all__ = [
    "MOST_SEATS",
    "MOST_TABLES",
    "KeptSeats",
    "Move",
    "NextHand",
    "Proposal",
    "ProposalKind",
    "Seat",
    "SeatedTable",
    "balance_tables",
    "break_table",
    "draw_late_seat",
    "draw_seats",
    "make_moves",
    "propose_moves",
    "redraw_final_table",
    "reverse_move",
    "table_sizes",
]
