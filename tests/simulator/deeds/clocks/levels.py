"""Deeds about levels that come due: the tick that announces them, the computer's time, and an end by a time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from eventnight.core.models import EventHead
from tests.simulator.deeds.clocks.model import Paper, paper_of
from tests.simulator.deeds.clocks.moves import AT_WORK, STAFF, a_clock, is_time_set
from tests.simulator.deeds.clocks.shown import shown_differs
from tests.simulator.deeds.deed import Deed, Deeds, Evening, arrival
from tests.simulator.presses import Press
from tournaments.models import BlindClock, FlightEntry

LONGEST_LOOK = 40
"""Seconds that pass at most between two ticks, so that nobody asks whether play went on."""
OLD_ENOUGH = 6
"""Seconds after which a worker knows whether the computer's time was set."""
BIG_BLINDS_AT_THE_END = 20
SHORTEST = 300


def watch_a_level_end(night: Evening) -> Deed | None:
    """Lets time pass until a level ends, or to a second beside that, ticks, and looks at the clock."""
    clock = a_clock(night, likes=lambda each: each.is_running and each.due_at is not None)
    if clock is None or not clock.is_running or is_time_set(night, clock):
        return None
    night.world.tick()
    night.world.pass_time(OLD_ENOUGH)
    night.world.tick()
    clock = BlindClock.objects.select_related("flight__tournament__event").get(pk=clock.pk)
    if clock.due_at is None:
        return None
    seconds = (clock.due_at - timezone.now()).total_seconds() + night.chance.choice((-1, 0, 0, 0, 1))
    if night.chance.random() < 0.5:
        seconds = _near(night, clock, seconds)
    clock = BlindClock.objects.select_related("flight__tournament__event").get(pk=clock.pk)
    paper, told = paper_of(clock), EventHead.objects.get(event=night.event).version
    if seconds > 0:
        night.world.pass_time(seconds)
    ticked = timezone.now()
    if clock.due_at is not None and (clock.due_at <= ticked or (ticked - _seen(clock)).total_seconds() > 60):
        paper.let_time_pass(ticked)
    night.world.tick()

    def promise() -> Iterator[str]:
        at = ticked + timedelta(seconds=1)
        yield from paper.differs(ticked)
        yield from shown_differs(night, paper, at)
        head = EventHead.objects.get(event=night.event)
        if paper.new and head.version <= told:
            yield f"{clock} announced {paper.new}, and no screen is told"

    address = f"/api/v1/events/{night.event.code}/holdem/flights/{clock.flight_id}/clock/"
    return Deed(Press("organiser", "GET", address), must_count=True, promise=promise)


def set_the_time(night: Evening) -> Deed | None:
    """Somebody sets the computer's time, and later sets it right again; the clocks run on as if nobody had."""
    clock = _watched_for_long(night)
    if clock is None:
        return None
    world, wrong = night.world, night.chance.choice((600, 3600, -600, -3600))
    paper = paper_of(clock)
    before, passed = paper.ran(timezone.now()), []
    for change in (wrong, -wrong):
        world.set_time(change)
        world.tick()
        world.pass_time(OLD_ENOUGH)
        world.tick()
        now = BlindClock.objects.select_related("flight__tournament__event").get(pk=clock.pk)
        passed.append(paper_of(now).ran(timezone.now()) - before)

    def promise() -> Iterator[str]:
        for times, ran in enumerate(passed, 1):
            if abs(ran - times * OLD_ENOUGH * 1000) > 2000:
                yield f"{clock} ran {ran} ms in {times * OLD_ENOUGH} s in which the computer's time was set"

    address = f"/api/v1/events/{night.event.code}/holdem/flights/{clock.flight_id}/clock/"
    return Deed(Press("organiser", "GET", address), must_count=True, promise=promise)


def deny_the_step(night: Evening) -> Deed | None:
    """The computer's time was set, and set right again; then somebody says that nobody has set it."""
    clock = _watched_for_long(night)
    if clock is None or night.chance.random() < 0.5:
        return None
    for change in (3600, -3600):
        night.world.set_time(change)
        night.world.tick()
        night.world.pass_time(OLD_ENOUGH)
        night.world.tick()
    return Deed(night.program("POST", f"holdem/flights/{clock.flight_id}/clock/undo-step/", {}))


def _watched_for_long(night: Evening) -> BlindClock | None:
    """A clock that runs, and will for a minute, where every worker knows the time."""
    clock = a_clock(night, likes=lambda each: each.is_running)
    if clock is None or not clock.is_running or is_time_set(night, clock):
        return None
    night.world.tick()
    night.world.pass_time(OLD_ENOUGH)
    night.world.tick()
    clock = BlindClock.objects.select_related("flight__tournament__event").get(pk=clock.pk)
    return clock if clock.is_running and paper_of(clock).left(timezone.now()) >= 60_000 else None


