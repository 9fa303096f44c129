"""Money taken, by till and by purpose, kept up with each entry instead of counted afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from engine.units import Cents
from eventnight.bank.ledger.refs import DRAWER_KINDS, AccountRef
from eventnight.bank.means import Means
from eventnight.bank.models import Commodity, Entry, EntryKind, OwnerKind

Takings = dict[str, dict[str, dict[str, int]]]
"""Till code to purpose to {"count": entries, "cents": money, "card": money by card, "cheque": money by cheque}."""

_NOTED = {kind: means for means, kind in DRAWER_KINDS.items() if means != Means.CASH}
"""The means that are kept apart; what is left of the money is cash."""


def add_takings(takings: Takings, entry: Entry, lines: Iterable[tuple[AccountRef, AccountRef, int]]) -> None:
    """Add what guests paid with this entry; a reversal takes it off again, its count too."""
    paid: Counter[str] = Counter()
    for giver, taker, amount in lines:
        cents = _paid(giver, taker, amount)
        if cents:
            paid["cents"] += cents
            paid[_means(giver, taker)] += cents
    if not entry.purpose or not paid["cents"]:
        return
    figures: dict[str, Any] = takings.setdefault(entry.till, {}).setdefault(entry.purpose, {"count": 0, "cents": 0})
    figures["count"] += -1 if entry.kind == EntryKind.REVERSAL else 1
    for name, cents in paid.items():
        if name != Means.CASH:
            figures[name] = figures.get(name, 0) + cents


def is_takings(giver: AccountRef, taker: AccountRef) -> bool:
    """Whether a line puts a guest's money into a till."""
    return giver.kind == OwnerKind.SOURCE and taker.kind in DRAWER_KINDS.values()


def money_of(figures: Iterable[Mapping[str, int]]) -> dict[str, Cents]:
    """The money by means in figures of the takings."""
    sums = dict.fromkeys(Means.values, 0)
    for each in figures:
        noted = {means: each.get(means, 0) for means in (Means.CARD, Means.CHEQUE)}
        sums[Means.CASH] += each["cents"] - sum(noted.values())
        for means, cents in noted.items():
            sums[means] += cents
    return {means: Cents(cents) for means, cents in sums.items()}


def _means(giver: AccountRef, taker: AccountRef) -> str:
    kind = taker.kind if giver.kind == OwnerKind.SOURCE else giver.kind
    return str(_NOTED.get(OwnerKind(kind), Means.CASH))


def _paid(giver: AccountRef, taker: AccountRef, amount: int) -> int:
    if giver.commodity != Commodity.MONEY:
        return 0
    if giver.kind == OwnerKind.SOURCE:
        return amount
    return -amount if taker.kind == OwnerKind.SOURCE else 0
