"""The programme with what is over and what is on, told from the activities themselves and never from the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from eventnight.core.values.formats import counted_text
from eventnight.events.models import ActivityKind
from eventnight.events.selectors import programme_of
from eventnight.night.selectors.tonight import Tonight
from eventnight.raffle.models import RaffleStatus
from tables.models import TableKind
from tables.selectors import TableSummary
from tournaments.models import FlightStatus
from tournaments.selectors.bracket.night import EuchreSummary
from tournaments.selectors.flight.values import HoldemView


class Progress(StrEnum):
    """How far an activity has come."""

    TO_COME = "to_come"
    NOW = "now"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class ProgrammeLine:
    """A line of the programme. note: how it stands in a word or two, or empty."""

    title: str
    starts_at: datetime
    progress: Progress
    note: str


RAFFLE_PROGRESS = {
    RaffleStatus.OPEN: Progress.TO_COME,
    RaffleStatus.FROZEN: Progress.NOW,
    RaffleStatus.DRAWING: Progress.NOW,
    RaffleStatus.DONE: Progress.DONE,
}
FLIGHT_PROGRESS = {
    FlightStatus.PLANNED: Progress.TO_COME,
    FlightStatus.SEATED: Progress.TO_COME,
    FlightStatus.RUNNING: Progress.NOW,
    FlightStatus.BAGGED: Progress.DONE,
    FlightStatus.CLOSED: Progress.DONE,
}


def programme(night: Tonight) -> list[ProgrammeLine]:
    """The lines of the programme in order: one query."""
    activities = list(programme_of(night.event))
    number_of_kind = Counter(activity.kind for activity in activities)
    seen: Counter[str] = Counter()
    lines = []
    for activity in activities:
        progress, note = _standing(night, activity.kind, seen[activity.kind], number_of_kind[activity.kind])
        seen[activity.kind] += 1
        if night.event.is_closed:
            progress = Progress.DONE
        lines.append(ProgrammeLine(activity.title, activity.starts_at, progress, note))
    return lines


def _standing(night: Tonight, kind: str, place: int, lines: int) -> tuple[Progress, str]:
    """place: which of the `lines` lines of that kind it is, from 0."""
    if kind == ActivityKind.DOORS:
        return _doors(night)
    if kind == ActivityKind.EUCHRE:
        return _euchre(_own(night.euchre, place, lines))
    if kind == ActivityKind.HOLDEM:
        return _flight(night, place) if lines == len(night.flights) > 1 else _holdem(_own(night.holdem, place, lines))
    if kind in (ActivityKind.TABLES, ActivityKind.ROULETTE):
        wanted = TableKind.POKER if kind == ActivityKind.TABLES else TableKind.ROULETTE
        return _tables(_own([table for table in night.tables if table.kind == wanted], place, lines))
    if kind == ActivityKind.RAFFLE and night.raffle is not None:
        return RAFFLE_PROGRESS[RaffleStatus(night.raffle.status)], night.raffle.status_text
    return Progress.TO_COME, ""


def _own(found: Iterable[Any], place: int, lines: int) -> list[Any]:
    """What a line stands for: everything of its kind, or where there are several lines, one each in order."""
    listed = list(found)
    return listed if lines == 1 else listed[place : place + 1]


def _doors(night: Tonight) -> tuple[Progress, str]:
    if night.event.is_planned:
        return Progress.TO_COME, ""
    if night.doors.players and not night.doors.missing:
        return Progress.DONE, ""
    return Progress.NOW, f"{night.doors.checked_in} of {night.doors.players} here"


def _euchre(found: list[EuchreSummary]) -> tuple[Progress, str]:
    under_way = [summary for summary in found if summary.bracket.is_running]
    if under_way:
        return Progress.NOW, under_way[0].round_name
    if found and all(summary.bracket.is_finished for summary in found):
        return Progress.DONE, ""
    return Progress.TO_COME, found[0].round_name if found else ""


def _flight(night: Tonight, place: int) -> tuple[Progress, str]:
    flight = night.flights[place].flight
    has_begun = flight.entries or not flight.is_final
    return FLIGHT_PROGRESS[flight.status], flight.status_text if has_begun else ""


def _holdem(found: list[HoldemView]) -> tuple[Progress, str]:
    if not found:
        return Progress.TO_COME, ""
    if all(holdem.is_finished for holdem in found):
        return Progress.DONE, ""
    begun = [holdem for holdem in found if any(not flight.is_planned for flight in holdem.flights)]
    if not begun:
        return Progress.TO_COME, found[0].current.status_text
    return Progress.NOW, f"{begun[0].current.name}, {begun[0].current.status_text.lower()}"


def _tables(found: list[TableSummary]) -> tuple[Progress, str]:
    is_open = sum(table.is_open for table in found)
    if is_open:
        return Progress.NOW, counted_text(is_open, "table")
    return (Progress.DONE if found else Progress.TO_COME), ""
