"""Bars, the fund's thermometer, the odds, the levels of a night and the finish-by forecast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eventnight.core.drawings.markup import figure, tag, text_of


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a stacked bar."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class LevelMark:
    """A level or break on the strip. minutes: its length; played: minutes of it that are gone."""

    minutes: float
    played: float = 0
    is_break: bool = False


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """One activity of the evening, in minutes since the axis begins.

    planned and expected: (start, end). is_late: the expected end is after the planned one.
    """

    label: str
    planned: tuple[float, float]
    expected: tuple[float, float]
    end_text: str
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """A time on the axis of the forecast."""

    minutes: float
    label: str


SHADES = ("", "second", "third", "fourth")
LEVEL_GAP = 0.5
FORECAST_WIDTH = 600
FORECAST_LEFT, FORECAST_RIGHT = 116, 500
ROW_HEIGHT = 66


def share(value: float, whole: float) -> float:
    """How much of the whole that is, in percent, kept between 0 and 100. Nothing of nothing is 0."""
    return min(max(100 * value / whole, 0), 100) if whole > 0 else 0


def draw_bar(value: int, most: int, *, label: str, shade: str = "") -> str:
    """One bar, as long as value is of most."""
    rect = tag("rect", class_=shade or None, x="0%", width=f"{figure(share(value, most))}%")
    return _bar(rect, label=label)


def draw_bars(parts: Sequence[Part], *, label: str) -> str:
    """Parts of one whole beside each other, up to four shades."""
    whole = sum(part.value for part in parts)
    rects, start = [], 0.0
    for position, part in enumerate(parts):
        width = share(part.value, whole)
        shade = SHADES[min(position, len(SHADES) - 1)]
        rects.append(tag("rect", class_=shade or None, x=f"{figure(start)}%", width=f"{figure(width)}%"))
        start += width
    return _bar(*rects, label=label)


def draw_odds_bar(tickets: int, fewest: int, *, label: str) -> str:
    """The chance of one ticket, measured by the best bucket: the fuller the bar, the better the odds.

    tickets: in this bucket; fewest: in the bucket that has fewest, both at least 1 to show anything.
    """
    filled = share(fewest, tickets) if tickets else 0
    return _bar(tag("rect", x="0%", width=f"{figure(filled)}%"), label=label)


def draw_thermometer(raised: int, goal: int, *, label: str) -> str:
    """The fund in its tube, with marks at each quarter of the goal."""
    marks = [tag("line", class_="mark", x1=f"{at}%", x2=f"{at}%", y1=0, y2=24) for at in (25, 50, 75)]
    return tag(
        "svg",
        tag("rect", class_="tube", y=4, width="100%", height=16, rx=8),
        tag("rect", class_="rise", y=4, width=f"{figure(share(raised, goal))}%", height=16, rx=8),
        *marks,
        class_="thermometer",
        role="img",
        aria_label=label,
    )


def draw_levels_strip(levels: Sequence[LevelMark], *, label: str) -> str:
    """The night's levels in one line: played, now, breaks, to come."""
    whole = sum(level.minutes for level in levels)
    rects, start = [], 0.0
    for level in levels:
        width = max(share(level.minutes, whole) - LEVEL_GAP, 0)
        rects.append(_level("break" if level.is_break else "to-come", start, width))
        if level.played > 0:
            rects.append(_level("played", start, width * min(level.played / level.minutes, 1)))
        start += share(level.minutes, whole)
    return tag("svg", *rects, class_="levels", role="img", aria_label=label)


def draw_forecast(rows: Sequence[ForecastRow], ticks: Sequence[Tick], *, minutes: float, now: float, label: str) -> str:
    """When each activity should end and when it will. minutes: length of the axis; now: where we stand on it."""
    height = 36 + ROW_HEIGHT * len(rows)

    def across(at: float) -> float:
        return FORECAST_LEFT + (FORECAST_RIGHT - FORECAST_LEFT) * share(at, minutes) / 100

    shapes = [
        tag("line", class_="tick", x1=across(t.minutes), x2=across(t.minutes), y1=24, y2=height)
        + tag("text", text_of(t.label), class_="axis", x=across(t.minutes), y=16)
        for t in ticks
    ]
    for position, row in enumerate(rows):
        shapes += _forecast_row(row, 45 + ROW_HEIGHT * position, across, now)
    shapes.append(tag("line", class_="now", x1=across(now), x2=across(now), y1=22, y2=height))
    box = f"0 0 {FORECAST_WIDTH} {height}"
    return tag("svg", *shapes, class_="forecast", viewbox=box, role="img", aria_label=label)


def _bar(*rects: str, label: str) -> str:
    return tag("svg", *rects, class_="bar", role="img", aria_label=label, preserveaspectratio="none")


def _level(kind: str, start: float, width: float) -> str:
    return tag("rect", class_=kind, x=f"{figure(start)}%", width=f"{figure(width)}%", height="100%", rx=2)


def _forecast_row(row: ForecastRow, top: float, across: Callable[[float], float], now: float) -> list[str]:
    planned_from, planned_to = (across(at) for at in row.planned)
    starts, ends = row.expected
    turn = min(max(now, starts), ends)
    shapes = [
        tag("text", text_of(row.label), x=0, y=top + 20),
        tag("rect", class_="planned", x=planned_from, y=top, width=planned_to - planned_from, height=30, rx=4),
    ]
    if turn > starts:
        shapes.append(_stretch("gone", across(starts), across(turn), top))
    if turn < ends:
        shapes.append(_stretch("late" if row.is_late else "ahead", across(turn), across(ends), top))
    end_class = "end end-late" if row.is_late else "end"
    end_text = f"{row.end_text} · late" if row.is_late else row.end_text
    return [*shapes, tag("text", text_of(end_text), class_=end_class, x=FORECAST_RIGHT + 10, y=top + 20)]


def _stretch(kind: str, left: float, right: float, top: float) -> str:
    return tag("rect", class_=kind, x=left, y=top + 6, width=right - left, height=18, rx=3)
