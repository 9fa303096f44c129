"""A raffle as its rows tell of it: where every ticket lies, what every number became, and what may be sold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from eventnight.bank.models import Entry, EntryKind
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.raffle.models import Bucket, Draw, Raffle, RaffleStatus, Ticket, TicketState
from tests.simulator.deeds.deed import ORGANISER, Evening

RUNS_RAFFLE = (ORGANISER, ORGANISER, ORGANISER, Role.RAFFLE.value, Role.DESK.value)
NOT_ON_SALE = "the raffle takes no more tickets"
NOBODY = "P998"


@dataclass(frozen=True)
class Paper:
    """A ticket. bucket: its code, empty for one in hand or void."""

    holder: str
    bucket: str
    state: str
    sold_entry: int
    void_reason: str = ""

    def into(self, bucket: str) -> Paper:
        """The same in a bucket, or in hand for an empty code."""
        return replace(self, bucket=bucket, state=TicketState.PLACED if bucket else TicketState.HELD)

    def void(self, reason: str) -> Paper:
        """The same, void."""
        return replace(self, bucket="", state=TicketState.VOID, void_reason=reason)


Papers = dict[int, Paper]


def papers(event: Event) -> Papers:
    """Every ticket of the night, by number."""
    rows = Ticket.objects.filter(raffle__event=event).order_by("number")
    columns = ("number", "holder__code", "bucket__code", "state", "sold_entry", "void_reason")
    return {
        number: Paper(holder, bucket or "", state, sold, reason)
        for number, holder, bucket, state, sold, reason in rows.values_list(*columns)
    }


def lying(found: Papers, holder: str) -> Counter[str]:
    """How many of a holder's tickets lie in which bucket; "" for those in hand."""
    return Counter(each.bucket for each in found.values() if each.holder == holder and each.state != TicketState.VOID)


def shifted(found: Papers, holder: str, giver: str, taker: str, count: int) -> Papers:
    """The tickets after so many of a holder went from a bucket to another, "" for the hand: out of the hand the lowest
    numbers go first, out of a bucket the highest.
    """
    own = [n for n, each in found.items() if (each.holder, each.bucket) == (holder, giver) and each.state != "void"]
    numbers = sorted(own, reverse=bool(giver))[:count]
    return {**found, **{number: found[number].into(taker) for number in numbers}}


def raffle_of(night: Evening) -> Raffle:
    """The night's raffle."""
    return Raffle.objects.get(event=night.event)


def bucket_codes(raffle: Raffle) -> list[str]:
    """In the order in which they stand."""
    return list(Bucket.objects.filter(raffle=raffle).order_by("position", "pk").values_list("code", flat=True))


def why_no_sale(night: Evening, raffle: Raffle) -> str:
    """Why no ticket may be sold, placed or taken back now; empty where it may."""
    if raffle.status != RaffleStatus.OPEN:
        return NOT_ON_SALE
    return night.closed


def sold_by(event: Event) -> dict[int, Entry]:
    """The entries that sold tickets, by their number."""
    kinds = (EntryKind.TICKET_SALE, EntryKind.REDEMPTION)
    return {entry.sequence: entry for entry in Entry.objects.filter(event=event, kind__in=kinds).order_by("sequence")}


def draws(raffle: Raffle) -> dict[int, dict[str, object]]:
    """Every number that came up, by its place in the order of all."""
    columns = ("prize__code", "attempt", "ticket__number", "eligible", "index", "outcome", "at", "by_code")
    rows = Draw.objects.filter(raffle=raffle).order_by("number")
    more = ("decided_at", "decided_by", "paid_entry")
    return {row.pop("number"): row for row in rows.values("number", *columns, *more)}


def facts_of(found: Papers) -> dict[int, str]:
    """For comparing: each ticket in words."""
    return {
        number: f"{each.holder}, {each.state} {each.bucket} {each.void_reason}, sold by {each.sold_entry}"
        for number, each in found.items()
    }
