"""Tables for tests of seating: players are named after the seats they start in."""

from __future__ import annotations

from engine.tournament.seating import NextHand, SeatedTable

NINE = range(1, 10)


def a_table(number: int, taken=NINE, *, hand=None, seats: int = 9, reserved=()) -> SeatedTable[str]:
    """A table whose players are named after their seats: "3-5" sat at table 3 seat 5."""
    taken = sorted(taken)
    if hand is None and len(taken) > 2:
        hand = tuple(taken[:3])
    return SeatedTable(
        number=number,
        seats=seats,
        players={seat: f"{number}-{seat}" for seat in taken},
        reserved=frozenset(reserved),
        next_hand=NextHand(*hand) if hand else None,
    )


def sizes_of(tables) -> list[int]:
    return [len(table.players) for table in tables]


def everybody(tables) -> list[str]:
    return sorted(player for table in tables for player in table.players.values())
