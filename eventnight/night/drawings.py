"""The fund's thermometer and the finish-by forecast, drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eventnight.core.drawings.charts import share
from eventnight.core.drawings.markup import figure, tag, text_of

FORECAST_WIDTH = 600
FORECAST_LEFT, FORECAST_RIGHT = 116, 500
ROW_HEIGHT = 66


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
