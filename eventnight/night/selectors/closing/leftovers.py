"""What is still held at the end of the night by those who should hold nothing, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from eventnight.bank.models import Commodity, Entry, EntryKind, OwnerKind
from eventnight.bank.selectors.ledger.approvals import EMPTIED_KINDS, Holding, Variance, holdings
from eventnight.core.values.formats import chips_text, money_text
from eventnight.events.models import Event

TILL_KINDS = (OwnerKind.TILL, OwnerKind.CARD, OwnerKind.CHEQUES)
"""The accounts that a till keeps money in."""

_HOLDER = {
    OwnerKind.SEAT: "Seat",
    OwnerKind.TRAY: "Tray",
    OwnerKind.STACK: "Stack",
    OwnerKind.TILL: "Cash of till",
    OwnerKind.CARD: "Card takings of till",
    OwnerKind.CHEQUES: "Cheques of till",
    OwnerKind.PLAYER: "Player",
}
_UNIT = {Commodity.CHIPS: "chips", Commodity.TICKETS: "tickets", Commodity.TOURNAMENT_CHIPS: "tournament chips"}


def leftovers(event: Event) -> dict[str, list[Variance]]:
    """What every kind of holder still holds, by owner kind; players' chips and tickets under their own: one query."""
    found: dict[str, list[Variance]] = defaultdict(list)
    for holding in holdings(event.pk, (*EMPTIED_KINDS, OwnerKind.PLAYER)):
        kind = holding.ref.commodity if holding.ref.kind == OwnerKind.PLAYER else holding.ref.kind
        found[kind].append(_variance(event, holding))
    return found


def open_tills(event_id: int) -> set[str]:
    """The tills with a shift that was opened and not closed."""
    kinds = (EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED)
    moves = Entry.objects.filter(event_id=event_id, kind__in=kinds, reversed_by__isnull=True).order_by("id")
    last = dict(moves.values_list("subject", "kind"))
    return {till for till, kind in last.items() if kind == EntryKind.TILL_OPENED}


def together_text(event: Event, variances: Iterable[Variance]) -> str:
    """What they come to in one commodity: "400 chips", "$12.50"."""
    held = list(variances)
    return _amount(event, held[0].account.commodity if held[0].account else "", sum(each.amount for each in held))


def _variance(event: Event, holding: Holding) -> Variance:
    ref = holding.ref
    holder = f"{_HOLDER.get(OwnerKind(ref.kind), OwnerKind(ref.kind).label)} {ref.code}"
    return Variance(str(ref), holding.amount, f"{holder}: {_amount(event, ref.commodity, holding.amount)}", ref)


def _amount(event: Event, commodity: str, amount: int) -> str:
    if commodity == Commodity.MONEY:
        return money_text(amount, event.currency, short=True)
    unit = _UNIT[Commodity(commodity)]
    return f"{chips_text(amount)} {unit[:-1] if amount == 1 else unit}"
