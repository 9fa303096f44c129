"""How the row of a clock changes: one move at a time, each an event of its own, and the levels it announces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from engine.tournament.clock import ClockMove, ClockState, make_move, replay_clock
from engine.tournament.clock import TimedMove as Move
from engine.tournament.levels import Level
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from tournaments.models import BlindClock, ClockEvent, ClockKind, Flight, LevelAnnouncement
from tournaments.selectors.clock.clock_view import level_ends_at, read, state_at

NOTHING = timedelta(0)
AWAY_FROM = timedelta(minutes=1)
"""A running clock that nobody looked at for so long ran while the system was off: staff are asked about it."""


def lock_clock(flight: Flight) -> BlindClock:
    """The clock as it is now, locked after its event, tournament and flight; the event's new version tells of it."""
    clock = BlindClock.objects.select_for_update(of=("self",), no_key=True).get(flight_id=flight.pk)
    clock.flight, clock.is_told = flight, True
    return clock


def catch_up(clock: BlindClock, now: datetime) -> datetime:
    """Write down what time alone has done to a locked clock since it was last looked at, and say when a press that was
    received at `now` is booked: then, however long it waited for the lock, but not before the move before it.

    That is a computer that was switched off, the pause at the start of a break, and every level begun.
    """
    moment = _moment_of_press(clock, now)
    _pass_time(clock, moment)
    announce(clock, moment)
    save_clock(clock, moment)
    return moment


def catch_up_all(clocks: Sequence[BlindClock], now: datetime) -> None:
    """The same for the tick, with a few statements for all of them; their events do not know yet."""
    begun: list[LevelAnnouncement] = []
    for clock in clocks:
        _pass_time(clock, now)
        begun += _begun(clock, now)
        clock.due_at = _due_at(clock, now)
        _note_reading(clock, now)
    LevelAnnouncement.objects.bulk_create(begun, ignore_conflicts=True)
    _save_all(clocks)


def let_time_be_set(clock: BlindClock, now: datetime, moved: timedelta) -> None:
    """Let a locked clock go on from where it was when the computer's time was set.

    moved: by how much it was put forward since the clock was last read, below zero back.
    """
    before = now - moved if clock.last_read_at is None else max(now - moved, clock.last_read_at)
    _pass_time(clock, before)
    if clock.is_running:
        clock.last_read_at = None
        _note_step(clock, before, now)


def _save_all(clocks: Sequence[BlindClock]) -> None:
    """As SQL: building the statement through the ORM took most of a full tick."""
    moment = connection.ops.adapt_datetimefield_value
    rows = [(clock.announced, moment(clock.due_at), moment(clock.last_read_at), False, clock.pk) for clock in clocks]
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE tournaments_blindclock SET announced = %s, due_at = %s, last_read_at = %s, is_told = %s "
            "WHERE id = %s",
            rows,
        )


def add_move(clock: BlindClock, move: Move, *, press: Press, reason: str = "") -> bool:
    """Make a move with a locked clock that has caught up. Returns whether it changed anything; only then a row is kept.

    Raises RuleError of the engine's clock.
    """
    moved = make_move(clock.levels, clock.anchor, move)
    if moved == clock.anchor:
        return False
    _note_time_set_back(clock, press.at)
    _keep(clock, moved, _event(move, press.by, reason=reason))
    _settle(clock, press.at)
    return True


def stop_at_later_breaks(clock: BlindClock, *, press: Press) -> None:
    """Note at a locked clock that has caught up that it stops at the breaks to come."""
    _note_time_set_back(clock, press.at)
    move = Move(ClockMove.BREAKS, press.at)
    _keep(clock, make_move(clock.levels, clock.anchor, move), _event(move, press.by))
    _settle(clock, press.at)


def set_levels(
    clock: BlindClock, levels: Sequence[Level], *, press: Press, undone: ClockEvent | None = None
) -> ClockEvent:
    """Give a locked clock that has caught up other levels from its first on, and keep how they were for an undo.

    levels: those that the clock has as they are, in so far as they have begun. undone: the change that this undoes.
    """
    _note_time_set_back(clock, press.at)
    was = clock.levels
    move = Move(ClockMove.LEVELS, press.at)
    event = _event(move if undone is None else Move(ClockMove.UNDO, press.at), press.by, undoes=undone)
    event.structure = clock.structure
    _keep(clock, make_move(was, clock.anchor, move), event)
    # An undo reads the moves again: each with the levels that were when it was made.
    clock.events.filter(level_seconds__isnull=True).update(level_seconds=[level.seconds for level in was])
    _write_levels(clock, levels)
    _settle(clock, press.at)
    return event


def _write_levels(clock: BlindClock, levels: Sequence[Level]) -> None:
    """Only lengths are kept where nothing else differs from what was planned."""
    planned = clock.planned_levels
    if len(levels) == len(planned) and all(map(Level.is_like, levels, planned)):
        clock.level_seconds = None if tuple(levels) == planned else [level.seconds for level in levels]
        return
    whole = (*clock.whole_structure[: clock.start_position - 1], *levels)
    clock.structure = None if whole == clock.flight.tournament.blind_levels else [asdict(level) for level in whole]
    clock.level_seconds = None


