"""What players put before their seats at the card tables, and took away from them."""

from __future__ import annotations

from collections.abc import Iterable

from eventnight.bank.models import Commodity, Entry, EntryKind, OwnerKind, Transfer


def chips_laid_down(event_id: int, seats: Iterable[str], *, since: int) -> dict[str, list[int]]:
    """What was put before each of these seats, sitting down or topping up, each time in order; undone entries left out.

    seats: their codes, such as "T1-3". since: the number of an entry; those after it are read.
    """
    laid = Transfer.objects.filter(
        event_id=event_id,
        commodity=Commodity.CHIPS,
        to_account__owner_kind=OwnerKind.SEAT,
        to_account__code__in=list(seats),
        entry__kind=EntryKind.SIT_DOWN,
        entry__sequence__gt=since,
        entry__reversed_by__isnull=True,
    )
    found: dict[str, list[int]] = {}
    for code, chips in laid.order_by("entry_id", "number").values_list("to_account__code", "amount"):
        found.setdefault(code, []).append(chips)
    return found


def chips_taken_along(event_id: int, seat: str, player: str, *, since: int) -> int | None:
    """The chips with which a player last left this seat, None if that was not after the entry numbered ``since``."""
    left = Entry.objects.filter(
        event_id=event_id, kind=EntryKind.LEAVE_TABLE, subject=player, sequence__gt=since, reversed_by__isnull=True
    )
    moved = left.filter(transfers__from_account__owner_kind=OwnerKind.SEAT, transfers__from_account__code=seat)
    return moved.order_by("-sequence").values_list("transfers__amount", flat=True).first()
