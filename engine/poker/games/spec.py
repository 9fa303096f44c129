"""The shape of a poker game. Play and settlement read these fields and never ask which game it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.doors import typed

HAND_SIZE = 5
MOST_CARDS_RANKED = 7


class Pick(Enum):
    """Which cards may make the hand of five."""

    ANY_FIVE = "any five of the hole and board cards"
    TWO_FROM_HAND = "exactly two hole cards and three board cards"


class Low(Enum):
    """Which low hands count. Aces are low, straights and flushes do not count against a low."""

    EIGHT_OR_BETTER = "five unpaired cards, eight or lower"
    UNQUALIFIED = "any hand, a pair too"


class Opener(Enum):
    """Who opens a betting round."""

    FORCED_BETS = "the bring-in where the stakes have one, else the seat left of the last blind"
    LEFT_OF_BUTTON = "the first live seat left of the button"
    BEST_UPCARDS = "the highest hand showing, ties to the one dealt first"
    LOWEST_UPCARDS = "the lowest hand showing, ties to the one dealt first"


class DoorCard(Enum):
    """Whose door card brings it in, in a stud game with antes and a bring-in."""

    LOWEST = "the lowest, ace high, ties by suit: clubs lowest"
    HIGHEST = "the highest, ace low, ties by suit: spades highest"


class Bet(Enum):
    """Which of its two bets a fixed limit takes in a round, and which of its two ranges a spread limit."""

    SMALL = "small bet, early range"
    BIG = "big bet, late range"


@dataclass(frozen=True, kw_only=True, slots=True)
class Street:
    """What is dealt before a betting round, and how that round is bet.

    down, up: hole cards face down and up to each live player. board: common cards. draw_up_to: cards that each player
    may exchange, a face-down card for a face-down one and an upcard for an upcard. may_check: false where a player
    who is not in for the bet must bet or fold ("pass and out").
    """

    name: str
    opener: Opener
    down: int = 0
    up: int = 0
    board: int = 0
    draw_up_to: int = 0
    bet: Bet = Bet.SMALL
    may_check: bool = True

    def __post_init__(self) -> None:
        dealt = (self.down, self.up, self.board, self.draw_up_to)
        if min(dealt) < 0 or not any(dealt):
            raise ValueError(f"{self.name} deals no card")
        if self.draw_up_to and any(dealt[:3]):
            raise ValueError(f"{self.name} deals and draws; make it two streets")


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class GameSpec:
    """A declared game. A declaration that could not be played is refused when the module is imported.

    key: never changes, stored by applications. high: the high hand wins, or half with ``low``. low: which low wins.
    has_bug: a joker is in the pack; it stands for the lowest card not already in the hand. bring_in: used only where
    the stakes have a bring-in. rules: catalogue ids the declaration rests on.
    hole_cards, board_cards: what each player and the board hold once all streets are dealt. has_upcards: some hole
    cards lie face up. draws: cards may be exchanged.
    """

    key: str
    name: str
    streets: tuple[Street, ...]
    pick: Pick = Pick.ANY_FIVE
    high: bool = True
    low: Low | None = None
    has_bug: bool = False
    bring_in: DoorCard | None = None
    rules: tuple[str, ...]
    hole_cards: int = field(init=False)
    board_cards: int = field(init=False)
    has_upcards: bool = field(init=False)
    draws: bool = field(init=False)

    @property
    def is_lowball(self) -> bool:
        """Draw poker that the lowest hand wins."""
        return self.draws and not self.high

    def __post_init__(self) -> None:
        if not self.key.isidentifier() or not self.key.islower():
            raise ValueError(f"game key {self.key!r} must be a lower-case identifier")
        if not self.rules:
            raise ValueError(f"game {self.key} cites no rule")
        if not self.streets or self.streets[0].draw_up_to or self.streets[0].board:
            raise ValueError(f"game {self.key} must begin with cards to each player")
        if not self.high and self.low is None:
            raise ValueError(f"game {self.key} has neither a high nor a low hand")
        if self.has_bug and self.high:
            raise ValueError(f"game {self.key} has the bug, which only a low game can rank")
        object.__setattr__(self, "hole_cards", sum(street.down + street.up for street in self.streets))
        object.__setattr__(self, "board_cards", sum(street.board for street in self.streets))
        object.__setattr__(self, "has_upcards", any(street.up for street in self.streets))
        object.__setattr__(self, "draws", any(street.draw_up_to for street in self.streets))
        self._require_rankable()

    def _require_rankable(self) -> None:
        cards = self.hole_cards + self.board_cards
        if cards < HAND_SIZE:
            raise ValueError(f"game {self.key} deals too few cards for a hand of {HAND_SIZE}")
        if self.pick is Pick.ANY_FIVE and cards > MOST_CARDS_RANKED:
            raise ValueError(f"game {self.key} picks any five from more than {MOST_CARDS_RANKED} cards")
        if self.pick is Pick.TWO_FROM_HAND and (self.hole_cards < 2 or self.board_cards < 3):
            raise ValueError(f"game {self.key} needs two hole cards and three board cards to pick from")
