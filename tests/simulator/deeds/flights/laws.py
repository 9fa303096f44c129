"""Laws of flights that hold at any time, whatever was done."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from eventnight.bank.models import Entry, EntryKind
from eventnight.events.models import Event
from tests.simulator.deeds.deed import Always, differences
from tests.simulator.deeds.flights.common import accounts, stack
from tests.simulator.deeds.flights.model import Field, goes_on, in_play, standing_of, with_places
from tournaments.models import BustHand, Flight, FlightEntry, FlightKind, FlightStatus, StackPurchase

NOT_OVER = (FlightStatus.PLANNED, FlightStatus.SEATED, FlightStatus.RUNNING, FlightStatus.BAGGED)


def flights_stand_as_their_hands_say(event: Event) -> Iterator[str]:
    """Places follow from the hands on which players went out; a flight is decided when no more are left than go on;
    everybody sits at a seat of their own once seats are drawn.
    """
    hands: dict[int, dict[int, int | None]] = defaultdict(dict)
    for hand in BustHand.objects.filter(flight__tournament__event=event).order_by("number"):
        hands[hand.flight_id][hand.number] = hand.shared_hand
    for flight, field in _flights(event):
        placed = with_places(flight, field, hands[flight.pk])
        places = {code: (one.first, one.last) for code, one in placed.items()}
        told = {code: (one.first, one.last) for code, one in field.items()}
        yield from differences(f"{flight.code}: the place of", places, told)
        yield from _decided(flight, field)
        yield from _seated(flight, field)
        yield from _entered(flight, field)


def stacks_are_in_the_books(event: Event) -> Iterator[str]:
    """Until it is over, stacks hold in the books what was bought or carried, and the drift of the flight; bagged, each
    holds its bag.
    """
    held = accounts(event)
    bought: Counter[int] = Counter()
    purchases = StackPurchase.objects.filter(entry__flight__tournament__event=event, undone_at=None)
    for entry, chips in purchases.values_list("entry", "chips"):
        bought[entry] += chips
    for flight, field in _flights(event):
        stacks = {code: held.get(stack(code), 0) for code in field}
        if (
            flight.status in NOT_OVER
            and sum(stacks.values()) != sum(each.started for each in field.values()) + flight.drift
        ):
            yield f"{flight.code}: the stacks hold {stacks}, and {flight.drift} came into play"
        if flight.status == FlightStatus.BAGGED:
            bags = {code: 0 if one.is_out else one.chips for code, one in field.items()}
            yield from differences(f"{flight.code}: the bag of", stacks, bags)
        for code, one in field.items():
            began = flight.tournament.starting_chips + bought[one.entry]
            if not flight.is_final and one.started != began:
                yield f"{code} started with {one.started}, and has bought {began}"


def prizes_are_paid_once(event: Event) -> Iterator[str]:
    """Every payment of the books that stands is noted with who got it, and the other way round."""
    paid = Entry.objects.filter(event=event, kind=EntryKind.PRIZE_PAID, reversed_by=None).order_by("id")
    booked = {entry.sequence: entry.rates.get("for") for entry in paid}
    entries = FlightEntry.objects.filter(flight__tournament__event=event, prize_entry__isnull=False)
    yield from differences("the prize of entry", booked, dict(entries.values_list("prize_entry", "stack_code")))
    yield from (f"{code} was paid {times} times" for code, times in Counter(booked.values()).items() if times > 1)


def _flights(event: Event) -> list[tuple[Flight, Field]]:
    """With everybody in them, in the order in which they entered."""
    fields: dict[int, Field] = defaultdict(dict)
    rows = FlightEntry.objects.filter(flight__tournament__event=event).order_by("id")
    for row in rows.select_related("player", "bust_hand"):
        fields[row.flight_id][row.stack_code] = standing_of(row)
    there = Flight.objects.filter(pk__in=fields).select_related("tournament").order_by("id")
    return [(flight, fields[flight.pk]) for flight in there]


def _decided(flight: Flight, field: Field) -> Iterator[str]:
    left, going = len(in_play(field)), goes_on(flight, len(field))
    if flight.decided_at is not None and left > going and flight.status != FlightStatus.CLOSED:
        yield f"{flight.code} is decided with {left} left, and {going} go on"
    is_played = flight.status == FlightStatus.RUNNING and not flight.is_hand_for_hand
    if is_played and flight.decided_at is None and left <= going:
        yield f"{flight.code} is not decided with {left} left, and {going} go on"


def _seated(flight: Flight, field: Field) -> Iterator[str]:
    for code, one in field.items():
        table, seat = one.seat
        if (table is None) != (seat is None) or not 1 <= (seat or 1) <= flight.seats_per_table:
            yield f"{code} sits at table {table} seat {seat}"
        if table is None and flight.status in (FlightStatus.SEATED, FlightStatus.RUNNING):
            yield f"{code} has no seat in a flight that is {flight.status}"
    taken = Counter(one.seat for one in in_play(field).values() if one.seat[0])
    yield from (f"{flight.code}: {times} sit at {seat}" for seat, times in taken.items() if times > 1)


def _entered(flight: Flight, field: Field) -> Iterator[str]:
    """Nobody plays twice in a flight, nor came back more often than they may."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for one in field.values():
        numbers[one.player].append(one.number)
    playing = Counter(one.player for one in in_play(field).values())
    most = 1 + (flight.tournament.re_entries if flight.kind == FlightKind.FIRST else 0)
    for player, entered in numbers.items():
        if sorted(entered) != [*range(1, len(entered) + 1)] or len(entered) > most or playing[player] > 1:
            yield f"{flight.code}: {player} entered as {sorted(entered)}, of at most {most}"


ALWAYS: Always = (flights_stand_as_their_hands_say, stacks_are_in_the_books, prizes_are_paid_once)
