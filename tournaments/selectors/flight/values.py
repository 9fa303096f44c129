"""A hold'em tournament as plain values: what pages, the API and the wall show of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.tournament.places import Place
from eventnight.core.lifecycle import May
from eventnight.core.values.formats import chips_text
from tournaments.lifecycles import FLIGHT, HOLDEM
from tournaments.models import FlightStatus, HoldemStatus
from tournaments.selectors.clock.clock_view import ClockView

BADGES = {
    FlightStatus.PLANNED: "waiting",
    FlightStatus.SEATED: "ready",
    FlightStatus.RUNNING: "playing",
    FlightStatus.BAGGED: "done",
    FlightStatus.CLOSED: "done",
}


@dataclass(frozen=True, slots=True)
class EntryView:
    """A player in a flight. name is for everybody, full_name for staff; hand numbers the bust-out, None while in.
    is_withdrawn: from the night. went_out_uncounted: since chips were last counted.
    """

    id: int
    player_id: int
    player_code: str
    name: str
    full_name: str
    table: int | None
    seat: int | None
    chips: int
    started_with: int
    began_hand_with: int | None
    hand: int | None
    place: Place | None
    advances: bool
    is_withdrawn: bool
    went_out_uncounted: bool = False

    @property
    def is_out(self) -> bool:
        return self.hand is not None

    @property
    def never_had_chips(self) -> bool:
        """Still in, came to the final with an empty stack and has bought nothing."""
        return not (self.is_out or self.started_with or self.chips)

    @property
    def label(self) -> str:
        """Name and chips, for a bar that is read aloud."""
        return f"{self.name} {chips_text(self.chips)}"

    @property
    def seat_text(self) -> str:
        """Where the player sits, or that there is no seat yet."""
        return f"Table {self.table}, seat {self.seat}" if self.table else "No seat yet"

    @property
    def place_text(self) -> str:
        """The finishing place, empty for who has none."""
        return place_in_words(self.place) if self.place else ""


@dataclass(frozen=True, slots=True)
class CountCheck:
    """Whether the last counts of everybody still in hold the chips that are in play. passed_on: chips of players who
    went out since: somebody has them, and the next count says who.
    """

    counted: int
    in_play: int
    passed_on: int = 0

    @property
    def difference(self) -> int:
        """Chips counted too many (above 0) or missing (below 0)."""
        return self.counted - self.in_play

    @property
    def is_wrong(self) -> bool:
        """Whether more is off than those who went out since can have left to others."""
        return not -self.passed_on <= self.difference <= 0

    @property
    def sentence(self) -> str:
        """What staff read: that it adds up, or by how much it does not."""
        if self.difference and not self.is_wrong:
            return (
                f"{chips_text(-self.difference)} chips of players who went out since the last count are with others: "
                "the next count says with whom."
            )
        if not self.difference:
            return f"The counts add up to {chips_text(self.in_play)}."
        verdict = "too many" if self.difference > 0 else "missing"
        return (
            f"The counts hold {chips_text(self.counted)} of {chips_text(self.in_play)} chips in play: "
            f"{chips_text(abs(self.difference))} {verdict}."
        )


@dataclass(frozen=True, slots=True)
class TableView:
    """A table from seat 1 on: who sits there, or sat there and went out, or nobody."""

    number: int
    seats: tuple[EntryView | None, ...]

    @property
    def name(self) -> str:
        return f"Table {self.number}"

    @property
    def players_left(self) -> int:
        return sum(seat is not None and not seat.is_out for seat in self.seats)

    @property
    def chips(self) -> int:
        """The last counts of this table together."""
        return sum(seat.chips for seat in self.seats if seat is not None)


@dataclass(frozen=True, slots=True)
class FlightView:
    """A flight or the final. in_play: chips it must hold; advancing: how many play on from it.

    shared_hand: the hand that all tables play, hand for hand, else None. tables_done: those that finished it. is_dealt:
    the system deals at its tables.
    """

    id: int
    number: int
    code: str
    name: str
    is_final: bool
    status: FlightStatus
    starts_at: datetime | None
    counted_at: datetime | None
    draw_seed: str
    is_decided: bool
    is_dealt: bool
    advancing: int
    seats_per_table: int
    in_play: int
    drift: int
    shared_hand: int | None
    tables_done: tuple[int, ...]
    entries: tuple[EntryView, ...]
    tables: tuple[TableView, ...]
    clock: ClockView

    @property
    def may(self) -> May:
        """What may be done in the flight now."""
        return FLIGHT.may(self)

    @property
    def is_planned(self) -> bool:
        return self.status == FlightStatus.PLANNED

    @property
    def is_seated(self) -> bool:
        """Whether the seats are drawn and the clock has not started."""
        return self.status == FlightStatus.SEATED

    @property
    def is_running(self) -> bool:
        return self.status == FlightStatus.RUNNING

    @property
    def is_bagged(self) -> bool:
        return self.status == FlightStatus.BAGGED

    @property
    def is_over(self) -> bool:
        """Whether its stacks have left it for the final, or its winner is recorded."""
        return self.status == FlightStatus.CLOSED

    @property
    def is_at_tables(self) -> bool:
        return self.is_seated or self.is_running

    @property
    def has_started(self) -> bool:
        return not (self.is_planned or self.is_seated)

    @property
    def badge(self) -> str:
        return BADGES[self.status]

    @property
    def status_text(self) -> str:
        """The status in words, with the level of a running flight."""
        if self.is_final and self.is_planned:
            return "To come"
        if not self.is_running:
            return str(self.status.label)
        return "Decided" if self.is_decided else self.clock.heading

    @property
    def standings(self) -> tuple[EntryView, ...]:
        """Players still in, largest stack first."""
        still_in = [entry for entry in self.entries if not entry.is_out]
        return tuple(sorted(still_in, key=lambda entry: (-entry.chips, entry.name)))

    def asked_of(self, sent: Mapping[str, object], prefix: str = "") -> list[EntryView]:
        """Players whom a form that was sent may be about: those still in, and those gone whom it names.

        A form that comes again after it was counted names who went out since, by its fields: prefix and player code.
        """
        gone = {one.player_code: one for one in self.entries if one.is_out and f"{prefix}{one.player_code}" in sent}
        still_in = {one.player_code: one for one in self.standings}
        return list((still_in | {code: one for code, one in gone.items() if code not in still_in}).values())

    @property
    def open_tables(self) -> tuple[TableView, ...]:
        """The tables where somebody is still in."""
        return tuple(table for table in self.tables if table.players_left)

    @property
    def still_in(self) -> tuple[EntryView, ...]:
        """Players still in, in the order of entry."""
        return tuple(entry for entry in self.entries if not entry.is_out)

    @property
    def placed(self) -> tuple[EntryView, ...]:
        """Players with a finishing place, best first."""
        placed = [entry for entry in self.entries if entry.place is not None]
        return tuple(sorted(placed, key=lambda entry: (entry.place, entry.name)))

    @property
    def advancers(self) -> tuple[EntryView, ...]:
        """Who goes to the final, once the flight is decided."""
        going = [entry for entry in self.entries if entry.advances]
        return tuple(sorted(going, key=lambda entry: (-entry.chips, entry.name)))

    @property
    def withdrawn(self) -> tuple[EntryView, ...]:
        """Players still in who were withdrawn from the night. Rules: WAS-14."""
        return tuple(entry for entry in self.entries if entry.is_withdrawn and not entry.is_out)

    @property
    def players_left(self) -> int:
        return len(self.standings)

    @property
    def average_stack(self) -> int:
        return self.in_play // self.players_left if self.players_left else 0

    @property
    def largest_stack(self) -> int:
        return max((entry.chips for entry in self.entries), default=0)

    @property
    def counted(self) -> int:
        """The last counts of everybody still in together."""
        return sum(entry.chips for entry in self.entries if not entry.is_out)

    @property
    def check(self) -> CountCheck:
        """Whether the last counts hold the chips in play."""
        gone = sum(entry.began_hand_with or 0 for entry in self.entries if entry.went_out_uncounted)
        return CountCheck(self.counted, self.in_play, gone)

    def entry(self, player_code: str) -> EntryView | None:
        """The player's entry, the last of several; None for somebody who is not in the flight."""
        return next((entry for entry in reversed(self.entries) if entry.player_code == player_code.upper()), None)


