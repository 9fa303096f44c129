"""Flights at whose tables the system deals: what nobody presses there.

Their tables are opened when play begins; players change seats between two hands, as soon as the tables need it; and the
hand that decides a flight ends it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from engine.errors import Refusal
from engine.units import Chips
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.models import Event, EventStatus
from tables.models import OPEN_STATES, PackState, Shuffle, Table
from tables.services.dealt.ending import call_off
from tables.services.dealt.packs import give_up
from tables.services.dealt.shuffles import promise_next
from tables.services.locks import lock_table
from tournaments.models import Flight, FlightEntry, FlightKind, FlightStatus, PlayedTable
from tournaments.selectors.clock.clock_view import state_at
from tournaments.selectors.flight.hands import hands_in_play, level_played, sitting_at
from tournaments.selectors.seating.tables import due_of
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import bust_out
from tournaments.services.flight.final import finish_holdem
from tournaments.services.flight.hand_for_hand import finish_shared_hand, open_tables_of
from tournaments.services.flight.tournament import entries_by_code, lock_flight
from tournaments.services.hands.opening import follow_hands
from tournaments.services.seating.proposals import make_proposed_moves
from tournaments.services.seating.seat_moves import seating_now

log = logging.getLogger(__name__)

PLAYED = {
    "flight__status": FlightStatus.RUNNING,
    "flight__decided_at__isnull": True,
    "flight__tournament__turn_seconds__isnull": False,
}
CLOSED = {"flight__tournament__event__status": EventStatus.CLOSED}
A_MOMENT = timedelta(seconds=1)
"""For another table to finish its hand."""
A_WHILE = timedelta(seconds=3)
"""For the clock to go on."""
UNTIL_NOT_WAITED_FOR = timedelta(seconds=30)
"""So long after its last hand a table without a phone that is on holds up no other."""


def wait_before_hand(row: PlayedTable, press: Press) -> timedelta | None:
    """As ``Keeper.wait``. Seats are changed here that the tables need: everybody at a table that a move touches waits
    until no hand is played at any of them, and none of them is paused. Hand for hand, the shared hand comes first.
    """
    flight = lock_flight(row.flight)
    sitting = sitting_at(flight, row.number)
    if not sitting:
        # The table broke: nobody waits here for a hand.
        return None
    if flight.is_decided or not flight.is_running or not _clock_runs(flight, press.at):
        return A_WHILE
    if _is_won_by_the_only_stack(flight, press):
        return A_WHILE
    if flight.is_hand_for_hand and row.number in flight.tables_done:
        return A_MOMENT
    if flight.is_hand_for_hand and flight.tables_done:
        return _wait_for_floor(sitting) if len(sitting) > 1 else _finish_without(flight, row, press)
    due = due_of(seating_now(flight, press.at))
    if due is None or due.refusal is not None or row.number not in due.touches:
        return _wait_for_floor(sitting)
    if due.blocked or _is_paused(flight, due.touches):
        return A_MOMENT
    make_proposed_moves(flight=flight, shown=due.digest, press=press.under(_key(due.digest, flight, press.at)))
    # Who comes to a table gets ready there first.
    return A_WHILE


def end_if_decided(flight: Flight, press: Press) -> None:
    """A flight that its last hand has decided ends by itself: what is played of it elsewhere does not count, and the
    stacks are bagged; of the final, the winner is recorded. Whatever speaks against it is left to the floor.

    Rules: WAS-2.
    """
    flight = lock_flight(flight)
    if not flight.is_decided:
        return
    for number in hands_in_play(flight.pk):
        table = flight.played_tables.select_related("table").get(number=number).table
        call_off(table, f"{flight.name} was decided at another table.", press)
    with suppress(Refusal), transaction.atomic():
        ends = press.under(_key("end", flight, press.at))
        if flight.is_final:
            finish_holdem(tournament=flight.tournament, press=ends)
        else:
            left = {code: Chips(entry.chips) for code, entry in entries_by_code(flight).items() if not entry.is_out}
            bag_flight(flight=flight, counts=left, press=ends)


def look_after_flights(*, read_now: Callable[[], datetime], event: Event | None = None) -> int:
    """Open the tables of dealt flights at which somebody sits, promise a pack where none is, put those away whose
    flight is over, and end a flight that was decided when it started. Returns how many flights were due.

    read_now: asked again under each flight's lock. event: one alone, in a time of its own. Nothing is locked while
    nothing is due. Rules: BIS-16.
    """
    now = read_now()
    found = {*_without_table(), *_without_pack(), *_with_pack_that_is_over(), *_decided_at_the_start()}
    found |= {row.flight for row in _waited_for(now)}
    due = [flight for flight in found if event is None or flight.tournament.event_id == event.pk]
    for flight in sorted(due, key=lambda flight: flight.pk):
        try:
            with transaction.atomic():
                _look_after(lock_flight(flight), read_now())
        except Refusal as refusal:
            log.warning("%s could not go on: %s", flight.press_name, refusal.message)
    return len(due)


def _key(what: str, flight: Flight, now: datetime) -> UUID:
    """Of a press that nobody makes."""
    return uuid5(NAMESPACE_URL, f"{what} at {now.isoformat()} in {flight.press_name}, {flight.pk}")


def _finish_without(flight: Flight, row: PlayedTable, press: Press) -> timedelta:
    """A table without a hand to play is not waited for. Rules: STD-10."""
    finish_shared_hand(flight=flight, table=row.number, hand=flight.shared_hand, press=press)
    return A_MOMENT


def _is_won_by_the_only_stack(flight: Flight, press: Press) -> bool:
    """Whether one alone has chips: whoever came without any plays no hand, and is out. Rules: WAS-2."""
    left = [entry for entry in entries_by_code(flight).values() if not entry.is_out]
    empty = [entry for entry in left if not entry.chips]
    if not empty or len(left) - len(empty) != 1:
        return False
    out = {entry.player.code: Chips(0) for entry in empty}
    bust_out(flight=flight, busted=out, press=press.under(_key("without chips", flight, press.at)))
    end_if_decided(flight, press)
    return True


def _wait_for_floor(sitting: Mapping[int, FlightEntry]) -> timedelta | None:
    """Whoever does not play on is out first, and one alone gets company. Rules: WAS-13, WAS-14."""
    is_waiting = len(sitting) < 2 or any(entry.player.is_withdrawn for entry in sitting.values())
    return A_WHILE if is_waiting else None


def _is_paused(flight: Flight, numbers: Collection[int]) -> bool:
    packs = Shuffle.objects.filter(state__in=OPEN_STATES, paused_at__isnull=False)
    return packs.filter(table__of_flight__flight=flight, table__of_flight__number__in=numbers).exists()


def _clock_runs(flight: Flight, now: datetime) -> bool:
    """Rules: WAS-6."""
    is_break = level_played(flight, now).is_break
    return not is_break and state_at(flight.clock, now).running_since is not None


def _without_table() -> set[Flight]:
    there = PlayedTable.objects.filter(flight=OuterRef("flight"), number=OuterRef("table_number"))
    entries = FlightEntry.objects.filter(**PLAYED, bust_hand__isnull=True, table_number__isnull=False)
    found = entries.exclude(**CLOSED).exclude(Exists(there)).select_related("flight__tournament")
    return {entry.flight for entry in found}


def _without_pack() -> set[Flight]:
    packs = Shuffle.objects.filter(table=OuterRef("table"), state__in=OPEN_STATES)
    rows = PlayedTable.objects.filter(**PLAYED, table__turn_seconds__isnull=False).exclude(**CLOSED)
    return {row.flight for row in rows.exclude(Exists(packs)).select_related("flight__tournament")}


def _with_pack_that_is_over() -> set[Flight]:
    packs = Shuffle.objects.filter(table=OuterRef("table"), state__in=OPEN_STATES)
    over = Q(flight__decided_at__isnull=False) | ~Q(flight__status=FlightStatus.RUNNING)
    rows = PlayedTable.objects.filter(over, Exists(packs)).exclude(**CLOSED)
    return {row.flight for row in rows.select_related("flight__tournament")}


def _decided_at_the_start() -> set[Flight]:
    """No more entered than go on. One that was counted or bagged once is the floor's."""
    flights = Flight.objects.filter(
        status=FlightStatus.RUNNING,
        kind=FlightKind.FIRST,
        decided_at__isnull=False,
        counted_at__isnull=True,
        played_tables__isnull=True,
        tournament__turn_seconds__isnull=False,
    )
    return set(flights.exclude(tournament__event__status=EventStatus.CLOSED).select_related("tournament"))


