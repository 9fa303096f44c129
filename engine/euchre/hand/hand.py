"""A hand of euchre, whatever stage it is in: whose turn it is, what is legal and why not, and the way back.

A hand is never changed: ``take`` gives the next one, and each keeps the one before, so undo and the log need no copies.
The stages are ``Bidding`` and ``NamingBenny``, ``Discarding``, ``GoingAlone``, ``Playing`` and ``Finished``, each in
the file of its name; ``start_hand`` (bidding.py) gives the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from engine.errors import RuleError, quoted
from engine.euchre.deal import Deal
from engine.euchre.deck import Card, Cards, team_of
from engine.euchre.hand.actions import Action, Verb
from engine.euchre.trump import Trump


class Stage(StrEnum):
    """Where a hand stands."""

    NAMING_BENNY = "naming_benny"
    BIDDING = "bidding"
    DISCARDING = "discarding"
    GOING_ALONE = "going_alone"
    PLAYING = "playing"
    FINISHED = "finished"


Hands = tuple[Cards, Cards, Cards, Cards]
"""The cards of each seat."""


class Contract(NamedTuple):
    """Trump as it was made.

    made_in_round: 1 or 2. hands: by seat, after the pick-up and the discard. discard: what the dealer laid away;
    None unless the up-card was taken. lone_maker, lone_defender: the seat of that side that plays alone.
    """

    trump: Trump
    maker: int
    made_in_round: int
    hands: Hands
    discard: Card | None = None
    lone_maker: int | None = None
    lone_defender: int | None = None

    @property
    def makers(self) -> int:
        """The team that made trump, 0 or 1."""
        return team_of(self.maker)


class LogLine(NamedTuple):
    """One action, and the seat that took it."""

    seat: int
    action: Action


class EuchreHand:
    """What every stage of a hand answers.

    before: the hand before the last action; None at the start. action: that action. legal: what the seat whose turn it
    is may do, empty when the hand is over. turn: that seat, None when the hand is over. contract: None until trump is
    made, and when the hand was thrown in.
    """

    __slots__ = ()
    stage: ClassVar[Stage]

    if TYPE_CHECKING:

        @property
        def before(self) -> EuchreHand | None: ...
        @property
        def action(self) -> Action | None: ...
        @property
        def legal(self) -> tuple[Action, ...]: ...
        @property
        def turn(self) -> int | None: ...
        @property
        def deal(self) -> Deal: ...
        @property
        def contract(self) -> Contract | None: ...

        def take(self, action: Action, seat: int | None = None) -> EuchreHand:
            """The hand after an action of the seat whose turn it is.

            seat: who acts; refused if it is another's turn. Left out, whose turn it is.

            Raises RuleError: "hand_over", "not_your_turn", "not_now" and those that its stage names.
            """

        def hand_of(self, seat: int) -> Cards:
            """The cards a seat holds now. Not all of them are for everybody's eyes: see views.py."""

        def _why(self, action: object) -> RuleError:
            """The reason why an action, which is not legal now, is not."""

    def why_not(self, action: object, seat: int | None = None) -> RuleError | None:
        """Why an action is refused now, as the error that ``take`` would raise; None if it is not."""
        if seat is not None and seat != self.turn:
            return not_your_turn(self, seat)
        return None if action in self.legal else self._why(action)

    def chosen(self, action: Action, seat: int | None) -> Action:
        """The legal action equal to the one given. Raises RuleError with the reason if there is none."""
        if seat is not None and seat != self.turn:
            raise not_your_turn(self, seat)
        try:
            return self.legal[self.legal.index(action)]
        except ValueError:
            raise self._why(action) from None

    @property
    def states(self) -> tuple[EuchreHand, ...]:
        """Every hand from the start to this one, one action apart."""
        return tuple(reversed(tuple(self._back())))

    @property
    def log(self) -> tuple[LogLine, ...]:
        """Every action so far with its seat."""
        return tuple(_line(before, after) for before, after in pairwise(self.states))

    def undo(self, to: int | None = None) -> EuchreHand:
        """The hand as it was after its first ``to`` actions; left out: before the last one.

        Raises RuleError: "nothing_to_undo".
        """
        states = self.states
        wanted = len(states) - 2 if to is None else to
        if not isinstance(wanted, int) or not 0 <= wanted < len(states):
            raise RuleError(
                "nothing_to_undo",
                f"The hand has {len(states) - 1} actions: it can be undone to 0 to {len(states) - 1} of them.",
                actions=len(states) - 1,
            )
        return states[wanted]

    def _back(self) -> Iterator[EuchreHand]:
        state: EuchreHand | None = self
        while state is not None:
            yield state
            state = state.before


def not_now(hand: EuchreHand) -> RuleError:
    """The refusal of an action that belongs to no choice of this moment."""
    if hand.turn is None:
        return RuleError("hand_over", "The hand is over. Deal the next one, or take an action back.")
    choices = ", ".join(str(action) for action in hand.legal)
    return RuleError(
        "not_now", f"Seat {hand.turn} cannot do that now. It may {choices}.", seat=hand.turn, stage=hand.stage.value
    )


def not_your_turn(hand: EuchreHand, seat: object) -> RuleError:
    """The refusal of a seat that acts when it is another's turn."""
    if hand.turn is None:
        return not_now(hand)
    asked = quoted(seat)
    return RuleError(
        "not_your_turn", f"It is the turn of seat {hand.turn}, not of seat {asked}.", seat=hand.turn, asked=asked
    )


def _line(before: EuchreHand, after: EuchreHand) -> LogLine:
    action = cast("Action", after.action)
    # A revoke is told of a seat; everything else is done by the seat whose turn it was.
    seat = action.seat if action.verb is Verb.REVOKE else cast("int", before.turn)
    return LogLine(seat, action)
