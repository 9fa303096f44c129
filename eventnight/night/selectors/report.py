"""The end of the night on one sheet: where everything came from, who holds it, and that both come to the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Sum
from django.db.models.functions import Coalesce

from engine.units import Cents
from eventnight.bank.models import COMPUTED_KINDS, Books, Commodity, EntryKind, OwnerKind, Purpose, Transfer
from eventnight.bank.selectors import BooksReport, books_totals, fund_total, verify_books
from eventnight.events.models import Event
from eventnight.events.selectors import CheckInCounts, check_in_counts


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A figure: cents of money, else chips or tickets."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class CommodityReport:
    """One commodity. came: what entered the night, by what for, less what went back. held: who has it now."""

    name: str
    is_money: bool
    came: tuple[ReportLine, ...]
    held: tuple[ReportLine, ...]

    @property
    def total_came(self) -> int:
        return sum(line.amount for line in self.came)

    @property
    def total_held(self) -> int:
        return sum(line.amount for line in self.held)

    @property
    def adds_up(self) -> bool:
        return self.total_came == self.total_held


@dataclass(frozen=True, kw_only=True, slots=True)
class NightReport:
    """What a treasurer files. fund: in cents. seal: of the last entry, empty before the first."""

    event: Event
    doors: CheckInCounts
    fund: Cents
    commodities: tuple[CommodityReport, ...]
    books: BooksReport
    seal: str

    @property
    def adds_up(self) -> bool:
        return self.books.is_clean and all(each.adds_up for each in self.commodities)


def night_report(event: Event) -> NightReport:
    """The report as the books stand, worked out again from the first entry on."""
    books = Books.objects.filter(event=event).first()
    totals = books_totals(event.pk)
    came = _came(event.pk)
    return NightReport(
        event=event,
        doors=check_in_counts(event),
        fund=fund_total(event.pk),
        commodities=tuple(
            CommodityReport(
                name=str(commodity.label),
                is_money=commodity == Commodity.MONEY,
                came=_named(came, commodity, Purpose if commodity == Commodity.MONEY else EntryKind),
                held=_held(totals[commodity]),
            )
            for commodity in Commodity
            if commodity in totals
        ),
        books=verify_books(event.pk),
        seal=f"{books.last_sequence} {books.last_hash[:12]}" if books and books.last_sequence else "",
    )


def _came(event_id: int) -> Counter[tuple[str, str]]:
    """What issuers and guests gave, by commodity and purpose of money or kind of entry, corrections taken off."""
    lines = Transfer.objects.filter(event_id=event_id).order_by()
    rows = lines.annotate(what=Coalesce("entry__reverses__kind", "entry__kind")).values_list(
        "commodity", "entry__purpose", "what", "from_account__owner_kind", "to_account__owner_kind"
    )
    sums: Counter[tuple[str, str]] = Counter()
    for commodity, purpose, what, giver, taker, amount in rows.annotate(amount=Sum("amount")):
        sign = (giver in COMPUTED_KINDS) - (taker in COMPUTED_KINDS)
        sums[commodity, purpose if commodity == Commodity.MONEY else what] += sign * amount
    return sums


def _named(
    came: Counter[tuple[str, str]], commodity: str, names: type[Purpose] | type[EntryKind]
) -> tuple[ReportLine, ...]:
    return tuple(
        ReportLine(str(name.label), came[commodity, name.value]) for name in names if came[commodity, name.value]
    )


def _held(by_kind: dict[str, int]) -> tuple[ReportLine, ...]:
    return tuple(
        ReportLine(str(kind.label), by_kind[kind])
        for kind in OwnerKind
        if kind not in COMPUTED_KINDS and by_kind.get(kind)
    )
