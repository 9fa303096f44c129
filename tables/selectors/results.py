"""How the last hand of a table came out, as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tables.models import Hand, Table


@dataclass(frozen=True, slots=True)
class Gain:
    """What a seat had more after a hand than before. name: the public one."""

    seat: int
    name: str
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """A settled hand. board: cards as text, or empty. gains: the largest first; nobody where all got their own back."""

    number: int
    game_name: str
    board: str
    gains: tuple[Gain, ...]
    settled_at: datetime


def result_of(table: Table, hand: Hand | None) -> HandResult | None:
    """The result of a hand of that table, None for none: one query."""
    if hand is None:
        return None
    gains = []
    for seat in hand.seats.select_related("player__person"):
        if seat.net > 0:
            seat.player.event = table.event
            gains.append(Gain(seat.seat, seat.player.display_name, seat.net))
    return HandResult(
        number=hand.number,
        game_name=hand.game_name,
        board=hand.board,
        gains=tuple(sorted(gains, key=lambda gain: -gain.chips)),
        settled_at=hand.settled_at,
    )
