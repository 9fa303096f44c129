"""Where a player stands in hold'em, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices

from eventnight.core.values.formats import chips_text
from eventnight.events.models import Player
from tournaments.models import FlightEntry
from tournaments.selectors.clock.clock_view import ClockView
from tournaments.selectors.flight.values import EntryView, place_in_words


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
    """Where a player stands in hold'em. is_dealt: the system deals at the tables of the tournament."""

    holdem_id: int
    flight: str
    state: SeatState
    entry: EntryView
    clock: ClockView
    is_dealt: bool = False


def parting_of(player: Player) -> str:
    """How a player left the newest flight in which the system dealt, as a sentence; empty for none, or one that goes
    on. Rules: STD-10, WAS-2.
    """
    entries = FlightEntry.objects.filter(player=player, flight__tournament__turn_seconds__isnull=False)
    entry = entries.select_related("flight__tournament").order_by("-flight", "-number").first()
    if entry is None:
        return ""
    flight, where = entry.flight, "at the final table" if entry.flight.is_final else f"in {entry.flight.name.lower()}"
    if entry.place is not None and entry.is_out:
        return f"You finished {place_in_words(entry.place)} {where}"
    if entry.place is not None:
        return "You won at the final table"
    if flight.is_bagged or (flight.is_decided and not flight.is_final):
        return f"You go on to the final with {chips_text(entry.chips)} chips"
    if not flight.is_running:
        return f"You play {where} with {chips_text(entry.chips)} chips as soon as it starts"
    return ""
