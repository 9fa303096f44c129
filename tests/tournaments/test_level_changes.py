"""The levels of a flight that have not begun are changed while it plays: what has begun keeps its time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.errors import RuleError
from engine.tournament.levels import Level, break_level
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import AuditRecord
from tests.factories import after, make_event
from tests.pressing import pressed
from tests.tournaments.clocks import tick_at
from tests.tournaments.holdem_nights import BY, codes_of, fresh, make_holdem, out, running_flight, seated_flight
from tournaments.models import ChipRace, LevelAnnouncement
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.selectors.clock.level_changes import flight_levels, levels_plan
from tournaments.selectors.flight.offers import takes_entries
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.clock.finish_by import finish_flight_by, plan_levels_again
from tournaments.services.clock.level_changes import change_levels, undo_level_change
from tournaments.services.clock.presses import back_level, pause_clock, skip_level, undo_clock_event

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-6")]

LEVEL = 20
"""Minutes of each of Washburn's levels."""


def at(minutes: float) -> dict[str, object]:
    return pressed(BY, at=after(minutes))


def levels_of(flight) -> list[Level]:
    return list(fresh(flight).clock.levels)


def minutes(number: int) -> int:
    return number * 60


def shortened(flight, position: int, to: int) -> list[Level]:
    levels = levels_of(flight)
    levels[position - 1] = replace(levels[position - 1], seconds=minutes(to))
    return levels


def plan_at(flight, levels, when: float):
    row = fresh(flight)
    return levels_plan(row, flight_view(row, after(when)), levels, after(when))


def test_a_level_to_come_lasts_as_long_as_it_is_given_and_the_next_is_announced_then():
    flight = running_flight()

    change_levels(flight=flight, levels=shortened(flight, 2, 10), **at(5))

    tick_at(after(20))
    assert fresh(flight).clock.due_at == after(30)
    tick_at(after(30))
    announced = LevelAnnouncement.objects.filter(clock=fresh(flight).clock).values_list("position", flat=True)
    assert sorted(set(announced)) == [1, 2, 3]


def test_blinds_a_new_level_and_a_break_are_what_everybody_sees():
    flight = running_flight()
    levels = levels_of(flight)
    levels[1] = replace(levels[1], small_blind=1000, big_blind=2000, ante=500)
    levels[2:2] = [break_level(minutes(5)), Level(1500, 3000, 0, minutes(15))]

    change_levels(flight=flight, levels=levels, **at(5))

    view = clock_view(fresh(flight), after(21))
    assert view.level.summary == "1,000 / 2,000, ante 500"
    assert view.next_level.is_break
    assert view.levels[3].name == "Level 3"
    assert view.level_count == sum(not level.is_break for level in levels)


@pytest.mark.parametrize("change", ["blinds", "length", "gone", "break before"])
def test_a_level_that_has_begun_is_refused_with_when_it_began(change):
    flight = running_flight()
    tick_at(after(20))
    levels = levels_of(flight)
    if change == "blinds":
        levels[0] = replace(levels[0], big_blind=levels[0].big_blind * 2)
    elif change == "length":
        levels = shortened(flight, 1, 30)
    elif change == "gone":
        del levels[0]
    else:
        levels.insert(0, break_level(minutes(5)))

    with pytest.raises(Conflict, match=r"Level 1 .* began at .* stays as it is\. Change the levels") as refused:
        change_levels(flight=flight, levels=levels, **at(25))

    assert refused.value.code == "level_begun"
    assert refused.value.facts["position"] == 1
    assert levels_of(flight) == list(flight.tournament.blind_levels)


def test_the_level_under_way_may_last_longer_or_less_long_than_planned_but_not_less_than_it_has():
    flight = running_flight()

    change_levels(flight=flight, levels=shortened(flight, 1, 13), **at(12))
    assert clock_view(fresh(flight), after(12)).seconds_left == 60
    change_levels(flight=flight, levels=shortened(flight, 1, 30), **at(12))
    assert clock_view(fresh(flight), after(12)).seconds_left == minutes(18)

    with pytest.raises(Conflict, match="played for 12:00") as refused:
        change_levels(flight=flight, levels=shortened(flight, 1, 12), **at(12))
    assert refused.value.facts["played_seconds"] == minutes(12)


def test_before_the_clock_starts_every_level_may_change():
    flight = seated_flight()
    levels = levels_of(flight)[1:]

    change_levels(flight=flight, levels=levels, **at(0))

    assert levels_of(flight) == levels


