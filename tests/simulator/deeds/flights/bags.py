"""Deeds of the end of a flight: its bags, and those that are opened again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.simulator.deeds.deed import PASSWORD, Deed, Evening, arrival
from tests.simulator.deeds.flights.common import (
    Check,
    accounts,
    all_of,
    flight_row,
    flights,
    moves,
    noted,
    row_is,
    stack,
    stands,
    subject_of,
)
from tests.simulator.deeds.flights.model import Field, field_of, in_play
from tests.simulator.deeds.flights.play import out_of_play
from tournaments.models import Flight, FlightKind, FlightStatus


def bag(night: Evening) -> Deed | None:
    """A decided flight is closed on its bags, or two sign that they differ."""
    wrong = night.is_wrong()
    there = flights(night) if wrong else flights(night, FlightStatus.RUNNING, kind=FlightKind.FIRST)
    flight = night.one_of([one for one in there if wrong or one.decided_at is not None])
    everybody = field_of(night.event, flight) if flight else {}
    playing = in_play(everybody)
    if flight is None or not playing:
        return None
    bags, refused = _bags(night, flight, everybody), ""
    out = [
        one for code, one in everybody.items() if one.is_out and one.player not in {p.player for p in playing.values()}
    ]
    if wrong and out and night.chance.random() < 0.4:
        refused = "somebody who is out bags no chips"
        bags[next(code for code, one in everybody.items() if one == out[0])] = 0 if night.chance.random() < 0.3 else 100
    elif wrong and len(bags) > 1 and night.chance.random() < 0.5:
        bags.pop(next(iter(bags)))
        refused = "a bag is missing"
    in_all = sum(one.started for one in everybody.values()) + flight.drift
    extra, signs, explains = _difference(night, refused=bool(refused), differs=sum(bags.values()) != in_all)
    body: dict[str, object] = {"counts": {everybody[code].player: chips for code, chips in bags.items()}, **extra}
    if flight.is_final or flight.status != FlightStatus.RUNNING:
        refused = refused or f"the flight is {flight.status} and {flight.kind}"
    if flight.decided_at is None:
        refused = refused or "nothing is decided"
    if sum(bags.values()) != in_all and not (signs and explains):
        refused = refused or "the bags differ, and nobody else signs for it"
    if night.chance.random() < 0.3:
        chips = {everybody[code].player: held for code, held in bags.items()}
        if set(bags) != set(playing):
            return None
        press = night.form(f"floor/{flight.pk}/bags/", {**chips, **extra})
    else:
        press = night.program("POST", f"holdem/flights/{flight.pk}/bags/", body)
    check = _bagged(night, flight, everybody, bags)
    # The page offers nobody their own name as that of the second person.
    is_sure = (press.is_api or signs or "second" not in extra) and not night.closed
    return Deed(press, refused, must_count=not refused and is_sure, promise=check)


def _bags(night: Evening, flight: Flight, everybody: Field) -> dict[str, int]:
    """All chips in play over those who are in."""
    playing = list(in_play(everybody))
    left = sum(one.started for one in everybody.values()) + flight.drift
    bags = {}
    for code in playing[1:]:
        bags[code] = night.chance.randint(1, max(left // len(playing), 1))
        left -= bags[code]
    return {playing[0]: max(left, 1), **bags}


def _difference(night: Evening, *, refused: bool, differs: bool) -> tuple[dict[str, object], bool, bool]:
    """What is said of a difference, whether somebody else signs, and whether there is a reason."""
    if refused or (not differs and night.chance.random() < 0.6):
        return {}, False, False
    signs, explains = night.chance.random() < 0.7, night.chance.random() < 0.8
    organiser = night.world.users["organiser"]
    assert organiser is not None
    own = {"second": organiser.username, "password": PASSWORD}
    said: dict[str, object] = {"reason": "A chip fell off the table"} if explains else {}
    if signs:
        return {**said, **night.signed()}, True, explains
    return {**said, **(own if night.chance.random() < 0.5 else {})}, False, explains


def _bagged(night: Evening, flight: Flight, everybody: Field, bags: dict[str, int]) -> Check:
    at, held = arrival(), accounts(night.event)
    drift = sum(bags.values()) - sum(one.started for one in everybody.values())
    moved = {stack(code): bags.get(code, 0) - held.get(stack(code), 0) for code in everybody}

    def expected(before: Field) -> Field:
        return {**before, **{code: replace(before[code], chips=chips) for code, chips in bags.items()}}

    same = flight_row(flight, "bag_entry")
    row = row_is(same, "the flight's", status=FlightStatus.BAGGED, drift=drift, counted_at=at)
    log = noted(night, "flight.bagged", subject_of(flight), drift=drift)
    return all_of(row, stands(night.event, expected), moves(night.event, moved), log)


def bag_with_a_difference(night: Evening) -> Deed | None:
    """Bags do not hold what was in play: it takes a reason and somebody else's signature."""
    there = flights(night, FlightStatus.RUNNING, kind=FlightKind.FIRST)
    flight = night.one_of([one for one in there if one.decided_at is not None])
    everybody = field_of(night.event, flight) if flight else {}
    if flight is None or not in_play(everybody) or night.chance.random() < 0.4:
        return None
    bags = _bags(night, flight, everybody)
    code = next(iter(bags))
    bags[code] = max(bags[code] + night.chance.choice((-1, 1, 100, -100)), 1)
    in_all = sum(one.started for one in everybody.values()) + flight.drift
    extra, signs, explains = _difference(night, refused=False, differs=True)
    refused = "" if sum(bags.values()) == in_all or (signs and explains) else "nobody else signs for the difference"
    body = {"counts": {everybody[code].player: chips for code, chips in bags.items()}, **extra}
    press = night.program("POST", f"holdem/flights/{flight.pk}/bags/", body)
    check = _bagged(night, flight, everybody, bags)
    return Deed(press, refused, must_count=not refused and not night.closed, promise=check)


