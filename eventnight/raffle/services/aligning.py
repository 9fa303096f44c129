"""Tickets that do not lie where the ledger has them are put there."""

from __future__ import annotations

from collections import defaultdict

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.raffle.lifecycles import RAFFLE
from eventnight.raffle.models import Ticket, TicketState
from eventnight.raffle.selectors import bucket_by_code
from eventnight.raffle.selectors.places import Misplaced, misplaced
from eventnight.raffle.services.locks import locked_raffle


@transaction.atomic
def align_tickets(*, event: Event, press: Press) -> list[Misplaced]:
    """Move ticket rows until they lie as the ledger says; of a place with too many, the highest numbers leave.

    The ledger is not changed. Returns what was misplaced.

    Raises Conflict("raffle_frozen", "tickets_unaccounted"), NotFound("no_raffle").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    found = misplaced(raffle)
    by_holder: dict[str, list[Misplaced]] = defaultdict(list)
    for each in found:
        by_holder[each.holder].append(each)
    for holder, places in by_holder.items():
        difference = sum(each.rows - each.booked for each in places)
        if difference:
            raise Conflict(
                "tickets_unaccounted",
                f"{holder} has {abs(difference)} ticket rows {'more' if difference > 0 else 'fewer'} than the ledger "
                "has tickets, so moving them cannot help. Restore the last backup.",
                player=holder,
                difference=difference,
            )
        loose = [ticket for each in places if each.rows > each.booked for ticket in _surplus(raffle.pk, each)]
        for each in (each for each in places if each.rows < each.booked):
            missing = each.booked - each.rows
            taken, loose = loose[:missing], loose[missing:]
            bucket = bucket_by_code(raffle, each.bucket) if each.bucket else None
            state = TicketState.PLACED if bucket else TicketState.HELD
            Ticket.objects.filter(pk__in=[ticket.pk for ticket in taken]).update(bucket=bucket, state=state)
    if found:
        told = [str(each) for each in found]
        record(event.pk, press=press, action="tickets.aligned", subject=event.code, places=told)
    return found


def _surplus(raffle_id: int, place: Misplaced) -> list[Ticket]:
    there = Ticket.objects.filter(raffle_id=raffle_id, holder__code=place.holder).exclude(state=TicketState.VOID)
    there = there.filter(bucket__code=place.bucket) if place.bucket else there.filter(bucket=None)
    return list(there.order_by("-number")[: place.rows - place.booked])
