"""An entry of the desk as a receipt says it: what was paid and what was handed over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.units import Cents, Chips
from eventnight.bank.models import Commodity, Entry, EntryKind, OwnerKind, Purpose
from eventnight.bank.selectors.actors import actor_labels
from eventnight.bank.selectors.entries import entry_of, lines_of
from eventnight.core.errors import UserFacingError


@dataclass(frozen=True, slots=True)
class PaperReceipt:
    """What a guest takes home. paid: in cents, below zero for money given back.

    seal: the number and the first digits of the hash, by which the books can be checked against it.
    """

    sequence: int
    at: datetime
    what: str
    player_code: str
    paid: Cents
    chips: Chips
    tickets: int
    is_gift: bool
    till: str
    by: str
    undone_by: int | None
    seal: str


def paper_receipt(event_id: int, sequence: int) -> PaperReceipt:
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
    moved = dict.fromkeys(Commodity.values, 0)
    for line in lines_of(entry):
        comes_in = line.from_account.owner_kind in (OwnerKind.SOURCE, OwnerKind.ISSUER)
        moved[line.commodity] += line.amount if comes_in else -line.amount
    undone = Entry.objects.filter(reverses=entry).values_list("sequence", flat=True).first()
    return PaperReceipt(
        sequence=entry.sequence,
        at=entry.at,
        what="Money back" if entry.kind == EntryKind.REVERSAL else str(entry.get_kind_display()),
        player_code=entry.subject,
        paid=Cents(moved[Commodity.MONEY]),
        chips=Chips(moved[Commodity.CHIPS] + moved[Commodity.TOURNAMENT_CHIPS]),
        tickets=moved[Commodity.TICKETS],
        is_gift=entry.purpose == Purpose.DONATION,
        till=entry.till,
        by=actor_labels([entry.actor_code])[entry.actor_code],
        undone_by=undone,
        seal=entry.receipt,
    )
