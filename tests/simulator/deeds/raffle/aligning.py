"""Tickets that somebody has laid elsewhere behind everybody's back, and the command that puts them right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import StringIO

from django.core.management import CommandError, call_command
from django.db import transaction

from eventnight.raffle.models import Bucket, Raffle, RaffleStatus, Ticket, TicketState
from tests.simulator.deeds.deed import Deed, Evening
from tests.simulator.deeds.raffle.rows import raffle_of

Places = Counter[tuple[str, str]]
"""How many tickets lie where, by holder and bucket; the bucket is empty for those in hand."""
FOUND, LOST = "Moved.", "Restore the last backup."


def align(night: Evening) -> Deed:
    """A ticket is laid elsewhere, or lost, and the command is asked. Afterwards everything is as it was."""
    raffle = raffle_of(night)
    press = night.program("GET", "raffle/tickets/")
    valid = raffle.tickets.exclude(state=TicketState.VOID).order_by("number")
    ticket = night.one_of(valid.values_list("pk", flat=True))
    buckets = [None, *raffle.buckets.order_by("pk")]
    where, is_lost = night.chance.choice(buckets), night.is_wrong(0.3)

    def promise() -> Iterator[str]:
        with transaction.atomic():
            yield from _of_command(raffle, ticket, where, is_lost=is_lost)
            transaction.set_rollback(True)

    return Deed(press, must_count=True, promise=promise)


def _of_command(raffle: Raffle, ticket: int | None, where: Bucket | None, *, is_lost: bool) -> Iterator[str]:
    before = _places(raffle)
    if ticket is not None and is_lost:
        Ticket.objects.filter(pk=ticket).update(state=TicketState.VOID, bucket=None, void_reason="lost")
    elif ticket is not None:
        state = TicketState.PLACED if where else TicketState.HELD
        Ticket.objects.filter(pk=ticket).update(bucket=where, state=state)
    laid, said = _places(raffle), _asked(raffle)
    if raffle.status != RaffleStatus.OPEN:
        if FOUND in said or _places(raffle) != laid:
            yield f"after the sales tickets were laid elsewhere: {said}"
    elif ticket is not None and is_lost:
        if LOST not in said or _places(raffle) != laid:
            yield f"a ticket is lost, and the command says {said}"
    elif _places(raffle) != before or said.count(FOUND) != len((laid - before) + (before - laid)):
        yield f"the tickets lie {_places(raffle)}, not {before}: {said}"


def _asked(raffle: Raffle) -> str:
    """What the command says, also where it refuses."""
    told = StringIO()
    try:
        call_command("align_tickets", raffle.event.code, stdout=told)
    except CommandError as refused:
        return str(refused)
    return told.getvalue()


def _places(raffle: Raffle) -> Places:
    rows = Ticket.objects.filter(raffle=raffle).exclude(state=TicketState.VOID)
    return Counter((holder, bucket or "") for holder, bucket in rows.values_list("holder__code", "bucket__code"))
