"""Deeds of who sits where in a flight: the draw, single moves, seats kept, moves that the tables need."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.http import HttpResponse

from tests.simulator.deeds.deed import Deed, Evening, arrival
from tests.simulator.deeds.flights.common import (
    IN_PLAY,
    Check,
    all_of,
    flight_row,
    flights,
    moves,
    noted,
    stands,
    subject_of,
)
from tests.simulator.deeds.flights.model import Field, field_of, in_play
from tests.simulator.presses import sent
from tournaments.models import Flight, FlightStatus, SeatHold, SeatMove

Seat = tuple[int, int]
MOST_TABLES = 99
STALE = "0123456789ab"
MOST_SEATS = 10


def draw(night: Evening) -> Deed | None:
    """Everybody of a flight gets a seat, or another one before play."""
    wrong = night.is_wrong()
    there = flights(night) if wrong else flights(night, FlightStatus.PLANNED, FlightStatus.SEATED)
    flight = night.one_of([one for one in there if wrong or one.entries.exists()])
    if flight is None or (flight.status == FlightStatus.SEATED and night.chance.random() < 0.4):
        return None
    players, seats = flight.entries.count(), flight.seats_per_table
    holds = list(SeatHold.objects.filter(flight=flight).order_by("id"))
    fewest = max([-(-players // seats), *(hold.table_number for hold in holds if hold.entry_id)])
    asked = night.one_of([None, None, fewest, fewest + 1, *([max(fewest - 1, 1)] if wrong else [])])
    refused = "" if flight.status in ("planned", "seated") else f"the flight is {flight.status}"
    refused = refused or (f"{players} cannot play" if players < 2 else "")
    kept = [hold for hold in holds if not hold.entry_id and hold.table_number <= (asked or fewest)]
    if asked and asked * seats - len(kept) < players:
        refused = refused or f"{asked} tables of {seats} do not hold {players}"
    if asked and any(hold.entry_id and hold.table_number > asked for hold in holds):
        refused = refused or "somebody keeps a seat at a table that is not there"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/seats/", {"tables": asked} if asked else {})
    else:
        body = ({"tables": asked} if asked else {}) | ({"seed": "high card"} if night.chance.random() < 0.3 else {})
        press = night.program("POST", f"holdem/flights/{flight.pk}/draw/", body)
    check = _drawn(night, flight, holds, None if kept else asked or fewest)
    return Deed(press, refused, must_count=not refused, promise=check)


def _drawn(night: Evening, flight: Flight, holds: list[SeatHold], tables: int | None) -> Check:
    """tables: how many must be in use, None where seats that stay empty may take more."""
    locks = {hold.entry_id: (hold.table_number, hold.seat_number) for hold in holds if hold.entry_id}
    empty = {(hold.table_number, hold.seat_number) for hold in holds if not hold.entry_id}
    same = flight_row(flight, "status", "draw_seed", "drawn_at")
    before, at = same(), arrival()

    def promise() -> Iterator[str]:
        field, row = field_of(night.event, flight), Flight.objects.get(pk=flight.pk)
        seats = [one.seat for one in field.values()]
        sizes = Counter(table for table, _ in seats)
        if len(set(seats)) < len(seats) or (None, None) in seats or empty & set(seats):
            yield f"the seats drawn are {seats}, and {empty} stay empty"
        elif any(not 1 <= (seat or 0) <= flight.seats_per_table for _, seat in seats):
            yield f"somebody was drawn beyond the {flight.seats_per_table} seats of a table"
        elif not holds and max(sizes.values()) - min(sizes.values()) > 1:
            yield f"the tables are drawn uneven: {dict(sizes)}"
        elif not holds and (len(sizes) != min(tables or 0, len(field)) or max(sizes) != len(sizes)):
            yield f"{len(sizes)} tables are in use, not {tables}"
        yield from (
            f"a kept seat was not kept: {one.seat}"
            for one in field.values()
            if one.seat != locks.get(one.entry, one.seat)
        )
        if (row.status, row.drawn_at) != (FlightStatus.SEATED, at) or not row.draw_seed:
            yield f"the flight is {row.status}, drawn at {row.drawn_at}"
        if same() != before:
            yield "something else of the flight changed"

    def seated(field: Field) -> Field:
        now = field_of(night.event, flight)
        return {code: replace(one, seat=now[code].seat) if code in now else one for code, one in field.items()}

    log = noted(night, "flight.seats_drawn", subject_of(flight))
    return all_of(promise, stands(night.event, seated), moves(night.event, {}), log)


def move(night: Evening) -> Deed | None:
    """Somebody takes another seat; often that of somebody who is out."""
    wrong = night.is_wrong()
    flight = night.one_of(flights(night) if wrong else flights(night, *IN_PLAY))
    field = field_of(night.event, flight) if flight else {}
    code = night.one_of(field if wrong and night.chance.random() < 0.3 else in_play(field))
    if flight is None or code is None:
        return None
    one, opens_table = field[code], night.chance.random() < 0.3
    table, seat = _another_seat(night, flight, field, wrong=wrong)
    refused = _why_not_moved(flight, field, code, (table, seat), opens_table=opens_table)
    again = max((other for other in field.values() if other.player == one.player), key=lambda other: other.number)
    if again.entry != one.entry:
        return None
    body: dict[str, Any] = {"table": table, "seat": seat} | ({"opens_table": True} if opens_table else {})
    if night.chance.random() < 0.4:
        press = night.form(f"floor/{flight.pk}/entries/{one.player}/move/", body)
    else:
        press = night.program("PUT", f"holdem/flights/{flight.pk}/entries/{one.player}/seat/", body)
    check = _moved(night, flight, [(code, (table, seat))], "move")
    return Deed(press, refused, must_count=not refused, promise=check)


def _another_seat(night: Evening, flight: Flight, field: Field, *, wrong: bool) -> Seat:
    """Mostly a free one at a table in play; else one that is taken, kept, beyond the table, or at another table."""
    tables = sorted({one.seat[0] for one in in_play(field).values() if one.seat[0]}) or [1]
    taken = {one.seat for one in in_play(field).values()}
    free = [(table, seat) for table in tables for seat in range(1, flight.seats_per_table + 1)]
    kept = {(hold.table_number, hold.seat_number) for hold in SeatHold.objects.filter(flight=flight)}
    left = [one.seat for one in field.values() if one.is_out and one.seat not in taken and one.seat[0] in tables]
    free = [seat for seat in free if seat not in taken | kept]
    odd = [(tables[0], flight.seats_per_table + 1), (tables[-1] + 1, 1), (tables[-1] + 2, 1), *sorted(kept)]
    odd += [one.seat for one in field.values() if one.seat[0]][:2]
    if wrong or not free:
        return night.chance.choice(odd)
    return night.chance.choice(left if left and night.chance.random() < 0.4 else free)


def _why_not_moved(flight: Flight, field: Field, code: str, to: Seat, *, opens_table: bool) -> str:
    one, playing = field[code], in_play(field)
    most = flight.tournament.tables_per_flight if not flight.is_final else None
    if flight.status not in IN_PLAY:
        return f"the flight is {flight.status}"
    if one.is_out:
        return f"{one.player} is out"
    if not 1 <= to[1] <= flight.seats_per_table or not 1 <= to[0] <= (most or MOST_TABLES):
        return f"there is no seat {to}"
    if one.seat == to:
        return f"{one.player} sits there already"
    left = set(SeatMove.objects.filter(flight=flight).values_list("start_table", flat=True))
    known = left | {other.seat[0] or 0 for other in field.values()}
    if to[0] not in {other.seat[0] for other in playing.values()} and not (opens_table and to[0] <= max(known) + 1):
        return f"nobody sits at table {to[0]}"
    if any(other.seat == to for other in playing.values()):
        return "somebody sits there"
    hold = SeatHold.objects.filter(flight=flight, table_number=to[0], seat_number=to[1]).first()
    if hold is not None and hold.entry_id != one.entry:
        return "the floor keeps that seat"
    if SeatHold.objects.filter(entry=one.entry).exists():
        return f"{one.player} keeps a seat"
    return ""


def _moved(night: Evening, flight: Flight, made: list[tuple[str, Seat]], kind: str) -> Check:
    """made: codes of stacks, and where they sit afterwards."""
    before = field_of(night.event, flight)
    last = SeatMove.objects.filter(flight=flight).order_by("-number").values_list("number", flat=True).first() or 0
    locked = dict(SeatHold.objects.filter(flight=flight, entry__isnull=False).values_list("entry", "note"))
    at = arrival()

    def promise() -> Iterator[str]:
        rows = SeatMove.objects.filter(flight=flight, number__gt=last).select_related("entry").order_by("number")
        told = [
            (row.entry.stack_code, (row.start_table, row.start_seat), (row.end_table, row.end_seat)) for row in rows
        ]
        if told != [(code, before[code].seat, seat) for code, seat in made]:
            yield f"written down are the moves {told}"
        if [row.number for row in rows] != [*range(last + 1, last + 1 + len(made))]:
            yield f"the moves are numbered {[row.number for row in rows]} after {last}"
        if {(row.kind, row.at, row.undone_at) for row in rows} != {(kind, at, None)}:
            yield f"the moves are {[(row.kind, row.at) for row in rows]}"
        holds = SeatHold.objects.filter(flight=flight, entry__isnull=False).select_related("entry")
        if dict(holds.values_list("entry", "note")) != locked:
            yield "a seat that was kept for somebody is kept no more"
        for hold in holds:
            if (hold.table_number, hold.seat_number) != (hold.entry.table_number, hold.entry.seat_number):
                yield f"{hold.entry} keeps a seat where they do not sit"

    def seated(field: Field) -> Field:
        return {**field, **{code: replace(field[code], seat=seat) for code, seat in made}}

    log = noted(night, "flight.moved", subject_of(flight), kind=kind)
    return all_of(promise, stands(night.event, seated), moves(night.event, {}), log)


def make_moves(night: Evening) -> Deed | None:
    """What the tables need is done as the screen proposes it: all of it, or one of a broken table."""
    flight = night.one_of(flights(night, FlightStatus.RUNNING))
    shown = _shown(night, flight) if flight else {}
    due = shown.get("due") or {}
    if flight is None or not due.get("moves"):
        return None
    field = in_play(field_of(night.event, flight))
    codes = {one.player: code for code, one in field.items()}
    proposed = [(codes[each["player"]], (each["end"][0], each["end"][1])) for each in due["moves"]]
    wrong, kind = night.is_wrong(0.15), due["kind"]
    chosen = proposed
    if kind == "break" and night.chance.random() < 0.3:
        chosen = [night.chance.choice(proposed)]
    elif kind == "balance" and night.chance.random() < 0.3:
        chosen = proposed[:1]
    digest = STALE if wrong else due["digest"]
    players = [field[code].player for code, _ in chosen] if chosen != proposed else None
    refused = "the tables are not as they were shown" if wrong else ""
    if night.chance.random() < 0.3 and (players is None or len(players) == 1):
        press = night.form(f"floor/{flight.pk}/moves/", {"shown": digest, "player": players[0] if players else ""})
    else:
        body = {"shown": digest, **({"players": players} if players else {})}
        press = night.program("POST", f"holdem/flights/{flight.pk}/moves/", body)
    check = all_of(_moved(night, flight, chosen, kind), _is_what_they_need(night, flight, kind, proposed))
    return Deed(press, refused, must_count=not refused, promise=check)


def _is_what_they_need(night: Evening, flight: Flight, kind: str, proposed: list[tuple[str, Seat]]) -> Check:
    """A table breaks where everybody fits without it; else the largest and the smallest differ by two or more."""
    playing = in_play(field_of(night.event, flight))
    sizes = Counter(one.seat[0] for one in playing.values())
    seats = flight.seats_per_table
    leaving = {playing[code].seat[0] for code, _ in proposed}
    after = Counter({**{code: one.seat for code, one in playing.items()}, **dict(proposed)}.values())

    def promise() -> Iterator[str]:
        fits = len(playing) <= seats * (len(sizes) - 1)
        if (kind == "balance") == fits or (not fits and max(sizes.values()) - min(sizes.values()) < 2):
            yield f"{kind} was proposed where {dict(sizes)} sit at tables of {seats}"
        if kind == "break" and len(leaving) != 1:
            yield f"tables {sorted(map(str, leaving))} break at once"
        if any(count > 1 for count in after.values()):
            yield "two were moved to one seat"
        if any(not 1 <= seat <= seats for _, (_, seat) in proposed):
            yield f"somebody was moved beyond the {seats} seats of a table"

    return promise


def refuse(night: Evening) -> Deed | None:
    """The floor leaves the tables as they are, or wants to hear of it again."""
    flight = night.one_of(flights(night, FlightStatus.RUNNING))
    due = (_shown(night, flight) if flight else {}).get("due") or {}
    if flight is None or not due.get("moves"):
        return None
    if due.get("refusal") or night.chance.random() < 0.2:
        press = night.program("DELETE", f"holdem/flights/{flight.pk}/moves/refusal/")
        check = all_of(lambda: _refusals(flight, 0), stands(night.event, lambda before: before))
        return Deed(press, must_count=True, promise=check)
    wrong = night.is_wrong()
    body = {"shown": STALE if wrong else due["digest"], "reason": "A seat at table 2 is broken"}
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/moves/refuse/", body)
    else:
        press = night.program("PUT", f"holdem/flights/{flight.pk}/moves/refusal/", body)
    refused = "the tables are not as they were shown" if wrong else ""
    check = all_of(lambda: _refusals(flight, 1), stands(night.event, lambda before: before))
    return Deed(press, refused, must_count=not refused, promise=check)


def _refusals(flight: Flight, at_least: int) -> Iterator[str]:
    reasons = [row.reason for row in flight.refusals.all()]
    if len(reasons) < at_least or (at_least and "A seat at table 2 is broken" not in reasons):
        yield f"the reasons written down are {reasons}"


def undo_moves(night: Evening) -> Deed | None:
    """Moves of one press are taken back; as wrong work, some that somebody has sat on since, or none at all."""
    rows = SeatMove.objects.filter(flight__in=flights(night)).order_by("id")
    wrong = night.is_wrong()
    chosen = night.one_of(rows if wrong else rows.filter(undone_at=None))
    flight = chosen.flight if chosen else night.one_of(flights(night, *IN_PLAY))
    if flight is None:
        return None
    if chosen is None or (wrong and night.chance.random() < 0.3):
        odd = night.chance.choice(("1,", "one", "9" * 9, "1;2", "-1", "0", "99999"))
        press = night.form(f"floor/{flight.pk}/moves/{odd}/undo/", {})
        return Deed(press, f"no move is called {odd}")
    together = list(rows.filter(batch=chosen.batch).select_related("entry"))
    standing = [row for row in together if row.undone_at is None]
    field = field_of(night.event, flight)
    refused = "" if flight.status in IN_PLAY else f"the flight is {flight.status}"
    for row in standing:
        if row.entry.stack_code not in field:
            return None
        one = field[row.entry.stack_code]
        if one.is_out or one.seat != row.end:
            refused = refused or f"{one.player} is not where the move led"
    others = {one.seat for one in in_play(field).values()} - {row.end for row in standing}
    if any(row.start in others for row in standing):
        refused = refused or "somebody sits on the old seat"
    numbers = [row.number for row in together]
    if night.chance.random() < 0.4:
        press = night.form(f"floor/{flight.pk}/moves/{','.join(map(str, numbers))}/undo/", {})
    else:
        press = night.program("POST", f"holdem/flights/{flight.pk}/moves/undo/", {"numbers": numbers})
    kept = {(hold.table_number, hold.seat_number) for hold in SeatHold.objects.filter(flight=flight)}
    is_sure = not refused and not any(row.start in kept for row in standing)
    at = arrival()

    def seated(before: Field) -> Field:
        return {
            **before,
            **{row.entry.stack_code: replace(before[row.entry.stack_code], seat=row.start) for row in standing},
        }

    def promise() -> Iterator[str]:
        back = SeatMove.objects.filter(pk__in=[row.pk for row in standing])
        if {row.undone_at for row in back} - {at}:
            yield "a move is not written down as taken back"

    return Deed(
        press, refused, must_count=is_sure, promise=all_of(promise, stands(night.event, seated), moves(night.event, {}))
    )


def _shown(night: Evening, flight: Flight) -> dict[str, Any]:
    """The screen of the floor: what the tables need."""
    answer: HttpResponse = sent(night.program("GET", f"holdem/flights/{flight.pk}/moves/"), night.world)
    return dict(json.loads(answer.content)) if answer.status_code == 200 else {}
