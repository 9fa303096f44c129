"""Where the parts of a bracket go: its values, its measures, and how it is cut up for a wall.

A first-round place is the height of one match; a bye takes none, so that a half-full first round stays compact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One half of a match. result: "", "won", "lost" or "to-come" (a sentence such as "Winner of 17")."""

    name: str
    key: str = ""
    seed: int | None = None
    score: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class MatchBox:
    """A match as drawn. state: waiting, ready, called, playing, done, walkover, or bye (only the first line counts).

    where: the words above the box, "Table 2 playing". href: its own page, or empty.
    """

    number: int
    upper: TeamLine
    lower: TeamLine
    state: str = "waiting"
    where: str = ""
    href: str = ""

    @property
    def is_bye(self) -> bool:
        return self.state == "bye"

    @property
    def lines(self) -> tuple[TeamLine, TeamLine]:
        return self.upper, self.lower


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """A round, its matches from the top. Each round has half as many as the one before; byes fill the first."""

    name: str
    matches: tuple[MatchBox, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """The box of one round: width and height, and the size of its type."""

    width: float
    height: float
    font: float


@dataclass(frozen=True, slots=True)
class Measures:
    """Where everything goes. pitch: height of one place of the first round; head: room for the round names."""

    columns: tuple[Column, ...]
    pitch: float
    gap: float
    margin: float
    head: float
    name_font: float
    is_linked: bool = True

    def left(self, column: int) -> float:
        return self.margin + sum(c.width + self.gap for c in self.columns[:column])

    @property
    def width(self) -> float:
        return self.left(len(self.columns)) - self.gap + self.margin


PAGE_COLUMN = Column(width=212, height=48, font=15)
WALL_GROWTH = (1.08, 1.26, 1.46, 1.46, 1.28)
FEWEST_WALL_UNITS = 4


def page_measures(rounds: Sequence[RoundColumn]) -> Measures:
    """Equal rounds that a phone pans through; 14.625rem from round to round, as the style sheet knows."""
    columns = (PAGE_COLUMN,) * len(rounds)
    return Measures(columns, pitch=76, gap=22, margin=14, head=54, name_font=14)


def wall_measures(rounds: Sequence[RoundColumn], *, width: float = 1796, height: float = 844) -> Measures:
    """As large as the wall allows, the rounds at stake larger than the ones before."""
    gap, margin, head = 20.0, 2.0, 50.0
    growth = [WALL_GROWTH[min(place, 3)] for place in range(len(rounds))]
    if len(growth) > 1:
        growth[-1] = WALL_GROWTH[4]
    pitch = (height - head) / max(sum(places_of(rounds)), FEWEST_WALL_UNITS)
    share = (width - 2 * margin - gap * (len(rounds) - 1)) / sum(growth)
    columns = tuple(_wall_column(share * grown, pitch * 2 ** max(place - 1, 0)) for place, grown in enumerate(growth))
    return Measures(columns, pitch, gap, margin, head, name_font=28, is_linked=False)


def sections_of(rounds: Sequence[RoundColumn], most: int = 8) -> list[tuple[RoundColumn, ...]]:
    """The bracket cut into parts of at most that many first-round places, each fit for one wall view, top first.

    A part holds the rounds in which its own teams meet each other.
    """
    if len(rounds) <= 1 or sum(places_of(rounds)) <= most:
        return [tuple(rounds)]
    halves = []
    for side in (0, 1):
        parts = [replace(column, matches=_half(column.matches, side)) for column in rounds[:-1]]
        halves += sections_of(parts, most)
    return halves


def live_rounds(rounds: Sequence[RoundColumn]) -> tuple[RoundColumn, ...]:
    """The rounds from the one before the first unfinished match on, so that those at stake can grow."""
    over = ("done", "walkover", "bye")
    finished = 0
    for column in rounds:
        if any(match.state not in over for match in column.matches):
            break
        finished += 1
    return tuple(rounds[max(min(finished, len(rounds) - 1) - 1, 0) :])


def check_halving(rounds: Sequence[RoundColumn]) -> None:
    for earlier, later in pairwise(rounds):
        if len(earlier.matches) != 2 * len(later.matches):
            raise ValueError(f"{later.name} has {len(later.matches)} matches after {len(earlier.matches)}")


def _half(matches: tuple[MatchBox, ...], side: int) -> tuple[MatchBox, ...]:
    middle = len(matches) // 2
    return matches[middle:] if side else matches[:middle]


def places_of(rounds: Sequence[RoundColumn]) -> list[int]:
    """Places each match of the second round takes: a bye takes none of its own, two of them share one."""
    first = rounds[0].matches
    if len(rounds) == 1:
        return [1] * len(first)
    pairs = zip(first[::2], first[1::2], strict=True)
    return [max((not upper.is_bye) + (not lower.is_bye), 1) for upper, lower in pairs]


def middles_of(rounds: Sequence[RoundColumn], measures: Measures) -> list[list[float]]:
    """The height of every match's middle line, round by round."""
    first: list[float] = []
    second: list[float] = []
    top = measures.head
    for position, places in enumerate(places_of(rounds)):
        middle = top + measures.pitch * places / 2
        second.append(middle)
        pair = rounds[0].matches[2 * position : 2 * position + 2]
        both = len(rounds) > 1 and not any(match.is_bye for match in pair)
        first += [middle - measures.pitch / 2, middle + measures.pitch / 2] if both else [middle, middle]
        top += measures.pitch * places
    if len(rounds) == 1:
        return [second]
    middles = [first, second]
    while len(middles) < len(rounds):
        last = middles[-1]
        middles.append([(a + b) / 2 for a, b in zip(last[::2], last[1::2], strict=True)])
    return middles


def _wall_column(width: float, room: float) -> Column:
    """The tallest box that leaves room for the words above it, with type that fits both ways."""
    font = min(room * 0.25, width / 11.5, 40)
    return Column(width=width, height=font * 2.75, font=font)
