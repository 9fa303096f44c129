"""The play of the cards: the first lead, following suit, who wins a trick, and a revoke."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.errors import RuleError
from engine.euchre.deal import Deal
from engine.euchre.deck import SEATS, Card, Cards, card_text, card_texts, each_card, left_of, partner_of, team_of
from engine.euchre.hand.actions import Action, Verb, play, plays_of
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import Contract, EuchreHand, Stage, not_now, not_your_turn
from engine.euchre.house import EuchreHouse, LoneLead
from engine.euchre.result import DealResult
from engine.euchre.scoring import TRICKS_IN_A_DEAL

_NO_CARD = Card(0)
_new = tuple.__new__


def lead_first(hand: EuchreHand, action: Action, contract: Contract) -> EuchreHand:
    """The hand once everybody has said whether they play alone. Rules: EUC-12."""
    house, dealer = hand.deal.house, hand.deal.dealer
    after, leader = _order(house, dealer, contract.lone_maker, contract.lone_defender)
    legal = plays_of(contract.hands[leader])
    return Playing(
        hand, action, legal, leader, hand.deal, contract, after, Cards(0), leader, _NO_CARD, _NO_CARD, leader, (0, 0)
    )


class _Playing(NamedTuple):
    before: EuchreHand
    action: Action
    legal: tuple[Action, ...]
    turn: int
    deal: Deal
    contract: Contract
    after: tuple[int, ...]
    """By seat, who plays after it; those who sit out are passed over."""
    played: Cards
    """All cards played so far, this trick's too."""
    leader: int
    led: Card
    """The card led to the trick on the table; 0 while there is none."""
    best: Card
    """The card that wins that trick so far, and in ``winner`` its seat."""
    winner: int
    tricks: tuple[int, int]
    """Tricks won by team 0 and team 1."""


class Playing(_Playing, EuchreHand):
    """A seat is to play a card: it follows the suit led if it can, else plays anything.

    Rules: EUC-4, EUC-12, EUC-13.
    """

    __slots__ = ()
    stage = Stage.PLAYING

    def take(self, action: Action, seat: int | None = None) -> EuchreHand:
        """Raises RuleError: "not_your_turn", "not_now", "must_follow", "card_not_held". Rules: EUC-13.

        Where the deal is recorded as played, a card that does not follow is taken down (EUC-17).
        """
        # Taken apart once: this is where a program that plays many hands spends its time.
        _, _, legal, turn, deal, contract, after, played, leader, led, best, winner, tricks = self
        if seat is not None and seat != turn:
            raise not_your_turn(self, seat)
        try:
            action = legal[legal.index(action)]
        except ValueError:
            action = self._fallen(action)
        card: Card = action[1]  # type: ignore[assignment]  # every legal action here is a play
        played = Cards(played | card)
        if led:
            strengths = contract[0].strengths[led]
            if strengths[card] > strengths[best]:
                best, winner = card, turn
        else:
            led = best = card
            winner = turn
        turn = after[turn]
        if turn == leader:
            return self._trick_over(action, played, winner)
        held = contract[3][turn] & ~played
        legal = plays_of(held & contract[0].followers[led] or held)
        return _new(
            Playing,
            (self, action, legal, turn, deal, contract, after, played, leader, led, best, winner, tricks),
        )

    def why_not(self, action: object, seat: int | None = None) -> RuleError | None:
        refused = super().why_not(action, seat)
        return None if refused is not None and refused.code == "must_follow" and self.deal.as_played else refused

    def hand_of(self, seat: int) -> Cards:
        return Cards(self.contract.hands[seat] & ~self.played)

    def _trick_over(self, action: Action, played: Cards, winner: int) -> EuchreHand:
        one, two = self.tricks
        tricks = (one + 1, two) if team_of(winner) == 0 else (one, two + 1)
        if one + two + 1 == TRICKS_IN_A_DEAL:
            return _played_out(self, action, tricks)
        _, _, _, _, deal, contract, after, *_ = self
        legal = plays_of(Cards(contract.hands[winner] & ~played))
        return _new(
            Playing,
            (self, action, legal, winner, deal, contract, after, played, winner, _NO_CARD, _NO_CARD, winner, tricks),
        )

    def _fallen(self, action: object) -> Action:
        """A card that does not follow, where the deal is recorded as played. Raises RuleError for any other action."""
        if self.deal.as_played:
            for fallen in plays_of(self.hand_of(self.turn)):
                if action == fallen:
                    return fallen
        raise self._why(action)

    def _why(self, action: object) -> RuleError:
        held = self.hand_of(self.turn)
        for card in each_card(held):
            if action == play(card):
                return _suit_not_followed(self, card)
        if isinstance(action, Action) and action.verb == Verb.PLAY:
            return _not_held(self, action.about)
        return not_now(self)


@lru_cache(maxsize=1024)
def _order(
    house: EuchreHouse, dealer: int, lone_maker: int | None, lone_defender: int | None
) -> tuple[tuple[int, ...], int]:
    """Who plays after each seat, and who leads first. Rules: EUC-12."""
    out = {partner_of(lone) for lone in (lone_maker, lone_defender) if lone is not None}

    def next_in(seat: int) -> int:
        seat = left_of(seat)
        while seat in out:
            seat = left_of(seat)
        return seat

    lone = lone_maker if lone_defender is None else lone_defender
    if house.lone_lead is LoneLead.DEALERS_LEFT or lone is None:
        leader = next_in(dealer)
    elif lone_maker is not None and lone_defender is not None:
        leader = lone_defender
    else:
        leader = next_in(lone)
    return tuple(next_in(seat) for seat in range(SEATS)), leader


def _played_out(hand: Playing, action: Action, tricks: tuple[int, int]) -> Finished:
    contract = hand.contract
    result = DealResult(
        makers=contract.makers,
        tricks=tricks[contract.makers],
        makers_alone=contract.lone_maker is not None,
        defender_alone=contract.lone_defender is not None,
    )
    return Finished(hand, action, hand.deal, contract, result)


def _suit_not_followed(hand: Playing, card: Card) -> RuleError:
    led, trump = hand.led, hand.contract.trump
    suit = trump.suit_of(led)
    follow = card_texts(Cards(hand.hand_of(hand.turn) & trump.followers[led]))
    is_trump = ", which is trump" if suit is trump.suit else ""
    return RuleError(
        "must_follow",
        f"{card_text(led)} was led: seat {hand.turn} must follow {suit.name.lower()}{is_trump}. "
        f"It has {' and '.join(follow)}.",
        rules=("EUC-4", "EUC-13"),
        card=card_text(card),
        led=card_text(led),
        follow=follow,
    )


def _not_held(hand: Playing, card: object) -> RuleError:
    held = hand.hand_of(hand.turn)
    known = next((card_text(each) for each in each_card(hand.deal.house.pack) if each == card), "that card")
    return RuleError(
        "card_not_held",
        f"Seat {hand.turn} does not hold {known}. It holds {' '.join(card_texts(held))}.",
        rules=("EUC-13",),
        card=known,
    )
