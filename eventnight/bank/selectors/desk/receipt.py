"""An entry of the desk as a receipt says it: what was paid and how, and what was handed over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.units import Cents, Chips
from eventnight.bank.ledger.refs import DRAWER_KINDS
from eventnight.bank.means import Means
from eventnight.bank.models import PAID_OUT, Commodity, Entry, EntryKind, OwnerKind, Purpose, Transfer
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.selectors.ledger.entries import donation_with, entry_of, lines_of
from eventnight.core.errors import UserFacingError

_MEANS_OF = {kind: means for means, kind in DRAWER_KINDS.items()}


@dataclass(frozen=True, slots=True)
class SaleReceipt:
    """What a guest takes home. paid: in cents, below zero for money given back, or paid out because it was won.

    what_for: of money that was won, the prize. means: how it was paid; reference: the number of the card's slip or of
    the cheque. with_sale: the entry of the sale that a donation came on top of; donation: the other way round. seal:
    the number and the first digits of the hash, by which the books can be checked against it.
    """

    sequence: int
    at: datetime
    what: str
    player_code: str
    paid: Cents
    what_for: str
    means: Means
    reference: str
    chips: Chips
    tickets: int
    is_gift: bool
    is_won: bool
    till: str
    by: str
    undone_by: int | None
    with_sale: int | None
    donation: int | None
    seal: str

    @property
    def won(self) -> Cents:
        """What the guest was paid."""
        return Cents(-self.paid)


def sale_receipt(event_id: int, sequence: int) -> SaleReceipt:
    """The receipt of an entry that took money, or gave it back.

    Raises NotFound("unknown_entry"), UserFacingError("entry_without_money").
    """
    entry = entry_of(event_id, sequence)
    if not entry.purpose or entry.purpose == Purpose.FLOAT:
        raise UserFacingError(
            "entry_without_money",
            f'Entry {sequence} is "{entry.get_kind_display()}" and took no money of a guest: '
            "there is no receipt for it.",
            sequence=sequence,
        )
    lines = lines_of(entry)
    moved = dict.fromkeys(Commodity.values, 0)
    for line in lines:
        comes_in = line.from_account.owner_kind in (OwnerKind.SOURCE, OwnerKind.ISSUER)
        moved[line.commodity] += line.amount if comes_in else -line.amount
    undone = Entry.objects.filter(reverses=entry).values_list("sequence", flat=True).first()
    on_top = donation_with(entry)
    return SaleReceipt(
        sequence=entry.sequence,
        at=entry.at,
        what=_what(entry),
        player_code=entry.subject,
        paid=Cents(moved[Commodity.MONEY]),
        what_for=entry.reason if entry.purpose in PAID_OUT and entry.kind != EntryKind.REVERSAL else "",
        means=means_of(lines),
        reference=str(entry.rates.get("reference", "")),
        chips=Chips(moved[Commodity.CHIPS] + moved[Commodity.TOURNAMENT_CHIPS]),
        tickets=moved[Commodity.TICKETS],
        is_gift=entry.purpose == Purpose.DONATION,
        is_won=entry.purpose in PAID_OUT and entry.kind != EntryKind.REVERSAL,
        till=entry.till,
        by=actor_labels([entry.actor_code], entry.event_id)[entry.actor_code],
        undone_by=undone,
        with_sale=None if entry.kind == EntryKind.REVERSAL else entry.rates.get("with"),
        donation=on_top.sequence if on_top else None,
        seal=entry.receipt,
    )


def _what(entry: Entry) -> str:
    if entry.kind != EntryKind.REVERSAL:
        return str(entry.get_kind_display())
    return "Prize given back" if entry.purpose in PAID_OUT else "Money back"


def means_of(lines: list[Transfer]) -> Means:
    """How the guest paid, or was paid back; cash where no money of a till moved."""
    for line in lines:
        for account in (line.to_account, line.from_account):
            if account.owner_kind in _MEANS_OF:
                return _MEANS_OF[OwnerKind(account.owner_kind)]
    return Means.CASH