def _waited_for(now: datetime) -> list[PlayedTable]:
    """Hand for hand, the tables that the others wait for, and where no phone is on, or one is left alone."""
    rows = PlayedTable.objects.filter(**PLAYED, flight__is_hand_for_hand=True, table__hand_in_play__isnull=True)
    waiting = rows.exclude(flight__tables_done=[]).exclude(**CLOSED).select_related("flight__tournament")
    idle = waiting.filter(
        table__shuffles__state=PackState.PROMISED,
        table__shuffles__due_at__isnull=True,
        table__shuffles__paused_at__isnull=True,
        table__shuffles__promised_at__lte=now - UNTIL_NOT_WAITED_FOR,
    )
    return [row for row in idle if row.number not in row.flight.tables_done and sitting_at(row.flight, row.number)]


def _look_after(flight: Flight, now: datetime) -> None:
    press = Press(SYSTEM, now)
    is_played = flight.is_running and not flight.is_decided
    for row in _waited_for(now):
        if row.flight_id == flight.pk and flight.is_hand_for_hand and row.number not in flight.tables_done:
            _finish_without(flight, row, press)
    if is_played and flight.tournament.is_dealt:
        for number in sorted(open_tables_of(entries_by_code(flight).values())):
            follow_hands(flight=flight, table=number, press=press)
    if not flight.played_tables.exists():
        end_if_decided(flight, press)
    for row in flight.played_tables.select_related("table").filter(table__turn_seconds__isnull=False):
        table = lock_table(row.table)
        pack = table.shuffles.filter(state__in=OPEN_STATES).first()
        if is_played and pack is None:
            promise_next(table, press)
        elif not is_played and pack is not None:
            _put_away(table, pack, flight, press)


def _put_away(table: Table, pack: Shuffle, flight: Flight, press: Press) -> None:
    if pack.is_dealt:
        call_off(table, f"{flight.name} is decided.", press)
        pack = table.shuffles.get(state__in=OPEN_STATES)
    give_up(pack)
