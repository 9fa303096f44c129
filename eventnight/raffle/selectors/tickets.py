"""Single tickets: whose they are and where they lie."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from django.db.models import Count, QuerySet

from eventnight.bank.models import Entry
from eventnight.core.errors import NotFound
from eventnight.events.models import Player
from eventnight.raffle.models import Raffle, Ticket, TicketState


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


def booked_entry(event_id: int, request_id: UUID) -> Entry | None:
    """The bank's entry of that press, if it has one: then it is a replay, whatever has happened since."""
    return Entry.objects.filter(event_id=event_id, key=request_id).first()
