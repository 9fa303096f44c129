"""The calls of a night as pages, boards and programs show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import QuerySet

from eventnight.calls.lifecycles import CALL
from eventnight.calls.models import IS_OPEN, About, CallState, FloorCall
from eventnight.calls.places import Place
from eventnight.calls.refusals import unknown_call
from eventnight.calls.selectors.seats import card_table, flights_table, matchs_number, matchs_table
from eventnight.core.lifecycle import May
from eventnight.core.roles import Role
from eventnight.core.web.access import may
from eventnight.events.models import Event

URGENT_AFTER = timedelta(minutes=1)
"""So long a call may wait before it shows as urgent."""
ANSWERED_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """table, within: as of a `SeatNow`. caller: a guest's name as the night shows names, or staff's. taken_by_code: of
    whoever is on the way, as ledgers and logs call them.
    """

    id: int
    place: Place
    table: str
    within: str
    flight_id: int | None
    table_number: int | None
    table_id: int | None
    bracket_id: int | None
    match_number: int | None
    state: CallState
    about: str
    caller: str
    seat: int | None
    called_at: datetime
    taken_at: datetime | None
    taken_by: str
    taken_by_code: str
    ended_at: datetime | None

    @property
    def may(self) -> May:
        """What may be done with it now."""
        return CALL.may(self)

    @property
    def is_waiting(self) -> bool:
        return self.state == CallState.WAITING

    @property
    def is_taken(self) -> bool:
        return self.state == CallState.TAKEN

    @property
    def says(self) -> str:
        """What it is about, in words; empty as long as nobody said."""
        return About(self.about).label if self.about else ""

    @property
    def choices(self) -> Sequence[tuple[str, str]]:
        """What it may be about: values with their words."""
        return About.choices

    @property
    def going(self) -> str:
        """ "Finn is going"."""
        return f"{self.taken_by} is going"

    @property
    def heading(self) -> str:
        """ "Table 3 calls the floor: a ruling"."""
        about = f": {self.says[:1].lower()}{self.says[1:]}" if self.about else ""
        return f"{self.table} calls the floor{about}"

    @property
    def who(self) -> str:
        """ "Eli N, seat 5, flight 2"."""
        within = f"{self.within[:1].lower()}{self.within[1:]}"
        return ", ".join(part for part in (self.caller, f"seat {self.seat}" if self.seat else "", within) if part)

    @property
    def seconds_to_take(self) -> int:
        """From the call to the moment when somebody took it; 0 where nobody did, or the computer's time went back."""
        return max(round((self.taken_at - self.called_at).total_seconds()), 0) if self.taken_at else 0

    @property
    def urgent_at(self) -> datetime:
        """When it has waited too long."""
        return self.called_at + URGENT_AFTER


@dataclass(frozen=True, slots=True)
class Answered:
    """The calls that were answered tonight, the newest first and not all of them. typically: seconds until one of all
    these was taken, the median.
    """

    number: int
    typically: int
    newest: tuple[CallView, ...]


def open_calls(event: Event) -> tuple[CallView, ...]:
    """Those that wait first, each kind in the order of the calls: one query. A night that is closed has none."""
    if event.is_closed:
        return ()
    found = (call_view(call, event) for call in _with_names(event).filter(IS_OPEN))
    return tuple(sorted(found, key=lambda call: (not call.is_waiting, call.called_at)))


def answered_tonight(event: Event, roles: frozenset[Role]) -> Answered:
    """What was answered at the tables that somebody with these roles runs: one query."""
    rows = _with_names(event).filter(state=CallState.DONE).order_by("-taken_at")
    done = of_roles((call_view(call, event) for call in rows), roles)
    typically = round(median(call.seconds_to_take for call in done)) if done else 0
    return Answered(len(done), typically, done[:ANSWERED_SHOWN])


def of_roles(calls: Iterable[CallView], roles: frozenset[Role]) -> tuple[CallView, ...]:
    """The calls that somebody with these roles answers."""
    return tuple(call for call in calls if may(roles, call.place.permission))


def call_by_id(event: Event, call_id: int) -> FloorCall:
    """Raises NotFound("unknown_call")."""
    call = FloorCall.objects.filter(event=event, pk=call_id).first()
    if call is None:
        raise unknown_call(call_id)
    call.event = event
    return call


def call_at(event: Event, place: Place) -> FloorCall | None:
    """The open call from there."""
    call = FloorCall.objects.filter(IS_OPEN, event=event, **place.columns).first()
    if call is not None:
        call.event = event
    return call


def call_view(call: FloorCall, event: Event) -> CallView:
    """The call with its names. Reads what the row was not read with."""
    table, within = _where(call)
    if call.player is not None:
        # Every player belongs to the event: its name policy need not be read again for each.
        call.player.event = event
    return CallView(
        id=call.pk,
        place=call.place,
        table=table,
        within=within,
        flight_id=call.flight_id,
        table_number=call.table_number,
        table_id=call.table_id,
        bracket_id=call.match.tournament_id if call.match else None,
        match_number=call.match.number if call.match else None,
        state=CallState(call.state),
        about=call.about,
        caller=call.player.display_name if call.player else call.by_label,
        seat=call.seat_number,
        called_at=call.called_at,
        taken_at=call.taken_at,
        taken_by=call.taken_by_label,
        taken_by_code=call.taken_by_code,
        ended_at=call.ended_at,
    )


def _with_names(event: Event) -> QuerySet[FloorCall]:
    return FloorCall.objects.filter(event=event).select_related("flight", "table", "match", "player__person")


def _where(call: FloorCall) -> tuple[str, str]:
    if call.flight is not None:
        return flights_table(call.table_number), call.flight.name
    if call.match is not None:
        return matchs_table(call.match.station), matchs_number(call.match.number)
    assert call.table is not None
    return card_table(call.table.name), ""
