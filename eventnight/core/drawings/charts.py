"""Bars, one or several parts long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eventnight.core.drawings.markup import figure, tag


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a stacked bar."""

    label: str
    value: int


SHADES = ("", "second", "third", "fourth")


def share(value: float, whole: float) -> float:
    """How much of the whole that is, in percent, kept between 0 and 100. Nothing of nothing is 0."""
    return min(max(100 * value / whole, 0), 100) if whole > 0 else 0


def draw_bar(value: int, most: int, *, label: str, shade: str = "") -> str:
    """One bar, as long as value is of most."""
    rect = tag("rect", class_=shade or None, x="0%", width=f"{figure(share(value, most))}%")
    return draw_rects(rect, label=label)


def draw_bars(parts: Sequence[Part], *, label: str) -> str:
    """Parts of one whole beside each other, up to four shades."""
    whole = sum(part.value for part in parts)
    rects, start = [], 0.0
    for position, part in enumerate(parts):
        width = share(part.value, whole)
        shade = SHADES[min(position, len(SHADES) - 1)]
        rects.append(tag("rect", class_=shade or None, x=f"{figure(start)}%", width=f"{figure(width)}%"))
        start += width
    return draw_rects(*rects, label=label)


def draw_rects(*rects: str, label: str) -> str:
    """Rectangles that make a bar."""
    return tag("svg", *rects, class_="bar", role="img", aria_label=label, preserveaspectratio="none")
