"""The shifts of a till: from one count to the next, with what was taken between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from engine.units import Cents
from eventnight.bank.models import SEQUENCES_PER_EVENT, Commodity, Entry, EntryKind, OwnerKind, Purpose, Transfer
from eventnight.bank.selectors.actors import actor_labels
from eventnight.bank.selectors.tills import TakingsLine
from eventnight.core.errors import NotFound

_ENDS = (EntryKind.TILL_HANDED_OVER, EntryKind.TILL_CLOSED)
_MARKS = (EntryKind.TILL_OPENED, *_ENDS)


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift of a till; ended_at is None for the one that runs.

    opening: in the drawer at the start, a float put in later not among it. lines: money taken by purpose, what was
    given back taken off. expected: what the drawer should hold, or should have held. counted, difference: above zero
    for too much; None while it runs. pieces: the count by the worth of note and coin. second: who confirmed or took
    over. receipt: of the entry that ended it.
    """

    till: str
    number: int
    began_at: datetime | None
    ended_at: datetime | None
    by: str
    second: str
    is_handed_over: bool
    opening: Cents
    lines: tuple[TakingsLine, ...]
    expected: Cents
    counted: Cents | None
    difference: Cents | None
    reason: str
    pieces: tuple[tuple[int, int], ...]
    first_sequence: int | None
    last_sequence: int | None
    entries: int
    receipt: str


def shift_ends(event_id: int, till: str) -> list[Entry]:
    """The entries that ended a shift of the till, oldest first: the n-th ended shift n."""
    return [mark for mark in _marks(event_id, till) if mark.kind in _ENDS]


def shift_of(event_id: int, till: str, number: int) -> Shift:
    """Shift ``number`` of a till, counted from 1; the running one comes after the last that ended.

    Raises NotFound("unknown_shift").
    """
    marks = _marks(event_id, till)
    ends = [mark for mark in marks if mark.kind in _ENDS]
    if not 1 <= number <= len(ends) + 1:
        raise NotFound(
            "unknown_shift",
            f"Till {till} has had {len(ends)} shifts; there is no shift {number}.",
            till=till,
            shifts=len(ends),
        )
    before = ends[number - 2] if number > 1 else None
    end = ends[number - 1] if number <= len(ends) else None
    first = before.pk if before else 0
    last = end.pk if end else (event_id + 1) * SEQUENCES_PER_EVENT
    opened = next((mark for mark in marks if first < mark.pk <= last and mark.kind == EntryKind.TILL_OPENED), None)
    opening = _in_drawer(event_id, till, first) if before else Cents(0)
    lines = _lines(event_id, till, first, last)
    expected = Cents(opening + sum(line.cents for line in lines))
    difference = _difference(end) if end else None
    span = Entry.objects.filter(event_id=event_id, till=till, pk__gt=first, pk__lte=last).aggregate(
        first=Min("sequence"), last=Max("sequence"), count=Count("pk"), at=Min("at")
    )
    began_at, holder = _beginning(before, opened, end)
    second = end.second_code if end else ""
    labels = actor_labels({holder, second} - {""}) | {"": ""}
    return Shift(
        till=till,
        number=number,
        began_at=began_at or span["at"],
        ended_at=end.at if end else None,
        by=labels[holder],
        second=labels[second],
        is_handed_over=end is not None and end.kind == EntryKind.TILL_HANDED_OVER,
        opening=opening,
        lines=lines,
        expected=expected,
        counted=None if difference is None else Cents(expected + difference),
        difference=difference,
        reason=end.reason if end else "",
        pieces=_pieces(end),
        first_sequence=span["first"],
        last_sequence=span["last"],
        entries=span["count"],
        receipt=end.receipt if end else "",
    )


def _marks(event_id: int, till: str) -> Sequence[Entry]:
    found = Entry.objects.filter(event_id=event_id, till=till, kind__in=_MARKS, reversed_by__isnull=True)
    return list(found.order_by("pk"))


def _in_drawer(event_id: int, till: str, entry_id: int) -> Cents:
    """What the books held in the drawer after an entry."""
    last = _money_of(event_id, till).filter(entry_id__lte=entry_id).order_by("-entry_id", "-number").first()
    if last is None:
        return Cents(0)
    is_taker = last.to_account.owner_kind == OwnerKind.TILL and last.to_account.code == till
    return Cents((last.to_balance_after if is_taker else last.from_balance_after) or 0)


def _money_of(event_id: int, till: str) -> QuerySet[Transfer]:
    drawer = {"commodity": Commodity.MONEY, "owner_kind": OwnerKind.TILL, "code": till}
    given = Q(**{f"from_account__{name}": value for name, value in drawer.items()})
    taken = Q(**{f"to_account__{name}": value for name, value in drawer.items()})
    return Transfer.objects.filter(given | taken, event_id=event_id).select_related("from_account", "to_account")


def _lines(event_id: int, till: str, first: int, last: int) -> tuple[TakingsLine, ...]:
    moved = Transfer.objects.filter(
        event_id=event_id, entry__till=till, entry_id__gt=first, entry_id__lte=last, commodity=Commodity.MONEY
    )
    by_guests = moved.filter(Q(from_account__owner_kind=OwnerKind.SOURCE) | Q(to_account__owner_kind=OwnerKind.SOURCE))
    rows = by_guests.order_by().values_list("entry__purpose", "from_account__owner_kind")
    sums: dict[str, tuple[int, int]] = {}
    for purpose, giver, count, cents in rows.annotate(count=Count("entry_id", distinct=True), cents=Sum("amount")):
        sign = 1 if giver == OwnerKind.SOURCE else -1
        had = sums.get(purpose, (0, 0))
        sums[purpose] = (had[0] + sign * count, had[1] + sign * cents)
    return tuple(
        TakingsLine(str(purpose.label), sums[purpose][0], Cents(sums[purpose][1]))
        for purpose in Purpose
        if purpose in sums
    )


def _difference(end: Entry) -> Cents:
    """What the count was above what the books said."""
    difference = 0
    for line in Transfer.objects.filter(entry=end).select_related("from_account", "to_account"):
        if line.from_account.owner_kind == OwnerKind.OVER_SHORT:
            difference += line.amount
        elif line.to_account.owner_kind == OwnerKind.OVER_SHORT:
            difference -= line.amount
    return Cents(difference)


def _beginning(before: Entry | None, opened: Entry | None, end: Entry | None) -> tuple[datetime | None, str]:
    """When a shift began, and the code of whose it was: who opened the till or took it over, else who counted it."""
    if opened is not None:
        return opened.at, opened.actor_code
    if before is not None and before.kind == EntryKind.TILL_HANDED_OVER:
        return before.at, before.second_code
    return None, end.actor_code if end else ""


def _pieces(end: Entry | None) -> tuple[tuple[int, int], ...]:
    counts = {int(value): count for value, count in end.rates.items()} if end else {}
    return tuple(sorted(counts.items(), reverse=True))
