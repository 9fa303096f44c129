"""Card tables and wheels, as they are read."""

from __future__ import annotations

from collections.abc import Iterator

from tables.models import Bet, Hand, Seat, Spin, Table, TableKind
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.deed import differences
from tests.simulator.shown.reader import Law, Reader


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


def wheels(reader: Reader) -> Iterator[str]:
    """The tray of a wheel, the bets on its mat, and who may still bet how much."""
    for table in Table.objects.filter(event=reader.event, kind=TableKind.ROULETTE):
        told = reader.api(f"tables/roulette/{table.pk}/")
        bets = Bet.objects.filter(table=table, state="placed").values_list("pk", "player__code", "chips")
        on_mat = {each["id"]: (each["player"], each["chips"]) for each in told["bets"] if each["state"] == "placed"}
        yield from differences(f"{table.code} bet", {pk: (code, chips) for pk, code, chips in bets}, on_mat)
        tray = held_at(reader.event, f"chips/tray/{table.code}")
        yield from differences(f"{table.code}:", {"tray": tray}, {"tray": told["tray"]})


LAWS: tuple[Law, ...] = (rooms, seats, wheels)