def undo_move(clock: BlindClock, undone: ClockEvent, *, press: Press) -> None:
    """Put a locked clock as if that move, the last one by decision or the last time step, had never been made."""
    _note_time_set_back(clock, press.at)
    moves = [_move_of(event) for event in clock.events.select_related("undoes").order_by("id")]
    undo = Move(_undo_of(undone), press.at)
    state = replay_clock(clock.levels, [*moves, undo])
    _keep(clock, state, _event(Move(ClockMove.UNDO, press.at), press.by, undoes=undone))
    _settle(clock, press.at)


def announce(clock: BlindClock, now: datetime) -> None:
    """One announcement for each level begun since the last one, once for this version of the clock."""
    LevelAnnouncement.objects.bulk_create(_begun(clock, now), ignore_conflicts=True)


def save_clock(clock: BlindClock, now: datetime) -> None:
    """Write a locked clock, with the time of its next level."""
    clock.due_at = _due_at(clock, now)
    _note_reading(clock, now)
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


def _moment_of_press(clock: BlindClock, now: datetime) -> datetime:
    """When a press is booked that was received at `now`, and has waited for this clock since.

    Nobody waits for as long as an absence. Where so much lies between, the computer's time was set back and the tick
    has not noticed yet: a running clock goes on from its latest reading, and for a standing one no time passes.
    """
    seen, last = clock.last_read_at, _last_moved_at(clock)
    if clock.is_running and seen is not None and seen - now > AWAY_FROM:
        return seen
    return now if last is None or last - now > AWAY_FROM else max(now, last)


def _last_moved_at(clock: BlindClock) -> datetime | None:
    return clock.events.order_by("-id").values_list("at", flat=True).first()


def _note_reading(clock: BlindClock, now: datetime) -> None:
    """A running clock keeps the latest time at which it was read: some have waited since, and machines differ."""
    seen = clock.last_read_at
    clock.last_read_at = now if seen is None or not clock.is_running else max(now, seen)


def _pass_time(clock: BlindClock, now: datetime) -> None:
    _note_absence(clock, now)
    paused = state_at(clock, now)
    if clock.running_since is not None and paused.running_since is None:
        announce(clock, now)
        began = clock.running_since + timedelta(milliseconds=paused.elapsed_ms - clock.elapsed_ms)
        _let_time_move(clock, Move(ClockMove.PAUSE, began), now, "The break begins.")


def _note_absence(clock: BlindClock, now: datetime) -> None:
    """Write down that the clock ran unseen. A second absence before the first is answered adds to it."""
    seen = clock.last_read_at
    if seen is None or not clock.is_running or now - seen <= AWAY_FROM:
        return
    counted = (read(clock, now).elapsed_ms - read(clock, seen).elapsed_ms) // 1000
    if counted > 0:
        # The time of day may have been set back since the first absence began.
        clock.away_from = min(clock.away_from or seen, seen)
        clock.away_until, clock.away_seconds = now, (clock.away_seconds or 0) + counted
        clock.save(update_fields=["away_from", "away_until", "away_seconds"])


def _note_time_set_back(clock: BlindClock, now: datetime) -> None:
    """Note at a standing clock, before it is moved, that the computer's time was set back since its last move: nobody
    follows the time of a clock that stands, and once its pause is undone it must go on from where it was.
    """
    last = _last_moved_at(clock)
    if not clock.is_running and last is not None and last > now:
        _note_step(clock, last, now)


def _note_step(clock: BlindClock, before: datetime, now: datetime) -> None:
    """before: the last time of day that counts for the clock before it was set to `now`."""
    way = "forward" if now > before else "back"
    _let_time_move(clock, Move(ClockMove.WALL_STEP, now, until=before), now, f"The computer's time went {way}.")


def _let_time_move(clock: BlindClock, move: Move, now: datetime, reason: str) -> None:
    """A move that nobody decided."""
    _keep(
        clock,
        make_move(clock.levels, clock.anchor, move),
        _event(move, SYSTEM, reason=reason, is_automatic=True),
    )
    _settle(clock, now)


def _event(move: Move, by: Actor, **more: Any) -> ClockEvent:
    """What the clock remembers of a move. more: its reason, whether nobody pressed it, and what it undoes."""
    return ClockEvent(
        kind=move.kind.value,
        at=move.at,
        seconds=move.seconds,
        until=move.until,
        by_code=by.code,
        by_label=by.label,
        **more,
    )


def _keep(clock: BlindClock, moved: ClockState, event: ClockEvent) -> None:
    clock.version += 1
    event.clock, event.version = clock, clock.version
    event.save()
    clock.elapsed_ms, clock.running_since = moved.elapsed_ms, moved.running_since


def _settle(clock: BlindClock, now: datetime) -> None:
    """Levels that a move undid are announced again when they come."""
    _note_reading(clock, now)
    clock.announced = min(clock.announced, read(clock, now).position)
    announce(clock, now)
    save_clock(clock, now)


def _move_of(event: ClockEvent) -> Move:
    kind = ClockMove(event.kind) if event.undoes is None else _undo_of(event.undoes)
    was = None if event.level_seconds is None else tuple(event.level_seconds)
    return Move(kind, event.at, event.seconds, event.until, was)


def _undo_of(undone: ClockEvent) -> ClockMove:
    """Levels are restored by another change of the levels: it leaves no move out."""
    return {ClockKind.WALL_STEP: ClockMove.UNDO_STEP, ClockKind.LEVELS: ClockMove.LEVELS}.get(
        ClockKind(undone.kind), ClockMove.UNDO
    )
