"""Hold'em of a calm evening: flights with seats and clocks, bust-outs and bags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.units import Chips
from eventnight.events.models import Player
from eventnight.night.rehearsal.stage import Script, Stage
from tournaments.models import Flight, FlightKind, HoldemTournament
from tournaments.services.clock.presses import start_clock
from tournaments.services.clock.tick import keep_time
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.flight.tournament import NewHoldem, create_holdem
from tournaments.services.seating.seats import draw_seats

MINUTES_OF_PLAY = 90
ALL_IN = 0.4
ONE_TABLE = 10
A_LOOK = 1


def open_holdem(stage: Stage, groups: Sequence[Sequence[Player]], **choices: Any) -> HoldemTournament:
    """The event's tournament with its flights, one group of players entered in each. choices: of `NewHoldem`."""
    holdem = create_holdem(event=stage.event, new=NewHoldem(**choices), press=stage.act_now())
    price = stage.event.house_settings.holdem.entry_price
    for flight, players in zip(first_flights(holdem), groups, strict=True):
        for player in players:
            enter_flight(player=player, flight=flight, press=stage.press_now())
            stage.taken += price
    return holdem


def first_flights(holdem: HoldemTournament) -> list[Flight]:
    """The flights before the final, in order."""
    return list(holdem.flights.filter(kind=FlightKind.FIRST).select_related("tournament__event"))


def seat_flight(stage: Stage, flight: Flight) -> None:
    """Draw the seats (WAS-3) and start the clock."""
    draw_seats(flight=flight, press=stage.press_now(), seed=stage.seed())
    start_clock(flight=flight, press=stage.act_now())


def play_flight(stage: Stage, flight: Flight, *, minutes: float = MINUTES_OF_PLAY) -> Script:
    """Seat a flight, play it until those who go on are left, and bag their stacks (WAS-2)."""
    seat_flight(stage, flight)
    stacks = stacks_of(flight)
    yield from play_down(stage, flight, stacks, to=flight.advancing_of(len(stacks)), minutes=minutes)
    bag_flight(
        flight=flight,
        counts={code: Chips(chips) for code, chips in stacks.items()},
        press=stage.press_now(),
    )


def keep_clocks(stage: Stage) -> Script:
    """Look at the running clocks as the tick does, so that levels begin, and nobody is asked whether play went on."""
    while True:
        keep_time(event=stage.event, now=stage.now)
        yield A_LOOK


def stacks_of(flight: Flight) -> dict[str, int]:
    """Chips by player code of everybody still in, as last counted."""
    still_in = flight.entries.filter(bust_hand__isnull=True).select_related("player")
    return {entry.player.code: entry.chips for entry in still_in}


def play_down(stage: Stage, flight: Flight, stacks: dict[str, int], *, to: int, minutes: float) -> Script:
    """Play until that many are left. `stacks` follows the play: chips by player code."""
    hands = max(1, (len(stacks) - to) / ALL_IN)
    while len(stacks) > to:
        yield minutes / hands
        is_out = _play_hand(stage, flight, stacks)
        if is_out and to < len(stacks) <= ONE_TABLE:
            enter_chip_counts(
                flight=flight,
                counts={code: Chips(chips) for code, chips in stacks.items()},
                press=stage.act_now(),
            )


def _play_hand(stage: Stage, flight: Flight, stacks: dict[str, int]) -> bool:
    """Two players meet; now and then for everything the shorter one has. Returns whether somebody went out."""
    loser, winner = sorted(stage.chance.sample(sorted(stacks), 2), key=stacks.__getitem__)
    is_all_in = stage.chance.random() < ALL_IN
    unit = flight.tournament.levels[0]["small_blind"]
    lost = stacks[loser] if is_all_in else min(stacks[loser] - unit, 4 * unit)
    if lost <= 0:
        return False
    stacks[winner] += lost
    stacks[loser] -= lost
    if is_all_in:
        del stacks[loser]
        bust_out(flight=flight, busted={loser: Chips(lost)}, press=stage.press_now())
    return is_all_in
