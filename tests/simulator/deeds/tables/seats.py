"""Tables are opened and closed; guests sit down with chips of their own, buy in again, go for a walk, and leave."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from eventnight.bank.models import EntryKind
from eventnight.events.models import Player
from tables.models import Seat, Table, TableKind, TableStatus
from tests.simulator.deeds.booked import Mark, held_at, one_who_may
from tests.simulator.deeds.deed import Deed, Evening, differences
from tests.simulator.deeds.tables.charged import HALF_HOUR
from tests.simulator.deeds.tables.limits import a_bounded_table, at_its_bounds, why_outside
from tests.simulator.deeds.tables.rows import (
    RUNS_TABLES,
    card_tables,
    in_play,
    one_table,
    owes_for_seats,
    players_in,
    sitting,
    stacks,
    why_closed,
    with_chips,
    without_players,
)

ENOUGH = 7
BY_CARD = ("washburn",)
"""Clubs that deal a card to each player for the first button."""


def open_table(night: Evening) -> Deed | None:
    """A card table more, with or without a fee. Too many seats, blinds that its chips cannot pay, and a fee that they
    cannot pay must be refused.
    """
    before = card_tables(night.event)
    if sum(row["status"] == TableStatus.OPEN for row in before.values()) >= ENOUGH:
        return None
    # Another club's rules are played as they stand, and not as the night has changed those of its own.
    elsewhere = night.chance.random() < 0.3
    if elsewhere and not night.house.poker and night.chance.random() < 0.5:
        night.ask(night.program("PATCH", "settings/", {"poker": {"raises_per_round": 2}}))
    changes = {} if elsewhere else dict(night.house.poker)
    prices = night.house.bank
    unit = prices.smallest_chip
    step = unit * night.chance.choice((1, 1, 2, 4))
    seats, small, big = night.chance.choice((2, 6, 9, 10)), step, 2 * step
    fee, chip = night.chance.choice(("", "A", "B", "C")), 0
    fee_by = night.chance.choice(("hand", "half_hour"))
    refused = ""
    if fee and (prices.rebuy_price % prices.rebuy_chips or _fees_in_chips(night, fee, unit)):
        fee = ""
    if night.is_wrong():
        match night.chance.choice(("seats", "blinds", "fee", "fee")):
            case "seats":
                seats, refused = night.chance.choice((1, 11)), "a table has 2 to 10 seats"
            case "blinds" if unit > 1:
                small, refused = unit + 1, "its chips cannot pay the blind"
            case "fee" if prices.rebuy_price % prices.rebuy_chips == 0:
                fee, chip = "A", 30
                small, big = 30, 60
                refused = _fees_in_chips(night, fee, chip)
    number, mark = max((int(str(row["number"])) for row in before.values()), default=0) + 1, Mark(night.event)

    def promise() -> Iterator[str]:
        after = card_tables(night.event)
        made = [pk for pk in after if pk not in before]
        if len(made) != 1 or {pk: row for pk, row in after.items() if pk in before} != before:
            yield f"{len(made)} tables came, or another changed"
            return
        row = {name: value for name, value in after[made[0]].items() if name != "state"}
        new = {"number": number, "status": "open", "opened_at": timezone.now(), "closed_at": None}
        new |= {"seats_count": seats, "small_blind": small, "big_blind": big, "overrides": {}}
        new |= {"structure": "no_limit", "limit": "", "lowest_buy_in": None, "highest_buy_in": None, "fee_by": fee_by}
        new |= {"seat_fee_due_at": timezone.now() + HALF_HOUR if fee and fee_by == "half_hour" else None}
        yield from differences("the table's", new, row)
        if Table.objects.get(pk=made[0]).changes != changes:
            yield f"the table does not have the {changes} of the night"
        there = list(Seat.objects.filter(table=made[0]).order_by("number").values_list("number", "player"))
        if there != [(each, None) for each in range(1, seats + 1)]:
            yield f"the table has the seats {there}"
        yield from mark.booked(moves={})
        yield from mark.logged("table.opened", f"T{number}")

    body = {"small_blind": small, "big_blind": big, "seats_count": seats, "structure": "no_limit"}
    body |= {"fee_by": fee_by} | ({"fee_schedule": fee} if fee else {})
    body |= {"house": "standard"} if elsewhere else {}
    press = night.program("POST", "tables/poker/", body | ({"smallest_chip": chip} if chip else {}))
    return Deed(press, refused, promise=promise)


def sit(night: Evening) -> Deed | None:
    """A guest takes a free seat with chips of their own; a taken seat, one that is not there, chips that do not play or
    are not theirs, and a guest who sits elsewhere or did not come must be refused.
    """
    table = (a_bounded_table(night) if night.chance.random() < 0.4 else None) or one_table(night, also_dealt=True)
    guests = with_chips(night)
    if table is None or owes_for_seats(table) or (not guests and night.chance.random() < 0.7):
        return None
    before, unit = sitting(night.event), table.smallest_chip
    free = [number for (pk, number), code in before.items() if pk == table.pk and not code]
    seat, player = night.one_of(free) or 1, night.one_of(guests) or "P001"
    held = held_at(night.event, f"chips/player/{player}")
    least = min(unit, night.house.bank.smallest_chip)
    chips = max(night.chance.choice((100, 300, held)) // least * least, unit)
    chips = night.one_of(at_its_bounds(table, least)) or chips
    if night.is_wrong():
        match night.chance.choice(("taken", "no seat", "odd", "few", "beyond", "elsewhere", "away")):
            case "taken":
                seat = night.one_of(n for (pk, n), code in before.items() if pk == table.pk and code) or seat
            case "no seat":
                seat = table.seats_count + 1
            case "odd" if least > 1:
                chips += 1
            case "few" if unit > least:
                chips = unit - least
            case "beyond":
                chips = (held // unit + 1) * unit
            case "elsewhere":
                player = night.one_of(sorted({code for code in before.values() if code})) or player
            case "away":
                away = Player.objects.filter(event=night.event, checked_in_at__isnull=True).order_by("pk")
                codes = list(away.values_list("code", flat=True))
                rich = [code for code in codes if held_at(night.event, f"chips/player/{code}") >= 10 * unit]
                player, chips = night.one_of(rich or codes) or player, 10 * unit
    held = held_at(night.event, f"chips/player/{player}")
    came = Player.objects.filter(event=night.event, code=player, checked_in_at__isnull=False).exists()
    refused = why_closed(night, table)
    if before.get((table.pk, seat)) != "" or player in before.values() or not came or player in night.withdrawn:
        refused = refused or f"seat {seat} is not free for {player}"
    if chips % least or not unit <= chips <= held:
        refused = refused or f"{chips} of {held} cannot be laid down"
    refused = refused or why_outside(table, chips)
    mark, tables, is_played = Mark(night.event), card_tables(night.event), in_play(table) is not None

    def promise() -> Iterator[str]:
        yield from differences("seat", {**before, (table.pk, seat): player}, sitting(night.event))
        moves = {f"chips/player/{player}": -chips, f"chips/seat/{table.code}-{seat}": chips}
        yield from mark.booked(EntryKind.SIT_DOWN, moves=moves)
        yield from mark.logged("seat.taken", f"{table.code}-{seat}")
        was, now = tables[table.pk]["state"], card_tables(night.event)[table.pk]["state"]
        new = players_in(now).get(seat, {})
        owes = is_played or without_players(was).get("last") is not None
        if {**players_in(was), seat: new} != players_in(now) or new.get("is_new") is not owes:
            yield f"the table has {players_in(now)}, and {seat} sat down"
        kept = without_players(was)
        if kept.get("last") is None and kept.get("first_button") == seat and table.house in BY_CARD:
            # A card was somebody else's.
            kept = {**kept, "first_button": None}
        if kept != without_players(now):
            yield "somebody sat down, and button or blinds changed"

    if night.chance.random() < 0.3:
        press = night.form(f"tables/{table.pk}/seats/{seat}/sit/", {"player": player, "chips": chips})
    else:
        body = {"player": player, "chips": chips}
        press = night.program("POST", f"tables/{table.pk}/seats/{seat}/", body, who=one_who_may(night, RUNS_TABLES))
    return Deed(press, refused, must_count=not refused, promise=promise)


def sit_absent(night: Evening) -> Deed | None:
    """A guest who has chips and did not come, or was withdrawn, sits down on a free seat: this must be refused."""
    seat = night.one_of(
        Seat.objects.filter(table__event=night.event, table__status=TableStatus.OPEN, player=None)
        .exclude(table__kind=TableKind.FLIGHT)
        .order_by("pk")
        .select_related("table")
    )
    guests = Player.objects.filter(event=night.event, seats__isnull=True).order_by("pk")
    gone = guests.filter(checked_in_at__isnull=True) | guests.filter(withdrawn_at__isnull=False)
    held = {code: held_at(night.event, f"chips/player/{code}") for code in gone.values_list("code", flat=True)}
    player = night.one_of(code for code, chips in held.items() if chips)
    if seat is None or player is None:
        return None
    table = seat.table
    unit = max(table.smallest_chip, night.house.bank.smallest_chip)
    chips = min(held[player], table.highest_buy_in or held[player]) // unit * unit
    body = {"player": player, "chips": max(chips, table.lowest_buy_in or unit)}
    if night.chance.random() < 0.3:
        press = night.form(f"tables/{table.pk}/seats/{seat.number}/sit/", body)
    else:
        press = night.program("POST", f"tables/{table.pk}/seats/{seat.number}/", body)
    return Deed(press, f"{player} is not here")


def top_up(night: Evening) -> Deed | None:
    """More of the guest's own chips before the seat; an empty seat, and chips that are not there, must be refused."""
    table = (a_bounded_table(night) if night.chance.random() < 0.4 else None) or one_table(night, also_dealt=True)
    if table is None or owes_for_seats(table):
        return None
    before, unit = sitting(night.event), min(table.smallest_chip, night.house.bank.smallest_chip)
    seats = {number: code for (pk, number), code in before.items() if pk == table.pk}
    wrong = night.is_wrong(0.15)
    seat = night.one_of(number for number, code in seats.items() if bool(code) != wrong)
    if seat is None:
        return None
    player = seats[seat]
    held = held_at(night.event, f"chips/player/{player}") if player else 0
    chips = max(held // unit * unit, unit) if night.chance.random() < 0.3 else unit * night.chance.choice((1, 2, 10))
    lying = stacks(table).get(seat, 0)
    if table.highest_buy_in and night.chance.random() < 0.8:
        chips = max(table.highest_buy_in - lying, 0) + night.chance.choice((-unit, 0, unit))
        chips = chips if chips > 0 else unit
    chips += unit if night.is_wrong(0.15) else 0
    refused = why_closed(night, table) or ("" if player else f"nobody sits on {seat}")
    refused = refused or (f"{player} was withdrawn" if player in night.withdrawn else "")
    if lying + chips < table.smallest_chip:
        refused = refused or f"{lying + chips} do not play"
    if table.highest_buy_in and lying + chips > table.highest_buy_in:
        refused = refused or f"no more than {table.highest_buy_in} lies there"
    if chips > held or chips % unit:
        refused = refused or f"{player} does not hold {chips}"
    mark, tables = Mark(night.event), card_tables(night.event)

    def promise() -> Iterator[str]:
        moves = {f"chips/player/{player}": -chips, f"chips/seat/{table.code}-{seat}": chips}
        yield from mark.booked(EntryKind.SIT_DOWN, moves=moves)
        yield from differences("seat", before, sitting(night.event))
        yield from differences("table", tables, card_tables(night.event))

    if night.chance.random() < 0.3:
        press = night.form(f"tables/{table.pk}/seats/{seat}/top-up/", {"chips": chips})
    else:
        press = night.program("POST", f"tables/{table.pk}/seats/{seat}/top-up/", {"chips": chips})
    return Deed(press, refused, must_count=not refused, promise=promise)


def leave(night: Evening) -> Deed | None:
    """A guest leaves with every chip of the seat; never in the middle of a hand, and nobody from an empty seat."""
    table = one_table(night, also_dealt=True)
    if table is None or owes_for_seats(table) or night.chance.random() < 0.5:
        return None
    before, hand = sitting(night.event), in_play(table)
    seats = {number: code for (pk, number), code in before.items() if pk == table.pk}
    wrong = night.is_wrong(0.1)
    seat = night.one_of(number for number, code in seats.items() if bool(code) != wrong)
    if seat is None:
        return None
    player, refused = seats[seat], night.closed
    refused = refused or ("" if player else f"nobody sits on {seat}")
    if hand is not None and seat in hand.seats:
        refused = refused or f"seat {seat} is in a hand"
    chips, mark, tables = stacks(table).get(seat, 0), Mark(night.event), card_tables(night.event)

    def promise() -> Iterator[str]:
        moves = {f"chips/player/{player}": chips, f"chips/seat/{table.code}-{seat}": -chips}
        yield from mark.booked(EntryKind.LEAVE_TABLE, moves=moves)
        yield from differences("seat", {**before, (table.pk, seat): ""}, sitting(night.event))
        yield from mark.logged("seat.left", f"{table.code}-{seat}")
        left = {pk: row for pk, row in players_in(tables[table.pk]["state"]).items() if pk != seat}
        if players_in(card_tables(night.event)[table.pk]["state"]) != left:
            yield f"seat {seat} is still among the table's players"

    if night.chance.random() < 0.3:
        press = night.form(f"tables/{table.pk}/seats/{seat}/leave/", {})
    else:
        press = night.program("POST", f"tables/{table.pk}/seats/{seat}/leave/")
    return Deed(press, refused, must_count=not refused, promise=promise)


def walk(night: Evening) -> Deed | None:
    """A guest goes for a walk, or comes back: the table notes it, and no chip moves. At another night's table it must
    be refused.
    """
    if night.chance.random() < 0.1:
        return _elsewhere(night)
    table = one_table(night, also_dealt=True)
    if table is None:
        return None
    seat = night.one_of(players_in(table.state))
    if seat is None:
        return None
    goes, mark = night.chance.random() < 0.4, Mark(night.event)
    refused, state = "" if table.is_open else f"{table.code} is closed", table.state

    def promise() -> Iterator[str]:
        now = card_tables(night.event)[table.pk]["state"]
        player = {**players_in(state)[seat], "is_away": goes}
        player |= {"entry": None} if goes else {}
        if players_in(now) != {**players_in(state), seat: player} or without_players(now) != without_players(state):
            yield f"the table is {now}, and seat {seat} only {'went' if goes else 'came back'}"
        yield from mark.booked(moves={})

    door = "sit-out" if goes else "come-back"
    press = night.program("POST", f"tables/{table.pk}/seats/{seat}/{door}/")
    return Deed(press, refused, promise=promise)


def close_table(night: Evening) -> Deed | None:
    """A table on which no chips lie closes, and its seats are free; one with chips must stay open."""
    left = _left_by_all_who_have_chips(night)
    table = left or one_table(night, share_closed=0, also_dealt=True)
    if table is None or owes_for_seats(table):
        return None
    lying = any(stacks(table).values())
    if left is None and night.chance.random() < (0.7 if lying else 0.8):
        return None
    refused = f"chips lie at {table.code}" if lying else ""
    refused = refused or (night.closed)
    before, mark = sitting(night.event), Mark(night.event)

    def promise() -> Iterator[str]:
        now = Table.objects.get(pk=table.pk)
        if (now.status, now.closed_at) != (TableStatus.CLOSED, timezone.now()) or players_in(now.state):
            yield f"{table.code} is {now.status} since {now.closed_at}, with {players_in(now.state)}"
        free = {place: "" if place[0] == table.pk else code for place, code in before.items()}
        yield from differences("seat", free, sitting(night.event))
        yield from mark.logged("table.closed", table.code)

    return Deed(night.program("POST", f"tables/{table.pk}/close/"), refused, promise=promise)


def _left_by_all_who_have_chips(night: Evening) -> Table | None:
    """Now and then a table at which somebody sits without a chip, once all others have left it."""
    tables = Table.objects.filter(event=night.event, kind=TableKind.POKER, status=TableStatus.OPEN).order_by("pk")
    if night.chance.random() < 0.5:
        return None
    table = night.one_of(each for each in tables if 0 in stacks(each).values())
    for seat, chips in stacks(table).items() if table is not None else ():
        if chips:
            night.ask(night.program("POST", f"tables/{table.pk}/seats/{seat}/leave/"))
    return table


def _elsewhere(night: Evening) -> Deed | None:
    """What belongs to a card table of another night is sent to this one."""
    theirs = Table.objects.filter(event=night.world.other.event, kind=TableKind.POKER).order_by("pk").first()
    if theirs is None:
        return None
    if night.chance.random() < 0.2:
        door = night.chance.choice(("hands/phh/", "hands/", "", "play/"))
        return Deed(night.program("GET", f"tables/{theirs.pk}/{door}"), "the table is of another night")
    doors: dict[str, object] = {"close/": None, "seats/3/": {"player": "P001", "chips": 100}, "play/": {"number": 1}}
    doors |= {"seats/1/top-up/": {"chips": 100}, "seats/1/leave/": None, "seats/1/sit-out/": None}
    door = night.chance.choice([*doors])
    return Deed(night.program("POST", f"tables/{theirs.pk}/{door}", doors[door]), "the table is of another night")


def _fees_in_chips(night: Evening, schedule: str, unit: int) -> str:
    """Why chips of a table cannot pay every fee of the schedule; empty where they can."""
    value = night.house.bank.rebuy_price // night.house.bank.rebuy_chips
    cents = {"A": (100, 200, 300), "B": (200, 300, 400), "C": (300, 400, 500)}[schedule]
    unpaid = [fee for fee in cents if value < 1 or fee % value or fee // value % unit]
    return f"chips of {unit} cannot pay {unpaid}" if unpaid else ""