@dataclass(frozen=True, slots=True)
class HoldemView:
    """A tournament with all its flights; the final is the last. turn_seconds: of a turn where the system deals, None
    where people do; bank_seconds: what each player has besides.
    """

    id: int
    name: str
    status: HoldemStatus
    starting_chips: int
    entry_price: int
    turn_seconds: int | None
    bank_seconds: int
    seats_per_table: int
    tables_per_flight: int | None
    late_until_level: int
    re_entries: int
    advancing_text: str
    flights: tuple[FlightView, ...]
    winner: EntryView | None

    @property
    def may(self) -> May:
        """What may be done with the tournament now."""
        return HOLDEM.may(self)

    @property
    def is_finished(self) -> bool:
        return self.status == HoldemStatus.FINISHED

    @property
    def is_dealt(self) -> bool:
        """Whether the system deals at its tables."""
        return self.turn_seconds is not None

    @property
    def first_flights(self) -> tuple[FlightView, ...]:
        return tuple(flight for flight in self.flights if not flight.is_final)

    @property
    def final(self) -> FlightView:
        return next(flight for flight in self.flights if flight.is_final)

    @property
    def current(self) -> FlightView:
        """The flight to look at: under way, else seated, else the next to come or bagged last; at the end the final."""
        running = [flight for flight in self.flights if flight.is_running]
        seated = [flight for flight in self.flights if flight.is_seated]
        to_come = [flight for flight in self.first_flights if flight.is_planned]
        bagged = [flight for flight in self.first_flights if flight.is_bagged]
        before_final = [*to_come, *reversed(bagged)] if self.may.open_final else []
        return next(iter([*running, *seated, *before_final]), self.final)

    @property
    def finalists(self) -> tuple[EntryView, ...]:
        """Who goes to the final from the flights decided so far, by flight; whoever was withdrawn does not."""
        everybody = (entry for flight in self.first_flights for entry in flight.advancers)
        return tuple(entry for entry in everybody if not entry.is_withdrawn)

    @property
    def finalist_chips(self) -> int:
        """What they bring together."""
        return sum(entry.chips for entry in self.finalists)

    @property
    def is_ready_for_final(self) -> bool:
        """Whether every flight that was entered is bagged."""
        entered = [flight for flight in self.first_flights if flight.entries]
        return self.may.open_final and bool(entered) and all(flight.is_bagged for flight in entered)

    @property
    def left_out(self) -> str:
        """The flights that nobody has entered, by name: a final that is drawn now goes without them."""
        return ", ".join(flight.name for flight in self.first_flights if not flight.entries)

    @property
    def title(self) -> str:
        """The current flight in the words of the night: "Hold'em, flight 2 of 3"."""
        return self.title_of(self.current)

    def title_of(self, flight: FlightView) -> str:
        """A flight in the words of the night."""
        if flight.is_final:
            return f"{self.name}, final table"
        total = len(self.first_flights)
        return f"{self.name}, flight {flight.number} of {total}" if total > 1 else f"{self.name}, {flight.name.lower()}"


def place_in_words(place: Place) -> str:
    """ "8th", or "8th–9th" when shared."""
    first = ordinal(place.first)
    return f"{first}–{ordinal(place.last)}" if place.is_shared else first


def ordinal(number: int) -> str:
    """1 becomes "1st", 12 "12th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
