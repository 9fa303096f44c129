"""What the books hold of single players: whom an entry touched, and what each of their last entries moved."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.db.models import Max, Q, Sum

from engine.units import Cents
from eventnight.bank.models import (
    PAID_OUT,
    SEQUENCES_PER_EVENT,
    Account,
    Commodity,
    EntryKind,
    OwnerKind,
    Transfer,
)


@dataclass(frozen=True, slots=True)
class LastEntries:
    """The last entry that touched each player. upto: the newest of them all; ids of entries."""

    upto: int
    by_code: dict[str, int] = field(repr=False)

    def of(self, player_code: str) -> int:
        """The id of the player's last entry, 0 for somebody whom none has touched."""
        return self.by_code.get(player_code, 0)


@dataclass(frozen=True, slots=True)
class Movement:
    """What one entry gave a player, or took where it is below zero. kind: of the entry, or of the one it undid."""

    entry: int
    at: datetime
    kind: EntryKind
    is_correction: bool
    chips: int
    tickets: int

    @property
    def label(self) -> str:
        """What is said of it: its kind, or what it undid."""
        return f"Corrected: {self.kind.label}" if self.is_correction else str(self.kind.label)

    @property
    def sequence(self) -> int:
        """The number of the entry in the books of its event."""
        return self.entry % SEQUENCES_PER_EVENT


def last_entries(event_id: int, before: LastEntries | None = None) -> LastEntries:
    """The last entry of every player, in one query over the entries that came since those were read."""
    known = before or LastEntries(event_id * SEQUENCES_PER_EVENT, {})
    new = Transfer.objects.filter(entry_id__gt=known.upto, entry_id__lt=(event_id + 1) * SEQUENCES_PER_EVENT)
    # One statement for both directions, so that no entry falls between two readings.
    taken, given = (
        new.filter(**{f"{side}__owner_kind": OwnerKind.PLAYER})
        .order_by()
        .values_list(f"{side}__code")
        .annotate(last=Max("entry_id"))
        for side in ("from_account", "to_account")
    )
    by_code = dict(known.by_code)
    for code, last in taken.union(given, all=True):
        by_code[code] = max(last, by_code.get(code, 0))
    return LastEntries(max(by_code.values(), default=known.upto), by_code)


def movements_of(event_id: int, player_code: str, limit: int) -> list[Movement]:
    """What a player's last entries moved, newest first: two queries."""
    rows = Account.objects.filter(event_id=event_id, owner_kind=OwnerKind.PLAYER, code=player_code)
    own = set(rows.filter(commodity__in=(Commodity.CHIPS, Commodity.TICKETS)).values_list("pk", flat=True))
    touching = Transfer.objects.filter(Q(from_account__in=own) | Q(to_account__in=own))
    newest = touching.order_by("-entry_id").values("entry_id").distinct()[:limit]
    lines = (
        touching.filter(entry_id__in=newest)
        .order_by("-entry_id")
        .values_list(
            "entry_id",
            "entry__at",
            "entry__kind",
            "entry__reverses__kind",
            "commodity",
            "from_account",
            "to_account",
            "amount",
        )
    )
    found = []
    for (entry, at, kind, undone), same in groupby(lines, key=lambda line: line[:4]):
        moved = {Commodity.CHIPS.value: 0, Commodity.TICKETS.value: 0}
        for *_, commodity, giver, taker, amount in same:
            moved[commodity] += amount * ((taker in own) - (giver in own))
        chips, tickets = moved[Commodity.CHIPS], moved[Commodity.TICKETS]
        found.append(Movement(entry, at, EntryKind(undone or kind), bool(undone), chips, tickets))
    return found


def paid_by(event_id: int, player_code: str) -> Cents:
    """What a player has paid for stacks, tickets and as gifts, less what was given back: one query."""
    lines = Transfer.objects.filter(event=event_id, entry__subject=player_code, commodity=Commodity.MONEY)
    sums = lines.exclude(entry__purpose__in=PAID_OUT).aggregate(
        taken=Sum("amount", filter=Q(from_account__owner_kind=OwnerKind.SOURCE)),
        given=Sum("amount", filter=Q(to_account__owner_kind=OwnerKind.SOURCE)),
    )
    return Cents((sums["taken"] or 0) - (sums["given"] or 0))
