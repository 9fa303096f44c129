"""The fund: what was taken for it, what has been given, and what still lies here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.units import Cents
from eventnight.bank.ledger.refs import card_settlement, fund, over_short, safe, safe_cheques
from eventnight.bank.means import Means
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.selectors.ledger.balances import balances, fund_total

KEPT_FOR_FUND = {Means.CASH: safe(), Means.CHEQUE: safe_cheques(), Means.CARD: card_settlement()}
"""Where the night's money lies once the tills are closed, by the means it came in by."""

_KEPT_LABELS = {
    Means.CASH: "Cash in the safe",
    Means.CHEQUE: "Cheques in the safe",
    Means.CARD: "Due from the card company",
}


@dataclass(frozen=True, slots=True)
class KeptMoney:
    """Money of the night that has not left yet. means: how it came in."""

    means: str
    label: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class FundDonation:
    """Money that left for the fund, in cents. undone_by: the entry that took it back, None while it stands."""

    sequence: int
    cents: Cents
    note: str
    at: datetime
    by: str
    second: str
    receipt: str
    undone_by: int | None


@dataclass(frozen=True, slots=True)
class FundState:
    """All in cents. taken: for the fund, floats and 50/50 pots left out. over_short: above zero when counts of tills
    found too little.
    """

    taken: Cents
    over_short: Cents
    donated: Cents
    kept: tuple[KeptMoney, ...]
    donations: tuple[FundDonation, ...]

    @property
    def left(self) -> Cents:
        """Everything that still lies here, the floats among it."""
        return Cents(sum(each.cents for each in self.kept))

    @property
    def to_give(self) -> Cents:
        """What is left to give: a shortage lowers it, what was found too much goes with it."""
        return Cents(max(0, self.taken - self.over_short - self.donated))


def fund_state(event_id: int) -> FundState:
    """The fund as the books stand. Money taken is read from the purposes, so giving it away counts nothing twice.

    Rules: WLIA-3, WLIA-15.
    """
    held = balances(event_id, [fund(), over_short(), *KEPT_FOR_FUND.values()])
    return FundState(
        taken=fund_total(event_id),
        over_short=Cents(held[over_short()]),
        donated=Cents(held[fund()]),
        kept=tuple(
            KeptMoney(means.value, _KEPT_LABELS[means], Cents(held[ref])) for means, ref in KEPT_FOR_FUND.items()
        ),
        donations=tuple(_donations(event_id)),
    )


def _donations(event_id: int) -> list[FundDonation]:
    """Newest first, those reversed among them: one query, and two for the names."""
    found = Entry.objects.filter(event_id=event_id, kind=EntryKind.FUND_DONATED).select_related("reversed_by")
    rows = list(found.prefetch_related("transfers").order_by("-id"))
    labels = actor_labels({code for row in rows for code in (row.actor_code, row.second_code)}, event_id)
    return [
        FundDonation(
            sequence=row.sequence,
            cents=Cents(sum(line.amount for line in row.transfers.all())),
            note=row.reason,
            at=row.at,
            by=labels[row.actor_code],
            second=labels[row.second_code],
            receipt=row.receipt,
            undone_by=row.reversed_by.sequence if hasattr(row, "reversed_by") else None,
        )
        for row in rows
    ]
