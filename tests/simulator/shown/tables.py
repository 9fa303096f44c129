"""Card tables and wheels, as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

from tables.models import Bet, Hand, Seat, Spin, Table, TableKind
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.deed import differences
from tests.simulator.shown.reader import Law, Reader, Unreadable
from tournaments.models import FlightEntry, PlayedTable


def rooms(reader: Reader) -> Iterator[str]:
    """Every table: whether it is open, who sits there and with how many chips."""
    told = {each["id"]: each for each in reader.api("tables/")}
    for table in Table.objects.filter(event=reader.event):
        if table.pk not in told:
            continue
        seats = Seat.objects.filter(table=table, player__isnull=False)
        rounds = Spin if table.kind == TableKind.ROULETTE else Hand
        due = {
            "code": table.code,
            "is_open": table.is_open,
            "players": seats.count() if table.kind == TableKind.POKER else told[table.pk]["players"],
            "rounds": rounds.objects.filter(table=table, undone_at__isnull=True).count(),
        }
        yield from differences(f"{table.code}:", due, {name: told[table.pk][name] for name in due})


def seats(reader: Reader) -> Iterator[str]:
    """Every seat of a card table, and every chip before it."""
    for table in Table.objects.filter(event=reader.event, kind=TableKind.POKER):
        rows = Seat.objects.filter(table=table).values_list("number", "player__code")
        due = {
            number: (player or "", held_at(reader.event, f"chips/seat/{table.code}-{number}") if player else 0)
            for number, player in rows
        }
        told = reader.api(f"tables/{table.pk}/")["seats"]
        told = {each["number"]: (each["player_code"], each["chips"]) for each in told}
        yield from differences(f"{table.code} seat", due, told)


def seats_of_flights(reader: Reader) -> Iterator[str]:
    """Every seat of a flight's table, whether or not a hand is played there."""
    for row in PlayedTable.objects.filter(flight__tournament__event=reader.event).select_related("table"):
        code = row.table.code
        entries = FlightEntry.objects.filter(flight=row.flight_id, table_number=row.number, bust_hand=None)
        due = {one.seat_number: (one.player.code, one.chips) for one in entries.select_related("player")}
        try:
            told = reader.api(f"tables/{row.table_id}/")["seats"]
        except Unreadable as unread:
            if str(unread) == str(HTTPStatus.UNPROCESSABLE_ENTITY.value):
                yield f"{code} cannot be read"
            continue
        told = {each["number"]: (each["player_code"], each["chips"]) for each in told if each["player_code"]}
        yield from differences(f"{code} seat", due, told)


def wheels(reader: Reader) -> Iterator[str]:
    """The tray of a wheel, the bets on its mat, and who may still bet how much."""
    for table in Table.objects.filter(event=reader.event, kind=TableKind.ROULETTE):
        told = reader.api(f"tables/roulette/{table.pk}/")
        bets = Bet.objects.filter(table=table, state="placed").values_list("pk", "player__code", "chips")
        on_mat = {each["id"]: (each["player"], each["chips"]) for each in told["bets"] if each["state"] == "placed"}
        yield from differences(f"{table.code} bet", {pk: (code, chips) for pk, code, chips in bets}, on_mat)
        tray = held_at(reader.event, f"chips/tray/{table.code}")
        yield from differences(f"{table.code}:", {"tray": tray}, {"tray": told["tray"]})


LAWS: tuple[Law, ...] = (rooms, seats, seats_of_flights, wheels)
