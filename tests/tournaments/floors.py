"""Flights whose tables are uneven, for tests of moves between them."""

from __future__ import annotations

from collections.abc import Sequence

from tests.built import built_once
from tests.factories import NOW, make_players
from tests.pressing import together
from tests.tournaments.holdem_nights import BY, flight_of, fresh, make_holdem, out, press
from tournaments.models import Flight, FlightEntry, FlightStatus, HoldemTournament, SeatMove
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.selectors.seating.tables import Due, Seating, due_of, seating_of
from tournaments.services.clock.presses import start_clock
from tournaments.services.seating.proposals import make_proposed_moves
from tournaments.services.seating.tables import ToldButton, tell_button


@built_once
def floor_of(sizes: Sequence[int], tournament: HoldemTournament | None = None) -> Flight:
    """A running flight whose tables hold that many players in seats 1, 2, 3 and so on, in the order of entry.

    Entered without a stack in the bank, which moves never touch.
    """
    flight = flight_of(tournament or make_holdem(advancing_count=1))
    players = make_players(flight.tournament.event, sum(sizes), checked_in=True)
    places = [(table, seat) for table, size in enumerate(sizes, start=1) for seat in range(1, size + 1)]
    FlightEntry.objects.bulk_create(
        FlightEntry(
            flight=flight,
            player=player,
            stack_code=f"F1-{player.code}",
            entered_at=NOW,
            started_with=10_000,
            chips=10_000,
            table_number=table,
            seat_number=seat,
        )
        for player, (table, seat) in zip(players, places, strict=True)
    )
    Flight.objects.filter(pk=flight.pk).update(status=FlightStatus.SEATED, draw_seed="floor", drawn_at=NOW)
    start_clock(flight=fresh(flight), **BY)
    return fresh(flight)


def at(flight: Flight, table: int, seat: int) -> str:
    """The code of who sits there."""
    entry = flight.entries.select_related("player").get(table_number=table, seat_number=seat, bust_hand=None)
    return entry.player.code


def sizes_of(flight: Flight) -> dict[int, int]:
    """How many still sit at each table."""
    seats = flight.entries.filter(bust_hand=None).values_list("table_number", flat=True)
    return {table: list(seats).count(table) for table in sorted(set(seats))}


def seats_of(flight: Flight) -> dict[str, tuple[int, int]]:
    """Table and seat of everybody still in."""
    rows = flight.entries.filter(bust_hand=None).values_list("player__code", "table_number", "seat_number")
    return {code: (table, seat) for code, table, seat in rows}


def seating(flight: Flight) -> Seating:
    row = fresh(flight)
    return seating_of(row, flight_view(row, NOW))


def due(flight: Flight) -> Due | None:
    """What the tables need now."""
    return due_of(seating(flight))


def button(flight: Flight, **seats: int) -> None:
    """Where the button is in the next hand: button(flight, t1=3, t2=5)."""
    for table, seat in seats.items():
        tell_button(flight=flight, table=int(table[1:]), told=ToldButton(button=seat), **BY)


def make(flight: Flight, players: Sequence[str] | None = None, **facts: object) -> list[SeatMove]:
    """Make what is proposed, as it is on the screen now."""
    now_due = due(flight)
    digest = now_due.digest if now_due else ""
    return make_proposed_moves(flight=flight, players=players, **together({**press(), "shown": digest, **facts}))


def gone(flight: Flight, table: int, count: int) -> None:
    """That many go out at a table, the highest seats first, a hand each."""
    for _ in range(count):
        seat = max(flight.entries.filter(table_number=table, bust_hand=None).values_list("seat_number", flat=True))
        out(flight, at(flight, table, seat))
