"""Everything of one player's night for staff: what the chips are made of, and what happened, in order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from engine.units import Cents
from eventnight.bank.models import EntryKind
from eventnight.bank.selectors.desk.own import movements_of, paid_by
from eventnight.events.models import Event, Player
from eventnight.night.selectors.audit.lines import LogLine, log_hours
from eventnight.night.selectors.audit.records import Chosen, audit_records

LINES_SHOWN = 200
ENTRIES_SUMMED = 10_000


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of the log with what its entry moved for the player. after: the chips held then, None where none moved or
    the entry was undone.
    """

    said: LogLine
    chips: int
    tickets: int
    after: int | None


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """sums: chips by what they came from or went to, corrections taken off; they add up to `chips`. paid: in cents.
    is_cut: whether there is more than the lines.
    """

    chips: int
    sums: list[tuple[str, int]]
    paid: Cents
    lines: list[RecordLine]
    is_cut: bool


def record_of(event: Event, player: Player) -> PlayerRecord:
    """The record of a player, newest line first: as many queries for one line as for many."""
    movements = movements_of(event.pk, player.code, ENTRIES_SUMMED)
    sums: dict[EntryKind, int] = {}
    for movement in reversed(movements):
        # A correction counts as the kind it undid, so that both together come to nothing.
        sums[movement.kind] = sums.get(movement.kind, 0) + movement.chips
    chips = sum(sums.values())
    held, after = chips, {}
    for movement in movements:
        after[movement.sequence] = (movement, held)
        held -= movement.chips
    records = list(audit_records(event, Chosen(about=player.code))[: LINES_SHOWN + 1])
    hours = log_hours(event, records[:LINES_SHOWN])
    lines = []
    for said in chain.from_iterable(hour.lines for hour in hours):
        moved, then = after.get(said.entry, (None, 0))
        has_moved = moved is not None and moved.chips != 0
        lines.append(
            RecordLine(
                said=said,
                chips=moved.chips if moved else 0,
                tickets=moved.tickets if moved else 0,
                after=then if has_moved and not said.is_undone else None,
            )
        )
    return PlayerRecord(
        chips=chips,
        sums=[(str(kind.label), moved) for kind, moved in sums.items() if moved],
        paid=paid_by(event.pk, player.code),
        lines=lines,
        is_cut=len(records) > LINES_SHOWN,
    )
