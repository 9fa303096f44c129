"""What staff do to a blind clock. A press may carry the version it was made for; a stale one learns who was first."""

from __future__ import annotations

from django.db import transaction

from engine.tournament.clock import ClockMove
from engine.tournament.clock import TimedMove as Move
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.values.formats import clock_seconds_text, clock_text
from eventnight.events.models import Event
from tournaments.lifecycles import FLIGHT
from tournaments.models import BlindClock, ClockEvent, ClockKind, Flight
from tournaments.selectors.clock.clock_view import is_same_step, last_move, proof_of_step, time_step_of, undoable_move
from tournaments.services.clock.clock_moves import add_move, catch_up, lock_clock, stop_at_later_breaks, undo_move
from tournaments.services.flight.tournament import (
    lock_flight,
    log_flight,
)

CLOCK_RULES = ("WAS-6",)
DECIDED_REASON = "The flight is decided."


@transaction.atomic
def start_clock(*, flight: Flight, press: Press, seen_version: int | None = None) -> BlindClock:
    """Start the clock, and with it a seated flight. Starting a running clock changes nothing.

    A flight with no more players than go on is decided at once, and its clock stays where it is.

    Raises Conflict("flight_status", "flight_decided", "clock_changed", "flight_empty").
    Rules: WAS-6, WAS-2.
    """
    flight, clock, press = _caught_up(flight, press)
    if clock.is_running:
        return clock
    _require_current(flight, clock, seen_version)
    FLIGHT.make("start", flight)
    entries = flight.entries.count()
    _require_players(flight, entries)
    if flight.entries.filter(bust_hand__isnull=True).count() <= flight.advancing_of(entries):
        flight.decided_at = press.at
    else:
        _make(flight, clock, Move(ClockMove.START, press.at), press)
    flight.save()
    return clock


@transaction.atomic
def pause_clock(*, flight: Flight, press: Press, seen_version: int | None = None) -> BlindClock:
    """Stop the clock. Pausing a standing clock changes nothing.

    Raises Conflict("flight_status", "clock_changed").
    Rules: WAS-6.
    """
    flight, clock, press = _caught_up(flight, press)
    if not clock.is_running:
        return clock
    _require_current(flight, clock, seen_version)
    _make(flight, clock, Move(ClockMove.PAUSE, press.at), press)
    return clock


@transaction.atomic
def resume_clock(*, flight: Flight, press: Press, seen_version: int | None = None) -> BlindClock:
    """Let a paused clock run on. Resuming a running clock changes nothing.

    Raises Conflict("flight_status", "flight_decided", "clock_changed").
    Rules: WAS-6.
    """
    flight, clock, press = _caught_up(flight, press)
    if clock.is_running:
        return clock
    _require_current(flight, clock, seen_version)
    FLIGHT.require("resume", flight)
    _make(flight, clock, Move(ClockMove.RESUME, press.at), press)
    return clock


@transaction.atomic
def adjust_clock(*, flight: Flight, seconds: int, press: Press, seen_version: int | None = None) -> BlindClock:
    """Give the present level so many seconds more, or less below 0; never past an edge of the level.

    Raises Conflict("flight_status", "clock_changed"), RuleError("clock_is_over").
    Rules: WAS-6.
    """
    return _change(flight, ClockMove.ADJUST, press, seen_version, seconds)


@transaction.atomic
def skip_level(*, flight: Flight, press: Press, seen_version: int | None = None) -> BlindClock:
    """Go to the start of the next level or break.

    Raises Conflict("flight_status", "clock_changed"), RuleError("no_level_after").
    Rules: WAS-6.
    """
    return _change(flight, ClockMove.SKIP, press, seen_version)


@transaction.atomic
def back_level(*, flight: Flight, press: Press, seen_version: int | None = None) -> BlindClock:
    """Go to the start of the level or break before this one.

    Raises Conflict("flight_status", "clock_changed"), RuleError("no_level_before").
    Rules: WAS-6.
    """
    return _change(flight, ClockMove.BACK, press, seen_version)


