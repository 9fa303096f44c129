"""The bracket: boxes by round, the lines that feed them, byes, third place and one team's path.

Type grows by round on the wall; a page draws every round alike, so that it pans round by round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eventnight.core.drawings.markup import figure, tag, text_of
from tournaments.drawings.bracket_layout import (
    Column,
    MatchBox,
    Measures,
    RoundColumn,
    TeamLine,
    check_halving,
    middles_of,
    places_of,
)

SEED_ROOM, SCORE_ROOM = 1.75, 1.9
LETTER_WIDTH = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What a drawing is called and says of itself. name: begins the ids, for several drawings on a page."""

    title: str
    description: str
    name: str = "bracket"


def draw_bracket(
    rounds: Sequence[RoundColumn],
    measures: Measures,
    labels: Labels,
    *,
    highlight: str = "",
    third_place: MatchBox | None = None,
) -> str:
    """The whole bracket as SVG.

    highlight: key of the team whose path is marked.
    Raises ValueError if a round has not half the matches of the round before.
    """
    check_halving(rounds)
    middles = middles_of(rounds, measures)
    shapes = [_round_names(rounds, measures), *_feeds(rounds, measures, middles, highlight)]
    for place, column in enumerate(rounds):
        for match, middle in zip(column.matches, middles[place], strict=True):
            if not match.is_bye:
                shapes.append(_match(match, measures, place, middle, highlight))
    height = measures.head + measures.pitch * sum(places_of(rounds)) + measures.margin
    if third_place is not None:
        final, box = middles[-1][0], measures.columns[-1]
        middle = final + 2.8 * box.height
        height = max(height, middle + box.height / 2 + measures.margin)
        shapes += _third_place(third_place, measures, middle, highlight)
    return tag(
        "svg",
        tag("title", text_of(labels.title), id=f"{labels.name}-title"),
        tag("desc", text_of(labels.description), id=f"{labels.name}-desc"),
        *shapes,
        class_="bracket",
        viewbox=f"0 0 {figure(measures.width)} {figure(height)}",
        width=measures.width,
        height=height,
        role="group" if measures.is_linked else "img",
        aria_labelledby=f"{labels.name}-title {labels.name}-desc",
    )


def _round_names(rounds: Sequence[RoundColumn], measures: Measures) -> str:
    size = measures.name_font
    y = measures.head - size * 0.95
    return "".join(
        tag("text", text_of(column.name), class_="round-name", x=measures.left(place), y=y, font_size=size)
        for place, column in enumerate(rounds)
    )


