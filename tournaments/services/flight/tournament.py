"""A hold'em tournament is opened with its flights, their clocks and its final; and what its other services share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID, uuid5

from django.db import transaction

from engine.tournament.levels import Level
from engine.units import Seconds
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.values.codes import each_once
from eventnight.core.values.moments import require_usable
from eventnight.core.values.text import clean_text
from eventnight.events.house_settings import HoldemSettings, LevelSettings
from eventnight.events.house_settings.bounds import require_tournament_of
from eventnight.events.models import Event
from tournaments.models import (
    Across,
    BlindClock,
    Flight,
    FlightEntry,
    FlightKind,
    HoldemTournament,
    SeveralFlights,
    Shortfall,
)
from tournaments.refusals import FLIGHT_RULES
from tournaments.selectors.flight.hands import house_of_night

Value = TypeVar("Value")

SEAT_RULES = ("WAS-3",)
MOST_FLIGHTS = 20
MOST_TABLES = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHoldem:
    """A tournament to be opened.

    settings: structure, flights and stacks; None takes the event's own. starts_at: of the flights, in order, as far
    as they are known. tables_per_flight: None for as many as it takes. shortfall, minimum_stack (chips),
    several_flights: how the final is filled. across_tables: how busts at different tables on one hand of hand-for-hand
    play rank.
    """

    name: str = "Hold'em"
    settings: HoldemSettings | None = None
    starts_at: Sequence[datetime] = ()
    tables_per_flight: int | None = None
    pauses_for_breaks: bool = False
    shortfall: str = Shortfall.BEST_BUSTED
    minimum_stack: int = 0
    several_flights: str = SeveralFlights.BEST
    across_tables: str = Across.TIE


@transaction.atomic
def create_holdem(*, event: Event, new: NewHoldem, press: Press) -> HoldemTournament:
    """Open a tournament for entries: its flights, its final, and a clock for each.

    Raises UserFacingError("name_missing", "too_many_flights", "minimum_stack_missing", "moment_out_of_range", and
    "house_settings" for seats and blinds beyond the house), Conflict("holdem_name_taken"), RuleError of a level that
    makes no sense.
    Rules: WAS-2, WAS-3, WAS-5, WAS-6, BIS-3, BIS-5.
    """
    event = lock_event(event.pk).event
    starts_at = new.starts_at
    require_usable(*starts_at)
    chosen = new.settings or event.house_settings.holdem
    name = clean_text(new.name)
    _require_possible(event, name, chosen, new.shortfall, new.minimum_stack)
    require_tournament_of(house_of_night(event), chosen)
    tournament = HoldemTournament.objects.create(
        event=event,
        name=name,
        stack_prefix=_free_prefix(event),
        starting_chips=chosen.starting_chips,
        entry_price=chosen.entry_price,
        seats_per_table=chosen.seats_per_table,
        tables_per_flight=new.tables_per_flight,
        advancing_count=chosen.advancing_count,
        advancing_share=chosen.advancing_share,
        final_seats=chosen.final_seats,
        late_until_level=chosen.late_until_level,
        re_entries=chosen.re_entries,
        rebuy_price=chosen.rebuy_price,
        rebuy_chips=chosen.rebuy_chips,
        rebuy_until_level=chosen.rebuy_until_level,
        add_on_price=chosen.add_on_price,
        add_on_chips=chosen.add_on_chips,
        add_on_break=chosen.add_on_break,
        levels=[_level_row(level) for level in chosen.levels],
        shortfall=new.shortfall,
        minimum_stack=new.minimum_stack,
        several_flights=new.several_flights,
        across_tables=new.across_tables,
        turn_seconds=chosen.turn_seconds or None,
        bank_seconds=chosen.bank_seconds if chosen.turn_seconds else 0,
    )
    for number in range(1, chosen.flights + 1):
        start = starts_at[number - 1] if number <= len(starts_at) else None
        flight = Flight(
            tournament=tournament, number=number, name=f"Flight {number}", code=f"F{number}", starts_at=start
        )
        _add_flight(flight, pauses=new.pauses_for_breaks)
    final = Flight(
        tournament=tournament, number=chosen.flights + 1, name="Final table", code="FT", kind=FlightKind.FINAL
    )
    _add_flight(final, pauses=new.pauses_for_breaks)
    log(tournament, "holdem.created", press, flights=chosen.flights)
    return tournament


def lock_tournament(tournament: HoldemTournament) -> HoldemTournament:
    """The tournament as it is now, locked with its event for the rest of the transaction."""
    lock_event(tournament.event_id)
    rows = HoldemTournament.objects.select_related("event").select_for_update(of=("self",), no_key=True)
    return rows.get(pk=tournament.pk)


def lock_flight(flight: Flight) -> Flight:
    """The flight as it is now, locked with its event and tournament."""
    tournament = lock_tournament(flight.tournament)
    locked = Flight.objects.select_for_update(of=("self",), no_key=True).get(pk=flight.pk)
    locked.tournament = tournament
    return locked


def entries_by_code(flight: Flight) -> dict[str, FlightEntry]:
    """Every entry of the flight in order: under the player's code, and under its stack's code where the player has
    entered again since.
    """
    rows = list(flight.entries.select_related("player__person").order_by("id"))
    for entry in rows:
        entry.flight, entry.player.event = flight, flight.tournament.event
    keys = keys_of(rows)
    return {keys[entry.pk]: entry for entry in rows}


def keys_of(entries: Sequence[FlightEntry]) -> dict[int, str]:
    """What each entry of a flight is called, by its id: the player's code, of earlier entries the stack's."""
    last = {entry.player_id: entry.pk for entry in sorted(entries, key=lambda one: one.number)}
    return {entry.pk: entry.player.code if last[entry.player_id] == entry.pk else entry.stack_code for entry in entries}


def entry_of(entries: Mapping[str, FlightEntry], flight: Flight, player_code: str) -> FlightEntry:
    """One of them. Raises NotFound("not_in_flight")."""
    entry = entries.get(player_code.upper())
    if entry is None:
        raise not_in_flight(flight, player_code)
    return entry


def entries_named(
    entries: Mapping[str, FlightEntry], flight: Flight, given: Mapping[str, Value]
) -> dict[FlightEntry, Value]:
    """What is given by player code, by entry. Raises NotFound("not_in_flight"), BadRequest("named_twice")."""
    return each_once(given, lambda code: entry_of(entries, flight, code))


def not_in_flight(flight: Flight, player_code: str) -> NotFound:
    """The refusal of somebody who did not enter the flight."""
    return NotFound(
        "not_in_flight",
        f"{player_code} did not enter {flight.name}. Check the code, or enter the player first.",
        player=player_code,
        flight=flight.code,
    )


def chips_in_play(flight: Flight, entries: Mapping[str, FlightEntry]) -> int:
    """Chips that the flight must hold: issued or carried into it, and signed variances."""
    return sum(entry.started_with for entry in entries.values()) + flight.drift


def second_key(request_id: UUID, purpose: str) -> UUID:
    """The key of a further bank entry of the same press."""
    return uuid5(request_id, purpose)


def log(tournament: HoldemTournament, action: str, press: Press, **facts: object) -> None:
    """One audit line about a tournament."""
    record(tournament.event_id, press=press, action=action, subject=f"holdem {tournament.pk}", **facts)


def log_flight(flight: Flight, action: str, press: Press, **facts: object) -> None:
    """One audit line about a flight."""
    subject = f"holdem {flight.tournament_id} flight {flight.code}"
    record(flight.tournament.event_id, press=press, action=action, subject=subject, **facts)


def _require_possible(event: Event, name: str, chosen: HoldemSettings, shortfall: str, minimum_stack: int) -> None:
    if not name:
        raise UserFacingError("name_missing", "A tournament needs a name, for instance “Hold'em”.")
    if event.holdem_tournaments.filter(name=name).exists():
        raise Conflict("holdem_name_taken", f"{event.name} has a tournament called {name}. Choose another name.")
    if chosen.flights > MOST_FLIGHTS:
        raise UserFacingError(
            "too_many_flights",
            f"{chosen.flights} flights are more than a night holds. Plan {MOST_FLIGHTS} at most.",
            rules=FLIGHT_RULES,
            flights=chosen.flights,
        )
    if shortfall == Shortfall.NEXT_BY_STACK and minimum_stack < 1:
        raise UserFacingError(
            "minimum_stack_missing",
            "Enter with how many chips a player who went out and still advances comes to the final.",
            rules=FLIGHT_RULES,
        )


def _free_prefix(event: Event) -> str:
    """Nothing for the first tournament of the night, "H2", "H3" for the next."""
    taken = set(event.holdem_tournaments.values_list("stack_prefix", flat=True))
    return next(prefix for prefix in ("", *(f"H{number}" for number in range(2, 100))) if prefix not in taken)


def _level_row(level: LevelSettings) -> dict[str, int | bool]:
    # The engine refuses blinds that make no sense, before they are stored.
    return asdict(
        Level(
            small_blind=level.small_blind,
            big_blind=level.big_blind,
            ante=level.ante,
            seconds=Seconds(level.minutes * 60),
            is_break=level.is_break,
        )
    )


def _add_flight(flight: Flight, *, pauses: bool) -> None:
    """Save a flight with its clock; the tournament's prefix comes before its code."""
    flight.code = f"{flight.tournament.stack_prefix}{flight.code}"
    flight.save()
    BlindClock.objects.create(flight=flight, pauses_for_breaks=pauses)
