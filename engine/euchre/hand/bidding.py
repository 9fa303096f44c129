"""Making trump: two rounds of bids, or the dealer's choice when the Benny is turned up. Begins every hand."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.doors import wrong_type
from engine.errors import RuleError
from engine.euchre.deal import Deal
from engine.euchre.deck import SEATS, Cards, Suit, left_of, partner_of, printed_suit
from engine.euchre.hand.actions import ORDER_UP, PASS, TAKE_UP, TURN_IT_DOWN_ALONE, Action, Verb, name
from engine.euchre.hand.discarding import pick_up
from engine.euchre.hand.finished import throw_in
from engine.euchre.hand.going_alone import ask_who_goes_alone
from engine.euchre.hand.hand import Contract, EuchreHand, Stage, not_now
from engine.euchre.house import EuchreHouse
from engine.euchre.trump import TRUMPS

_NAME_ANY = tuple(name(suit) for suit in Suit)


def start_hand(deal: Deal) -> EuchreHand:
    """A hand at its start: the first bid, or the dealer's choice of trump for a Benny turned up.

    Rules: EUC-3, EUC-6.
    """
    if not isinstance(deal, Deal):
        raise wrong_type("deal", deal, Deal)
    turned = printed_suit(deal.upcard)
    if turned is None:
        return NamingBenny(None, None, _NAME_ANY, deal.dealer, deal)
    choices = _choices(deal.house, turned)
    return Bidding(None, None, choices[0], left_of(deal.dealer), deal, turned, choices)


class _NamingBenny(NamedTuple):
    before: EuchreHand | None
    action: Action | None
    legal: tuple[Action, ...]
    turn: int
    deal: Deal


class NamingBenny(_NamingBenny, EuchreHand):
    """The Benny is turned up: the dealer names any suit before looking at the hand, is the maker and takes the Benny.

    Rules: EUC-3.
    """

    __slots__ = ()
    stage = Stage.NAMING_BENNY
    contract = None

    def take(self, action: Action, seat: int | None = None) -> EuchreHand:
        """Raises RuleError: "not_your_turn", "not_now"."""
        action = self.chosen(action, seat)
        return pick_up(self, action, TRUMPS[action.suit], self.turn)

    def hand_of(self, seat: int) -> Cards:
        return self.deal.hands[seat]

    def _why(self, action: object) -> RuleError:
        return not_now(self)


class _Bidding(NamedTuple):
    before: EuchreHand | None
    action: Action | None
    legal: tuple[Action, ...]
    turn: int
    deal: Deal
    turned: Suit
    """The suit of the up-card."""
    choices: tuple[tuple[Action, ...], ...]
    """What this bid and all that may come after it can be, in both rounds."""


class Bidding(_Bidding, EuchreHand):
    """A seat is asked for trump: in the first round the turned suit, in the second another.

    Rules: EUC-6, EUC-7, EUC-9, EUC-10.
    """

    __slots__ = ()
    stage = Stage.BIDDING
    contract = None

    @property
    def round(self) -> int:
        """1 or 2."""
        return 1 if len(self.choices) > SEATS else 2

    def take(self, action: Action, seat: int | None = None) -> EuchreHand:
        """Raises RuleError: "not_your_turn", "not_now", "partner_must_go_alone", "dealer_must_choose",
        "suit_turned_down".

        Rules: EUC-6, EUC-7, EUC-9, EUC-10.
        """
        action = self.chosen(action, seat)
        _, _, _, turn, deal, turned, choices = self
        verb = action.verb
        if verb == Verb.PASS:
            choices = choices[1:]
            if not choices:
                return throw_in(self, action)
            return Bidding(self, action, choices[0], left_of(turn), deal, turned, choices)
        if verb == Verb.NAME:
            return ask_who_goes_alone(self, action, Contract(TRUMPS[action.suit], turn, 2, deal.hands))
        if verb == Verb.TURN_IT_DOWN_ALONE:
            return ask_who_goes_alone(self, action, Contract(TRUMPS[turned], turn, 1, deal.hands, lone_maker=turn))
        return pick_up(self, action, TRUMPS[turned], turn)

    def hand_of(self, seat: int) -> Cards:
        return self.deal.hands[seat]

    def _why(self, action: object) -> RuleError:
        turned = self.turned
        if action == ORDER_UP and TURN_IT_DOWN_ALONE in self.legal:
            return RuleError(
                "partner_must_go_alone",
                f"Seat {self.turn} is the dealer's partner and may accept only to play alone: turn it down, or pass.",
                rules=("EUC-7",),
                seat=self.turn,
                dealer=partner_of(self.turn),
            )
        if self.round == 2 and action == PASS:
            return RuleError(
                "dealer_must_choose",
                f"Seat {self.turn} deals and all others have passed twice: name one of the three suits.",
                rules=("EUC-10",),
                seat=self.turn,
            )
        if self.round == 2 and action == name(turned):
            return RuleError(
                "suit_turned_down",
                f"{turned.name.capitalize()} were turned down. Name one of the other three suits, or pass.",
                rules=("EUC-9",),
                suit=turned.letter,
            )
        return not_now(self)


@lru_cache(maxsize=1024)
def _choices(house: EuchreHouse, turned: Suit) -> tuple[tuple[Action, ...], ...]:
    """What each seat may do, from the dealer's left, in the first round and then in the second.

    Rules: EUC-6, EUC-7, EUC-9, EUC-10.
    """
    opponent = (PASS, ORDER_UP)
    partner = (PASS, TURN_IT_DOWN_ALONE if house.partner_must_go_alone else ORDER_UP)
    names = tuple(name(suit) for suit in Suit if suit is not turned)
    anybody = (PASS, *names)
    last = names if house.dealer_must_choose else anybody
    return opponent, partner, opponent, (PASS, TAKE_UP), anybody, anybody, anybody, last
