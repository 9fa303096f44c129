"""What players may not do with their cards, and the one cut of a hand."""

from __future__ import annotations

from enum import Enum

from engine.chance import SeededDraw
from engine.doors import door
from engine.errors import RuleError
from engine.poker.floor.ruling import Ruling, dead_hands, new_stub, require_live, seats_that_acted
from engine.poker.hand import Hand

CUT = "deck_cut"


class Fouled(Enum):
    """How a hand was fouled."""

    BELOW_TABLE = "was held below table level"
    MIXED = "was mixed with other cards"
    THROWN_AWAY = "was thrown away and touches other cards"


@door
def fouled_hand(hand: Hand, seat: int, how: Fouled) -> Ruling:
    """A hand that was fouled is dead; its chips stay in. Raises RuleError("not_in_hand"). Rules: ANG-27."""
    require_live(hand, seat)
    says = f"The hand of seat {seat} {how.value}: it is dead. What it put in stays in the pot."
    return dead_hands("dead_hand", [seat], says, ("ANG-27",))


@door
def cut_asked_for(hand: Hand, *, seed: str) -> Ruling:
    """A player asks for a cut: one a hand, before anyone has acted.

    Raises RuleError: "already_cut", "cut_too_late". Rules: ANG-26.
    """
    rules = ("ANG-26",)
    if any(entry[:2] == ("note", CUT) for entry in hand.log):
        raise RuleError("already_cut", "The deck was cut in this hand already. One cut a hand.", rules=rules)
    if seats_that_acted(hand):
        raise RuleError("cut_too_late", "Someone has acted. A cut is asked for before any action.", rules=rules)
    says = "The deck is cut, once in this hand."
    # A card that was exchanged lies face up on the deck and is burned first, cut or not.
    faced = 1 if any(entry[0] == "replace" and entry[-1] is True for entry in hand.log) else 0
    top, below = hand.stub[:faced], hand.stub[faced:]
    if len(below) < 2:
        return Ruling(code=CUT, says=says, rules=rules)
    at = 1 + SeededDraw(seed).below(len(below) - 1)
    return Ruling(code=CUT, says=says, rules=rules, changes=(new_stub([*top, *below[at:], *below[:at]]),))
