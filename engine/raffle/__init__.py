"""The raffle: ``tickets`` says what chips and money buy, ``pot`` what a 50/50 pays, ``draw`` draws, ``proof`` publishes
a draw and repeats it.
"""

from engine.raffle.draw import (
    METHOD,
    Attempt,
    DrawTicket,
    WinRule,
    canonical_list,
    check_entropy,
    commitment,
    draw_index,
    draw_key,
    draw_prize,
    eligible_tickets,
    list_hash,
)
from engine.raffle.pot import TicketsSold, pot_of, ticket_money
from engine.raffle.proof import PrizeDraw, parse_list, publish_draw, verify_draw
from engine.raffle.tickets import (
    LOT_PRICE,
    LOT_TICKETS,
    TICKET_RATE,
    TicketsBought,
    tickets_for_chips,
    tickets_for_money,
)

__all__ = [
    "LOT_PRICE",
    "LOT_TICKETS",
    "METHOD",
    "TICKET_RATE",
    "Attempt",
    "DrawTicket",
    "PrizeDraw",
    "TicketsBought",
    "TicketsSold",
    "WinRule",
    "canonical_list",
    "check_entropy",
    "commitment",
    "draw_index",
    "draw_key",
    "draw_prize",
    "eligible_tickets",
    "list_hash",
    "parse_list",
    "pot_of",
    "publish_draw",
    "ticket_money",
    "tickets_for_chips",
    "tickets_for_money",
    "verify_draw",
]
