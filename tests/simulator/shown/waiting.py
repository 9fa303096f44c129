"""Who is called next and who sits where, as the staff on the floor see it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.simulator.deeds.deed import differences
from tests.simulator.deeds.flights.model import field_of
from tests.simulator.shown.reader import Law, Reader
from tournaments.models import BracketTournament, Flight, FlightStatus, Match


def queue(reader: Reader) -> Iterator[str]:
    """Every match that is ready, since its second team was known."""
    for bracket in BracketTournament.objects.filter(event=reader.event, drawn_at__isnull=False):
        told = reader.api(f"brackets/{bracket.pk}/queue/")
        matches = {match.number: match for match in Match.objects.filter(tournament=bracket)}
        due = {}
        for match in matches.values():
            before = [matches[feeder].done_at for feeder in (match.feeder_a, match.feeder_b) if feeder]
            if match.state == "ready":
                due[match.number] = max(filter(None, [bracket.drawn_at, *before])).isoformat()[:19]
        shown = {each["match"]: each["ready_since"][:19] for part in told.values() for each in part}
        yield from differences(f"in the queue of {bracket.name} match", due, shown)


def felts(reader: Reader) -> Iterator[str]:
    """Every table of a flight under way: how many are left at it."""
    for flight in Flight.objects.filter(tournament__event=reader.event, status=FlightStatus.RUNNING):
        field = field_of(reader.event, flight).values()
        for table in {one.seat[0] for one in field if one.seat[0] is not None}:
            seats = {one.seat for one in field if one.seat[0] == table}
            left = sum(one.seat[0] == table and not one.is_out for one in field)
            words = reader.page(f"/staff/{{code}}/floor/{flight.pk}/?table={table}")
            if f"{left} left of {len(seats)}" not in words:
                yield f"table {table} of {flight} does not say that {left} are left of {len(seats)}"


LAWS: tuple[Law, ...] = (queue, felts)
