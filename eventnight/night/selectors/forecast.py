"""When each activity should end and when it will: brackets by matches, tables and minutes, flights by chips in play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from eventnight.core.values.formats import clock_text
from eventnight.events.models import ActivityKind
from eventnight.events.selectors import programme_of
from eventnight.night.drawings import ForecastRow, Tick
from eventnight.night.selectors.tonight import NightFlight, Tonight
from tournaments.models import BlindClock
from tournaments.selectors.bracket.forecast import bracket_forecast
from tournaments.selectors.bracket.night import EuchreSummary
from tournaments.selectors.bracket.values import BracketView
from tournaments.selectors.clock.finish_by import clocks_of, elapsed_seconds, expected_end

LATE_FROM_MINUTES = 10
TICK_MINUTES = 60
MOST_TICKS = 7


@dataclass(frozen=True, slots=True)
class Expected:
    """An activity that is not over: planned and expected, each from start to end.

    subject: the bracket or flight. rounds: of a bracket, those not over with their ends.
    """

    label: str
    planned: tuple[datetime, datetime]
    expected: tuple[datetime, datetime]
    subject: EuchreSummary | NightFlight
    rounds: tuple[tuple[str, datetime], ...] = ()

    @property
    def minutes_late(self) -> int:
        """How far the expected end lies behind the planned one; below 0, before it."""
        return int((self.expected[1] - self.planned[1]).total_seconds() // 60)

    @property
    def is_late(self) -> bool:
        return self.minutes_late >= LATE_FROM_MINUTES


@dataclass(frozen=True, slots=True)
class Forecast:
    """The rows of the drawing with its axis, in minutes since `begins`."""

    rows: tuple[ForecastRow, ...]
    ticks: tuple[Tick, ...]
    minutes: float
    now: float
    label: str


def expectations(night: Tonight, now: datetime) -> list[Expected]:
    """Brackets and flights that are not over, in the order of the night: two queries."""
    starts: dict[str, list[datetime]] = {}
    for activity in programme_of(night.event):
        starts.setdefault(activity.kind, []).append(activity.starts_at)
    euchre_starts = iter(starts.get(ActivityKind.EUCHRE, []))
    brackets = ((summary, next(euchre_starts, None)) for summary in night.euchre)
    found = [_bracket(night, summary, start, now) for summary, start in brackets if summary.bracket.is_running]
    return [*found, *_flights(night, starts.get(ActivityKind.HOLDEM, []), now)]


def forecast(night: Tonight, expected: list[Expected], now: datetime) -> Forecast:
    """The drawing's values; no rows where nothing is to be expected."""
    begins = min([night.event.starts_at, *(each.planned[0] for each in expected)])
    ends = max([now, *(each.planned[1] for each in expected), *(each.expected[1] for each in expected)])

    def at(moment: datetime) -> float:
        return max((moment - begins).total_seconds() / 60, 0)

    rows = tuple(
        ForecastRow(
            label=each.label,
            planned=(at(each.planned[0]), at(each.planned[1])),
            expected=(at(each.expected[0]), at(each.expected[1])),
            end_text=_hour(each.expected[1], night),
            is_late=each.is_late,
        )
        for each in expected
    )
    said = "; ".join(
        f"{each.label} planned {_hour(each.planned[1], night)}, now {row.end_text}"
        for each, row in zip(expected, rows, strict=True)
    )
    return Forecast(rows, _ticks(night, begins, at(ends)), at(ends), at(now), f"Finish-by forecast. {said}")


def _bracket(night: Tonight, summary: EuchreSummary, start: datetime | None, now: datetime) -> Expected:
    """Planned round by round: as many matches at once as there are tables, each as long as the house says."""
    view, minutes = summary.bracket, night.event.house_settings.euchre.minutes_per_match
    called = [match.called_at for match in view.to_be_played if match.called_at]
    began = min(called, default=now)
    start = start or began
    whole = sum(_turns(len([match for match in column.matches if not match.is_bye]), view) for column in view.rounds)
    left = bracket_forecast(view, minutes, now)
    return Expected(
        view.name,
        planned=(start, start + timedelta(minutes=minutes * whole)),
        expected=(began, left.finishes_by(now)),
        subject=summary,
        rounds=tuple(
            (column.name, now + timedelta(minutes=left.rounds[column.number]))
            for column in view.rounds
            if column.number in left.rounds
        ),
    )


def _turns(matches: int, view: BracketView) -> int:
    """How often the tables fill for that many matches."""
    return ceil(matches / view.stations)


def _flights(night: Tonight, starts: list[datetime], now: datetime) -> Iterator[Expected]:
    """Flights by the chips in play. Those of one tournament wait for each other; an undrawn final comes after all."""
    free_from = now
    clocks = clocks_of(night.event)
    for place, each in enumerate(night.flights):
        if each.flight.is_bagged or each.flight.is_over:
            continue
        planned = each.flight.starts_at or (starts[place] if place < len(starts) else None)
        found = _flight(each, clocks[each.flight.id], planned, free_from, now)
        free_from = found.expected[1]
        yield found


def _flight(
    each: NightFlight, clock: BlindClock, planned: datetime | None, free_from: datetime, now: datetime
) -> Expected:
    """Planned with all levels. A flight that nobody entered yet, or that is decided, has no chips to go by."""
    whole = timedelta(seconds=sum(level.seconds for level in clock.planned_levels))
    by_chips = now if each.flight.is_decided else expected_end(each.flight, clock, now)
    if each.flight.clock.has_started:
        played = timedelta(seconds=elapsed_seconds(clock, now))
        expected = (now - played, max(now, by_chips or now + whole - played))
    else:
        start = max(planned or free_from, free_from)
        expected = (start, start + (whole if by_chips is None else by_chips - now))
    start = planned or expected[0]
    return Expected(each.flight.name, planned=(start, start + whole), expected=expected, subject=each)


def _ticks(night: Tonight, begins: datetime, minutes: float) -> tuple[Tick, ...]:
    step = TICK_MINUTES * max(1, ceil(minutes / TICK_MINUTES / MOST_TICKS))
    return tuple(Tick(at, _hour(begins + timedelta(minutes=at), night)) for at in range(0, int(minutes) + 1, step))


def _hour(moment: datetime, night: Tonight) -> str:
    """The time without AM or PM: the evening is plain from the page."""
    return clock_text(moment, night.event).rsplit(" ", 1)[0]
