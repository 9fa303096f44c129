"""Whether the stacks in the bank are those of the flights: a further check of the event's books."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balances_by_code
from eventnight.core.wording import chips_text
from tournaments.models import Flight, FlightEntry, FlightStatus


def check(event_id: int) -> Iterator[str]:
    """A sentence for each flight whose stacks do not hold its chips, and for each stack that no flight has.

    A flight holds what was issued or carried into it and its signed variances; once it is over, nothing.
    """
    held = balances_by_code(event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)
    entries = FlightEntry.objects.filter(flight__tournament__event=event_id)
    stacks: dict[int, list[tuple[str, int]]] = {}
    for flight_id, code, started_with in entries.values_list("flight_id", "stack_code", "started_with"):
        stacks.setdefault(flight_id, []).append((code, started_with))
    for flight in Flight.objects.filter(tournament__event=event_id):
        lines = stacks.get(flight.pk, [])
        bank = sum(held.pop(code, 0) for code, _ in lines)
        expected = 0 if flight.status == FlightStatus.CLOSED else sum(chips for _, chips in lines) + flight.drift
        if bank != expected:
            yield f"{flight.name} has {chips_text(expected)} chips, its stacks in the bank {chips_text(bank)}."
    for code, chips in held.items():
        if chips:
            yield f"Stack {code} holds {chips_text(chips)} chips and is in no flight."
