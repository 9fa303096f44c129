"""Where everybody sits now, of all that a night plays: the table that a guest's phone calls from, and every table that
has somebody.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from eventnight.calls.places import Kind, Place
from tables.models import Seat, TableKind, TableStatus
from tournaments.models import AT_A_STATION, FlightEntry, FlightStatus, Match, TeamPlayer


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A guest's seat. table: what people call it, "Table 3". within: "Flight 2", empty where the table says enough.
    number: None where seats have none.
    """

    place: Place
    table: str
    within: str = ""
    number: int | None = None

    @property
    def words(self) -> str:
        """ "Table 3, seat 5, flight 2"."""
        parts = [self.table, f"seat {self.number}" if self.number else "", _lower(self.within)]
        return ", ".join(part for part in parts if part)


Seats = dict[int, SeatNow]
"""By the id of the player."""

Sitting = tuple[int, SeatNow]
"""The id of a player, and one of the seats they have."""


def seats_now(event_id: int, player_id: int | None = None) -> Seats:
    """The seat of everybody who may play, or of that player alone, by player id: three queries, one more where matches
    are at their tables.

    Somebody with several seats is where play goes on: at the match, then in the flight that runs, then at a card table,
    and last in a flight whose clock has not started.
    """
    whose = Q(player__withdrawn_at__isnull=True)
    if player_id is not None:
        whose &= Q(player=player_id)
    return dict(_sittings(event_id, whose))


def taken_places(event_id: int) -> frozenset[Place]:
    """Every table where somebody sits who may play, in as many queries as `seats_now`.

    Somebody with several seats sits at each of them: who is called to a match still has the chips at the card table.
    """
    return frozenset(seat.place for _, seat in _sittings(event_id, Q(player__withdrawn_at__isnull=True)))


def _sittings(event_id: int, whose: Q) -> list[Sitting]:
    """All seats, those where play goes on last."""
    flights = _in_flights(event_id, whose)
    return [
        *flights[FlightStatus.SEATED],
        *_at_card_tables(event_id, whose),
        *flights[FlightStatus.RUNNING],
        *_at_matches(event_id, whose),
    ]


def _in_flights(event_id: int, whose: Q) -> dict[str, list[Sitting]]:
    """By the status of the flight."""
    found: dict[str, list[Sitting]] = {FlightStatus.SEATED: [], FlightStatus.RUNNING: []}
    entries = FlightEntry.objects.filter(
        whose,
        flight__tournament__event=event_id,
        flight__status__in=found,
        bust_hand__isnull=True,
        table_number__isnull=False,
    )
    columns = ("player_id", "flight_id", "flight__name", "flight__status", "table_number", "seat_number")
    for player, flight, name, status, table, seat in entries.values_list(*columns):
        place = Place(Kind.FLIGHT, flight, table or 0)
        found[status].append((player, SeatNow(place, flights_table(table), name, seat)))
    return found


def _at_card_tables(event_id: int, whose: Q) -> list[Sitting]:
    seats = Seat.objects.filter(
        whose, player__isnull=False, table__event=event_id, table__kind=TableKind.POKER, table__status=TableStatus.OPEN
    )
    rows = seats.values_list("player__pk", "table_id", "table__name", "number")
    return [
        (player, SeatNow(Place(Kind.TABLE, table), card_table(name), number=seat)) for player, table, name, seat in rows
    ]


def _at_matches(event_id: int, whose: Q) -> list[Sitting]:
    matches = Match.objects.filter(tournament__event=event_id, state__in=AT_A_STATION)
    rows = matches.values_list("team_a", "team_b", "pk", "station", "number")
    of_team = {
        team: SeatNow(Place(Kind.MATCH, match), matchs_table(station), matchs_number(number))
        for team_a, team_b, match, station, number in rows
        for team in (team_a, team_b)
    }
    if not of_team:
        return []
    places = TeamPlayer.objects.filter(whose, team__in=of_team, left_at__isnull=True)
    return [(player, of_team[team]) for player, team in places.values_list("player_id", "team_id")]


def flights_table(number: int | None) -> str:
    """What people call a table of a flight."""
    return f"Table {number}"


def card_table(name: str) -> str:
    """What people call a card table: those of a flight are "Table 3", too."""
    return f"Card {_lower(name)}" if name.startswith("Table ") else name


def matchs_table(station: int | None) -> str:
    """What people call the table of a match."""
    return f"Euchre table {station}" if station else "Euchre"


def matchs_number(number: int) -> str:
    """Which match it is."""
    return f"Match {number}"


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
