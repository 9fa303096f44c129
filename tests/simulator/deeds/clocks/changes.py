"""Deeds that change the levels of a flight while it plays, and undo the change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from datetime import datetime

from engine.tournament.levels import Level, break_level
from engine.units import Seconds
from tests.simulator.deeds.clocks.model import Paper, paper_of
from tests.simulator.deeds.clocks.moves import STAFF, a_clock, is_time_set
from tests.simulator.deeds.deed import Deed, Deeds, Evening, arrival
from tournaments.models import BlindClock, ClockEvent, ClockKind

BEFORE_BAGS = ("planned", "seated", "running")


def change_levels(night: Evening) -> Deed | None:
    """Some level gets another length, one is added or goes; now and then one that has begun is touched, too."""
    clock = a_clock(night)
    if clock is None or is_time_set(night, clock):
        return None
    at, paper, chance = arrival(), paper_of(clock), night.chance
    paper.let_time_pass(at)
    begun, played = _begun(paper, at)
    levels = list(clock.levels)
    first = chance.randrange(len(levels) + 1) if night.is_wrong(0.2) else begun
    match chance.choice(("longer", "present", "break", "level", "gone", "same")):
        case "longer" if first < len(levels):
            levels[first] = replace(levels[first], seconds=Seconds(levels[first].seconds + chance.choice((-1, 1, 600))))
        case "present" if begun:
            seconds = played // 1000 + chance.choice((0, 1, 2, 600))
            levels[begun - 1] = replace(levels[begun - 1], seconds=Seconds(max(seconds, 1)))
        case "break":
            levels.insert(first, break_level(Seconds(600)))
        case "level":
            levels.insert(first, next(level for level in clock.levels if not level.is_break))
        case "gone" if first < len(levels):
            del levels[first]
    refused = _why_not(clock, levels, begun, played)
    seen = chance.choice((None, _seen(clock)))
    if seen is not None and night.is_wrong(0.1):
        seen, refused = seen + 1, refused or "the levels were changed since"

    place = f"holdem/flights/{clock.flight_id}/clock/levels/"
    sent: dict[str, object] = {"levels": [asdict(level) for level in levels]}
    if seen is not None:
        sent["seen"] = seen
    press = night.program("POST", place, sent, who=chance.choice(STAFF))
    return Deed(press, refused, must_count=not refused, promise=lambda: _changed(paper, levels, at, begun))


def undo_levels(night: Evening) -> Deed | None:
    """The last change of the levels is undone, unless a level has begun that was changed."""
    clock = a_clock(night, likes=lambda each: _standing(each) is not None)
    if clock is None or is_time_set(night, clock):
        return None
    at, paper = arrival(), paper_of(clock)
    change = _standing(clock)
    paper.let_time_pass(at)
    begun, played = _begun(paper, at)
    refused = _state(clock) or ("" if change else "no change stands")
    levels = _before(clock, change) if change else []
    if not refused and not _keeps(list(clock.levels), levels, begun, played):
        refused = "a level that was changed has begun"

    place = f"holdem/flights/{clock.flight_id}/clock/levels/undo/"
    press = night.program("POST", place, {}, who=night.chance.choice(STAFF))
    return Deed(press, refused, must_count=not refused, promise=lambda: _changed(paper, levels, at, begun))


def _changed(paper: Paper, levels: Sequence[Level], at: datetime, begun: int) -> Iterator[str]:
    clock = BlindClock.objects.select_related("flight__tournament__event").get(pk=paper.clock.pk)
    if list(clock.levels) != list(levels):
        yield f"{clock} has other levels than it was given"
    if clock.version != paper.version + 1:
        yield f"{clock} is version {clock.version} after its levels were changed, not {paper.version + 1}"
    now = paper_of(clock)
    if now.ran(at) != paper.ran(at):
        yield f"{clock} had run {paper.ran(at)} ms, and {now.ran(at)} ms once its levels were changed"
    if begun and paper.ran(at) < paper.total and now.position(at) != begun:
        yield f"{clock} is at position {now.position(at)}, and was at {begun} before its levels were changed"


def _begun(paper: Paper, at: datetime) -> tuple[int, int]:
    """How many levels have begun, and for how many milliseconds the last was played."""
    if paper.place.since is None and not paper.place.ran:
        return 0, 0
    position = paper.position(at)
    return position, paper.ran(at) - sum(paper.lengths[: position - 1])


def _state(clock: BlindClock) -> str:
    if clock.flight.status not in BEFORE_BAGS:
        return f"the flight is {clock.flight.status}"
    return "the flight is decided" if clock.flight.decided_at else ""


def _why_not(clock: BlindClock, levels: Sequence[Level], begun: int, played: int) -> str:
    before, tournament = list(clock.levels), clock.flight.tournament
    if reason := _state(clock):
        return reason
    if list(levels) == before:
        return "nothing would change"
    if not _keeps(before, levels, begun, played):
        return "what has begun would change"
    old, new = (sum(not level.is_break for level in each) for each in (before, levels))
    if not new:
        return "no level would be left"
    if clock.flight.kind == "final":
        return ""
    closing = [tournament.late_until_level, tournament.rebuy_until_level if tournament.rebuy_chips else 0]
    if any(new < until <= old for until in closing):
        return "sales close after a level that would go"
    number = tournament.add_on_break
    if tournament.add_on_chips and len(levels) - new < number <= len(before) - old:
        return "the break of the add-on would go"
    return ""


def _keeps(before: Sequence[Level], after: Sequence[Level], begun: int, played: int) -> bool:
    """Whether what has begun stays; the last of it may have another length that lasts longer than it was played."""
    if not begun:
        return True
    if len(after) < begun or list(before[: begun - 1]) != list(after[: begun - 1]):
        return False
    old, new = before[begun - 1], after[begun - 1]
    return old == new or (old == replace(new, seconds=old.seconds) and new.seconds * 1000 > played)


def _seen(clock: BlindClock) -> int:
    rows = clock.events.select_related("undoes").order_by("-pk")
    of_levels = (row for row in rows if ClockKind.LEVELS in (row.kind, row.undoes and row.undoes.kind))
    return next((row.version for row in of_levels), 0)


def _standing(clock: BlindClock) -> ClockEvent | None:
    return clock.events.filter(kind=ClockKind.LEVELS, undone_by__isnull=True).order_by("-pk").first()


def _before(clock: BlindClock, change: ClockEvent) -> list[Level]:
    rows = clock.flight.tournament.levels if change.structure is None else change.structure
    levels = [Level(**row) for row in rows][clock.start_position - 1 :]
    lengths = change.level_seconds or []
    if len(lengths) != len(levels):
        return levels
    return [replace(level, seconds=Seconds(each)) for level, each in zip(levels, lengths, strict=True)]


DEEDS: Deeds = {"change levels": change_levels, "change levels again": change_levels, "undo levels": undo_levels}
