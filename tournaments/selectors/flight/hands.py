"""Hands at the tables of a flight: which tables follow them, who sits there, and for which stakes they play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from math import gcd

from django.db.models import Count, Q

from engine.poker.between.table_state import Player, TableState
from engine.poker.house.catalogue import house_of
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes, Structure
from engine.tournament.levels import Level
from engine.units import Chips
from eventnight.core.errors import NotFound
from eventnight.events.models import Event
from tables.models import HandInPlay, Seat, Table
from tables.selectors.between import is_by_card
from tables.stakes import TypedStakes, level_stakes
from tournaments.models import Flight, FlightEntry, PlayedTable
from tournaments.selectors.clock.clock_view import read

OF_FLIGHT = PlayedTable._meta.get_field("table").remote_field


@dataclass(frozen=True, slots=True)
class Followed:
    """A table of a flight whose hands are followed. in_play: the number of the hand that is being played there, and
    dealt_in its seats. is_dealt: the system deals.
    """

    number: int
    table_id: int
    in_play: int | None
    dealt_in: tuple[int, ...] = ()
    is_dealt: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """How many entered a flight, are left in it, and go on from it."""

    entries: int
    left: int
    advancing: int


@dataclass(frozen=True, slots=True)
class PlayedLevel:
    """What a hand that begins now is played for. is_break: nobody plays now; the level is that before the break."""

    level: Level
    is_break: bool


def followed_tables(flight_id: int) -> dict[int, Followed]:
    """By number: one query."""
    rows = PlayedTable.objects.filter(flight=flight_id).select_related("table__hand_in_play")
    return {row.number: _followed(row, getattr(row.table, "hand_in_play", None)) for row in rows}


def hands_in_play(flight_id: int) -> dict[int, int]:
    """The number of the hand that is being played, by table of the flight: one query."""
    found = followed_tables(flight_id)
    return {number: each.in_play for number, each in found.items() if each.in_play is not None}


def played_table(table: Table) -> PlayedTable:
    """What a card table is in its flight, with flight, clock, tournament and event: one query for each table that was
    read, however often it is asked.

    Raises NotFound("unknown_table").
    """
    if OF_FLIGHT.is_cached(table):
        kept: PlayedTable = table.of_flight
        return kept
    row = PlayedTable.objects.select_related("flight__tournament", "flight__clock").filter(table=table).first()
    if row is None:
        raise NotFound("unknown_table", f"{table} belongs to no flight. Choose one on the floor's page.")
    row.flight.tournament.event = table.event
    # Django keeps the row with the table from now on.
    row.table = table
    return row


def sitting_at(flight: Flight, number: int) -> dict[int, FlightEntry]:
    """Who is still in at a table, by seat: one query."""
    rows = FlightEntry.objects.filter(flight=flight, table_number=number, bust_hand__isnull=True)
    found: dict[int, FlightEntry] = {}
    for entry in rows.select_related("player__person").order_by("seat_number"):
        entry.flight, entry.player.event = flight, flight.tournament.event
        if entry.seat_number is not None:
            found[entry.seat_number] = entry
    return found


def field_of(flight: Flight) -> Field:
    """Who plays in a flight: one query."""
    left = Count("pk", filter=Q(bust_hand__isnull=True))
    found = FlightEntry.objects.filter(flight=flight).aggregate(entries=Count("pk"), left=left)
    return Field(**found, advancing=flight.advancing_of(found["entries"]))


def house_of_night(event: Event) -> HouseRules:
    """The poker rules of the event's house, with what the night changes of them."""
    return house_of(event.house, event.house_settings.poker)


def level_played(flight: Flight, now: datetime) -> PlayedLevel:
    """The clock's level at that time. Rules: WAS-6, BIS-4."""
    clock = flight.clock
    clock.flight = flight
    levels, position = clock.levels, read(clock, now).position
    present = levels[position - 1]
    if not present.is_break:
        return PlayedLevel(present, is_break=False)
    before = [level for level in levels[:position] if not level.is_break]
    after = [level for level in levels[position:] if not level.is_break]
    return PlayedLevel([*after[:1], *before][-1], is_break=True)


def stakes_at(level: Level, house: HouseRules) -> Stakes:
    """What a level is played for under a house's rules. A level names no largest bet, so that a house of spread limits
    plays it without a limit.

    Rules: WAS-5, WAS-7, BIS-4, BIS-5.
    """
    structure = Structure.NO_LIMIT if house.structure is Structure.SPREAD_LIMIT else house.structure
    typed = TypedStakes(
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        structure=structure.name.lower(),
    )
    return level_stakes(typed, house)


def smallest_in_play(flight: Flight, number: int, smallest: int) -> int:
    """The smallest chip that colour-ups have left at a table: one query. smallest: of the set, or as it is named.

    Rules: CAN-24, WAS-6.
    """
    last = flight.races.filter(table_number=number, undone_at__isnull=True).order_by("-small").first()
    if last is None:
        return smallest
    values = [chip.value for chip in flight.tournament.event.house_settings.bank.chip_set]
    return max(smallest, min([last.large, *(value for value in values if value > last.small)]))


def chip_unit(smallest: int, stakes: Stakes, chips: Mapping[int, int]) -> Chips:
    """The chips that a table's pots are cut in: the smallest in play as long as the stakes and every stack are whole
    numbers of them. chips: by seat, among them those of a player who came from a table where smaller ones are still in
    play. Rules: STD-8, CAN-24.
    """
    return Chips(gcd(smallest, stakes.small_blind, stakes.big_blind, stakes.ante, *chips.values()))


def state_with(state: TableState, seats: Mapping[int, object]) -> TableState:
    """A table between two hands with those players. Who came owes no blind, and who was not dealt in has missed none:
    in a tournament everybody is dealt in who sits there.

    Rules: CAN-19, CAN-21, BIS-6, BIS-7.
    """
    return replace(state, players={seat: Player() for seat in sorted(seats)})


def without_button_of_another(table: Table, entries: Mapping[int, FlightEntry]) -> TableState:
    """The table without a first button where somebody else sits now on the seat of whoever the cards gave it to.

    Rules: WAS-4.
    """
    state = table.between
    seat = state.first_button
    if seat is None or seat not in entries or state.last is not None or not is_by_card(table):
        return state
    drawn_by = Seat.objects.filter(table=table, number=seat).values_list("player", flat=True).first()
    return state if drawn_by in (None, entries[seat].player_id) else replace(state, first_button=None)


def _followed(row: PlayedTable, hand: HandInPlay | None) -> Followed:
    is_dealt = row.table.is_dealt
    if hand is None:
        return Followed(row.number, row.table_id, None, is_dealt=is_dealt)
    return Followed(row.number, row.table_id, hand.number, hand.seats, is_dealt=is_dealt)
