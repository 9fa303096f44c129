"""Deeds of the floor at its tables: seats kept, the order of breaking, the button, hand for hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eventnight.core.roles import Role
from tests.simulator.deeds.deed import ORGANISER, Deed, Evening, arrival
from tests.simulator.deeds.flights.common import (
    IN_PLAY,
    OPEN,
    Check,
    all_of,
    flight_row,
    flights,
    moves,
    noted,
    of_another_night,
    row_is,
    stands,
    subject_of,
)
from tests.simulator.deeds.flights.model import field_of, goes_on, in_play
from tournaments.models import Flight, FlightEntry, FlightStatus, FlightTable, PlayedTable, SeatHold

Seat = tuple[int, int]
OF_THE_FLOOR = (Role.ORGANISER, Role.FLOOR)
ENOUGH_TO_PLAY = 100
"""Chips with which everybody is dealt in where hands are followed."""
NOTE = "Needs room for a wheelchair"


def nothing_moved(night: Evening) -> Check:
    """After the press, everybody stands as now, and the books are as they are."""
    return all_of(stands(night.event, lambda before: before), moves(night.event, {}))


def keep(night: Evening) -> Deed | None:
    """A seat is kept: for whoever sits there, or empty."""
    wrong = night.is_wrong()
    flight = night.one_of(flights(night) if wrong else flights(night, *OPEN))
    if flight is None or (not wrong and SeatHold.objects.filter(flight=flight).count() > 2):
        return None
    field = field_of(night.event, flight)
    playing = in_play(field)
    seated = [one for one in playing.values() if one.seat[0]]
    one = night.one_of([None, *(field.values() if wrong else playing.values())])
    tables = sorted({other.seat[0] or 1 for other in seated}) or [1]
    holds = {(hold.table_number, hold.seat_number): hold.entry_id for hold in SeatHold.objects.filter(flight=flight)}
    taken = {other.seat: other.entry for other in seated}
    every = [(table, seat) for table in tables for seat in range(1, flight.seats_per_table + 1)]
    free = [seat for seat in every if seat not in taken and seat not in holds]
    if wrong:
        place = night.one_of([*every, (tables[-1], flight.seats_per_table + 1), (99, 1)])
    elif one is not None and seated:
        place = night.one_of([one.seat])
    else:
        place = night.one_of(free)
    if place is None or place[0] is None or place[1] is None:
        return None
    refused = _why_not_kept(flight, place, tables if seated else [1], is_drawn=bool(seated))
    if one is None and place in taken:
        refused = refused or "somebody sits there"
    if one is not None and one.is_out:
        refused = refused or f"{one.player} is out"
    elif one is not None and one.seat[0] is not None and one.seat != place:
        refused = refused or f"{one.player} sits elsewhere"
    if place in holds and (one is None or holds[place] != one.entry):
        refused = refused or "that seat is kept already"
    if one is not None and max(other.number for other in field.values() if other.player == one.player) != one.number:
        return None
    body: dict[str, Any] = {"table": place[0], "seat": place[1], "note": NOTE}
    body |= {"player": one.player} if one is not None else {}
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/seats/keep/", body)
    else:
        press = night.program("POST", f"holdem/flights/{flight.pk}/kept-seats/", body)
    others = {seat: entry for seat, entry in holds.items() if one is None or entry != one.entry}
    wanted = {**others, place: one.entry if one is not None else None}
    log = noted(night, "flight.seat_held", subject_of(flight), table=place[0], seat=place[1])
    check = all_of(lambda: _holds_are(flight, wanted), nothing_moved(night), log)
    return Deed(press, refused, must_count=not refused and (bool(seated) or place[0] == 1), promise=check)


def _why_not_kept(flight: Flight, place: Seat, tables: list[int], *, is_drawn: bool) -> str:
    most = flight.tournament.tables_per_flight if not flight.is_final else None
    if flight.status not in OPEN:
        return f"the flight is {flight.status}"
    if not 1 <= place[1] <= flight.seats_per_table or (most and place[0] > most):
        return f"there is no seat {place}"
    if is_drawn and place[0] not in tables:
        return f"nobody sits at table {place[0]}"
    return ""


def _holds_are(flight: Flight, wanted: dict[Any, int | None]) -> Iterator[str]:
    rows = SeatHold.objects.filter(flight=flight)
    found = {(hold.table_number, hold.seat_number): hold.entry_id for hold in rows}
    if found != wanted:
        yield f"the seats kept are {found}, not {wanted}"


def release(night: Evening) -> Deed | None:
    """A seat is kept no more."""
    hold = night.one_of(SeatHold.objects.filter(flight__tournament__event=night.event).order_by("id"))
    if hold is None:
        return None
    flight, seat = hold.flight, hold.seat_number
    refused = "" if flight.status in OPEN else f"the flight is {flight.status}"
    if night.is_wrong():
        seat = seat % flight.seats_per_table + 1
        if SeatHold.objects.filter(flight=flight, table_number=hold.table_number, seat_number=seat).exists():
            return None
        refused = "nobody keeps that seat"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/seats/release/", {"table": hold.table_number, "seat": seat})
    else:
        press = night.program("DELETE", f"holdem/flights/{flight.pk}/kept-seats/{hold.table_number}/{seat}/")
    rest = SeatHold.objects.filter(flight=flight).exclude(pk=hold.pk)
    wanted = {(row.table_number, row.seat_number): row.entry_id for row in rest}
    log = noted(night, "flight.seat_released", subject_of(flight), table=hold.table_number, seat=seat)
    check = all_of(lambda: _holds_are(flight, wanted), nothing_moved(night), log)
    return Deed(press, refused, must_count=not refused, promise=check)


def break_order(night: Evening) -> Deed | None:
    """The order in which tables break is published."""
    wrong = night.is_wrong()
    flight = night.one_of(flights(night) if wrong else flights(night, *OPEN))
    if flight is None:
        return None
    order = night.chance.sample(range(1, 5), night.chance.choice((0, 2, 4)))
    refused = "" if flight.status in OPEN else f"the flight is {flight.status}"
    if wrong and night.chance.random() < 0.6:
        order = night.chance.choice(([1, 2, 1], [0, 1], [100]))
        refused = refused or f"{order} is no order of tables"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/break-order/", {"order": ", ".join(map(str, order))})
    else:
        press = night.program("PUT", f"holdem/flights/{flight.pk}/break-order/", {"order": order})
    row = row_is(flight_row(flight), "the flight's", break_order=order)
    check = all_of(row, nothing_moved(night), noted(night, "flight.break_order", subject_of(flight), order=order))
    return Deed(press, refused, must_count=not refused, promise=check)


def button(night: Evening) -> Deed | None:
    """The floor says where the button is in a table's next hand."""
    wrong = night.is_wrong()
    flight = night.one_of(flights(night) if wrong else flights(night, *IN_PLAY))
    if flight is None:
        return None
    playing = [one for one in in_play(field_of(night.event, flight)).values() if one.seat[0]]
    table = night.one_of(sorted({one.seat[0] or 0 for one in playing}))
    if table is None:
        return None
    sitting = sorted(one.seat[1] or 0 for one in playing if one.seat[0] == table)
    # Where hands are followed the button is given to a player, and whoever has too few chips is not dealt in.
    is_given = PlayedTable.objects.filter(flight=flight, number=table).exists()
    is_known = not is_given or all(one.chips >= ENOUGH_TO_PLAY for one in playing if one.seat[0] == table)
    at = night.chance.randint(1, flight.seats_per_table)
    refused = "" if flight.status in IN_PLAY else f"the flight is {flight.status}"
    refused = refused or ("one alone plays no hand" if len(sitting) < 2 else "")
    if wrong and night.chance.random() < 0.5:
        at, refused = flight.seats_per_table + 1, refused or "there is no such seat"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/button/", {"table": table, "button": at})
    else:
        press = night.program("PUT", f"holdem/flights/{flight.pk}/tables/{table}/button/", {"button": at})
    others = list(FlightTable.objects.filter(flight=flight).exclude(number=table).order_by("id").values())

    def after(start: int) -> int:
        return min(
            (seat for seat in sitting if seat != start), key=lambda seat: (seat - start - 1) % flight.seats_per_table
        )

    def promise() -> Iterator[str]:
        row = FlightTable.objects.filter(flight=flight, number=table).first()
        small = at if len(sitting) == 2 and at in sitting else after(at)
        blinds = (small, after(small)) if is_known or row is None else (row.small_blind, row.big_blind)
        if row is None or (row.button, row.small_blind, row.big_blind) != (at, *blinds):
            yield f"the next hand of table {table} is {row and (row.button, row.small_blind, row.big_blind)}"
        if list(FlightTable.objects.filter(flight=flight).exclude(number=table).order_by("id").values()) != others:
            yield "the button of another table changed"

    log = noted(night, "flight.button_told", subject_of(flight), table=table, button=at)
    check = all_of(promise, nothing_moved(night), log)
    return Deed(press, refused, must_count=not refused and not (is_given and at not in sitting), promise=check)


