"""What a club can decide: each setting with the answers that the field knows."""

from __future__ import annotations

from enum import Enum


class OddChips(Enum):
    """Who gets the chips of a split pot that do not divide."""

    ONE_EACH = "one smallest chip at a time, from the left of the button"
    ALL_TO_FIRST = "all to the tied player nearest the left of the button"


class AwardOrder(Enum):
    """Which pot is settled first when a hand has several."""

    LAST_CREATED_FIRST = "side pots first, the last created before the others"
    MAIN_FIRST = "main pot first"


class CapLift(Enum):
    """When the cap on raises does not hold."""

    NEVER = "it always holds"
    TWO_IN_HAND = "while two players are left in the hand, even if it had been reached"
    TWO_BEFORE_CAPPED = "when two players are left in the round before it is reached"


class Reopen(Enum):
    """How much of a bet or raise an all-in must be to count as one, and so to let those raise who have acted."""

    FULL = "all of it"
    HALF = "half of it"


class ButtonPolicy(Enum):
    """What moves from hand to hand when players leave."""

    DEAD = "blinds move to the next players, the button may rest on an empty seat"
    FORWARD = "the button moves to the next player, the blinds are the two players after it"
    MOVING_BIG_BLIND = "the big blind moves to the next player, the disc stays with the last live player before it"


class HeadsUp(Enum):
    """Which blind the button posts with two players."""

    BUTTON_IS_SMALL_BLIND = "the button posts the small blind"
    BUTTON_IS_BIG_BLIND = "the button posts the big blind"


class FirstButton(Enum):
    """Who has the button for the first hand."""

    LEFT_OF_DEALER = "the seat to the direct left of the person dealing"
    HIGH_CARD = "one card to each player, the highest by rank, then spades, hearts, diamonds, clubs"


class Entry(Enum):
    """What a player who joins a game, or missed blinds, may do."""

    POST_BIG_BLIND = "post the big blind at once"
    WAIT_FOR_BIG_BLIND = "wait for the big blind"
    BUY_BUTTON = "post all blinds between the small blind and the button"
    POST_BEHIND_BUTTON = "wait for the button to pass and post behind it"
    POST_MISSED = "post the total of the blinds: the small blind dead, the big blind live"


class DrawFill(Enum):
    """When discards are replaced, and when the dealer burns."""

    AFTER_ALL = "after all have discarded, with one burn before the first card"
    IN_TURN = "as each player asks, with a burn before each request; the fifth of five cards after everyone else"


class WrongCount(Enum):
    """What follows when a player was dealt too many or too few cards."""

    MISDEAL_EARLY = "a misdeal until two players have acted, then a dead hand"
    DEAD_HAND = (
        "in lowball a dead hand, and too many cards to two players are a misdeal; elsewhere as in the other answer"
    )


class ExposedCard(Enum):
    """What follows when the dealer exposes one face-down card on the deal."""

    EXCHANGED = "it is exchanged for the top card and burned first"
    LOW_KEPT = "in lowball a five or lower is kept, a six or higher replaced; elsewhere it is exchanged"


class Showdown(Enum):
    """Which hands still in are turned up at the showdown."""

    MAY_MUCK = "a losing hand may be mucked unseen"
    CALLED_SHOWN = "the hand whose last bet was called is shown, the others may be mucked"
    ALL_SHOWN = "every hand still in is shown"


class Undeclared(Enum):
    """What chips put out without a word mean."""

    HALF_BET_RAISES = "one larger chip is a call; from half a bet more it is a raise to be completed, below it a call"
    AS_COUNTED = "the amount put out counts; what does not reach a raise is a call"
