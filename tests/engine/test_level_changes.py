"""Laws of a clock whose levels are changed while it runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.clock import ClockMove, ClockState, TimedMove, make_move, read_clock, replay_clock
from engine.tournament.level_changes import Begun, LevelPair, begun_at, pair_levels, rewritten_level
from engine.tournament.levels import Level, break_level

START = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
LENGTHS = st.integers(1, 40)
PLAY = st.builds(
    lambda blind, ante, seconds: Level(blind, 2 * blind, ante, seconds),
    st.integers(1, 4),
    st.integers(0, 1),
    LENGTHS,
)
STRUCTURES = st.lists(st.one_of(PLAY, st.builds(break_level, LENGTHS)), min_size=1, max_size=7)
SIX = [Level(blind, 2 * blind, 0, 20) for blind in range(1, 7)]


@given(levels=STRUCTURES, passed=st.integers(0, 300), wanted=STRUCTURES)
def test_levels_that_rewrite_nothing_leave_every_level_that_began_at_its_time(levels, passed, wanted):
    now, state = START + timedelta(seconds=passed), ClockState(0, START)
    begun = begun_at(levels, state, now)
    wanted = [*levels[: begun.levels], *wanted]

    assert rewritten_level(levels, wanted, begun) is None
    noted = make_move(levels, state, TimedMove(ClockMove.LEVELS, now))
    before, after = read_clock(levels, state, now), read_clock(wanted, noted, now)
    assert after.elapsed_ms == before.elapsed_ms
    if not before.is_over:
        assert (after.position, after.seconds_left) == (before.position, before.seconds_left)


@given(levels=STRUCTURES, passed=st.integers(0, 300), at=st.integers(0, 6), other=PLAY)
def test_a_level_that_has_begun_is_named_when_anything_but_the_rest_of_the_present_one_differs(
    levels, passed, at, other
):
    begun = begun_at(levels, ClockState(0, START), START + timedelta(seconds=passed))
    wanted = list(levels)
    wanted[at % len(levels)] = other
    position = at % len(levels) + 1
    is_present = position == begun.levels
    may_differ = is_present and other.is_like(levels[position - 1]) and other.milliseconds > begun.played_ms
    is_free = position > begun.levels or other == levels[position - 1] or may_differ

    assert rewritten_level(levels, wanted, begun) == (None if is_free else position)


@given(levels=STRUCTURES, wanted=STRUCTURES)
def test_every_level_has_one_place_before_and_one_after_in_order(levels, wanted):
    pairs = pair_levels(levels, wanted)

    assert [pair.before for pair in pairs if pair.before] == list(range(1, len(levels) + 1))
    assert [pair.after for pair in pairs if pair.after] == list(range(1, len(wanted) + 1))
    for pair in pairs:
        if pair.before and pair.after:
            assert levels[pair.before - 1].is_break == wanted[pair.after - 1].is_break


@given(levels=STRUCTURES, passed=st.integers(0, 200), more=STRUCTURES, later=st.integers(0, 100))
def test_a_pause_undone_after_the_levels_changed_was_never_made(levels, passed, more, later):
    """Each move is read with as many levels as there were."""
    changed, paused = (START + timedelta(seconds=passed + after) for after in (0, later))
    begun = begun_at(levels, ClockState(0, START), changed)
    wanted = [*levels[: begun.levels], *more]
    then = tuple(level.seconds for level in levels)
    moves = [
        TimedMove(ClockMove.START, START, level_seconds=then),
        TimedMove(ClockMove.LEVELS, changed, level_seconds=then),
    ]
    undone = [TimedMove(ClockMove.PAUSE, paused), TimedMove(ClockMove.UNDO, paused)]

    kept, again = replay_clock(wanted, moves), replay_clock(wanted, [*moves, *undone])

    assert read_clock(wanted, again, paused) == read_clock(wanted, kept, paused)


def test_a_clock_that_never_ran_has_begun_nothing():
    assert begun_at(SIX, ClockState(), START) == Begun()


def test_a_level_taken_out_and_one_put_in_leave_the_others_paired():
    wanted = [SIX[0], SIX[2], Level(9, 18, 0, 20), *SIX[3:]]

    assert pair_levels(SIX, wanted) == (
        LevelPair(1, 1),
        LevelPair(2, None),
        LevelPair(3, 2),
        LevelPair(None, 3),
        LevelPair(4, 4),
        LevelPair(5, 5),
        LevelPair(6, 6),
    )


@pytest.mark.parametrize(("seconds", "position"), [(13, None), (12, 2), (90, None)])
def test_the_present_level_lasts_longer_than_it_was_played(seconds, position):
    wanted = [SIX[0], replace(SIX[1], seconds=seconds)]

    assert rewritten_level(SIX, wanted, Begun(2, 12_000)) == position