def hand_for_hand(night: Evening) -> Deed | None:
    """All tables play one hand at once, or on their own again."""
    there = flights(night)
    if not night.is_wrong():
        running = [one for one in there if one.status == FlightStatus.RUNNING]
        there = [one for one in running if len(_tables(night, one)) > 1 or one.is_hand_for_hand]
    flight = night.one_of(there)
    if flight is None:
        return None
    tables = _tables(night, flight)
    starts = not flight.is_hand_for_hand or night.chance.random() < 0.3
    changes = starts != flight.is_hand_for_hand
    refused = "" if flight.status == FlightStatus.RUNNING or not changes else f"the flight is {flight.status}"
    if starts and changes:
        refused = refused or ("the flight is decided" if flight.decided_at is not None else "")
        refused = refused or (f"{len(tables)} tables have nobody to wait for" if len(tables) < 2 else "")
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/hand-for-hand/{'on' if starts else 'off'}/", {})
    else:
        press = night.program("PUT" if starts else "DELETE", f"holdem/flights/{flight.pk}/hand-for-hand/")
    changed: dict[str, object] = {}
    if changes:
        changed = {"is_hand_for_hand": starts, "shared_hand": flight.shared_hand + starts, "tables_done": []}
    if changes and not starts:
        changed["decided_at"] = _decided_now(night, flight)
    row = row_is(flight_row(flight), "the flight's", **changed)
    return Deed(press, refused, must_count=not refused, promise=all_of(row, nothing_moved(night)))


