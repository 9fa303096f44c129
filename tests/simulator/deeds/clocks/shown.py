"""What programs and the wall are told of a clock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from tests.simulator.deeds.clocks.model import Paper
from tests.simulator.deeds.deed import Evening, differences
from tests.simulator.presses import Press, sent
from tournaments.selectors.clock.clock_view import read


def shown_differs(night: Evening, paper: Paper, at: datetime) -> Iterator[str]:
    """What the API, the wall and the reading of the clock tell otherwise than the paper has it."""
    clock, position = paper.clock, paper.position(at)
    levels, since = clock.levels, paper.place.since
    is_over = paper.ran(at) == paper.total
    is_running = since is not None and not is_over
    left = -(-paper.left(at) // 1000)
    coming = [number for number in range(position, len(levels)) if levels[number].is_break]
    to_break = -(-(sum(paper.lengths[: coming[0]]) - paper.ran(at)) // 1000) if coming else None
    played = clock.flight.tournament.blind_levels[: clock.start_position - 1]
    number = sum(not level.is_break for level in (*played, *levels[:position]))
    level = levels[position - 1]
    ends = _epoch(since) + sum(paper.lengths[:position]) - paper.place.ran if since is not None and is_running else None
    wanted = {
        "version": paper.version,
        "seconds_left": left,
        "next_break_in_seconds": to_break,
        "ends_at_ms": ends,
        "position": position,
        "number": number,
        "small_blind": level.small_blind,
        "big_blind": level.big_blind,
        "is_break": level.is_break,
        "state": _state(paper, is_over=is_over, is_running=is_running, is_break=level.is_break),
    }
    address = f"/api/v1/events/{night.event.code}/holdem/flights/{clock.flight_id}/clock/"
    told = sent(Press("organiser", "GET", address), night.world).json()
    told |= told["level"]
    yield from differences(f"{clock} is told to programs:", wanted, {name: told.get(name) for name in wanted})
    row = clock._meta.model.objects.select_related("flight__tournament").get(pk=clock.pk)
    if read(row, at).level_number != number - sum(not each.is_break for each in played):
        yield f"{clock} is read as level {read(row, at).level_number}"
    wall = sent(Press("stranger", "GET", f"/e/{night.event.code}/clock/{clock.flight_id}/live/"), night.world)
    text = wall.content.decode()
    shown = {name: _found(text, name) for name in ("left", "running", "ends")}
    on_wall = {"left": str(left), "running": str(is_running).lower(), "ends": "" if ends is None else str(ends)}
    yield from differences(f"{clock} on the wall:", on_wall, shown)


def _state(paper: Paper, *, is_over: bool, is_running: bool, is_break: bool) -> str:
    if is_over:
        return "over"
    if is_running:
        return "break" if is_break else "running"
    return "paused" if paper.place.since is not None or paper.place.ran > 0 else "waiting"


def _found(text: str, name: str) -> str:
    found = re.search(rf'data-clock-{name}="([^"]*)"', text)
    return found[1] if found else "nothing"


def _epoch(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
