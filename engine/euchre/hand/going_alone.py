"""Who plays alone: who is asked, in which order, and who sits out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.errors import RuleError
from engine.euchre.deal import Deal
from engine.euchre.deck import SEATS, Cards, left_of, team_of
from engine.euchre.hand.actions import ALONE, WITH_PARTNER, Action
from engine.euchre.hand.hand import Contract, EuchreHand, Stage, not_now
from engine.euchre.hand.playing import lead_first
from engine.euchre.house import AskedFirst, EuchreHouse, LoneMakers

_ANSWERS = (WITH_PARTNER, ALONE)


def ask_who_goes_alone(hand: EuchreHand, action: Action, contract: Contract) -> EuchreHand:
    """The hand once trump is made and the discard done: the first who is asked, or the first lead if nobody is.

    Rules: EUC-11.
    """
    asked = seats_asked(hand.deal.house, hand.deal.dealer, contract.maker)
    if contract.lone_maker is not None:
        asked = _other_side(asked, contract.lone_maker)
    if not asked:
        return lead_first(hand, action, contract)
    return GoingAlone(hand, action, _ANSWERS, asked[0], hand.deal, contract, asked)


class _GoingAlone(NamedTuple):
    before: EuchreHand
    action: Action
    legal: tuple[Action, ...]
    turn: int
    deal: Deal
    contract: Contract
    asked: tuple[int, ...]


class GoingAlone(_GoingAlone, EuchreHand):
    """A seat is asked whether it plays alone. asked: it and those asked after it, unless their partner says yes.

    Rules: EUC-11.
    """

    __slots__ = ()
    stage = Stage.GOING_ALONE

    def take(self, action: Action, seat: int | None = None) -> EuchreHand:
        """Raises RuleError: "not_your_turn", "not_now". Rules: EUC-11."""
        action = self.chosen(action, seat)
        _, _, legal, turn, deal, contract, asked = self
        if action == ALONE:
            contract = _alone(contract, turn)
            asked = _other_side(asked, turn)
        else:
            asked = asked[1:]
        if asked:
            return GoingAlone(self, action, legal, asked[0], deal, contract, asked)
        return lead_first(self, action, contract)

    def hand_of(self, seat: int) -> Cards:
        return self.contract.hands[seat]

    def _why(self, action: object) -> RuleError:
        return not_now(self)


@lru_cache(maxsize=1024)
def seats_asked(house: EuchreHouse, dealer: int, maker: int) -> tuple[int, ...]:
    """The seats asked whether they play alone, in order, while nobody does. Rules: EUC-11."""
    around = [(left_of(dealer) + step) % SEATS for step in range(SEATS)]
    may = [seat for seat in around if _may_go_alone(house, maker, seat)]
    if house.asked_first is AskedFirst.MAKER:
        # A stable sort: the others keep their order from the dealer's left.
        may.sort(key=lambda seat: seat != maker)
    return tuple(may)


def _may_go_alone(house: EuchreHouse, maker: int, seat: int) -> bool:
    if team_of(seat) != team_of(maker):
        return house.lone_defender
    return seat == maker or house.lone_makers is LoneMakers.EITHER_PARTNER


def _alone(contract: Contract, seat: int) -> Contract:
    if team_of(seat) == contract.makers:
        return contract._replace(lone_maker=seat)
    return contract._replace(lone_defender=seat)


def _other_side(seats: tuple[int, ...], lone: int) -> tuple[int, ...]:
    """The first of a side who says yes plays alone, so its partner is not asked any more."""
    return tuple(seat for seat in seats if team_of(seat) != team_of(lone))