@transaction.atomic
def undo_clock_event(*, flight: Flight, press: Press, seen_version: int | None = None) -> BlindClock:
    """Undo the last move that stands, as if it had never been made; another undo goes on to the one before.

    Raises Conflict("flight_status", "flight_decided", "clock_changed", "nothing_to_undo", "paused_for_break").
    Rules: WAS-6.
    """
    flight, clock, press = _caught_up(flight, press)
    _require_current(flight, clock, seen_version)
    FLIGHT.require("undo_clock", flight)
    undone = undoable_move(clock)
    if undone is None:
        raise Conflict("nothing_to_undo", f"The clock of {flight.name} has made no move that could be undone.")
    if undone.is_automatic:
        raise Conflict(
            "paused_for_break",
            f"The clock of {flight.name} stopped automatically for the break. Resume it instead.",
            rules=CLOCK_RULES,
        )
    undo_move(clock, undone, press=press)
    log_flight(flight, "clock.undo", press, undone=undone.kind, version=clock.version)
    return clock


@transaction.atomic
def undo_time_step(*, flight: Flight, press: Press, seen_version: int | None = None) -> BlindClock:
    """Undo the last note that the computer's time was set, because nobody set it: at this clock, and at every other
    clock of the event that was moved for the same reason and still counts.

    Raises Conflict("flight_status", "flight_decided", "clock_changed", "no_time_step", "time_went_back").
    Rules: WAS-6.
    """
    flight, clock, press = _caught_up(flight, press)
    _require_current(flight, clock, seen_version)
    FLIGHT.require("undo_clock", flight)
    step = time_step_of(clock)
    if step is None:
        raise Conflict("no_time_step", f"The clock of {flight.name} was never moved because of the computer's time.")
    for other in _flights_with_steps(flight.tournament.event):
        mine = other.pk == flight.pk
        row, its_clock, its_press = (flight, clock, press) if mine else _caught_up(other, press)
        _undo_steps(row, its_clock, step, its_press)
    return clock


def _flights_with_steps(event: Event) -> list[Flight]:
    """Flights whose clock may be moved and has such a note that stands, in the order of their locks."""
    flights = Flight.objects.filter(
        tournament__event=event,
        decided_at__isnull=True,
        status__in=FLIGHT.sources("undo_clock"),
        clock__events__kind=ClockKind.WALL_STEP,
        clock__events__undone_by__isnull=True,
    )
    return list(flights.select_related("tournament").order_by("pk").distinct())


def _undo_steps(flight: Flight, clock: BlindClock, step: ClockEvent, press: Press) -> None:
    found = time_step_of(clock)
    while found is not None and is_same_step(found, step):
        _require_doubtful(flight, clock, found, press)
        undo_move(clock, found, press=press)
        log_flight(flight, "clock.undo", press, undone=found.kind, version=clock.version)
        found = time_step_of(clock)


def _require_doubtful(flight: Flight, clock: BlindClock, step: ClockEvent, press: Press) -> None:
    """Refuse to undo a step without which the clock would have been moved at a time that is still to come."""
    proof = proof_of_step(clock, step, press.at)
    if proof is None:
        return
    event = flight.tournament.event
    before, now = clock_seconds_text(proof.at, event), clock_seconds_text(press.at, event)
    raise Conflict(
        "time_went_back",
        f"The computer's time did go back: the clock of {flight.name} was moved at {before}, and now it is {now}. "
        "The note stays. If the level is wrong, give it more or less time.",
        rules=CLOCK_RULES,
    )


