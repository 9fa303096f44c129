"""Seats are charged by the half-hour: the minute comes, somebody leaves or sits down in it, it is stopped or undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils import timezone

from eventnight.bank.models import EntryKind
from eventnight.events.models import EventStatus
from tables.models import SeatFee, Table, TableStatus
from tests.simulator.deeds.booked import Mark, held_at, one_who_may
from tests.simulator.deeds.deed import Deed, Evening, arrival, differences
from tests.simulator.deeds.tables.charged import (
    HALF_HOUR,
    Charge,
    charges_differ,
    charges_until,
    charging,
    moves_of,
    newest_fee,
)
from tests.simulator.deeds.tables.rows import (
    RUNS_TABLES,
    card_tables,
    in_play,
    last_hand,
    one_table,
    owes_for_seats,
    sitting,
    stacks,
    with_chips,
)
from tests.simulator.world import ON_THE_WAY

AROUND = (-1, 0, 0, 1, 61)
"""Seconds after the minute."""
AFTERWARDS = (*AROUND, 1801)


def see_it_end(night: Evening) -> Deed | None:
    """The minute comes, a worker looks, and whoever looks at the table finds it booked; a second before it is not, and
    not while a hand is played.
    """
    table = _charged(night)
    if table is None:
        return None
    if in_play(table) is None and night.chance.random() < 0.25:
        last = last_hand(table)
        night.ask(night.program("POST", f"tables/{table.pk}/play/", {"number": last.number + 1 if last else 1}))
    _come_to(night, table, night.chance.choice(AFTERWARDS))
    charges, newest, mark = charges_until(table, timezone.now()), newest_fee(table), Mark(night.event)
    night.world.tick()
    held = stacks(table)

    def promise() -> Iterator[str]:
        yield from charges_differ(table, charges, newest)
        # Other tables may have come to their minute meanwhile.
        yield from differences(
            "what moved at", _of_seats(table, moves_of(table, charges)), _of_seats(table, mark.moved())
        )
        yield from differences("the stack on", held, stacks(table))

    if night.chance.random() < 0.5:
        press = night.program("GET", f"tables/{table.pk}/")
    else:
        press = replace(night.form(f"tables/{table.pk}/", {}), method="GET", body=b"", key="")
    return Deed(press, promise=promise)


def leave_in_its_minute(night: Evening) -> Deed | None:
    """Somebody leaves when it has ended and no worker has looked: they have sat there, and pay."""
    table = _charged(night)
    if table is None or in_play(table) is not None:
        return None
    seat = night.one_of(stacks(table))
    if seat is None:
        return None
    _come_to(night, table, night.chance.choice(AROUND) - ON_THE_WAY)
    charges = charges_until(table, arrival())
    player, left = sitting(night.event)[table.pk, seat], stacks(table)[seat] - _paid_by(seat, charges)
    newest, mark = newest_fee(table), Mark(night.event)

    def promise() -> Iterator[str]:
        yield from charges_differ(table, charges, newest)
        moves = moves_of(table, charges)
        address = f"chips/seat/{table.code}-{seat}"
        moves |= {address: moves.get(address, 0) - left, f"chips/player/{player}": left}
        yield from mark.booked(*_entries(charges), EntryKind.LEAVE_TABLE, moves=moves)

    press = night.program("POST", f"tables/{table.pk}/seats/{seat}/leave/")
    return Deed(press, night.closed, must_count=not night.closed, promise=promise)


def sit_down_in_its_minute(night: Evening) -> Deed | None:
    """Somebody sits down when it has ended and no worker has looked: those who sat there pay, and nobody else."""
    table = _charged(night)
    if table is None or table.limit:
        return None
    free = night.one_of(seat for (pk, seat), code in sitting(night.event).items() if pk == table.pk and not code)
    player = night.one_of(with_chips(night))
    if free is None or player is None:
        return None
    _come_to(night, table, night.chance.choice(AROUND) - ON_THE_WAY)
    charges, chips = charges_until(table, arrival()), held_at(night.event, f"chips/player/{player}") // 10 * 10
    newest, mark = newest_fee(table), Mark(night.event)

    def promise() -> Iterator[str]:
        yield from charges_differ(table, charges, newest)
        moves = moves_of(table, charges) | {f"chips/seat/{table.code}-{free}": chips, f"chips/player/{player}": -chips}
        yield from mark.booked(*_entries(charges), EntryKind.SIT_DOWN, moves=moves)

    press = night.program("POST", f"tables/{table.pk}/seats/{free}/", {"player": player, "chips": chips})
    return Deed(press, night.closed, promise=promise)


def stop_or_start(night: Evening) -> Deed | None:
    """The seats are charged no more, or again for the first time in half an hour. What has ended is paid first; a table
    that takes no such fee, one that is closed, and what is so already must be refused.
    """
    if night.event.status == EventStatus.CLOSED:
        return None
    table = (
        one_table(night) if night.is_wrong(0.1) else night.one_of(each for each in charging(night.event) if _open(each))
    )
    if table is None:
        return None
    starts = (table.seat_fee_due_at is None) != night.is_wrong()
    if not starts and table.seat_fee_due_at is not None and night.chance.random() < 0.5:
        _come_to(night, table, night.chance.choice(AROUND) - ON_THE_WAY)
    refused = "" if table.is_open else f"{table.code} is closed"
    if table.fee_by != "half_hour" or not table.fee_schedule:
        refused = refused or f"{table.code} takes no fee by the half-hour"
    if starts != (table.seat_fee_due_at is None):
        refused = refused or f"its seats are {'charged already' if starts else 'not charged'}"
    charges = [] if starts else charges_until(table, arrival())
    newest, mark, tables = newest_fee(table), Mark(night.event), card_tables(night.event)
    waits = owes_for_seats(table) and not charges

    def promise() -> Iterator[str]:
        due = timezone.now() + HALF_HOUR if starts else None
        now = {**tables[table.pk], "seat_fee_due_at": due}
        yield from differences("table", {**tables, table.pk: now}, card_tables(night.event))
        yield from charges_differ(table, charges, newest)
        if not waits:
            yield from mark.booked(*_entries(charges), moves=moves_of(table, charges))
        yield from mark.logged(f"seat_fees.{'started' if starts else 'stopped'}", table.code)

    door = "start" if starts else "stop"
    if night.chance.random() < 0.3:
        press = night.form(f"tables/{table.pk}/fees/{door}/", {})
    else:
        press = night.program("POST", f"tables/{table.pk}/fees/{door}/", who=one_who_may(night, RUNS_TABLES))
    return Deed(press, refused, must_count=not refused, promise=promise)


def undo_a_fee(night: Evening) -> Deed | None:
    """The fee of a half-hour goes back to those who paid it, once, where they still sit there. Where none was paid yet,
    a half-hour ends on the way; now and then somebody who paid leaves before.
    """
    if not SeatFee.objects.filter(table__event=night.event).exists() and (table := _charged(night)) is not None:
        _come_to(night, table, 0)
        night.world.tick()
    fees = SeatFee.objects.filter(table__event=night.event).order_by("pk").select_related("table__event", "entry")
    if not night.is_wrong(0.2):
        fees = fees.filter(undone_at__isnull=True, entry__isnull=False)
    fee = night.one_of(fees)
    if fee is None or owes_for_seats(fee.table):
        return None
    table = fee.table
    paying = [each.seat for each in fee.payments if each.paid]
    if paying and night.is_wrong(0.2):
        night.ask(night.program("POST", f"tables/{table.pk}/seats/{night.chance.choice(paying)}/leave/"))
    there = {seat: code for (pk, seat), code in sitting(night.event).items() if pk == table.pk}
    refused = night.closed or ("" if _open(table) else f"{table.code} is closed")
    refused = refused or ("a hand is in play" if in_play(table) is not None else "")
    refused = refused or ("nobody paid it" if fee.entry is None else "")
    refused = refused or ("it is undone" if fee.undone_at is not None else "")
    if any(each.paid and there.get(each.seat) != each.player for each in fee.payments):
        refused = refused or "somebody who paid it has left"
    mark, held = Mark(night.event), held_at(night.event, "chips/house/fees")

    def promise() -> Iterator[str]:
        moves = moved_back(fee)
        yield from mark.booked(EntryKind.REVERSAL, moves=moves)
        now = SeatFee.objects.get(pk=fee.pk)
        if now.undone_at != timezone.now() or not now.undone_by_label:
            yield f"the fee of {fee.due_at} does not say who undid it and when"
        yield from mark.logged("seat_fee.undone", table.code)

    if night.chance.random() < 0.3:
        press = night.form(f"tables/{table.pk}/fees/{fee.pk}/undo/", {"reason": "Wrong table"})
    else:
        press = night.program("POST", f"tables/{table.pk}/fees/{fee.pk}/undo/", {"reason": "Wrong table"})
    return Deed(press, refused, must_count=not refused and held >= fee.chips, promise=promise)


def moved_back(fee: SeatFee) -> dict[str, int]:
    """What its undoing moves: each seat has its chips again."""
    back = {f"chips/seat/{fee.table.code}-{each.seat}": each.paid or 0 for each in fee.payments}
    return {"chips/house/fees": -fee.chips, **back}


def _charged(night: Evening) -> Table | None:
    """An open table whose next half-hour has not ended yet; now and then one that was stopped is started on the way."""
    if night.event.status == EventStatus.CLOSED:
        return None
    tables = [table for table in charging(night.event) if _open(table)]
    stopped = [table for table in tables if table.seat_fee_due_at is None]
    if stopped and night.chance.random() < 0.2:
        night.ask(night.program("POST", f"tables/{stopped[0].pk}/fees/start/"))
        stopped[0].refresh_from_db()
    running = [table for table in tables if table.seat_fee_due_at is not None and not owes_for_seats(table)]
    return night.one_of(table for table in running if table.seat_fee_due_at - timezone.now() <= HALF_HOUR)


def _open(table: Table) -> bool:
    return table.status == TableStatus.OPEN


def _come_to(night: Evening, table: Table, late: float) -> None:
    """Time passes until so many seconds after the minute."""
    assert table.seat_fee_due_at is not None
    left = (table.seat_fee_due_at - timezone.now()).total_seconds() + late
    if left > 0:
        night.world.pass_time(left)


def _paid_by(seat: int, charges: list[Charge]) -> int:
    return sum(charge.paid.get(seat, 0) for charge in charges)


def _entries(charges: list[Charge]) -> list[EntryKind]:
    """One for each half-hour of which anybody paid anything."""
    return [EntryKind.SEAT_FEE for charge in charges if any(charge.paid.values())]


def _of_seats(table: Table, moves: dict[str, int]) -> dict[str, int]:
    front = f"chips/seat/{table.code}-"
    return {address: count for address, count in moves.items() if count and address.startswith(front)}
