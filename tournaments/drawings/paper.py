"""A bracket as its sheet takes it: on one page, or on as many as its first round needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eventnight.core.paper.typeset import Values
from tournaments.drawings.bracket_layout import MatchBox, RoundColumn, sections_of
from tournaments.drawings.columns import box_of, columns_of
from tournaments.selectors.bracket.values import BracketView

MOST_ON_A_PAGE = {"a3": 32}
"""Matches of a first round, by paper; 16 on the others."""


def bracket_pages(view: BracketView, paper: str) -> Iterator[Values]:
    """The parts of the bracket from the top, then the rounds in which their winners meet."""
    columns = columns_of(view)
    parts = sections_of(columns, MOST_ON_A_PAGE.get(paper, 16)) if columns else []
    third = _match(box_of(view.third_place)) if view.third_place else None
    for number, rounds in enumerate(parts, start=1):
        part = f", part {number} of {len(parts)}" if len(parts) > 1 else ""
        yield _page(view, part, rounds, third if len(parts) == 1 else None)
    if len(parts) > 1:
        yield _page(view, ", last rounds", columns[len(parts[0]) :], third)


def _page(view: BracketView, part: str, rounds: Sequence[RoundColumn], third: Values | None) -> Values:
    return {
        "heading": f"{view.name}{part}",
        "told": f"{view.round_name}, {view.decided} of {view.to_play} matches decided",
        "rounds": [{"name": each.name, "matches": [_match(box) for box in each.matches]} for each in rounds],
        "third": third,
    }


def _match(box: MatchBox) -> Values:
    return {
        "number": str(box.number),
        "where": box.where,
        "is_bye": box.is_bye,
        "teams": [{"name": line.name, "score": line.score, "has_won": line.result == "won"} for line in box.lines],
    }
