"""Whether the raffle's rows agree with what the bank's entries say: tickets by holder and bucket, and the pots paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.db.models import Count, Max, QuerySet

from engine.errors import RuleError
from engine.raffle import DrawTicket, list_hash
from eventnight.bank.models import Entry, EntryKind
from eventnight.raffle.draw_books import check_draw
from eventnight.raffle.models import Draw, Raffle, TicketState
from eventnight.raffle.selectors import PotLine, frozen_tickets, pots_of, raffle_by_event, ticket_money_by_bucket
from eventnight.raffle.selectors.places import misplaced


def check(event_id: int) -> Iterable[str]:
    """One sentence for each difference between the raffle's rows and the ledger; none when they agree."""
    raffle = raffle_by_event(event_id)
    if raffle is None:
        return
    yield from map(str, misplaced(raffle))
    yield from _row_faults(raffle)
    yield from _pot_faults(raffle)
    yield from check_draw(raffle)


def _row_faults(raffle: Raffle) -> Iterator[str]:
    numbers = raffle.tickets.aggregate(rows=Count("pk"), highest=Max("number"))
    if numbers["rows"] != (numbers["highest"] or 0):
        yield f"There are {numbers['rows']} ticket rows up to number {numbers['highest']}: numbers are missing."
    if not raffle.is_frozen:
        return
    if list_hash(raffle.frozen_list.encode()) != raffle.list_hash:
        yield "The published list of tickets has been changed: its hash is another."
    try:
        listed = set(frozen_tickets(raffle))
    except RuleError as refused:
        yield f"The published list of tickets cannot be read. {refused.message}"
        return
    placed = raffle.tickets.filter(state=TicketState.PLACED).values_list("bucket__code", "number", "holder__code")
    for ticket in sorted(listed ^ {DrawTicket(*row) for row in placed}):
        where = "only in the published list" if ticket in listed else "not in the published list"
        yield f"Ticket {ticket.number} of {ticket.holder} in bucket {ticket.bucket} is {where}."


def _pot_faults(raffle: Raffle) -> Iterator[str]:
    pots = pots_of(raffle)
    fixed = {code: pot for code, pot in pots.items() if pot.is_fixed}
    sold = ticket_money_by_bucket(raffle) if fixed else {}
    for code, pot in fixed.items():
        if pot.money != sold.get(code, 0):
            yield f"The pot {code} counts {pot.money} cents; the tickets in it were sold for {sold.get(code, 0)}."
    paid = Draw.objects.filter(raffle=raffle, paid_entry__isnull=False)
    named = {sequence: (holder, bucket) for sequence, holder, bucket in _payments(paid) if sequence is not None}
    entries = Entry.objects.filter(event_id=raffle.event_id, kind=EntryKind.POT_PAID, reversed_by__isnull=True)
    booked = {entry.sequence: entry for entry in entries.order_by("sequence")}
    for sequence in sorted(named.keys() | booked.keys()):
        if sequence not in named:
            yield f"Entry {sequence} paid a pot, but no prize says that it was paid."
        elif sequence not in booked:
            yield f"The pot {named[sequence][1]} was paid by entry {sequence}, which paid no pot or was undone."
        else:
            yield from _payment_faults(booked[sequence], *named[sequence], fixed)


def _payments(paid: QuerySet[Draw]) -> Iterable[tuple[int | None, str, str]]:
    return paid.values_list("paid_entry", "ticket__holder__code", "prize__bucket__code")


def _payment_faults(entry: Entry, holder: str, bucket: str, fixed: Mapping[str, PotLine]) -> Iterator[str]:
    if entry.subject != holder:
        yield f"Entry {entry.sequence} paid the pot {bucket} to {entry.subject}; {holder} won it."
    pot = fixed.get(bucket)
    owed = {"money": pot.money, "percent": pot.percent} if pot else {}
    if entry.rates != owed:
        yield f"Entry {entry.sequence} paid the pot {bucket} by {entry.rates}; published was {owed}."
