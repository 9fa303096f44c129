"""Whether the rows of single tickets agree with what the bank's entries say, holder by holder and bucket by bucket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from django.db.models import Count, Max, Sum

from engine.raffle import list_hash
from eventnight.bank.models import Commodity, OwnerKind, Transfer
from eventnight.raffle.models import Raffle, TicketState
from eventnight.raffle.selectors import raffle_by_event

Places = Counter[tuple[str, str]]
"""Tickets by holder code and bucket code, "" for those in hand."""

_PLACES = (OwnerKind.PLAYER, OwnerKind.BUCKET)


def check(event_id: int) -> Iterable[str]:
    """One sentence for each difference between ticket rows and ledger; none when they agree, or without a raffle."""
    raffle = raffle_by_event(event_id)
    if raffle is None:
        return
    rows, booked = _places_of_rows(raffle), _places_of_ledger(event_id)
    for holder, bucket in sorted(rows.keys() | booked.keys()):
        place = (holder, bucket)
        if rows[place] != booked[place]:
            where = f"in bucket {bucket}" if bucket else "in hand"
            yield f"{holder} has {rows[place]} ticket rows {where}; the ledger says {booked[place]}."
    yield from _row_faults(raffle)


def _places_of_rows(raffle: Raffle) -> Places:
    valid = raffle.tickets.exclude(state=TicketState.VOID).order_by()
    rows = valid.values_list("holder__code", "bucket__code").annotate(tickets=Count("pk"))
    return Counter({(holder, bucket or ""): tickets for holder, bucket, tickets in rows})


def _places_of_ledger(event_id: int) -> Places:
    """Each entry about tickets names the holder as its subject, which a bucket's balance alone does not tell."""
    lines = Transfer.objects.filter(event_id=event_id, commodity=Commodity.TICKETS).order_by()
    places: Places = Counter()
    for side, sign in (("from_account", -1), ("to_account", 1)):
        known = lines.filter(**{f"{side}__owner_kind__in": _PLACES})
        sums = known.values_list("entry__subject", f"{side}__owner_kind", f"{side}__code").annotate(moved=Sum("amount"))
        for holder, kind, code, moved in sums:
            places[holder, code if kind == OwnerKind.BUCKET else ""] += sign * moved
    return places


def _row_faults(raffle: Raffle) -> Iterator[str]:
    numbers = raffle.tickets.aggregate(rows=Count("pk"), highest=Max("number"))
    if numbers["rows"] != (numbers["highest"] or 0):
        yield f"There are {numbers['rows']} ticket rows up to number {numbers['highest']}: numbers are missing."
    if not raffle.is_frozen:
        return
    if list_hash(raffle.frozen_list.encode()) != raffle.list_hash:
        yield "The published list of tickets has been changed: its hash is another."
    listed = set(raffle.frozen_list.splitlines())
    placed = raffle.tickets.filter(state=TicketState.PLACED).values_list("bucket__code", "number", "holder__code")
    for line in sorted(listed ^ {f"{bucket}\t{number}\t{holder}" for bucket, number, holder in placed}):
        bucket, number, holder = line.split("\t")
        where = "only in the published list" if line in listed else "not in the published list"
        yield f"Ticket {number} of {holder} in bucket {bucket} is {where}."
