"""The tricks of a hand, read back from its log."""

from __future__ import annotations

from typing import NamedTuple

from engine.doors import door
from engine.euchre.deck import SEATS, Card, Cards, partner_of, together
from engine.euchre.hand.actions import Verb
from engine.euchre.hand.hand import EuchreHand


class PlayedCard(NamedTuple):
    """One card on the table. legal: the cards the seat might have played."""

    seat: int
    card: Card
    legal: Cards

    @property
    def is_revoke(self) -> bool:
        """The seat could have followed suit and did not. Rules: EUC-17."""
        return not self.card & self.legal


class Trick(NamedTuple):
    """Cards in the order they were played. winner: the seat that takes it, or would as it stands."""

    plays: tuple[PlayedCard, ...]
    winner: int

    @property
    def leader(self) -> int:
        return self.plays[0].seat


@door
def tricks_of(hand: EuchreHand) -> tuple[Trick, ...]:
    """Every trick so far, the one on the table last. Rules: EUC-13."""
    if hand.contract is None:
        return ()
    found: list[list[PlayedCard]] = []
    seats = len(active_seats(hand))
    for before, (seat, action) in zip(hand.states, hand.log, strict=False):
        if action.verb is not Verb.PLAY:
            continue
        if not found or len(found[-1]) == seats:
            found.append([])
        legal = together(tuple(choice.card for choice in before.legal))
        found[-1].append(PlayedCard(seat, action.card, legal))
    return tuple(Trick(tuple(plays), _winner(hand, plays)) for plays in found)


@door
def active_seats(hand: EuchreHand) -> tuple[int, ...]:
    """The seats that play: all but the partners of lone players. Rules: EUC-11."""
    contract = hand.contract
    lone = () if contract is None else (contract.lone_maker, contract.lone_defender)
    return tuple(seat for seat in range(SEATS) if partner_of(seat) not in lone)


def _winner(hand: EuchreHand, plays: list[PlayedCard]) -> int:
    if hand.contract is None:
        raise ValueError("there are no tricks before trump is made")
    strengths = hand.contract.trump.strengths[plays[0].card]
    return max(plays, key=lambda each: strengths[each.card]).seat
