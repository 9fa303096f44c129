"""The prize pool as the books have it: what was taken for entries, re-buys and add-ons, and how much of it is paid."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.tournament.payouts import pool_of
from engine.units import Cents
from eventnight.bank.models import Commodity, OwnerKind, Purpose, Transfer
from tournaments.models import FlightEntry, FlightKind, HoldemTournament, Prizes, PurchaseKind, StackPurchase

PURPOSES = {PurchaseKind.REBUY: Purpose.STACK_REBUY, PurchaseKind.ADD_ON: Purpose.ADD_ON}
"""What the money of each is taken for."""


@dataclass(frozen=True, slots=True)
class PoolLine:
    """What was taken for one purpose, in cents, and the share of it that goes into the pool, in percent."""

    purpose: Purpose
    label: str
    count: int
    taken: Cents
    share: int

    @property
    def into_pool(self) -> Cents:
        return pool_of([(self.taken, self.share)])


@dataclass(frozen=True, slots=True)
class Pool:
    """The money of the prizes, in cents. entries: those that count for the paid places. later: taken since the prizes
    were fixed, or given back (below zero). fixed_at: None while what is taken still raises the prizes.
    """

    lines: tuple[PoolLine, ...]
    added: Cents
    guaranteed: Cents
    entries: int
    later: Cents
    fixed_at: datetime | None
    fixed_by: str

    @property
    def total(self) -> Cents:
        return pool_of(((line.taken, line.share) for line in self.lines), added=self.added, guaranteed=self.guaranteed)

    @property
    def raised(self) -> Cents:
        """What it takes of the house's own money to reach the guarantee."""
        return Cents(self.total - pool_of(((line.taken, line.share) for line in self.lines), added=self.added))


@dataclass(frozen=True, slots=True)
class _Sale:
    """An entry of the bank that sold a stack. undone: the number of the entry that took it back."""

    purpose: Purpose
    sequence: int
    cents: int
    undone: int | None

    def counts(self, upto: int | None) -> bool:
        """Whether it stood when the books had come so far; None for now."""
        if upto is None:
            return self.undone is None
        return self.sequence <= upto and (self.undone is None or self.undone > upto)


def pool_of_tournament(tournament: HoldemTournament, prizes: Prizes) -> Pool:
    """The pool now, or as it was when the prizes were fixed: three queries."""
    sales = list(_sales(tournament))
    counted = [sale for sale in sales if sale.counts(prizes.fixed_upto)]
    standing = sum(sale.cents for sale in sales if sale.counts(None))
    return Pool(
        lines=tuple(_lines(counted, prizes)),
        added=Cents(prizes.added),
        guaranteed=Cents(prizes.guaranteed),
        entries=sum(sale.purpose == Purpose.ENTRY_FEE for sale in counted),
        later=Cents(standing - sum(sale.cents for sale in counted)),
        fixed_at=prizes.fixed_at,
        fixed_by=prizes.fixed_by_label,
    )


def _sales(tournament: HoldemTournament) -> Iterator[_Sale]:
    """What the tournament's rows name, with the money of its lines in the books."""
    entered = FlightEntry.objects.filter(flight__tournament=tournament, flight__kind=FlightKind.FIRST)
    bought = StackPurchase.objects.filter(entry__flight__tournament=tournament).order_by("id")
    paid = entered.values_list("issue_entry", flat=True)
    sold = {sequence: Purpose.ENTRY_FEE for sequence in paid if sequence is not None}
    sold |= {sequence: PURPOSES[PurchaseKind(kind)] for sequence, kind in bought.values_list("bank_entry", "kind")}
    lines = Transfer.objects.filter(event_id=tournament.event_id, entry__sequence__in=sold).order_by()
    money: Counter[int] = Counter()
    undone: dict[int, int | None] = defaultdict(lambda: None)
    for sequence, commodity, giver, amount, reversal in lines.values_list(
        "entry__sequence", "commodity", "from_account__owner_kind", "amount", "entry__reversed_by__sequence"
    ):
        undone[sequence] = reversal
        if commodity == Commodity.MONEY and giver == OwnerKind.SOURCE:
            money[sequence] += amount
    for sequence, purpose in sold.items():
        yield _Sale(purpose, sequence, money[sequence], undone[sequence])


def _lines(sales: Sequence[_Sale], prizes: Prizes) -> Iterator[PoolLine]:
    shares = (
        (Purpose.ENTRY_FEE, "Entries", prizes.entry_share),
        (Purpose.STACK_REBUY, "Re-buys", prizes.rebuy_share),
        (Purpose.ADD_ON, "Add-ons", prizes.add_on_share),
    )
    for purpose, label, share in shares:
        own = [sale.cents for sale in sales if sale.purpose == purpose]
        yield PoolLine(purpose, label, len(own), Cents(sum(own)), share)
