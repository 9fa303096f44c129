"""The blind clock reads the same whoever reads it, and moves as staff move it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.clock import (
    ClockMove,
    ClockState,
    TimedMove,
    make_move,
    read_clock,
    replay_clock,
    stopped_at_break,
)
from engine.tournament.levels import Level, break_level, levels_from_minimum_bets

START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
MINUTE = 60
LEVELS = (
    Level(250, 500, 0, 20 * MINUTE),
    Level(500, 1000, 0, 20 * MINUTE),
    break_level(10 * MINUTE),
    Level(1000, 2000, 100, 20 * MINUTE),
)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def moves(*made: tuple[str, float]) -> list[TimedMove]:
    return [TimedMove(ClockMove(kind), at(minutes)) for kind, minutes in made]


def read_after(events, minutes: float):
    return read_clock(LEVELS, replay_clock(LEVELS, events), at(minutes))


def test_nobody_looked_for_41_minutes_and_the_break_has_9_left():
    reading = read_after(moves(("start", 0)), 41)

    assert reading.is_break
    assert (reading.position, reading.level_number, reading.seconds_left) == (3, 2, 9 * MINUTE)
    assert reading.next_level == LEVELS[3]


def test_a_pause_of_five_minutes_takes_nothing_from_the_level():
    events = moves(("start", 0), ("pause", 5), ("resume", 10))

    assert read_after(events[:2], 9).seconds_left == 15 * MINUTE
    assert not read_after(events[:2], 9).is_running
    assert read_after(events, 10).seconds_left == 15 * MINUTE
    assert read_after(events, 12).seconds_left == 13 * MINUTE


@pytest.mark.parametrize(
    ("minutes", "stands"),
    [
        pytest.param(39, False, id="before-the-break"),
        pytest.param(40, True, id="as-it-begins"),
        pytest.param(70, True, id="long-after"),
    ],
)
def test_a_clock_that_pauses_for_breaks_stands_at_the_start_of_one(minutes, stands):
    running = replay_clock(LEVELS, moves(("start", 0)))

    state = stopped_at_break(LEVELS, running, at(minutes))

    assert state == (ClockState(40 * MINUTE * 1000) if stands else running)


def test_a_break_that_had_begun_before_does_not_stop_the_clock_again():
    resumed = replay_clock(LEVELS, moves(("start", 0), ("pause", 40), ("resume", 60)))

    assert stopped_at_break(LEVELS, resumed, at(65)) == resumed


def test_a_skip_undone_a_minute_later_never_happened():
    skipped = moves(("start", 0), ("skip", 7))
    undone = moves(("start", 0), ("skip", 7), ("undo", 8))

    assert (read_after(skipped, 8).position, read_after(skipped, 8).seconds_left) == (2, 19 * MINUTE)
    assert replay_clock(LEVELS, undone) == replay_clock(LEVELS, moves(("start", 0)))


def test_a_second_start_changes_nothing_and_is_not_what_an_undo_takes_back():
    assert read_after(moves(("start", 0), ("start", 5)), 6).seconds_left == 14 * MINUTE
    assert replay_clock(LEVELS, moves(("start", 0), ("start", 5), ("undo", 6))) == ClockState()


def test_two_undos_take_back_two_moves():
    events = moves(("start", 0), ("skip", 5), ("pause", 6), ("undo", 7), ("undo", 8))

    assert read_after(events, 10).seconds_left == 10 * MINUTE


def test_back_goes_to_the_start_of_the_level_before():
    events = moves(("start", 0), ("back", 25))

    assert (read_after(events, 26).position, read_after(events, 26).seconds_left) == (1, 19 * MINUTE)


@pytest.mark.parametrize(
    ("seconds", "left"),
    [(120, 12 * MINUTE), (-120, 8 * MINUTE), (7200, 20 * MINUTE), (-7200, 1)],
)
def test_an_adjustment_stays_inside_its_level(seconds, left):
    events = [*moves(("start", 0)), TimedMove(ClockMove.ADJUST, at(30), seconds=seconds)]

    reading = read_after(events, 30)

    assert (reading.position, reading.seconds_left) == (2, left)
    assert reading.is_running


def test_before_the_start_the_first_level_stands_still():
    reading = read_clock(LEVELS, ClockState(), at(90))

    assert (reading.position, reading.seconds_left, reading.is_running) == (1, 20 * MINUTE, False)
    assert reading.next_break_in_seconds == 40 * MINUTE


@pytest.mark.parametrize(
    ("minutes", "position", "left", "next_break"),
    [
        (0, 1, 1200, 2400),
        (19.999, 1, 1, 1201),
        (20, 2, 1200, 1200),
        (40, 3, 600, None),
        (50, 4, 1200, None),
        (70, 4, 0, None),
        (500, 4, 0, None),
    ],
)
def test_a_level_ends_where_the_next_begins(minutes, position, left, next_break):
    reading = read_after(moves(("start", 0)), minutes)

    assert (reading.position, reading.seconds_left, reading.next_break_in_seconds) == (position, left, next_break)
    assert reading.is_over == (minutes >= 70)


def test_the_computers_time_going_back_never_moves_a_level_back():
    paused_at_30 = replay_clock(LEVELS, moves(("start", 0), ("pause", 30), ("resume", 31)))

    assert read_clock(LEVELS, paused_at_30, at(5)).elapsed_ms == 30 * MINUTE * 1000


def test_a_noticed_step_back_lets_the_clock_run_on_from_where_it_was():
    started = moves(("start", 0))
    step = TimedMove(ClockMove.WALL_STEP, at(10), until=at(30))

    reading = read_after([*started, step], 12)

    assert (reading.position, reading.seconds_left) == (2, 8 * MINUTE)


def test_an_undo_leaves_a_noticed_time_step_alone():
    step = TimedMove(ClockMove.WALL_STEP, at(10), until=at(30))
    events = [*moves(("start", 0)), step, *moves(("skip", 11), ("undo", 12))]

    assert read_after(events, 12).seconds_left == 8 * MINUTE


def test_what_began_before_a_note_on_breaks_is_behind_the_anchor_and_an_undo_leaves_the_note_alone():
    events = moves(("start", 0), ("pause", 30), ("breaks", 35))

    assert replay_clock(LEVELS, [*events, *moves(("undo", 36))]) == ClockState(35 * MINUTE * 1000, at(35))
    with pytest.raises(RuleError):
        replay_clock(LEVELS, moves(("breaks", 0), ("undo", 1)))


def test_a_time_step_noted_by_mistake_is_taken_back_and_the_moves_after_it_stay():
    step = TimedMove(ClockMove.WALL_STEP, at(10), until=at(14))
    events = [*moves(("start", 0)), step, TimedMove(ClockMove.ADJUST, at(11), 60), *moves(("undo_step", 12))]

    assert read_after(events[:3], 12).seconds_left == 5 * MINUTE
    assert read_after(events, 12).seconds_left == 9 * MINUTE


@pytest.mark.parametrize(
    ("events", "code"),
    [
        (moves(("undo", 0)), "nothing_to_undo"),
        (moves(("back", 0)), "no_level_before"),
        (moves(("start", 0), ("skip", 55)), "no_level_after"),
        ([*moves(("start", 0)), TimedMove(ClockMove.ADJUST, at(80), 60)], "clock_is_over"),
        (moves(("wall_step", 3)), "wall_step_without_time"),
        (moves(("start", 0), ("undo_step", 3)), "nothing_to_undo"),
    ],
)
def test_a_move_that_has_no_place_to_go_is_refused(events, code):
    with pytest.raises(RuleError) as refused:
        replay_clock(LEVELS, events)

    assert refused.value.code == code


def test_an_undo_alone_cannot_be_made():
    with pytest.raises(RuleError) as refused:
        make_move(LEVELS, ClockState(), TimedMove(ClockMove.UNDO, START))

    assert refused.value.code == "undo_needs_the_list"


def test_a_clock_needs_levels():
    with pytest.raises(RuleError) as refused:
        read_clock((), ClockState(), START)

    assert refused.value.code == "clock_without_levels"


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["start", "pause", "resume"]),
        st.integers(0, 300),
    ),
    max_size=20,
)


@given(steps=EVENTS, wait=st.integers(0, 10_000))
def test_running_time_is_the_sum_of_the_stretches_between_start_and_pause(steps, wait):
    now, ran, is_running, events = 0, 0, False, []
    for kind, gap in steps:
        ran += gap if is_running else 0
        now += gap
        is_running = kind != "pause"
        events.append(TimedMove(ClockMove(kind), START + timedelta(seconds=now)))
    ran += wait if is_running else 0

    reading = read_clock(LEVELS, replay_clock(LEVELS, events), START + timedelta(seconds=now + wait))

    assert reading.elapsed_ms == min(ran, 70 * MINUTE) * 1000


ANY_MOVE = st.tuples(
    st.sampled_from(["start", "pause", "resume", "skip", "back", "adjust"]), st.integers(0, 900), st.integers(-900, 900)
)


@given(steps=st.lists(ANY_MOVE, max_size=15), extra=ANY_MOVE)
def test_any_move_and_its_undo_leave_the_clock_as_it_was(steps, extra):
    made: list[TimedMove] = []
    now = START
    for kind, gap, seconds in steps:
        now += timedelta(seconds=gap)
        made = _with_if_allowed(made, TimedMove(ClockMove(kind), now, seconds))
    before = replay_clock(LEVELS, made)
    now += timedelta(seconds=extra[1])
    moved = _with_if_allowed(made, TimedMove(ClockMove(extra[0]), now, extra[2]))
    if replay_clock(LEVELS, moved) != before:
        moved.append(TimedMove(ClockMove.UNDO, now))

    assert replay_clock(LEVELS, moved) == before


@given(steps=st.lists(ANY_MOVE, max_size=10), first=st.integers(0, 9000), later=st.integers(0, 9000))
def test_a_clock_left_alone_only_goes_forward(steps, first, later):
    made: list[TimedMove] = []
    now = START
    for kind, gap, seconds in steps:
        now += timedelta(seconds=gap)
        made = _with_if_allowed(made, TimedMove(ClockMove(kind), now, seconds))
    state = replay_clock(LEVELS, made)

    sooner = read_clock(LEVELS, state, START + timedelta(seconds=min(first, later)))
    afterwards = read_clock(LEVELS, state, START + timedelta(seconds=max(first, later)))

    assert sooner.elapsed_ms <= afterwards.elapsed_ms
    assert sooner.position <= afterwards.position


def _with_if_allowed(made, event):
    try:
        replay_clock(LEVELS, [*made, event])
    except RuleError:
        return list(made)
    return [*made, event]


@pytest.mark.rule("WAS-5")
@pytest.mark.rule("WAS-6")
def test_blinds_are_half_and_all_of_a_minimum_bet_that_rises_on_a_set_cycle():
    levels = levels_from_minimum_bets([500, 1000, 2000], seconds=20 * MINUTE, antes=[0, 100], breaks={2: 10 * MINUTE})

    assert levels == (
        Level(250, 500, 0, 1200),
        Level(500, 1000, 100, 1200),
        break_level(600),
        Level(1000, 2000, 0, 1200),
    )


@pytest.mark.parametrize(
    ("minimum_bets", "extra", "code"),
    [
        ([500, 1001], {}, "minimum_bet_is_odd"),
        ([500], {"antes": [0, 50]}, "too_many_antes"),
        ([500], {"breaks": {2: 600}}, "break_after_no_level"),
        ([0], {}, "level_without_blinds"),
    ],
)
def test_levels_that_cannot_be_played_are_refused(minimum_bets, extra, code):
    with pytest.raises(RuleError) as refused:
        levels_from_minimum_bets(minimum_bets, seconds=1200, **extra)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("level", "code"),
    [
        ((250, 500, 0, 0, False), "level_without_time"),
        ((250, 500, 0, 600, True), "break_with_blinds"),
        ((600, 500, 0, 600, False), "blinds_out_of_order"),
        ((250, 500, -1, 600, False), "level_without_blinds"),
    ],
)
def test_a_level_is_checked_when_it_is_made(level, code):
    with pytest.raises(RuleError) as refused:
        Level(*level)

    assert refused.value.code == code
