"""Tables as the floor sees them: who sits where, which seats are kept empty, and where the next hand's blinds are."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from engine.errors import RuleError, quoted
from engine.tournament.amounts import Bounds, require_whole

Player = TypeVar("Player", bound=Hashable)
Seat = tuple[int, int]
"""Table number and seat number, both from 1."""

RULES = ("WAS-3",)
FEWEST_SEATS = 2
MOST_SEATS = 100
MOST_TABLES = 10_000
"""Past these an entry is a slip of the hand."""


@dataclass(frozen=True, slots=True)
class NextHand:
    """The seats of a table's next button and blinds. Button and small blind may be empty seats (both dead)."""

    button: int
    small_blind: int
    big_blind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable(Generic[Player]):
    """A table, the players still in by seat, and the seats that are kept empty. Without players it is closed.

    seats: how many it has. next_hand: None where it is not known; only a table that balancing touches needs it.

    Raises RuleError: "table_unclear", "no_such_seat", "seat_reserved", "blinds_unclear".
    Rules: WAS-3.
    """

    number: int
    seats: int
    players: Mapping[int, Player] = field(default_factory=dict)
    reserved: frozenset[int] = frozenset()
    next_hand: NextHand | None = None

    def __post_init__(self) -> None:
        require_whole(self.number, "table number", Bounds(1, MOST_TABLES), code="table_unclear", rules=RULES)
        name = f"the number of seats at table {self.number}"
        require_whole(self.seats, name, Bounds(FEWEST_SEATS, MOST_SEATS), code="table_unclear", rules=RULES)
        for seat in (*self.players, *self.reserved):
            self._require_seat(seat)
        for seat in sorted(self.reserved & self.players.keys()):
            raise refused(
                "seat_reserved",
                f"Table {self.number} seat {seat} is kept empty, but {quoted(self.players[seat])} sits there. "
                "Release the seat or move the player.",
                table=self.number,
                seat=seat,
            )
        if self.next_hand is not None and self.players:
            self._blinds_must_stand(self.next_hand)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats where somebody may be put."""
        return tuple(
            seat for seat in range(1, self.seats + 1) if seat not in self.players and seat not in self.reserved
        )

    def places_after(self, start: int, seat: int) -> int:
        """How far ``seat`` is clockwise from ``start``."""
        return (seat - start) % self.seats

    def is_between(self, seat: int, start: int, end: int) -> bool:
        """Clockwise after ``start`` and before ``end``."""
        return 0 < self.places_after(start, seat) < self.places_after(start, end)

    def _require_seat(self, seat: object) -> None:
        if isinstance(seat, int) and not isinstance(seat, bool) and 1 <= seat <= self.seats:
            return
        raise refused(
            "no_such_seat",
            f"There is no table {self.number} seat {quoted(seat)}: its seats are 1 to {self.seats}.",
            table=self.number,
            seat=quoted(seat),
            seats=self.seats,
        )

    def _blinds_must_stand(self, hand: NextHand) -> None:
        for seat in (hand.button, hand.small_blind, hand.big_blind):
            self._require_seat(seat)
        if hand.big_blind in self.players and hand.big_blind != hand.small_blind:
            return
        raise refused(
            "blinds_unclear",
            f"The next big blind of table {self.number} is a player other than the small blind; seat {hand.big_blind} "
            "is not. Say where button and blinds are in its next hand.",
            table=self.number,
            button=hand.button,
            small_blind=hand.small_blind,
            big_blind=hand.big_blind,
        )


def open_tables(tables: Sequence[SeatedTable[Player]]) -> dict[int, SeatedTable[Player]]:
    """The tables where somebody sits, by number.

    Raises RuleError: "table_twice", "seated_twice".
    """
    numbers: set[int] = set()
    homes: dict[Player, Seat] = {}
    for table in tables:
        if table.number in numbers:
            raise refused("table_twice", f"Table {table.number} is listed twice. Leave one out.", table=table.number)
        numbers.add(table.number)
        for seat, player in table.players.items():
            if player in homes:
                first = seat_text(homes[player])
                raise refused(
                    "seated_twice",
                    f"{quoted(player)} sits at {first} and at {seat_text((table.number, seat))}. Correct one of them.",
                    player=quoted(player),
                    table=table.number,
                    seat=seat,
                )
            homes[player] = (table.number, seat)
    return {table.number: table for table in tables if table.players}


def places_in_order(numbers: Collection[int], break_order: Sequence[int]) -> dict[int, int]:
    """When each of these tables breaks, from 0, by the published order. Tables broken already may stand in it.

    Raises RuleError: "break_order_unclear".
    """
    order = {number: place for place, number in enumerate(break_order)}
    if len(order) < len(break_order):
        raise refused("break_order_unclear", "The order of breaking names a table twice. Name each once.")
    missing = sorted(set(numbers) - order.keys())
    if missing:
        raise refused(
            "break_order_unclear",
            f"The order of breaking does not name table {missing[0]}. Name every table, the first to break first.",
            table=missing[0],
        )
    return order


def seat_text(seat: Seat) -> str:
    """As a slip says it: "table 3 seat 5"."""
    return f"table {seat[0]} seat {seat[1]}"


def refused(code: str, message: str, **facts: object) -> RuleError:
    return RuleError(code, message, rules=RULES, **facts)
