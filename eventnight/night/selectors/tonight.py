"""The whole night in one read: what the public page, the wall, the dashboard and programs are made from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import cached_property

from engine.units import Cents
from eventnight.bank.selectors import fund_total
from eventnight.events.models import Event
from eventnight.events.selectors import CheckInCounts, check_in_counts
from eventnight.raffle.selectors import BucketLine, RaffleSummary, bucket_lines, raffle_by_event, raffle_summary
from tables.models import Spin, TableKind, TableStatus
from tables.selectors import TableSummary, tables_summary
from tournaments.selectors.bracket_values import MatchView
from tournaments.selectors.euchre_night import EuchreSummary, euchre_summary

NUMBERS_SHOWN = 8
SPINS_READ = 40


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
    """A match that people are to walk to. is_called is false while it is ready and has no table yet."""

    match: MatchView
    bracket_id: int

    @property
    def is_called(self) -> bool:
        return self.match.station is not None


@dataclass(frozen=True, kw_only=True)
class Tonight:
    """Every activity of a night as it stands. fund: money taken for it, in cents."""

    event: Event
    doors: CheckInCounts
    euchre: tuple[EuchreSummary, ...]
    tables: tuple[TableSummary, ...]
    wheels: tuple[Wheel, ...]
    raffle: RaffleSummary | None
    buckets: tuple[BucketLine, ...]
    fund: Cents

    @property
    def card_tables(self) -> tuple[TableSummary, ...]:
        """The card tables that are open."""
        return tuple(table for table in self.tables if table.is_open and table.kind == TableKind.POKER)

    @property
    def fewest(self) -> int:
        """Tickets in the emptiest bucket that has any: what odds are measured by."""
        return min((line.tickets for line in self.buckets if line.tickets), default=0)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Matches to walk to, the called ones first."""
        found = [Call(match, summary.bracket.id) for summary in self.euchre for match in summary.calls]
        return tuple(sorted(found, key=lambda call: not call.is_called))
