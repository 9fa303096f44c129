"""The odds of a bucket, drawn."""

from __future__ import annotations

from eventnight.core.drawings.charts import draw_rects, share
from eventnight.core.drawings.markup import figure, tag


def draw_odds_bar(tickets: int, fewest: int, *, label: str) -> str:
    """The chance of one ticket, measured by the best bucket: the fuller the bar, the better the odds.

    tickets: in this bucket; fewest: in the bucket that has fewest, both at least 1 to show anything.
    """
    filled = share(fewest, tickets) if tickets else 0
    return draw_rects(tag("rect", x="0%", width=f"{figure(filled)}%"), label=label)
