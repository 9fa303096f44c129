"""The end of the night on one sheet: where everything came from, who holds it, and that both come to the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum
from django.db.models.functions import Coalesce

from eventnight.bank.means import Means
from eventnight.bank.models import (
    COMPUTED_KINDS,
    PAID_OUT,
    Books,
    Commodity,
    Entry,
    EntryKind,
    OwnerKind,
    Purpose,
    Transfer,
)
from eventnight.bank.selectors import BooksReport, actor_labels, books_totals, money_by_means, verify_books
from eventnight.bank.selectors.chips.inventory import color_up_drift
from eventnight.bank.selectors.desk.fund import FundState, fund_state
from eventnight.bank.selectors.ledger.approvals import ApprovalLine, approval_lines
from eventnight.events.models import Event
from eventnight.events.selectors import CheckInCounts, check_in_counts
from tables.selectors import fees_taken


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
    def difference(self) -> int:
        """What is left over when everything held is taken off what came: nothing, or the books do not add up."""
        return self.total_came - self.total_held

    @property
    def adds_up(self) -> bool:
        return not self.difference


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """A figure of the night's summary: cents where is_money, else chips or tickets."""

    label: str
    amount: int
    is_money: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    """Something that two people signed. what: in words, with the number of its entry where it has one."""

    what: str
    reason: str
    at: datetime
    by: str
    second: str


@dataclass(frozen=True, kw_only=True, slots=True)
class NightReport:
    """What a treasurer files. signed: entries that needed a second person, in their order. approvals: the newest first.
    seal: of the last entry, empty before the first.
    """

    event: Event
    doors: CheckInCounts
    fund: FundState
    summary: tuple[KeyFigure, ...]
    commodities: tuple[CommodityReport, ...]
    approvals: tuple[ApprovalLine, ...]
    signed: tuple[Signature, ...]
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
    fund = fund_state(event.pk)
    return NightReport(
        event=event,
        doors=check_in_counts(event),
        fund=fund,
        summary=tuple(_summary(event.pk, fund, came, totals)),
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
        approvals=tuple(approval_lines(event.pk)),
        signed=tuple(_signed(event.pk)),
        books=verify_books(event.pk),
        seal=f"{books.last_sequence} {books.last_hash[:12]}" if books and books.last_sequence else "",
    )


def _summary(
    event_id: int, fund: FundState, came: Counter[tuple[str, str]], totals: dict[str, dict[str, int]]
) -> Iterator[KeyFigure]:
    """The figures a treasurer asks for. Chips issued, less redeemed, with the drift, are those in play and the fees.

    Rules: WLIA-2, WLIA-3, WLIA-14, WLIA-15.
    """
    chips, tickets = totals.get(Commodity.CHIPS, {}), totals.get(Commodity.TICKETS, {})
    drift = color_up_drift(event_id)
    redeemed = -came[Commodity.CHIPS, EntryKind.REDEMPTION]
    fees = chips.get(OwnerKind.HOUSE, 0)
    out = _out(chips)
    yield KeyFigure("Taken for the fund", fund.taken, is_money=True)
    by_means = money_by_means(event_id)
    for means in Means:
        yield KeyFigure(f"of it by {means.label.lower()}", by_means[means], is_money=True)
    for purpose in PAID_OUT:
        if paid := -came[Commodity.MONEY, purpose]:
            yield KeyFigure(str(purpose.label), paid, is_money=True)
    yield KeyFigure("Donated to the fund", fund.donated, is_money=True)
    yield KeyFigure("Left here", fund.left, is_money=True)
    yield KeyFigure("Chips issued", out + redeemed - drift[Commodity.CHIPS])
    yield KeyFigure("Chips redeemed", redeemed)
    yield KeyFigure("Chips in play", out - fees)
    yield KeyFigure("Table fees", fees)
    for line in fees_taken(event_id):
        if line.by_hand:
            yield KeyFigure(f"of it at {line.table} by the hand", line.by_hand)
        if line.by_half_hour:
            yield KeyFigure(f"of it at {line.table} by the half-hour", line.by_half_hour)
    yield KeyFigure("Colour-up drift", drift[Commodity.CHIPS])
    yield KeyFigure("Colour-up drift of tournaments", drift[Commodity.TOURNAMENT_CHIPS])
    yield KeyFigure("Tickets sold", _out(tickets))
    yield KeyFigure("Tickets placed", tickets.get(OwnerKind.BUCKET, 0))
    yield KeyFigure("Tickets left", tickets.get(OwnerKind.PLAYER, 0))


def _out(held: dict[str, int]) -> int:
    """What the issuer has given out and not had back."""
    return sum(amount for kind, amount in held.items() if kind not in COMPUTED_KINDS)


def _signed(event_id: int) -> Iterator[Signature]:
    """Every entry with a second person: one query, and two for the names."""
    rows = list(Entry.objects.filter(event_id=event_id).exclude(second_code="").order_by("id"))
    labels = actor_labels({code for row in rows for code in (row.actor_code, row.second_code)}, event_id)
    for row in rows:
        what = f"Entry {row.sequence}, {row.get_kind_display().lower()} {row.subject}".rstrip()
        yield Signature(what, row.reason, row.at, labels[row.actor_code], labels[row.second_code])


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
