"""Whether stacks and prizes in the bank are those of the tournaments: a further check of the event's books."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.bank.models import Commodity, Entry, EntryKind, OwnerKind
from eventnight.bank.selectors import balances_by_code
from eventnight.core.values.formats import chips_text
from tournaments.models import Flight, FlightEntry


def check(event_id: int) -> Iterator[str]:
    """A sentence for each flight whose stacks do not hold its chips, for each stack that no flight has, and for each
    prize that was paid otherwise than the tournament says.

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
        expected = 0 if flight.is_over else sum(chips for _, chips in lines) + flight.drift
        if bank != expected:
            yield f"{flight.name} has {chips_text(expected)} chips, its stacks in the bank {chips_text(bank)}."
    for code, chips in held.items():
        if chips:
            yield f"Stack {code} holds {chips_text(chips)} chips and is in no flight."
    yield from _prize_faults(event_id)


def _prize_faults(event_id: int) -> Iterator[str]:
    rows = FlightEntry.objects.filter(flight__tournament__event=event_id, prize_entry__isnull=False)
    paid = rows.values_list("prize_entry", "player__code", "stack_code")
    named = {sequence: [player, stack] for sequence, player, stack in paid if sequence is not None}
    entries = Entry.objects.filter(event_id=event_id, kind=EntryKind.PRIZE_PAID, reversed_by__isnull=True)
    booked = {entry.sequence: [entry.subject, entry.rates.get("for")] for entry in entries.order_by("sequence")}
    for sequence in sorted(named.keys() | booked.keys()):
        if sequence not in named:
            yield f"Entry {sequence} paid a prize to {booked[sequence][0]}, but no tournament says so."
        elif sequence not in booked:
            yield f"The prize of {named[sequence][0]} was paid by entry {sequence}, which paid none or was undone."
        elif named[sequence] != booked[sequence]:
            yield f"Entry {sequence} paid {' '.join(map(str, booked[sequence]))}; {' '.join(named[sequence])} won it."
