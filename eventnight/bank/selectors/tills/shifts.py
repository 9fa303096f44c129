"""The shifts of a till: from one count to the next, with what was taken between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Min, Q, Sum

from engine.units import Cents
from eventnight.bank.ledger.refs import DRAWER_KINDS, AccountRef, till_money
from eventnight.bank.means import Means
from eventnight.bank.models import (
    PAID_OUT,
    SEQUENCES_PER_EVENT,
    Commodity,
    Entry,
    EntryKind,
    OwnerKind,
    Purpose,
    Transfer,
)
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.selectors.tills.tills import MeansLine, TakingsLine, cheques_left_by, cheques_taken, means_lines
from eventnight.bank.tills.count import TillSums
from eventnight.core.errors import NotFound

# No entry has this id: those of the first event begin above it.
_BEFORE_ALL = 0
_ENDS = (EntryKind.TILL_HANDED_OVER, EntryKind.TILL_CLOSED)
_MARKS = (EntryKind.TILL_OPENED, *_ENDS)
_MEANS_OF = {kind: means for means, kind in DRAWER_KINDS.items()}


class _Moved(NamedTuple):
    """What guests gave for one purpose by one means, below zero for what they got. entries: how many, corrections
    taken off.
    """

    purpose: str
    means: Means
    entries: int
    cents: int


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift of a till; ended_at is None for the one that runs.

    opening: in the till at the start, a float put in later not among it. lines: money taken by purpose, what was
    given back taken off; means: the same by means of payment. expected: what the till should hold, or should have held.
    counted, difference: above zero for too much; None while it runs. pieces: the count by the worth of note and coin.
    second: who confirmed or took over. receipt: of the entry that ended it.
    """

    till: str
    number: int
    began_at: datetime | None
    ended_at: datetime | None
    by: str
    second: str
    is_handed_over: bool
    opening: TillSums
    lines: tuple[TakingsLine, ...]
    means: tuple[MeansLine, ...]
    expected: TillSums
    counted: TillSums | None
    difference: TillSums | None
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
    before = [None, *ends][number - 1]
    end = ends[number - 1] if number <= len(ends) else None
    first = before.pk if before else _BEFORE_ALL
    last = end.pk if end else (event_id + 1) * SEQUENCES_PER_EVENT
    opened = next((mark for mark in marks if first < mark.pk <= last and mark.kind == EntryKind.TILL_OPENED), None)
    opening = _left_by(event_id, till, before)
    moved = _moved(event_id, till, first, last)
    expected = opening.plus(_sums(event_id, till, moved, first, last))
    counted = _counted(end, expected) if end else None
    span = Entry.objects.filter(event_id=event_id, till=till, pk__gt=first, pk__lte=last).aggregate(
        first=Min("sequence"), last=Max("sequence"), count=Count("pk"), at=Min("at")
    )
    began_at, holder = _beginning(before, opened, end)
    second = end.second_code if end else ""
    labels = actor_labels({holder, second} - {""}, event_id) | {"": ""}
    return Shift(
        till=till,
        number=number,
        began_at=began_at or span["at"],
        ended_at=end.at if end else None,
        by=labels[holder],
        second=labels[second],
        is_handed_over=end is not None and end.kind == EntryKind.TILL_HANDED_OVER,
        opening=opening,
        lines=_lines(moved),
        means=means_lines(_by_means(moved)),
        expected=expected,
        counted=counted,
        difference=counted.less(expected) if counted else None,
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


def _left_by(event_id: int, till: str, end: Entry | None) -> TillSums:
    """What the books held in the till after the shift that an entry ended."""
    if end is None:
        return TillSums()
    held = {means: _held(event_id, till_money(till, means), end.pk) for means in Means}
    return TillSums(
        cash=held[Means.CASH], cheques=held[Means.CHEQUE], card=held[Means.CARD], cheque_number=cheques_left_by(end)
    )


def _held(event_id: int, ref: AccountRef, entry_id: int) -> Cents:
    own = {"commodity": ref.commodity, "owner_kind": ref.kind, "code": ref.code}
    given = Q(**{f"from_account__{name}": value for name, value in own.items()})
    taken = Q(**{f"to_account__{name}": value for name, value in own.items()})
    lines = Transfer.objects.filter(given | taken, event_id=event_id, entry_id__lte=entry_id)
    last = lines.select_related("to_account").order_by("-entry_id", "-number").first()
    if last is None:
        return Cents(0)
    is_taker = (last.to_account.owner_kind, last.to_account.code) == (ref.kind, ref.code)
    return Cents((last.to_balance_after if is_taker else last.from_balance_after) or 0)


def _moved(event_id: int, till: str, first: int, last: int) -> list[_Moved]:
    """The money that guests gave to a till and got back, added up by purpose and means: one query."""
    moved = Transfer.objects.filter(
        event_id=event_id, entry__till=till, entry_id__gt=first, entry_id__lte=last, commodity=Commodity.MONEY
    )
    by_guests = moved.filter(Q(from_account__owner_kind=OwnerKind.SOURCE) | Q(to_account__owner_kind=OwnerKind.SOURCE))
    rows = by_guests.order_by().values_list("entry__purpose", "from_account__owner_kind", "to_account__owner_kind")
    found = rows.annotate(count=Count("entry_id", distinct=True), cents=Sum("amount"))
    moves: list[_Moved] = []
    for purpose, giver, taker, count, cents in found:
        came_in = giver == OwnerKind.SOURCE
        is_usual = came_in != (purpose in PAID_OUT)
        means = _MEANS_OF[OwnerKind(taker if came_in else giver)]
        moves.append(_Moved(purpose, means, count if is_usual else -count, cents if came_in else -cents))
    return moves


def _by_means(moved: Sequence[_Moved]) -> dict[str, Cents]:
    sums: Counter[str] = Counter()
    for each in moved:
        sums[each.means] += each.cents
    return {means: Cents(sums[means]) for means in Means.values}


def _sums(event_id: int, till: str, moved: Sequence[_Moved], first: int, last: int) -> TillSums:
    taken = _by_means(moved)
    has_cheques = any(each.means == Means.CHEQUE for each in moved)
    return TillSums(
        cash=taken[Means.CASH],
        cheques=taken[Means.CHEQUE],
        card=taken[Means.CARD],
        cheque_number=cheques_taken(event_id, till, first, last) if has_cheques else 0,
    )


def _lines(moved: Sequence[_Moved]) -> tuple[TakingsLine, ...]:
    counts: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for each in moved:
        counts[each.purpose] += each.entries
        sums[each.purpose] += each.cents
    return tuple(
        TakingsLine(str(purpose.label), counts[purpose], Cents(sums[purpose])) for purpose in Purpose if purpose in sums
    )


def _counted(end: Entry, expected: TillSums) -> TillSums:
    """What was counted at the end: what the books said, and what the entry put to over and short."""
    over = dict.fromkeys(_MEANS_OF, 0)
    for line in Transfer.objects.filter(entry=end).select_related("from_account", "to_account"):
        if line.from_account.owner_kind == OwnerKind.OVER_SHORT:
            over[OwnerKind(line.to_account.owner_kind)] += line.amount
        elif line.to_account.owner_kind == OwnerKind.OVER_SHORT:
            over[OwnerKind(line.from_account.owner_kind)] -= line.amount
    return TillSums(
        cash=Cents(expected.cash + over[OwnerKind.TILL]),
        cheques=Cents(expected.cheques + over[OwnerKind.CHEQUES]),
        card=Cents(expected.card + over[OwnerKind.CARD]),
        cheque_number=end.rates.get("cheques", 0),
    )


def _beginning(before: Entry | None, opened: Entry | None, end: Entry | None) -> tuple[datetime | None, str]:
    """When a shift began, and the code of whose it was: who opened the till or took it over, else who counted it."""
    if opened is not None:
        return opened.at, opened.actor_code
    if before is not None and before.kind == EntryKind.TILL_HANDED_OVER:
        return before.at, before.second_code
    return None, end.actor_code if end else ""


def _pieces(end: Entry | None) -> tuple[tuple[int, int], ...]:
    counts = {int(value): count for value, count in end.rates.items() if value.isdecimal()} if end else {}
    return tuple(sorted(counts.items(), reverse=True))
