"""Hands with too many or too few cards."""

from __future__ import annotations

from collections.abc import Mapping

from engine.doors import door
from engine.errors import RuleError
from engine.poker.floor.ruling import Ruling, dead_hands, misdeal, require_live, seats_that_acted
from engine.poker.hand import Hand
from engine.poker.house.options import WrongCount
from engine.poker.seats import seats_text

ACTED_FOR_A_HAND = 2
TOO_MANY_FOR_A_DEAL = 2


@door
def wrong_number_of_cards(hand: Hand, held: Mapping[int, int]) -> Ruling:
    """Seats were found to hold another number of cards than the game deals. held: cards by seat, of those seats.

    A misdeal while fewer than two players have acted, then each such hand is dead and its chips stay in. In lowball of
    a house that says so, such a hand is dead at once, and too many cards to two players are a misdeal. Where no good
    hand would be left, the deal is a misdeal.

    Raises RuleError: "nobody_named", "not_in_hand", "right_number". Rules: CAN-12, ANG-19, ANG-24.
    """
    if not held:
        raise RuleError("nobody_named", "Name the seats with a wrong number of cards.")
    for seat, cards in held.items():
        require_live(hand, seat)
        if cards == len(hand.hole(seat)):
            raise RuleError(
                "right_number", f"Seat {seat} holds {cards} cards, as it should. Play on.", seat=seat, cards=cards
            )
    if is_dead_at_once(hand):
        return _in_lowball(hand, held)
    rules = ("CAN-12",)
    if len(seats_that_acted(hand)) < ACTED_FOR_A_HAND or held.keys() >= set(hand.live):
        says = f"Misdeal: a wrong number of cards for {seats_text(held)} before two players acted. All chips go back."
        return misdeal(says, rules)
    says = f"Two players have acted: {seats_text(held)} forfeits the hand and what is in the pot."
    return dead_hands("dead_hand", [*held], says, rules)


@door
def is_dead_at_once(hand: Hand) -> bool:
    """Whether a hand with a wrong number of cards is dead, whoever has acted. Rules: ANG-19."""
    return hand.house.wrong_count is WrongCount.DEAD_HAND and hand.game.is_lowball


def _in_lowball(hand: Hand, held: Mapping[int, int]) -> Ruling:
    too_many = [seat for seat, cards in held.items() if cards > len(hand.hole(seat))]
    if len(too_many) >= TOO_MANY_FOR_A_DEAL or held.keys() >= set(hand.live):
        return misdeal(f"Misdeal: too many cards for {seats_text(held)}. All chips go back.", ("ANG-24",))
    says = f"A hand has {len(hand.hole(next(iter(held))))} cards: the hand of {seats_text(held)} is dead."
    return dead_hands("dead_hand", [*held], says, ("ANG-19",))
