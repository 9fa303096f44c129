"""The dealer takes the up-card and lays one card away."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import RuleError
from engine.euchre.deal import Deal
from engine.euchre.deck import Cards, card_text
from engine.euchre.hand.actions import Action, discard, discards_of
from engine.euchre.hand.going_alone import ask_who_goes_alone
from engine.euchre.hand.hand import Contract, EuchreHand, Hands, Stage, not_now
from engine.euchre.trump import Trump


def pick_up(hand: EuchreHand, action: Action, trump: Trump, maker: int) -> EuchreHand:
    """The hand after trump was made in the first round, with the up-card in the dealer's hand. Rules: EUC-8."""
    deal = hand.deal
    held = Cards(deal.hands[deal.dealer] | deal.upcard)
    allowed = held if deal.house.may_discard_upcard else deal.hands[deal.dealer]
    contract = Contract(trump, maker, 1, _with(deal.hands, deal.dealer, held))
    return Discarding(hand, action, discards_of(allowed), deal.dealer, deal, contract)


class _Discarding(NamedTuple):
    before: EuchreHand
    action: Action
    legal: tuple[Action, ...]
    turn: int
    deal: Deal
    contract: Contract


class Discarding(_Discarding, EuchreHand):
    """The dealer holds six cards and discards one face down, before anyone is asked about playing alone.

    Rules: EUC-8.
    """

    __slots__ = ()
    stage = Stage.DISCARDING

    def take(self, action: Action, seat: int | None = None) -> EuchreHand:
        """Raises RuleError: "not_your_turn", "not_now", "upcard_stays", "card_not_held". Rules: EUC-8."""
        action = self.chosen(action, seat)
        card = action.card
        trump, maker, made_in_round, hands, *_ = self.contract
        kept = _with(hands, self.turn, Cards(hands[self.turn] & ~card))
        return ask_who_goes_alone(self, action, Contract(trump, maker, made_in_round, kept, card))

    def hand_of(self, seat: int) -> Cards:
        return self.contract.hands[seat]

    def _why(self, action: object) -> RuleError:
        upcard = self.deal.upcard
        if action == discard(upcard):
            name = card_text(upcard)
            return RuleError(
                "upcard_stays",
                f"Seat {self.turn} may not lay away {name}, the card just taken up. Discard another.",
                rules=("EUC-8",),
                card=name,
            )
        return not_now(self)


def _with(hands: Hands, seat: int, cards: Cards) -> Hands:
    changed = [*hands]
    changed[seat] = cards
    one, two, three, four = changed
    return one, two, three, four
