"""The whole night in one read: what the public page, the wall, the dashboard and programs are made from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from engine.units import Cents
from eventnight.bank.selectors import fund_total
from eventnight.bank.selectors.chips.rack import RackColour, short_colours
from eventnight.events.models import Event
from eventnight.events.selectors import CheckInCounts, check_in_counts
from eventnight.raffle.selectors import (
    BucketLine,
    RaffleSummary,
    bucket_lines,
    pots_owed,
    raffle_by_event,
    raffle_summary,
)
from tables.models import Spin, TableKind
from tables.selectors import TableSummary, tables_summary
from tournaments.selectors.bracket.night import EuchreSummary, euchre_summary
from tournaments.selectors.bracket.values import MatchView
from tournaments.selectors.flight.tournaments import holdem_summary
from tournaments.selectors.flight.values import FlightView, HoldemView
from tournaments.selectors.prizes.payments import TournamentPrizes, prizes_of_night
from tournaments.selectors.seating.moves_made import MoveShown, moves_called

NUMBERS_SHOWN = 8
SPINS_READ = 60


@dataclass(frozen=True, slots=True)
class WheelNumber:
    """A number that came up. colour: red, black or green."""

    pocket: str
    colour: str


@dataclass(frozen=True, slots=True)
class Wheel:
    """An open roulette table with its last numbers, newest first."""

    table: TableSummary
    numbers: tuple[WheelNumber, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A match that people should walk to, or will in a moment: it is ready but has no table yet."""

    bracket_id: int
    match: MatchView

    @property
    def is_called(self) -> bool:
        return self.match.is_called

    @property
    def where(self) -> str:
        """The table, or that it comes next."""
        return f"Table {self.match.station}" if self.is_called else "Next"


@dataclass(frozen=True, slots=True)
class NightFlight:
    """A flight with the tournament it belongs to. title: "Hold'em, flight 2 of 3"."""

    holdem: HoldemView
    flight: FlightView

    @property
    def title(self) -> str:
        return self.holdem.title_of(self.flight)

    @property
    def entries(self) -> int:
        """How many entered it."""
        return len(self.flight.entries)


@dataclass(frozen=True, kw_only=True)
class Tonight:
    """Every activity of a night as it stands. fund: money taken for it and not promised to a 50/50, in cents.

    short_colours: chips of the rack that will soon run out.
    """

    event: Event
    doors: CheckInCounts
    euchre: tuple[EuchreSummary, ...]
    holdem: tuple[HoldemView, ...]
    moves: tuple[MoveShown, ...]
    tables: tuple[TableSummary, ...]
    wheels: tuple[Wheel, ...]
    raffle: RaffleSummary | None
    buckets: tuple[BucketLine, ...]
    prizes: tuple[TournamentPrizes, ...]
    fund: Cents
    short_colours: tuple[RackColour, ...]

    @property
    def shows_fund(self) -> bool:
        """Whether there is a fund, and anything to say of it."""
        return self.event.has_fund and bool(self.fund or self.event.fund_goal)

    @property
    def open_tables(self) -> tuple[TableSummary, ...]:
        """Card tables and wheels that are open."""
        return tuple(table for table in self.tables if table.is_open)

    @property
    def card_tables(self) -> tuple[TableSummary, ...]:
        """The card tables that are open."""
        return tuple(table for table in self.open_tables if table.kind == TableKind.POKER)

    @cached_property
    def flights(self) -> tuple[NightFlight, ...]:
        """Every flight and final of the night, in order."""
        return tuple(NightFlight(holdem, flight) for holdem in self.holdem for flight in holdem.flights)

    @property
    def running_flights(self) -> tuple[NightFlight, ...]:
        """The flights that are being played."""
        return tuple(each for each in self.flights if each.flight.is_running)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Matches to walk to, the called ones first."""
        found = [Call(summary.bracket.id, match) for summary in self.euchre for match in summary.calls]
        return tuple(sorted(found, key=lambda call: not call.is_called))

    @property
    def fewest(self) -> int:
        """Tickets in the emptiest bucket that has any: what odds are measured by."""
        return min((line.tickets for line in self.buckets if line.tickets), default=0)


def tonight(event: Event, now: datetime) -> Tonight:
    """Everything about the night, in a number of queries that grows with its brackets alone."""
    raffle = raffle_by_event(event.pk)
    buckets = tuple(bucket_lines(raffle)) if raffle else ()
    tables = tuple(tables_summary(event))
    holdem = tuple(holdem_summary(event, now))
    prizes = prizes_of_night(event, holdem)
    return Tonight(
        event=event,
        doors=check_in_counts(event),
        euchre=tuple(euchre_summary(event)),
        holdem=holdem,
        moves=moves_called(event, now),
        tables=tables,
        wheels=_wheels(tables),
        raffle=raffle_summary(event.pk) if raffle else None,
        buckets=buckets,
        prizes=prizes,
        fund=Cents(fund_total(event.pk) - pots_owed(buckets) - sum(each.owed for each in prizes)),
        short_colours=tuple(short_colours(event)),
    )


def _wheels(tables: tuple[TableSummary, ...]) -> tuple[Wheel, ...]:
    """The open wheels. One that stands still may show fewer numbers while the others spin on."""
    found = [table for table in tables if table.is_open and table.kind == TableKind.ROULETTE]
    if not found:
        return ()
    spins = Spin.objects.filter(table__in=[table.id for table in found], undone_at__isnull=True).order_by("-id")
    numbers: dict[int, list[WheelNumber]] = defaultdict(list)
    for spin in spins[:SPINS_READ]:
        numbers[spin.table_id].append(WheelNumber(spin.pocket, spin.colour))
    return tuple(Wheel(table, tuple(numbers[table.id][:NUMBERS_SHOWN])) for table in found)
