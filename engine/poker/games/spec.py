"""The shape of a poker game. Play and settlement read these fields and never ask which game it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

HAND_SIZE = 5


class Pick(Enum):
    """Which cards may make the hand of five."""

    ANY_FIVE = "any five of the hole and board cards"
    TWO_FROM_HAND = "exactly two hole cards and three board cards"


@dataclass(frozen=True, kw_only=True, slots=True)
class GameSpec:
    """A declared game. A declaration that could not be played is refused when the module is imported.

    key: never changes, stored by applications. hole_cards: dealt to each player over the whole hand.
    board_cards: common cards once the board is complete. rules: catalogue ids the declaration rests on.
    """

    key: str
    name: str
    hole_cards: int
    board_cards: int
    pick: Pick
    rules: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.key.isidentifier() or not self.key.islower():
            raise ValueError(f"game key {self.key!r} must be a lower-case identifier")
        if not self.rules:
            raise ValueError(f"game {self.key} cites no rule")
        if self.hole_cards < 1 or self.board_cards < 0:
            raise ValueError(f"game {self.key} deals {self.hole_cards} hole and {self.board_cards} board cards")
        if self.hole_cards + self.board_cards < HAND_SIZE:
            raise ValueError(f"game {self.key} deals too few cards for a hand of {HAND_SIZE}")
        if self.pick is Pick.ANY_FIVE and self.hole_cards + self.board_cards > 7:
            raise ValueError(f"game {self.key} picks any five from more than seven cards")
        if self.pick is Pick.TWO_FROM_HAND and (self.hole_cards < 2 or self.board_cards < 3):
            raise ValueError(f"game {self.key} needs two hole cards and three board cards to pick from")