@transaction.atomic
def answer_absence(*, flight: Flight, play_went_on: bool, press: Press, seen_version: int | None = None) -> BlindClock:
    """Say whether play went on while nobody looked at the clock. If not, the time counted then is given back, as far as
    it still counts. Either way the question is answered, and the audit log says how.

    Raises Conflict("no_absence", "flight_status", "clock_changed").
    Rules: WAS-6.
    """
    flight, clock, press = _caught_up(flight, press)
    _require_current(flight, clock, seen_version)
    FLIGHT.require("move_clock", flight)
    seconds = clock.away_seconds
    if seconds is None:
        raise Conflict("no_absence", f"The question about the clock of {flight.name} is answered already.")
    clock.away_from = clock.away_until = clock.away_seconds = None
    clock.save(update_fields=["away_from", "away_until", "away_seconds"])
    stood_still = Move(ClockMove.STOOD_STILL, press.at, seconds)
    if play_went_on:
        log_flight(flight, "clock.went_on", press, seconds=seconds)
    elif not _make(flight, clock, stood_still, press):
        # What was counted has been undone meanwhile, as by an undo of the start: there is nothing to give back.
        log_flight(flight, "clock.stood", press, seconds=0, version=clock.version)
    return clock


@transaction.atomic
def set_pause_for_breaks(*, flight: Flight, is_on: bool, press: Press) -> BlindClock:
    """Choose whether the clock stops by itself when a break begins. A break that has begun runs on."""
    flight, clock, press = _caught_up(flight, press)
    if clock.pauses_for_breaks != is_on:
        clock.pauses_for_breaks = is_on
        clock.save(update_fields=["pauses_for_breaks"])
        if is_on:
            stop_at_later_breaks(clock, press=press)
        log_flight(flight, "clock.pauses_for_breaks", press, is_on=is_on)
    return clock


def stop_for_decision(flight: Flight, *, press: Press) -> None:
    """Stop the clock of a locked flight because it has just been decided."""
    clock = lock_clock(flight)
    press = press.booked_at(catch_up(clock, press.at))
    add_move(clock, Move(ClockMove.PAUSE, press.at), press=press, reason=DECIDED_REASON)


def _change(flight: Flight, kind: ClockMove, press: Press, seen_version: int | None, seconds: int = 0) -> BlindClock:
    flight, clock, press = _caught_up(flight, press)
    _require_current(flight, clock, seen_version)
    FLIGHT.require("move_clock", flight)
    _make(flight, clock, Move(kind, press.at, seconds), press)
    return clock


def _caught_up(flight: Flight, press: Press) -> tuple[Flight, BlindClock, Press]:
    """Flight and clock, locked and up to date, and the press as it is booked."""
    flight = lock_flight(flight)
    clock = lock_clock(flight)
    return flight, clock, press.booked_at(catch_up(clock, press.at))


def _make(flight: Flight, clock: BlindClock, move: Move, press: Press) -> bool:
    """Make a move and log it. Returns whether it changed anything: if not, nothing is written."""
    if not add_move(clock, move, press=press):
        return False
    facts = {"seconds": move.seconds} if move.seconds else {}
    log_flight(flight, f"clock.{move.kind.value}", press, version=clock.version, **facts)
    return True


def _require_players(flight: Flight, players: int) -> None:
    if players:
        return
    way_out = "Undo the final." if flight.is_final else "Enter players first."
    raise Conflict(
        "flight_empty", f"{flight.name} has 0 players, so its clock does not start. {way_out}", rules=CLOCK_RULES
    )


def _require_current(flight: Flight, clock: BlindClock, seen_version: int | None) -> None:
    """Refuse a press that was made for an older clock, and say who did what in the meantime."""
    if seen_version is None or seen_version == clock.version:
        return
    last = last_move(clock)
    done = (
        f"{last.by_label}: {last.get_kind_display().lower()} at {clock_text(last.at, flight.tournament.event)}. "
        if last
        else ""
    )
    raise Conflict(
        "clock_changed",
        f"The clock of {flight.name} has changed since this page was made. {done}"
        "Nothing was done: look at it and try again.",
        rules=CLOCK_RULES,
        version=clock.version,
        seen_version=seen_version,
        kind=last.kind if last else "",
        by=last.by_label if last else "",
    )
