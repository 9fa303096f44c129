"""The raffle: ``tickets`` says what chips and money buy, ``pot`` what a 50/50 pays. A draw begins with a ``sheet``,
``chance`` and ``beacon`` bring what nobody can steer, ``second`` draws and repeats; ``first`` is the method before it.
"""

from engine.raffle import first
from engine.raffle.beacon import (
    CHAINS,
    QUICKNET,
    Beacon,
    BeaconRound,
    Chain,
    SignatureCheck,
    chain_by_hash,
    require_signature,
)
from engine.raffle.chance import (
    LEAST_CALLS,
    MOST_CALLS,
    CallKind,
    Calls,
    entropy_text,
    read_calls,
)
from engine.raffle.draw import (
    SEED_BYTES,
    Attempt,
    DrawTicket,
    PrizeDraw,
    WinRule,
    commitment,
    draw_index,
    draw_prize,
    eligible_tickets,
    list_hash,
)
from engine.raffle.earlier import compare_earlier
from engine.raffle.pot import TicketsSold, pot_of, ticket_money
from engine.raffle.proof import repeat_draws, verify_draw
from engine.raffle.second import draw_sheet, pot_rows, require_entropy, sheet_key
from engine.raffle.sheet import METHOD, Sheet, SheetPot, SheetPrize, is_sheet, parse_sheet, print_sheet
from engine.raffle.tickets import (
    LOT_PRICE,
    LOT_TICKETS,
    TICKET_RATE,
    TicketsBought,
    tickets_for_chips,
    tickets_for_money,
)

__all__ = [
    "CHAINS",
    "LEAST_CALLS",
    "LOT_PRICE",
    "LOT_TICKETS",
    "METHOD",
    "MOST_CALLS",
    "QUICKNET",
    "SEED_BYTES",
    "TICKET_RATE",
    "Attempt",
    "Beacon",
    "BeaconRound",
    "CallKind",
    "Calls",
    "Chain",
    "DrawTicket",
    "PrizeDraw",
    "Sheet",
    "SheetPot",
    "SheetPrize",
    "SignatureCheck",
    "TicketsBought",
    "TicketsSold",
    "WinRule",
    "chain_by_hash",
    "commitment",
    "compare_earlier",
    "draw_index",
    "draw_prize",
    "draw_sheet",
    "eligible_tickets",
    "entropy_text",
    "first",
    "is_sheet",
    "list_hash",
    "parse_sheet",
    "pot_of",
    "pot_rows",
    "print_sheet",
    "read_calls",
    "repeat_draws",
    "require_entropy",
    "require_signature",
    "sheet_key",
    "ticket_money",
    "tickets_for_chips",
    "tickets_for_money",
    "verify_draw",
]
