"""Points of a deal, and when a game and a match are won."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from engine.doors import door, typed
from engine.errors import RuleError
from engine.settings import Within

TRICKS_IN_A_DEAL = 5
TRICKS_TO_MAKE = 3

Points = tuple[int, int]
"""Points, or games won, of the two teams."""

Worth = Annotated[int, Within(1, 1_000)]
"""Points of an award or a target."""


class Side(StrEnum):
    """The side that made trump, and the side that plays against it."""

    MAKERS = "makers"
    DEFENDERS = "defenders"

    @property
    def opponents(self) -> Side:
        return Side.DEFENDERS if self is Side.MAKERS else Side.MAKERS


@dataclass(frozen=True, slots=True, kw_only=True)
@typed
class EuchreScale:
    """What each result of a deal is worth, and how many points win the game."""

    made: Worth = 1
    march: Worth = 2
    lone_march: Worth = 4
    euchre: Worth = 2
    lone_defender_euchre: Worth = 2
    revoke: Worth = 2
    revoke_against_lone: Worth = 4
    target: Worth = 10

    def __post_init__(self) -> None:
        if min(*self._awards, self.target) < 1:
            raise RuleError(
                "scale_without_points", "Every result of a deal is worth at least 1 point.", rules=("EUC-14",)
            )

    @property
    def _awards(self) -> tuple[int, ...]:
        return (
            self.made,
            self.march,
            self.lone_march,
            self.euchre,
            self.lone_defender_euchre,
            self.revoke,
            self.revoke_against_lone,
        )

    @property
    def highest_score(self) -> int:
        """The most points a game can end with: one short of the target, then the best deal."""
        return self.target - 1 + max(self._awards)


NORTH_AMERICAN_SCALE = EuchreScale(lone_defender_euchre=4)
"""The common rule elsewhere: a defender who plays alone and euchres the makers scores double."""


def score_deal(
    tricks: int, *, makers_alone: bool, defender_alone: bool = False, scale: EuchreScale
) -> tuple[Side, int]:
    """Which side scores, and how many points, when the makers took this many of the five tricks.

    Raises RuleError: "tricks_out_of_range".
    Rules: EUC-14, EUC-15.
    """
    require_possible_tricks(tricks)
    if tricks < TRICKS_TO_MAKE:
        return Side.DEFENDERS, scale.lone_defender_euchre if defender_alone else scale.euchre
    if tricks == TRICKS_IN_A_DEAL:
        return Side.MAKERS, scale.lone_march if makers_alone else scale.march
    return Side.MAKERS, scale.made


def require_possible_tricks(tricks: int) -> None:
    """Raises RuleError("tricks_out_of_range"). Rules: EUC-14."""
    if not 0 <= tricks <= TRICKS_IN_A_DEAL:
        raise RuleError(
            "tricks_out_of_range",
            f"The makers cannot take {tricks} tricks: a deal has {TRICKS_IN_A_DEAL}.",
            rules=("EUC-14",),
            tricks=tricks,
        )


def score_revoke(offenders: Side, *, opponents_alone: bool, scale: EuchreScale) -> tuple[Side, int]:
    """Which side scores, and how many points, when a player did not follow suit though able to. The deal ends there.

    opponents_alone: the side that did not offend had a player alone.

    Rules: EUC-17.
    """
    return offenders.opponents, scale.revoke_against_lone if opponents_alone else scale.revoke


@door
def game_winner(points: Points, scale: EuchreScale) -> int | None:
    """The team, 0 or 1, that has won a game at these points; None while it goes on.

    Raises RuleError: "both_teams_at_target".
    Rules: EUC-16.
    """
    if min(points) >= scale.target:
        raise RuleError(
            "both_teams_at_target",
            f"{points[0]}-{points[1]} cannot be: the game ends when the first team reaches {scale.target}.",
            rules=("EUC-16",),
            points=list(points),
            target=scale.target,
        )
    if max(points) < scale.target:
        return None
    return 0 if points[0] > points[1] else 1


@door
def require_game_score(winner_points: int, loser_points: int, scale: EuchreScale) -> None:
    """Refuse a score that no finished game can have, as it would be typed in after a match.

    Raises RuleError: "winner_below_target", "winner_above_reach", "loser_out_of_range".
    Rules: EUC-16.
    """
    facts = {"winner_points": winner_points, "loser_points": loser_points, "target": scale.target}
    if winner_points < scale.target:
        raise RuleError(
            "winner_below_target",
            f"The winner has {winner_points} points; a game is won with {scale.target} or more.",
            rules=("EUC-16",),
            **facts,
        )
    if winner_points > scale.highest_score:
        raise RuleError(
            "winner_above_reach",
            f"The winner cannot have {winner_points} points: no deal takes a team past {scale.highest_score}.",
            rules=("EUC-16",),
            **facts,
        )
    if not 0 <= loser_points < scale.target:
        raise RuleError(
            "loser_out_of_range",
            f"The loser has {loser_points} points; a beaten team has 0 to {scale.target - 1}.",
            rules=("EUC-16",),
            **facts,
        )


@door
def match_winner(games_won: Points, *, best_of: int = 1) -> int | None:
    """The team, 0 or 1, that has won the match by games; None while it goes on.

    best_of: 1, or an odd number such as 3.

    Raises RuleError: "even_best_of", "games_out_of_range".
    Rules: EUC-16.
    """
    if best_of < 1 or best_of % 2 == 0:
        raise RuleError(
            "even_best_of",
            f"A match of {best_of} games could end level. Choose an odd number.",
            rules=("EUC-16",),
            best_of=best_of,
        )
    needed = best_of // 2 + 1
    if min(games_won) < 0 or max(games_won) > needed or min(games_won) == needed:
        raise RuleError(
            "games_out_of_range",
            f"{games_won[0]}-{games_won[1]} cannot be: the match ends when a team has won {needed}.",
            rules=("EUC-16",),
            games_won=list(games_won),
            best_of=best_of,
        )
    return games_won.index(needed) if needed in games_won else None
