"""A table between hands as JSON values, and read back strictly, because applications store it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from engine.doors import door
from engine.errors import RuleError
from engine.poker.between.button import Positions
from engine.poker.between.kill import WINS_THAT_RAISE, Kill, KillButton
from engine.poker.between.table_state import Player, TableState
from engine.poker.house.options import Entry
from engine.poker.seats import MOST_SEATS

FORMAT = 1

Json = Mapping[str, object]
Choice = TypeVar("Choice", bound=Enum)

_FLAGS = ("is_new", "is_away", "missed_small_blind", "missed_big_blind")


@door
def table_json(table: TableState) -> dict[str, object]:
    """A table as JSON values; ``read_table`` gives the same table back."""
    return {
        "format": FORMAT,
        "seats": table.seats,
        "players": [_player_json(seat, player) for seat, player in sorted(table.players.items())],
        "last": None if table.last is None else list(table.last),
        "first_button": table.first_button,
        "kill": None if table.kill is None else _kill_json(table.kill),
    }


@door
def read_table(data: object) -> TableState:
    """A stored table. Raises RuleError: "bad_table", "unknown_seat", "too_many_seats"."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise _bad(f"it is not of format {FORMAT}")
    rows = data.get("players")
    players = [_read_player(row) for row in rows] if isinstance(rows, list) else None
    if players is None or len(dict(players)) != len(players):
        raise _bad("its players are not a list with each seat once")
    table = TableState(
        players=dict(players),
        last=None if data.get("last") is None else _read_positions(data["last"]),
        first_button=_seat_or_none(data, "first_button"),
        kill=None if data.get("kill") is None else _read_kill(data["kill"]),
        seats=_number(data, "seats"),
    )
    if table.kill is not None and table.kill.holder is not None and table.kill.holder not in table.players:
        raise _bad(f"its kill button is at seat {table.kill.holder}, where nobody sits")
    return table


def _player_json(seat: int, player: Player) -> dict[str, object]:
    flags: dict[str, object] = {name: getattr(player, name) for name in _FLAGS}
    return {"seat": seat, **flags, "entry": None if player.entry is None else player.entry.name.lower()}


def _kill_json(kill: KillButton) -> dict[str, object]:
    return {"kind": kill.kind.name.lower(), "holder": kill.holder, "wins": kill.wins}


def _read_player(row: object) -> tuple[int, Player]:
    if not isinstance(row, Mapping):
        raise _bad("a player is not an object")
    entry = row.get("entry")
    return _number(row, "seat"), Player(
        is_new=_flag(row, "is_new"),
        is_away=_flag(row, "is_away"),
        missed_small_blind=_flag(row, "missed_small_blind"),
        missed_big_blind=_flag(row, "missed_big_blind"),
        entry=None if entry is None else _member(Entry, entry, "entry"),
    )


def _read_positions(seats: object) -> Positions:
    if not isinstance(seats, list) or len(seats) != len(Positions._fields) or not all(_is_seat(seat) for seat in seats):
        raise _bad("its last positions are not three seats")
    positions = Positions(*seats)
    if positions.small_blind == positions.big_blind:
        raise _bad("one seat cannot have had both blinds")
    return positions


def _read_kill(data: object) -> KillButton:
    if not isinstance(data, Mapping):
        raise _bad("its kill button is not an object")
    holder, wins = _seat_or_none(data, "holder"), _number(data, "wins")
    if not 0 <= wins <= WINS_THAT_RAISE or (holder is None) == bool(wins):
        raise _bad(f"its kill button has {wins} wins in a row, which does not fit its holder")
    return KillButton(kind=_member(Kill, data.get("kind"), "kill"), holder=holder, wins=wins)


def _member(choices: type[Choice], value: object, what: str) -> Choice:
    for choice in choices:
        if choice.name.lower() == value:
            return choice
    raise _bad(f"there is no {what} {str(value)[:40]!r}")


def _seat_or_none(data: Json, name: str) -> int | None:
    return None if data.get(name) is None else _number(data, name)


def _number(data: Json, name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(f"its {name} is not a whole number")
    return value


def _flag(data: Json, name: str) -> bool:
    value = data.get(name)
    if not isinstance(value, bool):
        raise _bad(f"its {name} is neither true nor false")
    return value


def _is_seat(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_SEATS


def _bad(claim: str) -> RuleError:
    return RuleError("bad_table", f"This is not a stored table: {claim}. Send what the table was stored as.")