def reopen_bags(night: Evening) -> Deed | None:
    """The bags are opened again: each stack holds in the books what it held before. Where nothing is bagged, a flight
    is on the way, with a difference.
    """
    wrong = night.is_wrong()
    if not wrong and (not flights(night, FlightStatus.BAGGED) or night.chance.random() < 0.3):
        counted = bag_with_a_difference(night)
        _ = counted and night.ask(counted.press)
    flight = night.one_of(flights(night) if wrong else flights(night, FlightStatus.BAGGED))
    if flight is None:
        return None
    everybody = field_of(night.event, flight)
    refused = "" if flight.status == FlightStatus.BAGGED else f"the flight is {flight.status}"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/bags/reopen/", {})
    else:
        press = night.program("DELETE", f"holdem/flights/{flight.pk}/bags/")
    held = accounts(night.event)
    raced = sum(race.drift for race in flight.races.filter(undone_at=None)) - sum(out_of_play(flight).values())

    def promise() -> Iterator[str]:
        after, row = accounts(night.event), Flight.objects.get(pk=flight.pk)
        stacks = {code: after.get(stack(code), 0) for code in everybody}
        if sum(stacks.values()) != sum(one.started for one in everybody.values()) + raced:
            yield f"the stacks hold {stacks} again"
        if (row.status, row.drift, row.bag_entry) != (FlightStatus.RUNNING, raced, None):
            yield f"the flight is {row.status} with a drift of {row.drift}, bagged by {row.bag_entry}"
        if {name: each for name, each in after.items() if name.rpartition("/")[2] not in everybody} != {
            name: each for name, each in held.items() if name.rpartition("/")[2] not in everybody
        }:
            yield "something else moved in the books"

    check = all_of(promise, stands(night.event, lambda before: before), noted(night, "flight.reopened"))
    return Deed(press, refused, must_count=not refused and not night.closed, promise=check)
