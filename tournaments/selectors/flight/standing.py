"""Where a player stands in hold'em, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices

from tournaments.selectors.clock.clock_view import ClockView
from tournaments.selectors.flight.values import EntryView


class SeatState(TextChoices):
    """How far a player has come in a flight."""

    WAITING = "waiting", "Entered"
    SEATED = "seated", "Seated"
    PLAYING = "playing", "Playing"
    OUT = "out", "Out"
    ADVANCES = "advances", "Goes on"
    WON = "won", "Won"

    @property
    def badge(self) -> str:
        return SEAT_BADGES[self]

    @property
    def is_waiting(self) -> bool:
        return self is SeatState.WAITING

    @property
    def is_playing(self) -> bool:
        return self is SeatState.PLAYING

    @property
    def is_at_table(self) -> bool:
        return self in (SeatState.SEATED, SeatState.PLAYING)

    @property
    def is_advancing(self) -> bool:
        return self is SeatState.ADVANCES

    @property
    def has_won(self) -> bool:
        return self is SeatState.WON


SEAT_BADGES = {
    SeatState.WAITING: "waiting",
    SeatState.SEATED: "ready",
    SeatState.PLAYING: "playing",
    SeatState.OUT: "done",
    SeatState.ADVANCES: "done",
    SeatState.WON: "done",
}


@dataclass(frozen=True, slots=True)
class SeatView:
    """Where a player stands in hold'em."""

    holdem_id: int
    flight: str
    state: SeatState
    entry: EntryView
    clock: ClockView
