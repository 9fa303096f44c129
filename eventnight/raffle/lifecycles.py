"""What may happen to a raffle, to a ticket and to a number that came up, and in which of their states.

Each move has the states from which it is made and the state it leads to (None: it stays).
"""

from __future__ import annotations

from eventnight.core.errors import Conflict
from eventnight.core.lifecycle import Lifecycle, Move
from eventnight.raffle.models import Draw, Outcome, Raffle, RaffleStatus, Ticket, TicketState
from eventnight.raffle.selectors import why_sales_are_closed

R = RaffleStatus
DRAW_RULES = ("WLIA-16",)

_WAYS_OUT = {
    R.OPEN: "Close the sales first.",
    R.FROZEN: "Enter the chance that guests bring first.",
    R.DRAWING: "Go on with the prizes.",
    R.DONE: "The results are final, as they were published.",
}


def _raffle_status(raffle: Raffle, move: Move) -> Conflict:
    if move.name == "change_tickets":
        return _raffle_frozen(raffle)
    now = R(raffle.status)
    what = "no prize can be drawn now" if move.name == "draw" else "this step is not open"
    return Conflict(
        "raffle_status",
        f'The raffle is at "{now.label}", so {what}. {_WAYS_OUT[now]}',
        rules=DRAW_RULES,
        status=raffle.status,
    )


def _raffle_frozen(raffle: Raffle) -> Conflict:
    assert raffle.frozen_at is not None
    return Conflict(
        "raffle_frozen",
        f"{why_sales_are_closed(raffle.event)} Tickets can no longer be sold, placed, moved or taken back.",
        rules=DRAW_RULES,
        status=raffle.status,
        frozen_at=raffle.frozen_at.isoformat(),
    )


def _ticket_void(ticket: Ticket, move: Move) -> Conflict:
    return Conflict(
        "ticket_void",
        f"Ticket {ticket.number} is void already: {ticket.void_reason}. Nothing more to do.",
        number=ticket.number,
    )


def _draw_decided(draw: Draw, move: Move) -> Conflict:
    return Conflict(
        "draw_decided",
        f'Ticket {draw.ticket.number} of prize {draw.prize.code} is at "{draw.get_outcome_display()}" already. '
        "Call it again first if that is wrong.",
        prize=draw.prize.code,
        attempt=draw.attempt,
        outcome=draw.outcome,
    )


RAFFLE = Lifecycle(
    "status",
    _raffle_status,
    # change_tickets: sell, place, move, take back and void them, and arrange the buckets.
    change_tickets=({R.OPEN}, None),
    renew_promise=({R.OPEN}, None),
    freeze=({R.OPEN}, R.FROZEN),
    reopen_sales=({R.FROZEN}, R.OPEN),
    enter_entropy=({R.FROZEN}, R.DRAWING),
    begin_barrel=({R.FROZEN}, R.DRAWING),
    draw=({R.DRAWING}, None),
    finish=({R.DRAWING}, R.DONE),
)

TICKET = Lifecycle("state", _ticket_void, void=({TicketState.HELD, TicketState.PLACED}, TicketState.VOID))

DRAW = Lifecycle(
    "outcome",
    _draw_decided,
    absent=({Outcome.DRAWN}, Outcome.ABSENT),
    handed_over=({Outcome.DRAWN}, Outcome.HANDED_OVER),
    paid=({Outcome.DRAWN}, Outcome.HANDED_OVER),
    called_again=({Outcome.ABSENT, Outcome.HANDED_OVER}, Outcome.DRAWN),
    taken_back=({Outcome.HANDED_OVER}, Outcome.DRAWN),
)
