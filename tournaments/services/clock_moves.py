"""How the row of a clock changes: one move at a time, each an event of its own, and the levels it announces."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection

from engine.tournament.clock import ClockEvent as Move
from engine.tournament.clock import ClockMove, ClockState, make_move, notice_wall_step, replay_clock
from eventnight.core.actors import SYSTEM, Actor
from tournaments.models import BlindClock, ClockEvent, Flight, LevelAnnouncement
from tournaments.selectors.clock import level_ends_at, read, state_at

STEP_TOLERANCE = timedelta(seconds=2)
"""Clocks of two machines may differ by so much before one of them counts as put back."""
NOTHING = timedelta(0)
AWAY_FROM = timedelta(minutes=1)
"""A running clock that nobody looked at for so long ran while the system was off: staff are asked about it."""


def lock_clock(flight: Flight) -> BlindClock:
    """The clock as it is now, locked after its event, tournament and flight; the event's new version tells of it."""
    clock = BlindClock.objects.select_for_update(of=("self",)).get(flight_id=flight.pk)
    clock.flight, clock.is_told = flight, True
    return clock


def catch_up(clock: BlindClock, now: datetime) -> None:
    """Write down what time alone has done to a locked clock since it was last looked at.

    That is a computer put back in time or switched off, the pause at the start of a break, and every level begun.
    """
    _pass_time(clock, now)
    announce(clock, now)
    save_clock(clock, now)


def catch_up_all(clocks: Sequence[BlindClock], now: datetime, moved: timedelta) -> None:
    """The same for the tick, with a few statements for all of them; their events do not know yet.

    moved: by how much the computer's time was put forward since the tick before, below zero back.
    """
    begun: list[LevelAnnouncement] = []
    for clock in clocks:
        if moved and clock.is_running and clock.last_read_at is not None:
            _compensate(clock, clock.last_read_at, now, moved)
        _pass_time(clock, now)
        begun += _begun(clock, now)
        clock.due_at = _due_at(clock, now)
    LevelAnnouncement.objects.bulk_create(begun, ignore_conflicts=True)
    _save_all(clocks, now)


def _save_all(clocks: Sequence[BlindClock], now: datetime) -> None:
    """As SQL: building the statement through the ORM took most of a full tick."""
    moment = connection.ops.adapt_datetimefield_value
    rows = [(clock.announced, moment(clock.due_at), moment(now), False, clock.pk) for clock in clocks]
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE tournaments_blindclock SET announced = %s, due_at = %s, last_read_at = %s, is_told = %s "
            "WHERE id = %s",
            rows,
        )


def add_move(clock: BlindClock, move: Move, *, by: Actor, now: datetime, reason: str = "") -> bool:
    """Make a move with a locked clock that has caught up. Returns whether it changed anything; only then a row is kept.

    Raises RuleError of the engine's clock.
    """
    moved = make_move(clock.levels, clock.anchor, move)
    if moved == clock.anchor:
        return False
    _keep(clock, move, moved, by=by, reason=reason)
    _settle(clock, now)
    return True


def undo_move(clock: BlindClock, undone: ClockEvent, *, by: Actor, now: datetime) -> None:
    """Put a locked clock as if that move, the last one by decision that stands, had never been made."""
    undo = Move(ClockMove.UNDO, now)
    moves = [_move_of(event) for event in clock.events.order_by("id")]
    _keep(clock, undo, replay_clock(clock.levels, [*moves, undo]), by=by, undoes=undone)
    _settle(clock, now)


def announce(clock: BlindClock, now: datetime) -> None:
    """One announcement for each level begun since the last one, once for this version of the clock."""
    LevelAnnouncement.objects.bulk_create(_begun(clock, now), ignore_conflicts=True)


def save_clock(clock: BlindClock, now: datetime) -> None:
    """Write a locked clock, with the time of its next level."""
    clock.due_at = _due_at(clock, now)
    clock.last_read_at = now
    clock.save()


