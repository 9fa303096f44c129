"""The pots of 50/50 buckets: worked out from the tickets in them while they are sold, fixed when sales close."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from engine.raffle import TicketsSold, pot_of, ticket_money
from engine.units import Cents
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors import actor_labels, entry_of
from eventnight.core.errors import NotFound
from eventnight.core.values.codes import called
from eventnight.events.models import Player
from eventnight.raffle.models import Bucket, Draw, Outcome, Raffle, TicketState


@dataclass(frozen=True, slots=True)
class PotLine:
    """A 50/50. money: what the tickets in it were sold for; pot: the winner's share of that. Both in cents.

    is_owed: somebody may still win it, so that much of the money taken is not the fund's.
    """

    bucket: str
    percent: int
    money: Cents
    pot: Cents
    is_fixed: bool
    is_owed: bool

    @property
    def fund(self) -> Cents:
        """What stays with the fund."""
        return Cents(self.money - self.pot)


def pots_of(raffle: Raffle) -> dict[str, PotLine]:
    """The pots by bucket code: one query without any, at most three.

    Tickets that chips bought add nothing: they were not sold for money.

    Rules: WLIA-14, WLIA-15.
    """
    settled = Draw.objects.filter(prize__bucket=OuterRef("pk"), outcome=Outcome.HANDED_OVER)
    buckets = list(raffle.buckets.filter(pot_percent__isnull=False).annotate(is_settled=Exists(settled)))
    money = ticket_money_by_bucket(raffle) if any(bucket.pot is None for bucket in buckets) else {}
    return {bucket.code: _pot_line(raffle, bucket, money, is_settled=bucket.is_settled) for bucket in buckets}


def ticket_money_by_bucket(raffle: Raffle) -> dict[str, Cents]:
    """What the tickets in each 50/50 bucket were sold for, in cents, at the rates of their own sales: two queries."""
    placed = raffle.tickets.filter(state=TicketState.PLACED, bucket__pot_percent__isnull=False).order_by()
    counts = list(placed.values_list("bucket__code", "sold_entry").annotate(tickets=Count("pk")))
    sales = Entry.objects.filter(
        Q(event_id=raffle.event_id, kind=EntryKind.TICKET_SALE),
        sequence__in={sequence for _, sequence, _ in counts},
    )
    rates = dict(sales.order_by().values_list("sequence", "rates"))
    sold: dict[str, list[TicketsSold]] = defaultdict(list)
    for bucket, sequence, tickets in counts:
        if sequence in rates:
            lot = rates[sequence]
            sold[bucket].append(TicketsSold(tickets, lot["tickets"], Cents(lot["price"])))
    return {bucket: ticket_money(lots) for bucket, lots in sold.items()}


def _pot_line(raffle: Raffle, bucket: Bucket, live_money: dict[str, Cents], *, is_settled: bool) -> PotLine:
    money = live_money.get(bucket.code, Cents(0)) if bucket.pot_money is None else Cents(bucket.pot_money)
    percent = bucket.pot_percent or 0
    return PotLine(
        bucket=bucket.code,
        percent=percent,
        money=money,
        pot=pot_of(money, percent) if bucket.pot is None else Cents(bucket.pot),
        is_fixed=bucket.pot is not None,
        is_owed=not is_settled and not raffle.is_done,
    )


@dataclass(frozen=True, slots=True)
class PotSlip:
    """A payment as its slip says it. paid_from: "Till T1" or "Safe"."""

    pot: PotLine
    item: str
    prize: str
    attempt: int
    ticket: int
    holder: Player
    paid_from: str
    by: str
    entry: Entry


def pot_slip(raffle: Raffle, prize_code: str, attempt: int) -> PotSlip:
    """The last payment for that number. Raises NotFound("pot_not_paid")."""
    drawn = raffle.draws.filter(called(prize_code, "prize__code"), attempt=attempt, paid_entry__isnull=False)
    draw = drawn.select_related("prize__bucket", "ticket__holder__person").first()
    if draw is None or draw.paid_entry is None:
        raise NotFound(
            "pot_not_paid", f"Nothing has been paid for prize {prize_code}, so there is no slip.", prize=prize_code
        )
    bucket = draw.prize.bucket
    entry = entry_of(raffle.event_id, draw.paid_entry)
    return PotSlip(
        pot=_pot_line(raffle, bucket, {}, is_settled=True),
        item=bucket.item,
        prize=draw.prize.code,
        attempt=draw.attempt,
        ticket=draw.ticket.number,
        holder=draw.ticket.holder,
        paid_from=f"Till {entry.till}" if entry.till else "Safe",
        by=actor_labels([entry.actor_code], raffle.event_id)[entry.actor_code],
        entry=entry,
    )