def _tables(night: Evening, flight: Flight) -> set[int]:
    """Where somebody plays."""
    return {one.seat[0] for one in in_play(field_of(night.event, flight)).values() if one.seat[0]}


def _decided_now(night: Evening, flight: Flight) -> object:
    field = field_of(night.event, flight)
    is_decided = len(in_play(field)) <= goes_on(flight, len(field))
    return (flight.decided_at or arrival()) if is_decided else None


def finish_hand(night: Evening) -> Deed | None:
    """A table has finished the shared hand and waits, or has not after all."""
    flight = night.one_of([one for one in flights(night, FlightStatus.RUNNING) if one.is_hand_for_hand])
    if flight is None:
        return None
    tables = sorted({one.seat[0] or 0 for one in in_play(field_of(night.event, flight)).values() if one.seat[0]})
    table, wrong = night.one_of(tables), night.is_wrong()
    if table is None:
        return None
    if wrong:
        table = tables[-1] + 1
    refused = f"nobody plays at table {table}" if wrong else ""
    resumes = table in flight.tables_done and night.chance.random() < 0.6
    hand = flight.shared_hand if night.chance.random() < 0.8 else flight.shared_hand + 1
    path = f"hand-for-hand/tables/{table}/"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/{path}{'undo/' if resumes else ''}", {} if resumes else {"hand": hand})
    else:
        method, body = ("DELETE", None) if resumes else ("PUT", {"hand": hand})
        press = night.program(method, f"holdem/flights/{flight.pk}/{path}", body)
    changed: dict[str, object] = {}
    if resumes:
        changed = {"tables_done": [number for number in flight.tables_done if number != table]}
    elif hand == flight.shared_hand and table not in flight.tables_done:
        done = sorted({*flight.tables_done, table})
        is_over = set(tables) <= set(done)
        changed = {"tables_done": [] if is_over else done, "shared_hand": hand + is_over}
        changed["decided_at"] = _decided_now(night, flight) if is_over else None
    check = all_of(row_is(flight_row(flight), "the flight's", **changed), nothing_moved(night))
    return Deed(press, refused, must_count=not refused, promise=check)


def where_nobody_may(night: Evening) -> Deed | None:
    """Somebody works at a flight of the night next door, or without being of the floor."""
    beside = night.chance.random() < 0.5
    flight = of_another_night(night) if beside else night.one_of(flights(night))
    entry = FlightEntry.objects.filter(flight=flight, bust_hand=None).order_by("id").first()
    if flight is None or entry is None:
        return None
    who = ORGANISER if beside else night.chance.choice([role.value for role in Role if role not in OF_THE_FLOOR])
    code, api, page = entry.player.code, f"holdem/flights/{flight.pk}", f"floor/{flight.pk}"
    press = night.chance.choice(
        (
            night.program("POST", f"{api}/bust-outs/", {"busted": {code: 1000}}, who=who),
            night.program("PUT", f"{api}/counts/", {"counts": {code: 1500}}, who=who),
            night.program("POST", f"{api}/entries/{code}/purchases/", {"kind": "rebuy"}, who=who),
            night.program("PUT", f"{api}/break-order/", {"order": [2, 1]}, who=who),
            night.form(f"{page}/entries/{code}/sell/rebuy/", {"means": "cash"}, who=who),
            night.form(f"{page}/entries/{code}/move/", {"table": 1, "seat": 9}, who=who),
            night.form(f"{page}/entries/{code}/withdraw/", {}, who=who),
            night.form(f"{page}/seats/", {}, who=who),
            night.form(f"{page}/bags/reopen/", {}, who=who),
        )
    )
    return Deed(press, "the flight is of another night" if beside else f"{who} is not of the floor")
