"""Single tickets: whose they are and where they lie."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Prefetch, QuerySet
from django.utils.crypto import constant_time_compare

from eventnight.core.errors import NotFound
from eventnight.events.models import Player
from eventnight.raffle.models import Draw, Outcome, Raffle, Ticket, TicketState
from eventnight.raffle.selectors.reveal import Told, told_of

_TYPED = re.compile(r"(?:.*/)?0*([1-9][0-9]{0,8})(?:[-\s]+([0-9A-Z]{6}))?/?", re.ASCII | re.IGNORECASE)


def tickets_of(raffle: Raffle, player: Player | None = None) -> QuerySet[Ticket]:
    """Tickets by number with bucket and holder, of one player if asked; void ones too."""
    found = raffle.tickets.select_related("bucket", "holder__person", "holder__event")
    return found if player is None else found.filter(holder=player)


def placed_tickets(raffle: Raffle) -> QuerySet[Ticket]:
    """The tickets that lie in a bucket."""
    return tickets_of(raffle).filter(state=TicketState.PLACED)


def ticket_by_number(raffle: Raffle, number: int) -> Ticket:
    """The ticket with that number. Raises NotFound("unknown_ticket")."""
    ticket = tickets_of(raffle).filter(number=number).first()
    if ticket is None:
        raise NotFound("unknown_ticket", f"No ticket has the number {number}. Read it again.", number=number)
    return ticket


def tickets_sold_by(raffle: Raffle, sequence: int) -> QuerySet[Ticket]:
    """The tickets that an entry of the bank sold."""
    return tickets_of(raffle).filter(sold_entry=sequence)


def ticket_counts(raffle: Raffle, player: Player) -> Counter[str]:
    """How many tickets of a player lie where: by bucket code, "" for those in hand. One query."""
    own = raffle.tickets.filter(holder=player).exclude(state=TicketState.VOID)
    rows = own.order_by().values_list("bucket__code").annotate(number=Count("pk"))
    return Counter({code or "": number for code, number in rows})


def placed_by_holder(raffle: Raffle) -> dict[int, int]:
    """How many tickets each player has in buckets, by player id. One query."""
    rows = raffle.tickets.filter(state=TicketState.PLACED).order_by().values_list("holder_id")
    return dict(rows.annotate(number=Count("pk")))


@dataclass(frozen=True, slots=True)
class TicketStanding:
    """A ticket with what became of it. prize: code of the one it won or is called for; is_called: still waited for."""

    ticket: Ticket
    raffle: Raffle
    prize: str = ""
    is_called: bool = False

    @property
    def state_text(self) -> str:
        """In a few words, as its page shows it."""
        if self.ticket.is_void:
            return "Void"
        if self.prize:
            return "Called" if self.is_called else "Won"
        if self.ticket.is_placed:
            return "Did not win" if self.raffle.is_done else "In the draw"
        return "Takes no part" if self.raffle.is_frozen else "Valid, in no bucket yet"


def printable_tickets(
    raffle: Raffle, *, player: Player | None, entry: int | None, first: int | None, last: int | None
) -> QuerySet[Ticket]:
    """The valid tickets to put on paper, by number: of a player, of a sale, of a range, or of all of these at once."""
    found = tickets_of(raffle, player).exclude(state=TicketState.VOID)
    if entry:
        found = found.filter(sold_entry=entry)
    if first:
        found = found.filter(number__gte=first)
    return found.filter(number__lte=last) if last else found


def standing_of(raffle: Raffle, number: int, check_code: str, now: datetime) -> TicketStanding:
    """What became of the ticket that this paper shows: two queries. It is called once its number is told.

    Raises NotFound("unknown_ticket") also where the check code is another's, so that numbers cannot be tried.
    """
    drawn = Draw.objects.exclude(outcome=Outcome.ABSENT).select_related("prize")
    found = raffle.tickets.select_related("bucket", "holder__person", "holder__event")
    ticket = found.prefetch_related(Prefetch("draws", queryset=drawn)).filter(number=number).first()
    if ticket is None or not constant_time_compare(ticket.check_code, check_code.upper()):
        raise NotFound(
            "unknown_ticket",
            f"This raffle has no ticket {number} with the check code {check_code}. Read both again; a copied number "
            "has another code.",
            number=number,
        )
    won = next(iter(ticket.draws.all()), None)
    if won is None or told_of(won, now) == Told.NOTHING:
        return TicketStanding(ticket, raffle)
    return TicketStanding(ticket, raffle, won.prize.code, won.is_calling)


def typed_ticket(raffle: Raffle, text: str, now: datetime) -> TicketStanding:
    """The ticket that staff have scanned or typed: "17", "17-K3M9QX", or the whole address in its QR code.

    Raises NotFound("unknown_ticket").
    """
    read = _TYPED.fullmatch(text.strip())
    if read is None:
        raise NotFound(
            "unknown_ticket", f"“{text[:80]}” is not a ticket. Type its number, or scan the code on it.", text=text[:80]
        )
    number = int(read[1])
    return standing_of(raffle, number, read[2] or ticket_by_number(raffle, number).check_code, now)