def test_a_page_that_showed_other_levels_is_refused_with_who_changed_them():
    flight = running_flight()
    seen = flight_levels(fresh(flight).clock, after(1)).seen
    change_levels(flight=flight, levels=shortened(flight, 2, 10), seen=seen, **at(1))

    with pytest.raises(Conflict, match="changed them at") as refused:
        change_levels(flight=flight, levels=shortened(flight, 3, 10), seen=seen, **at(2))

    assert refused.value.code == "levels_changed"


def test_levels_as_they_are_change_nothing():
    flight = running_flight()

    with pytest.raises(Conflict, match="has these levels already"):
        change_levels(flight=flight, levels=levels_of(flight), **at(1))

    assert fresh(flight).clock.version == flight.clock.version


def test_undo_gives_every_level_back_until_one_of_the_changed_ones_begins():
    flight = running_flight()
    before = levels_of(flight)
    change_levels(flight=flight, levels=shortened(flight, 2, 10), **at(1))

    undo_level_change(flight=flight, **at(2))

    assert levels_of(flight) == before
    assert fresh(flight).clock.structure is None
    with pytest.raises(Conflict, match="nothing to undo"):
        undo_level_change(flight=flight, **at(3))
    levels = shortened(flight, 2, 10)
    levels[1] = replace(levels[1], ante=500)
    change_levels(flight=flight, levels=levels, **at(4))
    tick_at(after(20))
    with pytest.raises(Conflict, match=r"Level 2 .* began at"):
        undo_level_change(flight=flight, **at(21))


def test_two_changes_are_undone_one_after_the_other():
    flight = running_flight()
    before = levels_of(flight)
    first = shortened(flight, 2, 10)
    change_levels(flight=flight, levels=first, **at(1))
    change_levels(flight=flight, levels=[*first[:3], Level(5000, 10000, 0, 600)], **at(2))

    undo_level_change(flight=flight, **at(3))
    assert levels_of(flight) == first
    undo_level_change(flight=flight, **at(4))
    assert levels_of(flight) == before


def test_an_end_by_a_time_is_a_change_of_the_levels_that_is_undone_like_the_others():
    flight = running_flight()
    before = levels_of(flight)
    added = [*before, Level(50_000, 100_000, 0, minutes(20))]
    change_levels(flight=flight, levels=added, **at(1))
    finish_flight_by(flight=flight, ends_at=after(300), **at(2))

    undo_level_change(flight=flight, **at(3))

    assert levels_of(flight) == added


def test_levels_made_longer_to_end_by_a_time_go_back_to_those_that_were_added_too():
    flight = running_flight()
    added = [*levels_of(flight), Level(50_000, 100_000, 0, minutes(20))]
    change_levels(flight=flight, levels=added, **at(1))
    finish_flight_by(flight=flight, ends_at=after(300), **at(2))

    plan_levels_again(flight=flight, **at(3))

    assert levels_of(flight) == added


def test_an_undo_of_the_clock_reads_each_move_with_the_levels_it_was_made_with():
    flight = running_flight()
    skip_level(flight=flight, **at(5))
    skip_level(flight=flight, **at(6))
    levels = levels_of(flight)
    change_levels(flight=flight, levels=[*levels[:3], Level(5000, 10000, 0, 600)], **at(7))
    pause_clock(flight=flight, **at(8))

    undo_clock_event(flight=flight, **at(8))

    assert clock_view(fresh(flight), after(8)).seconds_left == minutes(LEVEL) - minutes(2)


def test_a_level_played_again_may_be_followed_by_others():
    flight = running_flight()
    skip_level(flight=flight, **at(5))
    back_level(flight=flight, **at(6))

    change_levels(flight=flight, levels=shortened(flight, 2, 10), **at(7))

    assert clock_view(fresh(flight), after(7)).levels[1].minutes == 10


def test_levels_added_after_the_last_one_ran_out_begin_now():
    flight = running_flight()
    levels = levels_of(flight)
    whole = sum(level.seconds for level in levels) / 60
    change_levels(flight=flight, levels=[*levels, Level(50_000, 100_000, 0, minutes(20))], **at(whole + 90))

    view = clock_view(fresh(flight), after(whole + 90))
    assert view.level.big_blind == 100_000
    assert view.seconds_left == minutes(20)


