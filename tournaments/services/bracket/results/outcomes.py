"""How a match can come out, as staff enter it: played, a walkover, given up, nobody came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from eventnight.core.press import PressContent
from tournaments.models import Outcome, Team


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedResult(PressContent):
    """How a match or one of its games was played. winner, loser: the two teams as the person saw them. Points: of the
    game, or games won in a best of three.
    """

    kind: ClassVar = Outcome.PLAYED
    deed: ClassVar = "enter_result"

    winner: Team
    loser: Team
    winner_points: int
    loser_points: int

    @property
    def teams(self) -> tuple[Team, Team]:
        """The winner and the loser."""
        return self.winner, self.loser

    @property
    def points(self) -> tuple[int, int]:
        """Of the winner and the loser."""
        return self.winner_points, self.loser_points


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplayed(PressContent):
    """A winner without points. winner, loser: the two teams as the person saw them."""

    points: ClassVar[tuple[int, int] | None] = None

    winner: Team
    loser: Team

    @property
    def teams(self) -> tuple[Team, Team]:
        """The winner and the loser."""
        return self.winner, self.loser


class Walkover(Unplayed):
    """The loser did not come: the winner goes on without playing."""

    __slots__ = ()
    kind: ClassVar = Outcome.WALKOVER
    deed: ClassVar = "walkover"


class Retirement(Unplayed):
    """The loser gave up during play: the winner goes on, no points are kept."""

    __slots__ = ()
    kind: ClassVar = Outcome.RETIRED
    deed: ClassVar = "retire"


@dataclass(frozen=True, slots=True)
class DoubleNoShow(PressContent):
    """Neither team came: the slot stays empty and the next opponent has a walkover."""

    kind: ClassVar = Outcome.DOUBLE_NO_SHOW
    deed: ClassVar = "double_no_show"
    teams: ClassVar[tuple[Team, Team] | None] = None
    points: ClassVar[tuple[int, int] | None] = None


MatchOutcome = PlayedResult | Walkover | Retirement | DoubleNoShow
"""kind: as results are stored. deed: what the key of a press calls it. teams: the winner and the loser, None where
neither came. points: theirs, None where it was not played out.
"""
