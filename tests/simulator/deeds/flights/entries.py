"""Deeds of those who come to a flight: a tournament opened, entries and re-entries, withdrawals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from eventnight.bank.models import Account, Entry
from eventnight.events.models import Player
from tests.simulator.deeds.booked import till_is_open
from tests.simulator.deeds.deed import ORGANISER, Deed, Evening, arrival, differences
from tests.simulator.deeds.flights.common import (
    IN_PLAY,
    OPEN,
    TILL,
    Check,
    all_of,
    flights,
    last_entry,
    level_of,
    moves,
    noted,
    of_another_night,
    stack,
    stands,
    subject_of,
    wait_for_level,
)
from tests.simulator.deeds.flights.model import Field, Standing, field_of, in_play, shared_hands, with_places
from tournaments.models import Flight, FlightEntry, FlightKind, FlightStatus, HoldemTournament, SeatHold

MOST_TOURNAMENTS = 8
MOST_TABLES = 99
FLOOR = "floor"
SETTINGS = (
    "starting_chips",
    "entry_price",
    "seats_per_table",
    "advancing_count",
    "advancing_share",
    "final_seats",
    "late_until_level",
    "re_entries",
    "rebuy_price",
    "rebuy_chips",
    "rebuy_until_level",
    "add_on_price",
    "add_on_chips",
    "add_on_break",
)
"""What a tournament takes over from the house."""


def open_tournament(night: Evening) -> Deed | None:
    """A tournament with its flights and its final, as the house plays it."""
    there = list(HoldemTournament.objects.filter(event=night.event).order_by("id"))
    if len(there) >= MOST_TOURNAMENTS or night.chance.random() < 0.7:
        return None
    name, refused = f"Hold'em {len(there) + 1}", ""
    body: dict[str, object] = {
        "tables_per_flight": night.chance.choice((1, 2, 3)),
        "several_flights": night.chance.choice(("best", "first", "combined")),
        "across_tables": night.chance.choice(("tie", "by_stacks")),
    }
    if night.is_wrong() and there:
        name = there[0].name
        refused = f"{name} is there already"
    if night.is_wrong():
        refused = refused or "nobody said how large the minimum stack is"
        body |= {"shortfall": "next_by_stack", "minimum_stack": 0}
    body |= {"name": name}
    house = night.house.holdem
    is_free = not HoldemTournament.objects.filter(event=night.event, name=name).exists()

    def promise() -> Iterator[str]:
        made = HoldemTournament.objects.filter(event=night.event).order_by("id").last()
        if made is None or made.pk in {one.pk for one in there}:
            yield "no tournament was opened"
            return
        yield from (
            f"its {part} is not the house's" for part in SETTINGS if getattr(made, part) != getattr(house, part)
        )
        kinds = [(row.kind, row.status, row.clock.elapsed_ms) for row in made.flights.select_related("clock")]
        first = [(FlightKind.FIRST, FlightStatus.PLANNED, 0)] * house.flights
        if kinds != [*first, (FlightKind.FINAL, FlightStatus.PLANNED, 0)]:
            yield f"its flights are {kinds}"
        told = {part: getattr(made, part) for part in body}
        yield from differences("the tournament's", body, told)
        if made.status != "flights":
            yield f"it is at {made.status}"

    check = all_of(promise, noted(night, "holdem.created", flights=house.flights))
    press = night.program("POST", "holdem/", body)
    return Deed(press, refused, must_count=not refused and is_free, promise=check)


def enter(night: Evening) -> Deed | None:
    """Somebody enters a flight, or enters it again. Time may pass until late entry is about to end."""
    flight = _flight_to_enter(night)
    if flight is None:
        return None
    field = field_of(night.event, flight)
    player = _who_enters(night, flight, field)
    if player is None:
        return None
    until = flight.tournament.late_until_level
    if until and night.chance.random() < 0.3:
        wait_for_level(night, flight, until + 1, early=night.chance.choice((0, 1, 30)))
    price, by_page = flight.tournament.entry_price, night.chance.random() < 0.3
    paid = price if by_page or not night.is_wrong(0.1) else price + night.chance.choice((-100, 100))
    refused = _why_not(night, flight, field, player) or ("that is not what it costs" if paid != price else "")
    refused = refused or ("a price below nothing" if paid < 0 else "")
    means = night.chance.choice(("cash", "cash", "card", "cheque"))
    if by_page:
        press = night.form(f"floor/{flight.pk}/entries/", {"player": player.code, "means": means, "till": TILL})
    else:
        body = {"player": night.chance.choice((player.code, player.code.lower())), "means": means}
        body |= {"paid": paid} if paid != price or night.chance.random() < 0.5 else {}
        press = night.program("POST", f"holdem/flights/{flight.pk}/entries/", body)
    is_sure = not night.closed and (not price or till_is_open(night.event, TILL))
    return Deed(
        press, refused, must_count=not refused and is_sure, promise=_entered(night, flight, field, player, means)
    )


def _flight_to_enter(night: Evening) -> Flight | None:
    if night.is_wrong(0.1):
        return night.one_of([*flights(night), *filter(None, [of_another_night(night)])])
    there = [flight for flight in flights(night, *OPEN, kind=FlightKind.FIRST) if flight.decided_at is None]
    if night.chance.random() < 0.4:
        under_way = [flight for flight in there if flight.status in IN_PLAY]
        there = [flight for flight in under_way if flight.tournament.late_until_level] or under_way or there
    return night.one_of(there)


def _who_enters(night: Evening, flight: Flight, field: Field) -> Player | None:
    """Mostly somebody who is here and not in the flight; often somebody who went out of it."""
    players = Player.objects.filter(event=night.event).order_by("id")
    if night.is_wrong():
        return night.one_of(players)
    here = list(players.filter(checked_in_at__isnull=False, withdrawn_at__isnull=True))
    playing = {one.player for one in in_play(field).values()}
    out = {one.player for one in field.values()} - playing
    again = [player for player in here if player.code in out]
    if again and night.chance.random() < 0.5:
        times = Counter(one.player for one in field.values())
        return max(again, key=lambda player: (times[player.code], night.chance.random()))
    return night.one_of([player for player in here if player.code not in playing])


def _why_not(night: Evening, flight: Flight, field: Field, player: Player) -> str:
    tournament = flight.tournament
    own = [one for one in field.values() if one.player == player.code]
    playing = in_play(field)
    if tournament.event_id != night.event.pk:
        return "the flight is of another night"
    if flight.is_final:
        return "the final is qualified for"
    if flight.status not in OPEN:
        return f"the flight is {flight.status}"
    if flight.decided_at is not None:
        return "the flight is decided"
    level = level_of(flight)
    if level.has_started and tournament.late_until_level and level.number > tournament.late_until_level:
        return f"late entry ended with level {tournament.late_until_level}, and it is level {level.number}"
    if player.checked_in_at is None:
        return f"{player.code} has not been checked in"
    if player.withdrawn_at is not None:
        return f"{player.code} does not play on"
    if any(not one.is_out for one in own):
        return f"{player.code} plays already"
    if len(own) > tournament.re_entries:
        return f"{player.code} has entered {len(own)} times, and may come back {tournament.re_entries} times"
    if tournament.tables_per_flight and len(playing) >= tournament.tables_per_flight * tournament.seats_per_table:
        return "the flight is full"
    if flight.status in IN_PLAY and not free_seats(flight, field):
        return "no seat is free"
    return ""


def free_seats(flight: Flight, field: Field) -> list[tuple[int, int]]:
    """Seats where somebody who comes late may sit: at the shortest table with a free seat, of equal ones the lowest; at
    the first table where nobody sits where all others are full.
    """
    taken = {one.seat for one in in_play(field).values()}
    holds = SeatHold.objects.filter(flight=flight).order_by("id")
    kept = {(hold.table_number, hold.seat_number) for hold in holds}
    sizes = {table: sum(seat[0] == table for seat in taken) for table, _ in taken if table is not None}
    most = flight.tournament.tables_per_flight or MOST_TABLES
    free = {
        table: [(table, seat) for seat in range(1, flight.seats_per_table + 1) if (table, seat) not in taken | kept]
        for table in range(1, min(max(sizes, default=0) + 1, most) + 1)
    }
    open_ones = [table for table in sizes if free.get(table)]
    closed = [table for table, seats in free.items() if seats and table not in sizes]
    if not open_ones:
        return free[min(closed)] if closed else []
    return free[min(open_ones, key=lambda table: (sizes[table], table))]


def _entered(night: Evening, flight: Flight, field: Field, player: Player, means: str) -> Check:
    tournament, event = flight.tournament, night.event
    number = 1 + sum(one.player == player.code for one in field.values())
    code = f"{flight.code}-{player.code}" + (f"-{number}" if number > 1 else "")
    seats = free_seats(flight, field) if flight.status in IN_PLAY else [(None, None)]
    drawer = {"cash": "till", "card": "card", "cheque": "cheques"}[means]
    paid = {f"money/{drawer}/{TILL}": tournament.entry_price, stack(code): tournament.starting_chips}
    sequence, at = last_entry(event), arrival()

    def expected(before: Field) -> Field:
        row = FlightEntry.objects.filter(flight=flight, stack_code=code).first()
        if row is None:
            return before
        chips = tournament.starting_chips
        new = Standing(row.pk, player.code, number, chips, chips, (row.table_number, row.seat_number))
        own = {**{name: one for name, one in before.items() if name in field}, code: new}
        return {**before, **with_places(flight, own, shared_hands(flight))}

    def promise() -> Iterator[str]:
        row = FlightEntry.objects.filter(flight=flight, stack_code=code).first()
        if row is None:
            yield f"{player.code} did not enter"
            return
        if (row.table_number, row.seat_number) not in seats:
            yield f"{player.code} sits at {row.table_number}-{row.seat_number}, not one of {seats}"
        issued = Entry.objects.filter(event=event, sequence=row.issue_entry or 0, subject=code).first()
        if issued is None or issued.sequence <= sequence or issued.reverses_id is not None:
            yield f"{player.code} was issued a stack by entry {row.issue_entry}"
        if row.entered_at != at:
            yield f"{player.code} entered at {row.entered_at}, not {at}"

    facts = {"player": player.code, "number": number, "chips": tournament.starting_chips}
    facts |= {"paid": tournament.entry_price}
    log = noted(night, "flight.entered", subject_of(flight), **facts)
    return all_of(promise, stands(event, expected), moves(event, paid), log)


def withdraw(night: Evening) -> Deed | None:
    """Somebody is taken out before play; the entry money goes back."""
    early = [] if night.is_wrong() else [FlightStatus.PLANNED, FlightStatus.SEATED]
    rows = FlightEntry.objects.filter(flight__in=flights(night, *early)).order_by("id")
    entry = night.one_of(rows.select_related("flight__tournament", "player"))
    if entry is None:
        return None
    flight, tournament = entry.flight, entry.flight.tournament
    who = FLOOR if night.chance.random() < 0.2 else ORGANISER
    price = 0 if flight.is_final else tournament.entry_price
    refused = "" if flight.status in ("planned", "seated") else f"the flight is {flight.status}"
    if flight.is_final and not flight.entries.exclude(pk=entry.pk).filter(started_with__gt=0).exists():
        refused = refused or "nobody would be left in the final"
    asks_second = night.needs_second(price)
    signs = night.signed() if night.chance.random() < 0.5 else {}
    if asks_second and not signs:
        refused = refused or "nobody else signs for so much money"
    issued = Entry.objects.filter(event=night.event, sequence=entry.issue_entry or 0).first()
    if who == FLOOR and price and issued is not None:
        user = night.world.users[FLOOR]
        assert user is not None
        if issued.actor_code != night.code_of(user.pk):
            refused = refused or "somebody else entered them"
        elif (arrival() - issued.at).total_seconds() > night.house.bank.undo_minutes * 60:
            refused = refused or "that was too long ago"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/entries/{entry.player.code}/withdraw/", signs, who=who)
    else:
        path = f"holdem/flights/{flight.pk}/entries/{entry.player.code}/withdraw/"
        press = night.program("POST", path, signs, who=who)
    back, is_there = given_back(night, entry.issue_entry) if price else ({}, True)
    back = {**back, stack(entry.stack_code): -entry.started_with}
    is_sure = is_there and entry.started_with > 0 and not night.closed

    def expected(before: Field) -> Field:
        return {code: one for code, one in before.items() if one.entry != entry.pk}

    log = noted(night, "flight.withdrawn", subject_of(flight), who=who, player=entry.player.code)
    check = all_of(stands(night.event, expected), moves(night.event, back), log)
    return Deed(press, refused, must_count=not refused and is_sure, promise=check)


def given_back(night: Evening, sequence: int | None) -> tuple[dict[str, int], bool]:
    """What drawers hold less once the sale is taken back, and whether they hold so much now."""
    entry = Entry.objects.filter(event=night.event, sequence=sequence or 0).first()
    if entry is None:
        return {}, False
    lines = entry.transfers.filter(from_account__owner_kind="source").select_related("to_account")
    back = {f"money/{line.to_account.owner_kind}/{line.to_account.code}": -line.amount for line in lines}
    holds = Account.objects.filter(pk__in=[line.to_account_id for line in lines]).values_list("balance", flat=True)
    return back, all(held >= -change for held, change in zip(holds, back.values(), strict=False))


def undone(before: Field, code: str, **changed: object) -> Field:
    """The field with one of them changed."""
    return {**before, code: replace(before[code], **changed)} if code in before else before
