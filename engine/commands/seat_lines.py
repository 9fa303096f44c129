"""How ``seat`` reads a question: JSON of any shape becomes players, seats and tables, or is refused by name."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card, parse_cards
from engine.commands.streams.lines import Question, unreadable
from engine.tournament.amounts import MOST, Bounds, require_whole
from engine.tournament.color_up import SeatChips
from engine.tournament.seating import MOST_SEATS, MOST_TABLES, NextHand, Seat, SeatedTable
from engine.units import NO_CHIPS, Chips

_TABLE_NAMES = frozenset({"number", "seats", "players", "reserved", "button", "small_blind", "big_blind"})
_HAND_NAMES = ("button", "small_blind", "big_blind")


def read_players(question: Question) -> list[str]:
    """Names; or a number of players, who are then called "1", "2" and so on."""
    entered = question.get("players")
    if isinstance(entered, int):
        number = require_whole(entered, "number of players", Bounds(most=MOST_TABLES * MOST_SEATS), code="draw_unclear")
        return [str(player) for player in range(1, number + 1)]
    return names_in(entered, "players")


def read_locks(question: Question) -> dict[str, Seat]:
    """Seats by player."""
    entered = _object(question.get("locked", {}), "locked", "[table, seat] by player")
    return {player: _seat(seat, "locked") for player, seat in entered.items()}


def read_reserved(question: Question) -> list[Seat]:
    """Seats that stay empty, as table and seat."""
    return [_seat(seat, "reserved") for seat in _list(question.get("reserved", []), "reserved")]


def read_tables(question: Question) -> list[SeatedTable[str]]:
    """Tables with players, reserved seats and the next hand's button and blinds.

    Raises RuleError: "line_unreadable", those of ``SeatedTable``.
    """
    return [_table(entered) for entered in _list(question.get("tables"), "tables")]


def read_stacks(question: Question) -> dict[int, SeatChips]:
    """By seat: a count of small chips for somebody who has others too, or both counts."""
    entered = _object(question.get("stacks"), "stacks", "counts of small chips by seat")
    return {_seat_number(seat, "stacks"): _stack(stack) for seat, stack in entered.items()}


def read_race_cards(question: Question) -> dict[int, tuple[Card, ...]]:
    """Cards by seat: "9c 4d 2h"."""
    entered = _object(question.get("cards"), "cards", "cards by seat, such as 9c 4d")
    return {_seat_number(seat, "cards"): parse_cards(_text(cards, "cards")) for seat, cards in entered.items()}


def read_seed(question: Question) -> str:
    return _text(question.get("seed"), "seed")


def read_whole(question: Question, name: str) -> int:
    """A whole number; the engine checks its bounds."""
    value = question.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise unreadable(f"“{name}” is a whole number")
    return require_whole(value, f"“{name}”", Bounds(-MOST), code="line_unreadable")


def names_in(entered: object, name: str) -> list[str]:
    return [_text(player, name) for player in _list(entered, name)]


def numbers_in(entered: object, name: str) -> list[int]:
    return [read_whole({name: number}, name) for number in _list(entered, name)]


def _table(entered: object) -> SeatedTable[str]:
    table = _object(entered, "tables", "objects with number, seats and players")
    if strange := sorted(table.keys() - _TABLE_NAMES):
        raise unreadable(f"a table has no “{strange[0][:40]}”, only {', '.join(sorted(_TABLE_NAMES))}")
    players = _object(table.get("players", {}), "players", "names by seat")
    given = [name for name in _HAND_NAMES if name in table]
    if given and len(given) < len(_HAND_NAMES):
        raise unreadable("a table has “button”, “small_blind” and “big_blind”, or none of them")
    return SeatedTable(
        number=read_whole(table, "number"),
        seats=read_whole(table, "seats"),
        players={_seat_number(seat, "players"): _text(player, "players") for seat, player in players.items()},
        reserved=frozenset(numbers_in(table.get("reserved", []), "reserved")),
        next_hand=NextHand(*(read_whole(table, name) for name in _HAND_NAMES)) if given else None,
    )


def _stack(entered: object) -> SeatChips:
    if not isinstance(entered, dict):
        # Somebody with other chips can never be left with nothing, whatever those are worth.
        return SeatChips(read_whole({"stacks": entered}, "stacks"), Chips(1))
    if entered.keys() - {"small", "rest"}:
        raise unreadable("a stack has “small”, a count, and “rest”, the value of all other chips")
    return SeatChips(read_whole(entered, "small"), Chips(read_whole({"rest": NO_CHIPS, **entered}, "rest")))


def _seat(entered: object, name: str) -> Seat:
    numbers = numbers_in(entered, name)
    if len(numbers) != 2:
        raise unreadable(f"“{name}” has seats as [table, seat]")
    return numbers[0], numbers[1]


def _seat_number(entered: str, name: str) -> int:
    if entered.isascii() and entered.isdigit() and len(entered) <= len(str(MOST_SEATS)):
        return int(entered)
    raise unreadable(f"“{name}” names a seat by its number, not “{entered[:40]}”")


def _object(entered: object, name: str, meaning: str) -> Mapping[str, object]:
    if isinstance(entered, dict):
        return entered
    raise unreadable(f"“{name}” is an object: {meaning}")


def _list(entered: object, name: str) -> list[object]:
    if isinstance(entered, list):
        return entered
    raise unreadable(f"“{name}” is a list")


def _text(entered: object, name: str) -> str:
    if isinstance(entered, str):
        return entered
    raise unreadable(f"“{name}” is text")
