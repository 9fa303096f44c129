"""A card table that a tournament keeps: opened for one of its tables."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.poker.between.stored import table_json
from engine.poker.stakes import Stakes
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.press import Press
from eventnight.events.models import Event
from tables.models import Seat, Table, TableKind, TurnLimits
from tables.night_rules import changes_of_night
from tables.services.dealt.shuffles import promise_next
from tables.services.floor import HOLDEM, first_state, new_table, smallest_chip_of
from tables.stakes import stakes_columns


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFlightTable:
    """A table of a flight to be opened. stakes: of the level that is on. first_button: the seat that the floor has
    given it, None where the house decides. limits: of the turns where the system deals, None where people do.
    """

    name: str
    seats: int
    stakes: Stakes
    first_button: int | None = None
    limits: TurnLimits | None = None


def open_flight_table(*, event: Event, new: NewFlightTable, press: Press) -> Table:
    """Open a hold'em table under the rules of the night's house, with empty seats. Rules: WAS-4, BIS-3, BIS-16,
    WLIA-6.
    """
    event = lock_event(event.pk).event
    table = new_table(event, TableKind.FLIGHT, new.name, press.at)
    table.house, table.game, table.seats_count = event.house, HOLDEM, new.seats
    table.night_rules = dict(changes_of_night(event, event.house))
    table.smallest_chip = smallest_chip_of(table)
    for column, value in stakes_columns(new.stakes).items():
        setattr(table, column, value)
    state = first_state(table, "")
    table.state = table_json(state if new.first_button is None else replace(state, first_button=new.first_button))
    if new.limits is not None:
        table.turn_seconds, table.bank_seconds = new.limits
    table.save()
    Seat.objects.bulk_create(Seat(table=table, number=number) for number in range(1, new.seats + 1))
    if table.is_dealt:
        promise_next(table, press)
    record(event.pk, press=press, action="table.opened", subject=table.code, house=table.house, game=table.game)
    return table
