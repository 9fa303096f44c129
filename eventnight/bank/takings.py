"""Money taken, by till and by purpose, kept up with each entry instead of counted afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from eventnight.bank.models import Commodity, Entry, EntryKind, OwnerKind
from eventnight.bank.refs import AccountRef

Takings = dict[str, dict[str, dict[str, int]]]
"""Till code to purpose to {"count": entries, "cents": money}."""


def add_takings(takings: Takings, entry: Entry, lines: Iterable[tuple[AccountRef, AccountRef, int]]) -> None:
    """Add what guests paid with this entry; a reversal takes it off again, its count too."""
    cents = sum(_paid(giver, taker, amount) for giver, taker, amount in lines)
    if not entry.purpose or not cents:
        return
    figures: dict[str, Any] = takings.setdefault(entry.till, {}).setdefault(entry.purpose, {"count": 0, "cents": 0})
    figures["count"] += -1 if entry.kind == EntryKind.REVERSAL else 1
    figures["cents"] += cents


def _paid(giver: AccountRef, taker: AccountRef, amount: int) -> int:
    if giver.commodity != Commodity.MONEY:
        return 0
    if giver.kind == OwnerKind.SOURCE:
        return amount
    return -amount if taker.kind == OwnerKind.SOURCE else 0
