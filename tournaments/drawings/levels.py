"""The levels of a night in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eventnight.core.drawings.charts import share
from eventnight.core.drawings.markup import figure, tag

LEVEL_GAP = 0.5


@dataclass(frozen=True, slots=True)
class LevelMark:
    """A level or break on the strip. minutes: its length; played: minutes of it that are gone."""

    minutes: float
    played: float = 0
    is_break: bool = False


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


def _level(kind: str, start: float, width: float) -> str:
    return tag("rect", class_=kind, x=f"{figure(start)}%", width=f"{figure(width)}%", height="100%", rx=2)
