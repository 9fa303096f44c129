"""A second model of the fees that seats pay by the half-hour: who sat where when each one ended, as the log has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from eventnight.core.models import AuditRecord
from eventnight.events.models import Event, EventStatus
from tables.models import SeatFee, Table
from tests.simulator.deeds.tables.hand import fee_for
from tests.simulator.deeds.tables.rows import in_play, sitting, stacks
from tests.simulator.ledger import moved_by_entries

HALF_HOUR = timedelta(minutes=30)
FORGOTTEN = timedelta(hours=12)
"""Nobody looked for so long: the table is charged no more."""
TOLD = ("table.opened", "table.closed", "seat.taken", "seat.left", "seat_fees.started", "seat_fees.stopped")


@dataclass(frozen=True)
class HalfHour:
    """One that has ended. sat: who sat there then, by seat."""

    due_at: datetime
    sat: Mapping[int, str]


@dataclass(frozen=True)
class Charge:
    """What a half-hour must book. paid: chips, by seat; empty while a hand is played."""

    due_at: datetime
    fee: int
    sat: Mapping[int, str]
    paid: Mapping[int, int]


def charging(event: Event) -> list[Table]:
    """The tables that charge their seats, also those that do so no more."""
    rows = Table.objects.filter(event=event, fee_by="half_hour").exclude(fee_schedule="").order_by("pk")
    return list(rows.select_related("event"))


def charges_until(table: Table, moment: datetime) -> list[Charge]:
    """What comes of the half-hours that end until then, as everybody sits there now with what lies before them."""
    sat = {seat: code for (pk, seat), code in sitting(table.event).items() if pk == table.pk and code}
    held, due, charges = stacks(table), table.seat_fee_due_at, list[Charge]()
    waits = in_play(table) is not None
    while due is not None and due <= moment:
        fee = fee_for(table, len(sat)) if sat else 0
        paid = {} if waits else {seat: min(fee, held[seat]) for seat in sat}
        held = {seat: chips - paid.get(seat, 0) for seat, chips in held.items()}
        charges.append(Charge(due, fee, sat, paid))
        due += HALF_HOUR
    return charges


def seconds_to_a_fee(event: Event) -> float:
    """Until the next half-hour of a table ends; 0 where none does within one."""
    now = timezone.now()
    dues = Table.objects.filter(event=event, seat_fee_due_at__gt=now, seat_fee_due_at__lte=now + HALF_HOUR)
    due = dues.order_by("seat_fee_due_at").values_list("seat_fee_due_at", flat=True).first()
    return (due - now).total_seconds() if due else 0


def moves_of(table: Table, charges: list[Charge]) -> dict[str, int]:
    """What they move, by address."""
    moves = {"chips/house/fees": sum(sum(charge.paid.values()) for charge in charges)}
    for charge in charges:
        for seat, chips in charge.paid.items():
            address = f"chips/seat/{table.code}-{seat}"
            moves[address] = moves.get(address, 0) - chips
    return moves


def noted(table: Table, after: int) -> Iterator[SeatFee]:
    """The half-hours that were written down since. after: the newest before."""
    yield from SeatFee.objects.filter(table=table, pk__gt=after).order_by("due_at")


def newest_fee(table: Table) -> int:
    return SeatFee.objects.filter(table=table).order_by("-pk").values_list("pk", flat=True).first() or 0


def charges_differ(table: Table, charges: list[Charge], after: int) -> Iterator[str]:
    """Whether just these half-hours were written down since."""
    found = list(noted(table, after))
    due, wanted = [each.due_at for each in found], [charge.due_at for charge in charges]
    if due != wanted:
        yield f"{table.code} was charged for {list(map(str, due))}, not for {list(map(str, wanted))}"
        return
    for row, charge in zip(found, charges, strict=True):
        said = {each.seat: (each.player, each.paid) for each in row.payments}
        due_by = {seat: (code, charge.paid.get(seat)) for seat, code in charge.sat.items()}
        if (row.fee, said) != (charge.fee, due_by):
            yield f"{table.code} is charged {row.fee} for {said}, not {charge.fee} for {due_by}"


def half_hours_of(table: Table, until: datetime) -> list[HalfHour] | None:
    """Those that ended until then while the seats were charged; None where the log is of no one time, because the
    computer's time was set back, or nobody looked for very long.
    """
    log = AuditRecord.objects.filter(event=table.event_id).order_by("pk")
    moments = [*log.values_list("at", flat=True), until]
    if moments != sorted(moments):
        return None
    lines = log.filter(Q(subject=table.code) | Q(subject__startswith=f"{table.code}-"), action__in=TOLD)
    due: datetime | None = None
    ended, sat = list[HalfHour](), dict[int, str]()
    for at, action, subject, facts in [*lines.values_list("at", "action", "subject", "facts"), (until, "", "", {})]:
        while due is not None and due <= at:
            if at - due > FORGOTTEN:
                return None
            ended.append(HalfHour(due, dict(sat)))
            due += HALF_HOUR
        seat = int(subject.rpartition("-")[2]) if "-" in subject else 0
        match action:
            case "seat.taken":
                sat[seat] = facts["player"]
            case "seat.left":
                del sat[seat]
            case "table.opened" | "seat_fees.started":
                due = at + HALF_HOUR
            case "seat_fees.stopped":
                due = None
            case "table.closed":
                due, sat = None, {}
    return ended


def half_hours_agree(event: Event) -> Iterator[str]:
    """Every half-hour is written down once, for those who sat there when it ended; each has paid the posted fee, or all
    that lay there.
    """
    now = timezone.now()
    for table in charging(event):
        rows = list(SeatFee.objects.filter(table=table).order_by("due_at").select_related("entry"))
        ended = half_hours_of(table, now)
        if ended is None or any(row.due_at > now or (row.booked_at and row.booked_at > now) for row in rows):
            continue
        if [row.due_at for row in rows] != [each.due_at for each in ended[: len(rows)]]:
            yield f"{table.code} is charged for {[str(row.due_at) for row in rows]}"
            continue
        for row, each in zip(rows, ended, strict=False):
            yield from _faults(table, row, each)


def all_are_booked(event: Event) -> Iterator[str]:
    """A worker has just looked: no half-hour that has ended is left, but those that wait for a hand."""
    now = timezone.now()
    if Event.objects.get(pk=event.pk).status == EventStatus.CLOSED:
        return
    for table in charging(event):
        ended = half_hours_of(table, now)
        rows = list(SeatFee.objects.filter(table=table).order_by("due_at"))
        if ended is None or not table.is_open or any(row.due_at > now for row in rows):
            continue
        if len(rows) != len(ended):
            yield f"{table.code} is charged for {len(rows)} half-hours, and {len(ended)} have ended"
        if in_play(table) is None and any(row.booked_at is None for row in rows):
            yield f"{table.code} plays no hand, and a half-hour waits"


def _faults(table: Table, row: SeatFee, ended: HalfHour) -> Iterator[str]:
    about = f"the half-hour of {table.code} to {row.due_at}"
    payments = {each.seat: each for each in row.payments}
    if {seat: each.player for seat, each in payments.items()} != ended.sat:
        yield f"{about} is charged to {payments}, and there sat {ended.sat}"
    if row.fee != (fee_for(table, len(ended.sat)) if ended.sat else 0):
        yield f"{about} costs {row.fee} with {len(ended.sat)} at the table"
    if row.booked_at is None or row.entry is None:
        if any(each.paid for each in payments.values()):
            yield f"{about} is paid, and not in the books"
        return
    moved = {at: -count for at, count in moved_by_entries(table.event, Q(entry=row.entry)).items()}
    before = moved_by_entries(table.event, Q(entry__sequence__lt=row.entry.sequence))
    for seat, each in payments.items():
        places = (f"chips/seat/{table.code}-{seat}", f"chips/player/{each.player}")
        paid = {at: moved.pop(at) for at in places if at in moved}
        held = max((before.get(at, 0) for at in paid), default=0)
        if sum(paid.values()) != each.paid or (each.paid != row.fee and each.paid != held):
            yield f"{about}: seat {seat} paid {each.paid} of {row.fee}, with {held} in hand, and the books have {paid}"
    if [*moved] != ["chips/house/fees"]:
        yield f"{about} moved {moved} besides"