def finish_by(night: Evening) -> Deed | None:
    """The levels to come are made longer or shorter, so that play ends at a time; those that began stay as they are."""
    clock = a_clock(night)
    if clock is None or is_time_set(night, clock):
        return None
    at, flight, chance = arrival(), clock.flight, night.chance
    paper = paper_of(clock)
    paper.let_time_pass(at)
    chips = _in_play(flight.pk)
    play, last = _to_come(paper, chips, at)
    lengths = [length // 1000 for length in paper.lengths]
    rest = sum(lengths[:last]) - paper.ran(at) // 1000 - sum(lengths[index] for index in play)
    least = rest + SHORTEST * len(play)
    wanted = chance.choice((least, least, least - 1, least + 600, least + 3601)) if play else 3600
    refused = "" if play else "no level is to come"
    refused = refused or ("it is too soon" if wanted < least else "")
    refused = refused or ("" if flight.status in AT_WORK else "the flight is not at its tables")
    refused = refused or ("the flight is decided" if flight.decided_at else "")
    begun = paper.position(at)

    def promise() -> Iterator[str]:
        row = BlindClock.objects.select_related("flight__tournament__event").get(pk=clock.pk)
        now = [level.seconds for level in row.levels]
        stay = [number for number, level in enumerate(row.levels) if number < begun or level.is_break]
        if [now[number] for number in stay] != [lengths[number] for number in stay]:
            yield f"{clock} has a break or a level that had begun at another length"
        if sum(now[index] for index in play) != wanted - rest:
            yield f"{clock} ends {sum(now[:last])} s after its start, not {wanted} s from now"
        if min(now[index] for index in play) < SHORTEST:
            yield f"{clock} has a level shorter than {SHORTEST} s"

    ends_at = (at + timedelta(seconds=wanted)).astimezone(UTC).isoformat()
    place = f"holdem/flights/{flight.pk}/clock/finish-by/"
    press = night.program("POST", place, {"ends_at": ends_at}, who=chance.choice(STAFF))
    return Deed(press, refused, must_count=not refused and chips > 0, promise=promise)


def as_planned(night: Evening) -> Deed | None:
    """The levels to come have the lengths again that the tournament planned."""
    clock = a_clock(night, likes=lambda each: each.level_seconds is not None)
    if clock is None or is_time_set(night, clock):
        return None
    at, paper, flight = arrival(), paper_of(clock), clock.flight
    paper.let_time_pass(at)
    refused = "" if clock.level_seconds is not None else "its levels are as planned"
    refused = refused or ("" if flight.status in AT_WORK else "the flight is not at its tables")
    refused = refused or ("the flight is decided" if flight.decided_at else "")
    begun = paper.position(at)
    planned = [level.seconds for level in clock.planned_levels]
    wanted = [level.seconds for level in clock.levels][:begun] + planned[begun:]

    def promise() -> Iterator[str]:
        row = BlindClock.objects.select_related("flight__tournament__event").get(pk=clock.pk)
        if [level.seconds for level in row.levels] != wanted:
            yield f"{clock} has its levels not as they were planned"

    if night.chance.random() < 0.4:
        press = night.form(f"floor/{flight.pk}/finish-by/as-planned/", {}, who=night.chance.choice(STAFF))
    else:
        press = night.program("POST", f"holdem/flights/{flight.pk}/clock/finish-by/", {"ends_at": None})
    return Deed(press, refused, must_count=not refused, promise=promise)


def decide_a_flight(night: Evening) -> Deed | None:
    """All but those who go on are out on one hand; the flight is decided, and its clock stops in that moment."""
    clock = a_clock(night, likes=lambda each: each.is_running and each.flight.decided_at is None)
    if clock is None or clock.flight.status != "running" or clock.flight.decided_at or night.chance.random() < 0.7:
        return None
    flight = clock.flight
    entries = FlightEntry.objects.filter(flight=flight).select_related("player").order_by("pk")
    left = [entry for entry in entries if entry.bust_hand_id is None and entry.player_id]
    going_on = flight.advancing_of(entries.count())
    if len(left) <= going_on or flight.shared_hand:
        return None
    out = {entry.player.code: 100 * number for number, entry in enumerate(left[going_on:], 1) if entry.player}

    def promise() -> Iterator[str]:
        row = BlindClock.objects.select_related("flight").get(pk=clock.pk)
        if row.flight.decided_at is None or row.running_since is not None:
            yield f"{clock} runs on though nobody has to play any more"

    press = night.program("POST", f"holdem/flights/{flight.pk}/bust-outs/", {"busted": out})
    return Deed(press, promise=promise)


def _near(night: Evening, clock: BlindClock, seconds: float) -> float:
    """Time passes with a tick now and then until there is little left. Returns what is left."""
    if seconds > 8 * LONGEST_LOOK:
        return seconds
    while seconds > LONGEST_LOOK:
        night.world.pass_time(LONGEST_LOOK)
        night.world.tick()
        seconds -= LONGEST_LOOK
    return seconds


def _seen(clock: BlindClock) -> datetime:
    return clock.last_read_at or timezone.now()


def _in_play(flight: int) -> int:
    """Chips that were bought into the flight."""
    return sum(FlightEntry.objects.filter(flight=flight).values_list("started_with", flat=True))


def _to_come(paper: Paper, chips: int, at: datetime) -> tuple[list[int], int]:
    """The levels from the next one to the one in which about 20 big blinds are left, and the position of that one."""
    levels, now = paper.clock.levels, paper.position(at)
    plays = [number for number, level in enumerate(levels, 1) if not level.is_break]
    enough = (each for each in plays if each >= now and levels[each - 1].big_blind * BIG_BLINDS_AT_THE_END >= chips)
    last = next(enough, plays[-1])
    return [index for index in range(now, last) if not levels[index].is_break], last


DEEDS: Deeds = {
    "watch a level end": watch_a_level_end,
    "watch another level end": watch_a_level_end,
    "set the computer's time": set_the_time,
    "set the computer's time again": set_the_time,
    "say that nobody set the time": deny_the_step,
    "finish by a time": finish_by,
    "levels as planned": as_planned,
    "decide a flight": decide_a_flight,
}