def _begun(clock: BlindClock, now: datetime) -> list[LevelAnnouncement]:
    """Announcements, not saved yet, of the levels begun since the last one."""
    if not clock.is_running and clock.elapsed_ms == 0:
        return []
    position = read(clock, now).position
    begun = range(clock.announced + 1, position + 1)
    clock.announced = max(clock.announced, position)
    return [LevelAnnouncement(clock=clock, version=clock.version, position=number, at=now) for number in begun]


def _due_at(clock: BlindClock, now: datetime) -> datetime | None:
    """When the next level begins; None for a standing clock and in the last level."""
    return None if clock.announced >= len(clock.levels) else level_ends_at(clock, now)


def _pass_time(clock: BlindClock, now: datetime) -> None:
    _note_absence(clock, now)
    if clock.last_read_at is not None and clock.is_running and clock.last_read_at - now > STEP_TOLERANCE:
        step = notice_wall_step(clock.last_read_at, now)
        if step is not None:
            _let_time_move(clock, step, now, "The computer's time went back.")
    paused = state_at(clock, now)
    if clock.running_since is not None and paused.running_since is None:
        announce(clock, now)
        began = clock.running_since + timedelta(milliseconds=paused.elapsed_ms - clock.elapsed_ms)
        _let_time_move(clock, Move(ClockMove.PAUSE, began), now, "The break begins.")


def _compensate(clock: BlindClock, seen: datetime, now: datetime, moved: timedelta) -> None:
    """Let a clock go on from where it was when the computer's time was set, unless somebody looked at it since then:
    then it has seen the new time, and asks about an absence or has noticed the step.
    """
    if (now - seen <= AWAY_FROM) if moved > NOTHING else (seen - now <= STEP_TOLERANCE):
        return
    before = max(now - moved, seen)
    _pass_time(clock, before)
    if clock.is_running:
        way = "forward" if moved > NOTHING else "back"
        _let_time_move(clock, Move(ClockMove.WALL_STEP, now, until=before), now, f"The computer's time went {way}.")


def _note_absence(clock: BlindClock, now: datetime) -> None:
    """Write down that the clock ran unseen. A second absence before the first is answered adds to it."""
    seen = clock.last_read_at
    if seen is None or not clock.is_running or now - seen <= AWAY_FROM:
        return
    counted = (read(clock, now).elapsed_ms - read(clock, seen).elapsed_ms) // 1000
    if counted > 0:
        clock.away_from = clock.away_from or seen
        clock.away_until, clock.away_seconds = now, (clock.away_seconds or 0) + counted
        clock.save(update_fields=["away_from", "away_until", "away_seconds"])


def _let_time_move(clock: BlindClock, move: Move, now: datetime, reason: str) -> None:
    """A move that nobody decided."""
    _keep(clock, move, make_move(clock.levels, clock.anchor, move), by=SYSTEM, reason=reason, is_automatic=True)
    _settle(clock, now)


def _keep(
    clock: BlindClock,
    move: Move,
    moved: ClockState,
    *,
    by: Actor,
    reason: str = "",
    is_automatic: bool = False,
    undoes: ClockEvent | None = None,
) -> None:
    clock.version += 1
    ClockEvent.objects.create(
        clock=clock,
        version=clock.version,
        kind=move.kind.value,
        at=move.at,
        seconds=move.seconds,
        until=move.until,
        reason=reason,
        is_automatic=is_automatic,
        undoes=undoes,
        by_code=by.code,
        by_label=by.label,
    )
    clock.elapsed_ms, clock.running_since = moved.elapsed_ms, moved.running_since


def _settle(clock: BlindClock, now: datetime) -> None:
    """Levels that a move took back are announced again when they come."""
    clock.last_read_at = now
    clock.announced = min(clock.announced, read(clock, now).position)
    announce(clock, now)
    save_clock(clock, now)


def _move_of(event: ClockEvent) -> Move:
    return Move(ClockMove(event.kind), event.at, event.seconds, event.until)
