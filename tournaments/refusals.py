"""What people read when a tournament, a flight, a bracket or a match is not where a move leads from."""

from __future__ import annotations

from eventnight.core.errors import Conflict
from eventnight.core.formats import clock_text
from eventnight.core.lifecycle import Move
from tournaments.models import Flight, FlightStatus, HoldemTournament

FLIGHT_RULES = ("WAS-2",)

_WAY_OUT = {
    FlightStatus.PLANNED: "Draw the seats first.",
    FlightStatus.SEATED: "Start the clock first.",
    FlightStatus.RUNNING: "Play goes on in it; wait until it is decided.",
    FlightStatus.BAGGED: "Its stacks are bagged; reopen it to change them.",
    FlightStatus.CLOSED: "It is over.",
}


def flight_status(flight: Flight, move: Move) -> Conflict:
    """With the way out."""
    status = FlightStatus(flight.status)
    return Conflict(
        "flight_status",
        f"{flight.name} is at “{status.label.lower()}”. {_WAY_OUT[status]}",
        rules=FLIGHT_RULES,
        flight=flight.code,
        status=flight.status,
    )


def flight_decided(flight: Flight) -> Conflict:
    at = clock_text(flight.decided_at, flight.tournament.event)
    next_step = "Finish the tournament." if flight.is_final else "Count the bags."
    return Conflict(
        "flight_decided",
        f"{flight.name} was decided at {at}: nobody has to play on in it. {next_step}",
        rules=FLIGHT_RULES,
        flight=flight.code,
        decided_at=flight.decided_at.isoformat(),
    )


def final_is_qualified_for(final: Flight) -> Conflict:
    return Conflict(
        "final_is_qualified_for",
        "Players come to the final through a flight. Enter them there.",
        rules=FLIGHT_RULES,
    )


def final_is_finished(final: Flight) -> Conflict:
    return Conflict("final_is_finished", "The final ends with its winner. Finish the tournament instead.")


def holdem_status(tournament: HoldemTournament, move: Move) -> Conflict:
    return Conflict(
        "holdem_status",
        f"{tournament.name} is at “{tournament.get_status_display().lower()}”. Reload to see what is next.",
        rules=FLIGHT_RULES,
        status=tournament.status,
    )
