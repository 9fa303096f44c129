"""Where a night's tickets lie: by its ticket rows, and by what the ledger says."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from django.db.models import Count, Sum

from eventnight.bank.models import Commodity, OwnerKind, Transfer
from eventnight.raffle.models import Raffle, TicketState

Places = Counter[tuple[str, str]]
"""Tickets by holder code and bucket code, "" for those in hand."""

_PLACES = (OwnerKind.PLAYER, OwnerKind.BUCKET)


class Misplaced(NamedTuple):
    """A place at which the rows are other tickets than the ledger's. bucket: "" for the holder's hand."""

    holder: str
    bucket: str
    rows: int
    booked: int

    def __str__(self) -> str:
        where = f"in bucket {self.bucket}" if self.bucket else "in hand"
        return f"{self.holder} has {self.rows} ticket rows {where}; the ledger says {self.booked}."


def misplaced(raffle: Raffle) -> list[Misplaced]:
    """Every place at which rows and ledger differ, by holder and bucket."""
    rows, booked = _places_of_rows(raffle), _places_of_ledger(raffle.event_id)
    places = sorted(rows.keys() | booked.keys())
    return [Misplaced(*place, rows[place], booked[place]) for place in places if rows[place] != booked[place]]


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
