"""The room of a flight as the floor sees it: every table small, and the one that is looked at large."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.core.values.formats import chips_text
from tables.drawings.mini import MiniTable
from tables.drawings.plan import Pod, TablePlan
from tournaments.selectors.flight.bust_plan import place_alone
from tournaments.selectors.flight.values import EntryView, FlightView, TableView, ordinal
from tournaments.selectors.seating.tables import Seating
from tournaments.views.flight.addresses import floor_address
from tournaments.views.flight.asked_for import AskedFor

UNEVEN = 2
"""A table that has so many players fewer than another is short."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table of the room. word: free seats, a hand that is played, or by how many it is short."""

    table: TableView
    href: str
    word: str
    is_short: bool
    is_chosen: bool
    drawn: MiniTable


def table_cards(see: AskedFor) -> list[TableCard]:
    """The tables of a flight, in order."""
    open_tables = see.flight.open_tables
    most = max((table.players_left for table in open_tables), default=0)
    return [_card(see, table, short_by=most - table.players_left) for table in open_tables or see.flight.tables]


def _card(see: AskedFor, table: TableView, *, short_by: int) -> TableCard:
    seats, hand = len(table.seats), see.seating.hands.get(table.number)
    free, is_short = seats - table.players_left, short_by >= UNEVEN
    word = f"Short by {short_by}" if is_short else f"{free} free" if free else "Full"
    is_chosen = see.names_seat and see.table is not None and see.table.number == table.number
    told = see.seating.next_hand_of(table.number)
    return TableCard(
        table=table,
        href=floor_address(see.row.tournament.event, see.flight.id, table=table.number) + "#floor-table",
        word=f"{word}, hand {hand}" if hand else word,
        is_short=is_short,
        is_chosen=is_chosen,
        drawn=MiniTable(
            number=table.number,
            seats=seats,
            taken=[at for at, entry in enumerate(table.seats, start=1) if entry is not None and not entry.is_out],
            chosen=see.chosen.seat if is_chosen and see.chosen and not see.chosen.is_out else None,
            button=told.button if told else None,
        ),
    )


def table_drawn(see: AskedFor) -> TablePlan | None:
    """The table that is looked at; each of its seats leads to who sits there, an empty one to itself."""
    table = see.table
    if table is None:
        return None
    told = see.seating.next_hand_of(table.number)
    return TablePlan(
        says=f"{table.name}, {left_of(table)}",
        seats=len(table.seats),
        pods=tuple(_pod(see, table, number) for number in range(1, len(table.seats) + 1)),
        pots=((table.name, left_of(table)),),
        button=told.button if told and table.players_left > 1 else None,
    )


def left_of(table: TableView) -> str:
    """How many are left of the seats that were taken."""
    return f"{table.players_left} left of {sum(seat is not None for seat in table.seats)}"


def _pod(see: AskedFor, table: TableView, number: int) -> Pod:
    entry, hold = table.seats[number - 1], see.seating.hold_of(table.number, number)
    query = {"player": entry.player_code} if entry else {"seat": number}
    href = floor_address(see.row.tournament.event, see.flight.id, table=table.number, **query) + "#floor-table"
    if entry is None or entry.is_out:
        is_chosen = _is_chosen(see, entry) if entry else see.chosen is None and see.seat == number
        word = "Kept" if hold else "Out" if entry else "Open"
        told = f"{entry.name}, {entry.place_text}" if entry else ""
        return Pod(number=number, name=word, state="act" if is_chosen else "free", says=told, href=href)
    return Pod(
        number=number,
        name=entry.name,
        short=entry.name,
        stack=chips_text(entry.chips),
        state="act" if _is_chosen(see, entry) else "in",
        says="locked" if hold else "",
        href=href,
    )


def _is_chosen(see: AskedFor, entry: EntryView) -> bool:
    return see.chosen is not None and see.chosen.player_code == entry.player_code


def going_out(flight: FlightView, entry: EntryView, seating: Seating) -> str:
    """What a bust-out does, in a few words: the place, and the seat that becomes free. Empty where more has to be told:
    chips that are not known, or a hand that is being played at the table.
    """
    is_known = entry.chips > 0 and entry.table is not None and entry.table not in seating.hands
    return f"{ordinal(place_alone(flight, entry))}, seat {entry.seat} free" if is_known else ""
