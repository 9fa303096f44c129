"""A hand at its end: thrown in, played out, or stopped by a revoke."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import RuleError
from engine.euchre.deal import Deal
from engine.euchre.deck import NO_CARDS, Cards
from engine.euchre.hand.actions import Action
from engine.euchre.hand.hand import Contract, EuchreHand, Stage, not_now
from engine.euchre.result import DealResult, points_of
from engine.euchre.scoring import Points


class _Finished(NamedTuple):
    before: EuchreHand
    action: Action
    deal: Deal
    contract: Contract | None
    result: DealResult


class Finished(_Finished, EuchreHand):
    """The hand is over. result: what it was; points: what it is worth."""

    __slots__ = ()
    stage = Stage.FINISHED
    legal = ()
    turn = None

    @property
    def points(self) -> Points:
        """Points of team 0 and team 1. Rules: EUC-10, EUC-14, EUC-15, EUC-17."""
        return points_of(self.result, self.deal.house.scale)

    def take(self, action: Action, seat: int | None = None) -> EuchreHand:
        """Raises RuleError: "hand_over"."""
        raise not_now(self)

    def hand_of(self, seat: int) -> Cards:
        # Played out, nobody holds a card; stopped before, everybody holds what they held.
        return self.before.hand_of(seat) if self.contract is None or self.result.revoke_by else NO_CARDS

    def _why(self, action: object) -> RuleError:
        return not_now(self)


def throw_in(hand: EuchreHand, action: Action) -> Finished:
    """All have passed twice: nobody scores, and the next player deals. Rules: EUC-10."""
    return Finished(hand, action, hand.deal, None, DealResult(makers=None))
