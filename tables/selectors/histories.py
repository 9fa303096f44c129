"""Hands that were played action by action, written in the PHH format for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from engine.errors import RuleError
from engine.poker.hand import Hand as PokerHand
from engine.poker.phh import History, as_seen, export_hand, write_phhs
from engine.units import Chips
from eventnight.core.values.moments import wall_time
from eventnight.events.models import Event
from tables.models import Hand, Table
from tables.selectors.fees import chip_of_fee

AT_ONCE = 200
"""Hands held in memory while they are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCounts:
    """How many hands there are: played action by action, settled from the end, which have no actions, and undone."""

    played: int
    from_the_end: int
    undone: int

    @property
    def left_out(self) -> int:
        return self.from_the_end + self.undone


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenHands:
    """The text of a .phhs file, and the hands that are in it and left out. unreadable: numbers of the entries in the
    books of hands whose log cannot be played again.
    """

    counts: HandCounts
    unreadable: tuple[int, ...]
    text: str

    @property
    def written(self) -> int:
        return self.counts.played - len(self.unreadable)


def hand_counts(of: Event | Table) -> HandCounts:
    """Of a night or of one table."""
    stands = Q(undone_at__isnull=True)
    found = _hands(of).aggregate(
        with_actions=Count("pk", filter=stands & Q(played__isnull=False)),
        without=Count("pk", filter=stands & Q(played__isnull=True)),
        gone=Count("pk", filter=~stands),
    )
    return HandCounts(played=found["with_actions"], from_the_end=found["without"], undone=found["gone"])


def written_hands(of: Event | Table) -> WrittenHands:
    """The hands of a night or of one table, in the order they were settled, numbered from 1.

    A hand that is still in play is none of them. Cards that were not shown stay unknown, also after the night.
    """
    counts = hand_counts(of)
    histories: list[History] = []
    unreadable: list[int] = []
    found = _hands(of).filter(undone_at__isnull=True, played__isnull=False)
    rows = found.select_related("table__event", "entry").prefetch_related("seats__player__person")
    for hand in rows.order_by("settled_at", "pk").iterator(AT_ONCE):
        try:
            histories.append(history_of(hand))
        except RuleError:
            unreadable.append(hand.entry.sequence)
    head = "".join(f"# {line}\n" for line in _said(counts, unreadable))
    text = write_phhs(dict(enumerate(histories, start=1)))
    return WrittenHands(counts=counts, unreadable=tuple(unreadable), text=f"{head}\n{text}")


def history_of(hand: Hand) -> History:
    """One of them, with the stacks as the books have them. Raises RuleError for a log that cannot be played again."""
    played = as_seen(PokerHand.from_json(hand.played))
    event = hand.table.event
    names = {seat.seat: seat.player for seat in hand.seats.all()}
    for player in names.values():
        player.event = event
    at = wall_time(hand.settled_at, event.zone)
    return export_hand(
        played,
        fee=Chips(hand.fee),
        fee_chip=chip_of_fee(hand.fee, played.smallest_chip),
        others={
            "event": event.name,
            "table": hand.table.code,
            "hand": hand.number,
            "players": [names[seat].display_name for seat in played.seats],
            "year": at.year,
            "month": at.month,
            "day": at.day,
            "time": at.time().replace(microsecond=0),
        },
    )


def _hands(of: Event | Table) -> QuerySet[Hand]:
    return Hand.objects.filter(table=of) if isinstance(of, Table) else Hand.objects.filter(table__event=of)


def _said(counts: HandCounts, unreadable: list[int]) -> Iterator[str]:
    """What the file says of itself."""
    yield f"Hands played action by action: {counts.played - len(unreadable)}."
    yield f"Left out: {counts.from_the_end} settled from the end, with no actions to write, and {counts.undone} undone."
    if unreadable:
        yield f"Left out because the log cannot be played again: entries {', '.join(map(str, unreadable))}."
    yield "Chips are those of the table. Cards that were not shown are ??."
