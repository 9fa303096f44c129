"""Where button and blinds of a table's next hand are: told by the floor, or known from the hands played there."""

from __future__ import annotations

from collections.abc import Iterable

from engine.poker.between.button import Positions
from engine.poker.between.stored import read_table, table_json
from eventnight.core.press import Press
from tables.keepers import keeper_of
from tables.selectors.between import hand_to_come
from tables.services.floor import first_state
from tournaments.models import Flight, FlightTable, PlayedTable


def forget_next_hands(flight: Flight, tables: Iterable[int], *, press: Press) -> None:
    """A hand was played at these tables, or somebody left or came: where their button is now is not known, but where
    their hands are followed.

    Rules: BIS-6, BIS-7, BIS-8, CAN-21.
    """
    numbers = set(tables)
    FlightTable.objects.filter(flight=flight, number__in=numbers).delete()
    for row in PlayedTable.objects.filter(flight=flight, number__in=numbers).select_related("table"):
        note_next_hand(flight, row, press=press)


def note_next_hand(flight: Flight, row: PlayedTable, *, press: Press) -> None:
    """What a table whose hands are followed has told of its next one; nothing while no further hand can begin."""
    positions = next_positions(flight, row)
    told = FlightTable.objects.filter(flight=flight, number=row.number)
    if positions is None:
        told.delete()
        return
    FlightTable.objects.update_or_create(
        flight=flight,
        number=row.number,
        defaults={**positions._asdict(), "told_at": press.at, "by_label": press.by.label},
    )


def next_positions(flight: Flight, row: PlayedTable) -> Positions | None:
    """Button and blinds of the next hand by the house, None where no hand can begin or nobody has the button."""
    table = row.table
    table.event = flight.tournament.event
    keeper = keeper_of(table)
    keeper.stand(table)
    come = hand_to_come(table, keeper.chips(keeper.seats(table)))
    return come.setup.table.last if come.setup else None


def restart_after_redraw(flight: Flight, tables: Iterable[int]) -> None:
    """Everybody drew a new seat at these tables: the first button is decided again as the house does.

    Rules: WAS-4, WLIA-6.
    """
    for row in PlayedTable.objects.filter(flight=flight, number__in=set(tables)).select_related("table"):
        row.before_redraw = row.table.state
        row.table.state = table_json(first_state(row.table, ""))
        row.table.save(update_fields=["state"])
        row.save(update_fields=["before_redraw"])


def undo_restart(flight: Flight, tables: Iterable[int]) -> None:
    """The new seats were taken back: the button is where it was, unless a hand was played since."""
    rows = PlayedTable.objects.filter(flight=flight, number__in=set(tables), before_redraw__isnull=False)
    for row in rows.select_related("table"):
        row.table.state = table_json(read_table(row.before_redraw))
        row.table.save(update_fields=["state"])
        row.before_redraw = None
        row.save(update_fields=["before_redraw"])
