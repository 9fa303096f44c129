"""Faults of blind clocks and their tick."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

MOVES = "tournaments.services.clock.clock_moves"
CLOCK = "tournaments.services.clock.presses"
TICK = "tournaments.services.clock.tick"
ENGINE = "engine.tournament.clock"

FAULTS = (
    Planted(
        "the tick reads the time before the lock",
        TICK,
        '    return _catch_up(_locked(_due(watch.look()).order_by("due_at", "pk"), limit), watch)\n',
        "    look = watch.look()\n"
        '    clocks = _locked(_due(look).order_by("due_at", "pk"), limit)\n'
        "    catch_up_all(clocks, look.now)\n"
        "    return len(clocks)\n",
    ),
    Planted(
        "screens are not told of a new level",
        TICK,
        "    _note_time(watch)\n    _tell_screens()\n",
        "    _note_time(watch)\n",
    ),
    Planted(
        "time that was set is taken for time that passed",
        TICK,
        "            let_time_be_set(clock, look.now, moved)\n",
        "            pass\n",
    ),
    Planted(
        "a level ends a moment too late",
        ENGINE,
        "if elapsed < end), len(ends) - 1)",
        "if elapsed <= end), len(ends) - 1)",
    ),
    Planted(
        "a break has the number of the level after it",
        ENGINE,
        "level_number=sum(not level.is_break for level in levels[: index + 1]),",
        "level_number=sum(not level.is_break for level in levels[: index + 2]),",
    ),
    Planted(
        "a paused clock loses what has run",
        ENGINE,
        "    return ClockState(_elapsed(levels, state, event))\n",
        "    return ClockState(state.elapsed_ms)\n",
    ),
    Planted(
        "an adjustment goes past the edge of its level",
        ENGINE,
        "adjusted = min(max(elapsed - event.seconds * 1000, start), ends[index] - 1000)",
        "adjusted = elapsed - event.seconds * 1000",
    ),
    Planted(
        "back goes to the end of the level before",
        ENGINE,
        "return _at(state, event, ends[index - 1] - levels[index - 1].milliseconds)",
        "return _at(state, event, ends[index - 1])",
    ),
    Planted(
        "the newest level is not announced",
        MOVES,
        "begun = range(clock.announced + 1, position + 1)",
        "begun = range(clock.announced + 1, position)",
    ),
    Planted(
        "a move keeps the version of the one before",
        MOVES,
        "    clock.version += 1\n",
        "",
    ),
    Planted(
        "a press is booked before the move that was before it",
        MOVES,
        "return now if last is None or last - now > AWAY_FROM else max(now, last)",
        "return now",
    ),
    Planted(
        "a break that was played before stops the clock that is set to stop",
        CLOCK,
        "            stop_at_later_breaks(clock, press=press)\n",
        "            pass\n",
    ),
    Planted(
        "an undone move can be undone again",
        "tournaments.selectors.clock.clock_view",
        "return clock.events.exclude(kind=ClockKind.UNDO).filter(undone_by__isnull=True)",
        "return clock.events.exclude(kind=ClockKind.UNDO)",
    ),
    Planted(
        "the version that a press was made for is not looked at",
        CLOCK,
        '    _require_current(flight, clock, seen_version)\n    FLIGHT.require("move_clock", flight)\n    _make(',
        '    FLIGHT.require("move_clock", flight)\n    _make(',
    ),
    Planted(
        "a clock is resumed after the flight is decided",
        CLOCK,
        '    FLIGHT.require("resume", flight)\n    _make(flight, clock, Move(ClockMove.RESUME',
        '    FLIGHT.require("count", flight)\n    _make(flight, clock, Move(ClockMove.RESUME',
    ),
    Planted(
        "a clock does not stop when its flight is decided",
        "tournaments.services.flight.places",
        "        stop_for_decision(flight, press=press)\n",
        "        pass\n",
    ),
    Planted(
        "moves are read again with the levels as they are now",
        "tournaments.services.clock.clock_moves",
        "was = None if event.level_seconds is None else tuple(event.level_seconds)",
        "was = None",
    ),
    Planted(
        "a level that has begun can be rewritten",
        "tournaments.selectors.clock.level_checks",
        "    position = rewritten_level(clock.levels, wanted, begun)\n",
        "    position = None\n",
    ),
    Planted(
        "a change of the levels that is undone leaves them as they are",
        "tournaments.services.clock.level_changes",
        "    levels = _levels_before(clock, change)\n",
        "    levels = clock.levels\n",
    ),
)
