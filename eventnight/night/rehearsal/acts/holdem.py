"""Hold'em of a calm evening: flights of one table with seats and clocks, hands and bags."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet

from engine.units import Chips
from eventnight.events.models import Player
from eventnight.night.rehearsal.acts import hands
from eventnight.night.rehearsal.acts.hands import Mood
from eventnight.night.rehearsal.stage import Script, Stage
from tables.models import Hand, Table
from tables.selectors.tables import table_view
from tournaments.models import Flight, FlightKind, FlightStatus, HoldemTournament
from tournaments.selectors.flight.hands import level_played
from tournaments.services.clock.presses import start_clock
from tournaments.services.clock.tick import keep_time
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.flight.tournament import NewHoldem, create_holdem
from tournaments.services.seating.seats import draw_seats

MINUTES_OF_PLAY = 90
A_HAND = 2.5
ONE_TABLE = 1
A_LOOK = 1
EVERYBODY_CALLS = Mood(stays_in=1)

PlayHand = Callable[[Stage, Table, Mood], Hand | None]
"""Plays a hand at a table and has it in the books."""


def open_holdem(stage: Stage, groups: Sequence[Sequence[Player]], **choices: Any) -> HoldemTournament:
    """The event's tournament with its flights, one group of players entered in each; its staff deal. choices: of
    `NewHoldem`.
    """
    by_people = replace(stage.event.house_settings.holdem, turn_seconds=0)
    holdem = create_holdem(event=stage.event, new=NewHoldem(settings=by_people, **choices), press=stage.act_now())
    price = by_people.entry_price
    for flight, players in zip(first_flights(holdem), groups, strict=True):
        for player in players:
            enter_flight(player=player, flight=flight, press=stage.press_now())
            stage.taken += price
    return holdem


def first_flights(holdem: HoldemTournament) -> QuerySet[Flight]:
    """The flights before the final, in order."""
    return holdem.flights.filter(kind=FlightKind.FIRST).select_related("tournament__event")


def seat_flight(stage: Stage, flight: Flight) -> None:
    """Draw the seats (WAS-3) and start the clock."""
    draw_seats(flight=flight, press=stage.press_now(), seed=stage.seed())
    start_clock(flight=flight, press=stage.act_now())


def play_flight(stage: Stage, flight: Flight, *, minutes: float = MINUTES_OF_PLAY, is_followed: bool = False) -> Script:
    """Seat a flight, play it until those who go on are left, and bag their stacks (WAS-2).

    minutes: about as long as that takes. is_followed: staff follow every hand action by action.
    """
    seat_flight(stage, flight)
    yield from _play_down(stage, flight, hands.follow if is_followed else hands.settle_from_end, minutes)
    bag_flight(
        flight=flight,
        counts={code: Chips(chips) for code, chips in stacks_of(flight).items()},
        press=stage.press_now(),
    )


def begin_a_hand(stage: Stage, holdem: HoldemTournament) -> Table | None:
    """A hand as far as its flop at the table that a flight of one table is playing now. Returns the table, None where
    no flight plays.
    """
    for flight in first_flights(holdem).filter(status=FlightStatus.RUNNING, decided_at__isnull=True):
        if not level_played(flight, stage.now).is_break:
            table = hands.felt_of(stage, flight, ONE_TABLE)
            if hands.follow_until(stage, table, lambda play: bool(play.hand.board), EVERYBODY_CALLS):
                return table
    return None


def keep_clocks(stage: Stage) -> Script:
    """Look at the running clocks as the tick does, so that levels begin, and nobody is asked whether play went on."""
    while True:
        keep_time(event=stage.event, now=stage.now)
        yield A_LOOK


def stacks_of(flight: Flight) -> dict[str, int]:
    """Chips by player code of everybody still in, as last counted."""
    still_in = flight.entries.filter(bust_hand__isnull=True).select_related("player")
    return {entry.player.code: entry.chips for entry in still_in}


def _play_down(stage: Stage, flight: Flight, play: PlayHand, minutes: float) -> Script:
    """Hands at the one table of a flight. Somebody goes all in whenever more are left than the time allows."""
    began, field = stage.now, flight.entries.count()
    while flight.decided_at is None:
        yield A_HAND
        flight.refresh_from_db()
        if level_played(flight, stage.now).is_break:
            continue
        table = hands.felt_of(stage, flight, ONE_TABLE)
        stacks = table_view(table).stacks
        passed = (stage.now - began) / timedelta(minutes=minutes)
        is_late = len(stacks) > field - (field - flight.advancing_of(field)) * passed
        play(stage, table, _all_in(stage, stacks) if is_late else hands.CALM)
        flight.refresh_from_db()


def _all_in(stage: Stage, stacks: Mapping[int, int]) -> Mood:
    """The shortest stack and another one put in everything."""
    short = min(stacks, key=stacks.__getitem__)
    other = stage.chance.choice([seat for seat in stacks if seat != short])
    return Mood(all_in=frozenset({short, other}))
