"""Where the system deals, the time banks of players and the turns they let pass go with them from table to table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tournament.seating import Move
from tables.models import OPEN_STATES, Shuffle
from tournaments.models import Flight

COLUMNS = ("banks", "missed")


def take_time_along(flight: Flight, moves: Sequence[Move[str]]) -> None:
    """moves: that were made in a locked flight, by player code. Rules: BIS-2."""
    numbers = {table for move in moves for table, _ in (move.start, move.end)}
    packs = Shuffle.objects.filter(state__in=OPEN_STATES, table__of_flight__flight=flight)
    found = {
        pack.table.of_flight.number: pack
        for pack in packs.filter(table__of_flight__number__in=numbers).select_related("table__of_flight")
    }
    taken = [(move, _taken(found.get(move.start[0]), move.player)) for move in moves]
    for move, values in taken:
        if (pack := found.get(move.end[0])) is not None:
            for column, value in values.items():
                setattr(pack, column, {**getattr(pack, column), move.player: value})
    for pack in found.values():
        pack.save(update_fields=COLUMNS)


def _taken(pack: Shuffle | None, player: str) -> dict[str, int]:
    """What the table knew of a player, who leaves it."""
    if pack is None:
        return {}
    found = {column: getattr(pack, column)[player] for column in COLUMNS if player in getattr(pack, column)}
    for column in found:
        setattr(pack, column, {code: value for code, value in getattr(pack, column).items() if code != player})
    return found
