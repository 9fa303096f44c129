"""Every blind clock stands where its moves have brought it, worked out anew from the moves alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any

from eventnight.events.models import Event
from tournaments.models import BlindClock, ClockEvent, ClockKind
from tournaments.services.clock.wall_time import NEW_FOR, STEP_TOLERANCE

LOOKS_WITHIN = 60
"""Seconds after which a worker that did not look has missed something."""
NOTES = (ClockKind.BREAKS, ClockKind.LEVELS, ClockKind.WALL_STEP)
DRIFT = 2500
"""Milliseconds by which the computer's time may be wrong without anybody noticing that it was set."""


@dataclass(frozen=True)
class Place:
    """Milliseconds that had run at a time of day; without one the clock stands."""

    ran: int = 0
    since: datetime | None = None

    def at(self, moment: datetime, total: int) -> int:
        """What has run by then, at most all levels."""
        more = 0 if self.since is None else max(0, (moment - self.since) // timedelta(milliseconds=1))
        return min(self.ran + more, total)


@dataclass
class Known:
    """A clock as far as its moves were read. made: those that stand."""

    place: Place = field(default_factory=Place)
    made: list[ClockEvent] = field(default_factory=list)
    last: int = 0
    is_moved: bool = False
    shown: tuple[int, float] | None = None


@dataclass(frozen=True)
class Shown:
    """What a clock must show. position counts levels and breaks from 1."""

    position: int
    seconds_left: int
    ran: int
    is_running: bool

    def differs_from(self, told: Mapping[str, Any]) -> bool:
        """told: by the API."""
        return (self.position, self.seconds_left) != (told["level"]["position"], told["seconds_left"])


class Clocks:
    """Of one night."""

    def begin(self, now: datetime) -> None:
        self._begun, self._is_lost = now, False
        self._known: dict[int, Known] = {}
        self._first_tick: float | None = None
        self._last_tick, self._ahead = 0.0, 0.0

    def look(self, event: Event, now: datetime, uptime: float, *, ticked: bool) -> Iterator[tuple[int, Shown, str]]:
        """Each clock: its flight, what it must show, and what is wrong with it.

        uptime: seconds that really passed. ticked: whether the worker has just looked at the clocks.
        """
        if ticked and self._first_tick is None:
            self._first_tick = uptime
        knows_the_time = self._first_tick is not None and uptime - self._first_tick >= NEW_FOR
        # A worker that never saw the right time cannot tell when it was set.
        is_set = abs((now - self._begun).total_seconds() - uptime) * 1000 > DRIFT
        self._is_lost |= is_set and not knows_the_time
        if ticked and self._is_set_unseen(now, uptime):
            for known in self._known.values():
                known.shown = None
        clocks = BlindClock.objects.filter(flight__tournament__event=event).select_related("flight__tournament")
        for clock in clocks:
            known = self._known.setdefault(clock.pk, Known())
            lengths = [level.milliseconds for level in clock.levels]
            new = list(clock.events.filter(pk__gt=known.last).select_related("undoes").order_by("pk"))
            for move in new:
                make(known, move, lengths)
            known.is_moved |= any(move.kind != ClockKind.WALL_STEP for move in new)
            shown = _shown(clock, known.place, lengths, now)
            yield (
                clock.flight_id,
                shown,
                _fault(clock, known) or (_drift(clock, known, shown, uptime) if ticked else ""),
            )
            if ticked:
                known.is_moved, known.shown = False, None
                if shown.is_running and knows_the_time and not self._is_lost:
                    known.shown = (shown.ran, uptime)

    def _is_set_unseen(self, now: datetime, uptime: float) -> bool:
        """Whether the computer's time was set at some moment of a time in which no worker looked: before or after what
        was read meanwhile, nobody can tell. A time that was set back must have come again to where it was.
        """
        before, looked = self._ahead, self._last_tick
        self._ahead, self._last_tick = (now - self._begun).total_seconds() - uptime, uptime
        unseen, moved = uptime - looked, self._ahead - before
        is_past_again = moved < 0 and unseen + moved >= -STEP_TOLERANCE.total_seconds()
        return abs(moved) * 1000 > DRIFT and (unseen > LOOKS_WITHIN or is_past_again)


def _fault(clock: BlindClock, known: Known) -> str:
    stored = Place(clock.elapsed_ms, clock.running_since)
    if stored == known.place:
        return ""
    return f"the clock of {clock.flight} is kept at {stored}, and its moves come to {known.place}"


def _drift(clock: BlindClock, known: Known, shown: Shown, uptime: float) -> str:
    """A clock that nobody moved runs as long as time passes, whatever the computer's time was set to."""
    if known.shown is None or known.is_moved or not shown.is_running:
        return ""
    ran, seconds = shown.ran - known.shown[0], uptime - known.shown[1]
    return f"the clock of {clock.flight} ran {ran} ms in {seconds} s" if abs(ran - seconds * 1000) > DRIFT else ""


def make(known: Known, move: ClockEvent, lengths: list[int]) -> None:
    known.last = move.pk
    if move.undoes is None or move.undoes.kind == ClockKind.LEVELS:
        moved = moved_by(known.place, move, lengths)
        if moved != known.place or move.undoes is not None or move.kind in NOTES:
            known.made.append(move)
        known.place = moved
        return
    # Read once more: levels may have been changed since, and then a move tells what they were.
    standing = [each.pk for each in known.made if each.pk != move.undoes_id]
    known.made = list(ClockEvent.objects.filter(pk__in=standing).select_related("undoes").order_by("pk"))
    known.place = Place()
    for each in known.made:
        known.place = moved_by(known.place, each, lengths)


def moved_by(place: Place, move: ClockEvent, lengths: list[int]) -> Place:
    """lengths: of the levels as they are; a move made before they were changed tells its own."""
    if move.level_seconds is not None:
        lengths = [seconds * 1000 for seconds in move.level_seconds]
    total, ends = sum(lengths), list(accumulate(lengths))
    ran = place.at(move.at, total)
    level = level_at(ran, ends)
    start = ends[level] - lengths[level]
    match move.kind:
        case ClockKind.START | ClockKind.RESUME:
            starts = place.since is None and place.ran < total
            return replace(place, since=move.at) if starts else place
        case ClockKind.PAUSE:
            return place if place.since is None else Place(ran)
        case ClockKind.ADJUST:
            to = min(max(ran - move.seconds * 1000, start), ends[level] - 1000)
            if to == ran:
                return place
        case ClockKind.SKIP:
            to = ends[level]
        case ClockKind.BACK:
            to = start - lengths[level - 1]
        case ClockKind.STOOD_STILL:
            to = max(0, ran - max(0, move.seconds) * 1000)
            if to == ran:
                return place
        case _:
            to = place.at(move.until or move.at, total)
    return Place(to, None if place.since is None else move.at)


def _shown(clock: BlindClock, place: Place, lengths: list[int], now: datetime) -> Shown:
    """A clock that was read at a later time goes by that; one that pauses for breaks stands at the first it came to."""
    moment = now if clock.last_read_at is None or place.since is None else max(now, clock.last_read_at)
    ends, ran, stands = list(accumulate(lengths)), place.at(moment, sum(lengths)), place.since is None
    if clock.pauses_for_breaks and not stands:
        breaks = [end - level.milliseconds for end, level in zip(ends, clock.levels, strict=True) if level.is_break]
        reached = [start for start in breaks if place.ran < start <= ran]
        if reached:
            ran, stands = reached[0], True
    level = level_at(ran, ends)
    left = -(-(ends[level] - ran) // 1000)
    return Shown(level + 1, left, ran, not stands and ran < ends[-1])


def level_at(ran: int, ends: list[int]) -> int:
    return next((number for number, end in enumerate(ends) if ran < end), len(ends) - 1)
