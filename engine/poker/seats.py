"""Seats of a card table: numbers 1 to 10, clockwise, so the seat to the left of seat 10 is seat 1."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from engine.doors import wrong_type
from engine.errors import RuleError

MOST_SEATS: Final = 10


def left_of_button(seats: Iterable[int], button: int) -> list[int]:
    """The seats clockwise, the first one left of the button first, the button's own last. The button may be empty."""
    order = sorted(_numbers(seats))
    if type(button) is not int:
        raise wrong_type("button", button, int)
    first = bisect_right(order, button)
    return order[first:] + order[:first]


def require_known_seats(seats: Iterable[int]) -> None:
    """Raises RuleError: "unknown_seat", "duplicate_seat". Rules: BIS-3."""
    seen: set[int] = set()
    for seat in seats:
        require_known_seat(seat)
        if seat in seen:
            raise RuleError("duplicate_seat", f"Seat {seat} is listed twice. Remove one of its lines.", seat=seat)
        seen.add(seat)


def require_known_seat(seat: int) -> None:
    """Raises RuleError("unknown_seat"). Rules: BIS-3."""
    if not 1 <= seat <= MOST_SEATS:
        raise RuleError(
            "unknown_seat",
            f"There is no seat {seat}. Seats are numbered 1 to {MOST_SEATS}.",
            rules=("BIS-3",),
            seat=seat,
        )


def seats_text(seats: Iterable[int]) -> str:
    """Seats in words: "seat 3", "seats 1, 4 and 6"."""
    numbers = [str(seat) for seat in sorted(_numbers(seats))]
    *others, last = numbers
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def _numbers(seats: Iterable[int]) -> tuple[int, ...]:
    """Raises RuleError("wrong_type")."""
    with suppress(TypeError):
        numbers = tuple(seats)
        if {*map(type, numbers)} <= {int} and not isinstance(seats, bytes):
            return numbers
    raise wrong_type("seats", seats, Iterable[int])
