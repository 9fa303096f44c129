"""Hold'em flights for tests, made and played by the services of the evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.models import Event, Player
from tests.built import built_once
from tests.factories import NOW, make_event, make_players
from tests.pressing import together
from tournaments.models import Flight, FlightEntry, FlightKind, HoldemTournament
from tournaments.selectors.flight.standing import SeatView
from tournaments.selectors.flight.tournaments import holdem_summary, seats_of
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import bust_out
from tournaments.services.flight.final import advance_to_final
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.flight.tournament import NewHoldem, create_holdem
from tournaments.services.seating.seats import draw_seats

BY = {"press": Press(SYSTEM, NOW)}


def press(now: datetime = NOW) -> dict[str, object]:
    """Who, when and under which key: a press of its own."""
    return {"press": Press(SYSTEM, now, uuid4())}


def seat_of(player: Player) -> SeatView | None:
    """Where the player stands in the night's hold'em; None for somebody who entered no flight."""
    return seats_of(holdem_summary(player.event, NOW)).get(player.pk)


@built_once
def make_holdem(event: Event | None = None, **facts: object) -> HoldemTournament:
    """A tournament with the structure of its house; names of its settings replace theirs."""
    event = event or make_event("washburn")
    house = event.house_settings.holdem
    own = {name: facts.pop(name) for name in list(facts) if hasattr(house, name)}
    return create_holdem(event=event, new=NewHoldem(settings=replace(house, **own), **facts), **BY)


def flight_of(tournament: HoldemTournament, number: int = 1) -> Flight:
    """A first flight as a page just read it."""
    return _flights(tournament).get(number=number)


def final_of(tournament: HoldemTournament) -> Flight:
    return _flights(tournament).get(kind=FlightKind.FINAL)


def fresh(flight: Flight) -> Flight:
    """The flight as it is now."""
    return Flight.objects.select_related("tournament__event", "clock").get(pk=flight.pk)


def enter(flight: Flight, players: int | Sequence[Player]) -> list[Player]:
    """Those players, or that many new ones, entered."""
    if isinstance(players, int):
        players = make_players(flight.tournament.event, players, checked_in=True)
    for player in players:
        enter_flight(player=player, flight=flight, **press())
    return list(players)


@built_once
def seated_flight(players: int = 8, tournament: HoldemTournament | None = None, number: int = 1) -> Flight:
    """A flight with that many players at their seats."""
    flight = flight_of(tournament or make_holdem(), number)
    enter(flight, players)
    return fresh(draw_seats(flight=flight, seed="seats", **press()))


@built_once
def running_flight(players: int = 8, tournament: HoldemTournament | None = None, number: int = 1) -> Flight:
    """A flight whose clock runs since the doors opened."""
    flight = seated_flight(players, tournament, number)
    start_clock(flight=flight, **BY)
    return fresh(flight)


def codes_of(flight: Flight) -> list[str]:
    """Players by order of entry."""
    return list(flight.entries.order_by("id").values_list("player__code", flat=True))


def out(flight: Flight, busted: Mapping[str, int] | str, **facts: object) -> tuple[FlightEntry, ...]:
    """These went out on one hand, best first; a lone code began it with 1,000 chips."""
    hands = {busted: 1000} if isinstance(busted, str) else busted
    return bust_out(flight=flight, busted=hands, **together({**press(), **facts})).entries


@built_once
def decided_flight(tournament: HoldemTournament, number: int, players: int = 8) -> Flight:
    """A flight played down to those who advance: the players who entered first."""
    flight = running_flight(players, tournament, number)
    for code in reversed(codes_of(flight)[flight.advancing_of(players) :]):
        out(flight, code)
    return fresh(flight)


@built_once
def bagged_flight(tournament: HoldemTournament, number: int, bags: Sequence[int], players: int = 8) -> Flight:
    """A flight closed on these bags, those of the players who entered first."""
    flight = decided_flight(tournament, number, players)
    return bag_flight(flight=flight, counts=dict(zip(codes_of(flight), bags, strict=False)), **press())


@built_once
def final_drawn(tournament: HoldemTournament | None = None) -> Flight:
    """Washburn's way to the final: three flights of eight, two advance from each."""
    tournament = tournament or make_holdem()
    for number, bags in enumerate(((52_000, 28_000), (61_500, 18_500), (40_000, 40_000)), start=1):
        bagged_flight(tournament, number, bags)
    return fresh(advance_to_final(tournament=tournament, seed="final", **press()))


def places(flight: Flight) -> dict[str, tuple[int, int]]:
    """First and last place of everybody who has one."""
    rows = flight.entries.exclude(place_first=None)
    return {code: (first, last) for code, first, last in rows.values_list("player__code", "place_first", "place_last")}


def _flights(tournament: HoldemTournament):
    return Flight.objects.filter(tournament=tournament).select_related("tournament__event", "clock")
