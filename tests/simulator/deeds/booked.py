"""What the books, the tills and the log hold, as plain rows, before a press and after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q
from django.utils import timezone

from eventnight.bank.models import Account, Entry, EntryKind
from eventnight.core.models import AuditRecord
from eventnight.events.models import Event
from tests.simulator.deeds.deed import ORGANISER, Evening, arrival, differences
from tests.simulator.ledger import moved_by_entries

JUST_NOW = 60
"""Seconds within which the same sale to the same guest is asked about."""


@dataclass(frozen=True)
class Mark:
    """A place in the books and in the log of a night, to see what has been written since."""

    event: Event
    sequence: int = field(init=False)
    line: int = field(init=False)

    def __post_init__(self) -> None:
        newest = Entry.objects.filter(event=self.event).order_by("-sequence").values_list("sequence", flat=True)
        lines = AuditRecord.objects.filter(event=self.event).order_by("-pk").values_list("pk", flat=True)
        object.__setattr__(self, "sequence", newest.first() or 0)
        object.__setattr__(self, "line", lines.first() or 0)

    def entries(self) -> list[Entry]:
        """Those that were written since."""
        return list(Entry.objects.filter(event=self.event, sequence__gt=self.sequence).order_by("sequence"))

    def moved(self) -> dict[str, int]:
        """What they moved, by address."""
        moved = moved_by_entries(self.event, Q(entry__sequence__gt=self.sequence))
        return {address: count for address, count in moved.items() if count}

    def booked(self, *kinds: EntryKind, moves: Mapping[str, int] | None = None) -> Iterator[str]:
        """Whether entries of just these kinds came, at this moment, and moved that."""
        found = [entry.kind for entry in self.entries()]
        if found != list(kinds):
            yield f"the books have {found} more, not {[str(kind) for kind in kinds]}"
        yield from (f"entry {each.sequence} is of {each.at}" for each in self.entries() if each.at != timezone.now())
        if moves is not None:
            yield from differences("what moved at", {at: count for at, count in moves.items() if count}, self.moved())

    def logged(self, action: str, subject: str, times: int = 1) -> Iterator[str]:
        """Whether the log has so many lines more of just that, of this moment."""
        lines = AuditRecord.objects.filter(event=self.event, pk__gt=self.line, action=action, subject=subject)
        found = list(lines.values_list("at", flat=True))
        if found != [timezone.now()] * times:
            yield f"the log has {len(found)} lines of {action} {subject}, not {times} of this moment"


def held_at(event: Event, address: str) -> int:
    """What an account holds, such as "chips/player/P001"."""
    commodity, kind, code = address.split("/")
    account = Account.objects.filter(event=event, commodity=commodity, owner_kind=kind, code=code)
    return account.values_list("balance", flat=True).first() or 0


def till_is_open(event: Event, till: str) -> bool:
    """Whether a till takes money: until it is closed, even where nobody has opened it."""
    kinds = (EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED)
    undone = Entry.objects.filter(event=event, reverses__isnull=False).values("reverses")
    last = Entry.objects.filter(event=event, kind__in=kinds, subject=till).exclude(pk__in=undone).order_by("-sequence")
    return last.values_list("kind", flat=True).first() != EntryKind.TILL_CLOSED


def just_sold(night: Evening, kind: EntryKind, player: str) -> int:
    """The entry of the same sale to the same guest that is asked about; 0 where there is none."""
    entries = Entry.objects.filter(event=night.event, kind=kind, subject=player, reversed_by__isnull=True)
    last = entries.order_by("-sequence").first()
    if last is None:
        return 0
    seconds = abs((arrival() - last.at).total_seconds())
    return last.sequence if round(seconds) < JUST_NOW else 0


def payable(night: Evening, chips: int) -> bool:
    """Whether the bank's own colours come to that."""
    values = [colour.value for colour in night.house.bank.chip_set if colour.at_bank]
    reached = {0}
    for total in range(1, chips + 1):
        if any(total - value in reached for value in values):
            reached.add(total)
    return chips in reached


def counts_colours(night: Evening) -> bool:
    """Whether the house knows how many chips of a colour it owns, so that a colour can run short."""
    return any(colour.owned for colour in night.house.bank.chip_set)


def one_who_may(night: Evening, some: Sequence[str]) -> str:
    """One of these people whose role was not taken away; the organiser where it was."""
    who = night.chance.choice(some)
    return who if night.works(who) else ORGANISER