def test_late_entry_follows_the_levels_and_they_must_stay_enough():
    tournament = make_holdem(late_until_level=3)
    flight = running_flight(tournament=tournament)
    levels = levels_of(flight)
    longer = shortened(flight, 2, 40)

    deadlines = {each.name: each for each in plan_at(flight, longer, 5).deadlines}
    assert deadlines["Late entry closes"].after - deadlines["Late entry closes"].before == timedelta(minutes=20)
    with pytest.raises(Conflict, match="up to level 3, but only 2 levels would be left"):
        change_levels(flight=flight, levels=levels[:2], **at(5))
    change_levels(flight=flight, levels=longer, **at(5))

    row = fresh(flight)
    assert takes_entries(row, clock_view(row, after(75)))
    assert not takes_entries(row, clock_view(row, deadlines["Late entry closes"].after))


def test_the_add_on_needs_its_break():
    tournament = make_holdem(add_on_chips=5000, add_on_price=1000, add_on_break=1)
    flight = running_flight(tournament=tournament)

    with pytest.raises(Conflict, match="The add-on is sold in break 1, but only 0 would be left"):
        change_levels(flight=flight, levels=[each for each in levels_of(flight) if not each.is_break], **at(5))


def test_a_blind_that_no_chip_in_play_can_pay_is_refused_with_what_can():
    flight = running_flight()
    levels = levels_of(flight)
    levels[2] = replace(levels[2], small_blind=1025, big_blind=2050)

    with pytest.raises(UserFacingError, match="Level 3 has a small blind of 1,025") as refused:
        change_levels(flight=flight, levels=levels, **at(5))
    assert refused.value.code == "chips_cannot_pay"


def test_a_blind_that_needs_a_chip_of_before_the_colour_up_is_refused():
    flight = running_flight()
    levels = levels_of(flight)
    levels[2] = replace(levels[2], small_blind=1050, big_blind=2100)
    raced = {"stacks": {}, "cards": {}, "changes": {}, "drift": 0, "bank_entry": 1, "by_label": "Ann"}
    ChipRace.objects.create(flight=flight, table_number=1, small=50, large=100, at=after(2), **raced)

    with pytest.raises(UserFacingError, match=r"the smallest chip in play is 100\. Take 1,000 or 1,100"):
        change_levels(flight=flight, levels=levels, **at(5))


def test_blinds_are_as_the_house_has_them():
    flight = running_flight(tournament=make_holdem(make_event("biska")))
    levels = levels_of(flight)
    levels[2] = replace(levels[2], small_blind=500, big_blind=2000)

    with pytest.raises(RuleError, match="the small blind is half the big blind"):
        change_levels(flight=flight, levels=levels, **at(5))


def test_a_decided_flight_keeps_its_levels():
    flight = running_flight()
    for code in reversed(codes_of(flight)[2:]):
        out(flight, code)

    with pytest.raises(Conflict, match="was decided at"):
        change_levels(flight=flight, levels=shortened(flight, 2, 10), **at(5))


def test_another_flight_keeps_its_levels_and_the_plan_says_so():
    flight = running_flight()
    other = running_flight(tournament=flight.tournament, number=2)
    wanted = shortened(flight, 2, 10)

    plan = plan_at(flight, wanted, 5)
    change_levels(flight=flight, levels=wanted, **at(5))

    assert levels_of(other) == list(flight.tournament.blind_levels)
    assert [text.split(" keeps")[0] for text in plan.others] == ["Flight 2", "Flight 3", "Final table"]


def test_the_plan_says_what_changes_and_when_each_level_begins_now_and_then():
    flight = running_flight()
    wanted = shortened(flight, 2, 10)
    wanted.insert(2, Level(600, 1200, 0, minutes(15)))
    del wanted[4]

    plan = plan_at(flight, wanted, 5)

    said = {each.change for each in plan.levels}
    assert {"changed", "added", "removed", "moved"} <= said
    assert plan.levels[0].before.view.position == 1
    changed = next(each for each in plan.levels if each.change == "changed")
    assert (changed.before.seconds, changed.after.seconds) == (minutes(20), minutes(10))
    assert plan.ends_after - plan.ends_before == timedelta(minutes=-10 + 15 - 10)


def test_the_audit_log_counts_what_was_changed():
    flight = running_flight()
    wanted = [*shortened(flight, 2, 10), Level(50_000, 100_000, 0, minutes(20))]

    change_levels(flight=flight, levels=wanted, **at(5))

    facts = AuditRecord.objects.get(action="clock.levels_changed").facts
    assert (facts["changed"], facts["added"], facts["removed"]) == (1, 1, 0)