def _feeds(rounds: Sequence[RoundColumn], measures: Measures, middles: list[list[float]], highlight: str) -> list[str]:
    """Lines from a match to the one its winner plays next, and a short dotted mark where a bye led there."""
    paths = []
    for place in range(1, len(rounds)):
        box, left = measures.columns[place], measures.left(place)
        for position, match in enumerate(rounds[place - 1].matches):
            goal = middles[place][position // 2]
            if match.is_bye:
                row = goal + (box.height / 4 if position % 2 else -box.height / 4)
                paths.append(_bye_mark(left, row, measures.gap))
                continue
            is_path = bool(highlight) and any(line.key == highlight and line.result == "won" for line in match.lines)
            paths.append(_feed(left - measures.gap, left, middles[place - 1][position], goal, is_path))
    return paths


def _feed(start: float, end: float, from_y: float, to_y: float, is_path: bool) -> str:
    turn = (start + end) / 2
    way = f"H{figure(end)}" if from_y == to_y else f"H{figure(turn)}V{figure(to_y)}H{figure(end)}"
    return tag("path", class_="feed feed-path" if is_path else "feed", d=f"M{figure(start)} {figure(from_y)}{way}")


def _bye_mark(left: float, y: float, gap: float) -> str:
    reach = gap * 0.55
    line = f"M{figure(left - reach)} {figure(y)}H{figure(left)}"
    dot = tag("circle", class_="bye-dot", cx=left - reach, cy=y, r=gap * 0.13)
    return tag("g", tag("title", "Bye"), tag("path", class_="feed feed-bye", d=line), dot)


def _match(match: MatchBox, measures: Measures, place: int, middle: float, highlight: str) -> str:
    """A match in the column of that place, around the height of its middle."""
    box, left = measures.columns[place], measures.left(place)
    top, right = middle - box.height / 2, left + box.width
    shapes = [tag("rect", x=left, y=top, width=box.width, height=box.height, rx=box.font * 0.3)]
    for row, line in enumerate(match.lines):
        if highlight and line.key == highlight:
            shapes.append(_band(box, left, top + row * box.height / 2))
    shapes.append(tag("line", x1=left, x2=right, y1=middle, y2=middle))
    for row, line in enumerate(match.lines):
        baseline = top + box.height * (0.25 + 0.5 * row) + box.font * 0.35
        shapes += _team(line, box, left, baseline, is_walkover=match.state == "walkover")
    if match.where:
        size = box.font * 0.86
        shapes.append(tag("text", text_of(match.where), class_="at", x=right, y=top - size * 0.44, font_size=size))
    is_link = measures.is_linked and bool(match.href)
    return tag(
        "a" if is_link else "g",
        "\n".join(shapes),
        class_=f"match match-{match.state}",
        href=match.href if is_link else None,
        aria_label=_spoken(match) if is_link else None,
    )


def _team(line: TeamLine, box: Column, left: float, baseline: float, *, is_walkover: bool) -> list[str]:
    font = box.font
    if line.result == "to-come":
        words = _fitted(line.name, box.width - 1.2 * font, font)
        return [tag("text", text_of(words), class_="to-come", x=left + font * 0.6, y=baseline, font_size=font)]
    name = _fitted(line.name, box.width - font * (SEED_ROOM + SCORE_ROOM), font)
    at = left + font * SEED_ROOM
    parts = [tag("text", text_of(name), class_=line.result or None, x=at, y=baseline, font_size=font)]
    if line.seed is not None:
        x = left + font * 1.45
        size = font * 0.8
        seed = tag("text", str(line.seed), class_="seed", x=x, y=baseline, font_size=size, text_anchor="end")
        parts.insert(0, seed)
    if score := _score(line, is_walkover=is_walkover):
        size = font * 0.8 if is_walkover else font
        won = "score won" if line.result == "won" else "score"
        x = left + box.width - font * 0.6
        parts.append(tag("text", text_of(score), class_=won, x=x, y=baseline, font_size=size))
    return parts


def _band(box: Column, left: float, top: float) -> str:
    inset = 1.5
    width, height = box.width - 2 * inset, box.height / 2 - 2 * inset
    return tag("rect", class_="path-band", x=left + inset, y=top + inset, width=width, height=height, rx=3)


def _third_place(match: MatchBox, measures: Measures, middle: float, highlight: str) -> list[str]:
    last = len(measures.columns) - 1
    box, left = measures.columns[last], measures.left(last)
    size = box.font * 0.9
    y = middle - box.height / 2 - (2.0 if match.where else 0.6) * size
    heading = tag("text", "Third place", class_="round-name", x=left, y=y, font_size=size)
    return [heading, _match(match, measures, last, middle, highlight)]


def _fitted(name: str, room: float, font: float) -> str:
    """The name, cut with an ellipsis where the box is too narrow for it."""
    most = max(int(room / (font * LETTER_WIDTH)), 3)
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def _spoken(match: MatchBox) -> str:
    """The words of the box in their order: people speak what they see to press it."""
    lines = ", ".join(" ".join(filter(None, _words(line, match))) for line in match.lines)
    return f"Match {match.number}, {lines}, {match.where or match.state}"


def _words(line: TeamLine, match: MatchBox) -> tuple[str, str, str]:
    seed = "" if line.seed is None else str(line.seed)
    return seed, line.name, _score(line, is_walkover=match.state == "walkover")


def _score(line: TeamLine, *, is_walkover: bool) -> str:
    return "w/o" if is_walkover and line.result == "won" else line.score
