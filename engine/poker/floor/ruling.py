"""A ruling: what the floor says, by which rules, and what it changes in the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.doors import door
from engine.errors import RuleError
from engine.hints import plain
from engine.poker.hand import Entry, Hand
from engine.poker.hand.entries import cards_text
from engine.poker.hand.stored import replay

_ACTIONS = frozenset(("fold", "check", "call", "bet", "bring_in", "forfeit"))
_DEALS = frozenset(("hole", "discard"))


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
class Ruling:
    """code: for programs. says: the sentence the floor reads out. rules: catalogue ids. changes: the lines of the log
    that carry it out, none where the hand goes on as it is or the dealer does it at the table.
    """

    code: str
    says: str
    rules: tuple[str, ...]
    changes: tuple[Entry, ...] = ()

    def apply(self, hand: Hand) -> None:
        """Carry it out: the ruling goes into the log, then its changes. ``hand.undo(to=...)`` undoes it.

        Raises RuleError: what a change is refused for; the hand is then as before.
        """
        before = len(hand.log)
        hand.floor.note(self.code, self.says, self.rules)
        try:
            for change in self.changes:
                replay(hand, change)
        except RuleError:
            hand.undo(to=before)
            raise


@door
def seats_that_acted(hand: Hand) -> frozenset[int]:
    """Seats that have folded, checked, called or bet in this hand; posting a blind is not an action."""
    return frozenset(
        int(str(seat)) for name, seat in (entry[:2] for entry in hand.log if entry[1:]) if name in _ACTIONS
    )


@door
def has_acted_since_dealt(hand: Hand, seat: int) -> bool:
    """Whether a seat has acted since cards last came to it, on the deal or in a draw."""
    own = [str(name) for name, *given in hand.log if given[:1] == [seat]]
    dealt = max((at for at, name in enumerate(own) if name in _DEALS), default=-1)
    return not _ACTIONS.isdisjoint(own[dealt + 1 :])


def misdeal(says: str, rules: tuple[str, ...]) -> Ruling:
    """Everything goes back."""
    return Ruling(code="misdeal", says=says, rules=rules, changes=(("void", says, list(rules)),))


def dead_hands(code: str, seats: Sequence[int], says: str, rules: tuple[str, ...]) -> Ruling:
    """These hands are dead and what they put in stays."""
    kills: tuple[Entry, ...] = tuple(("kill", seat, says, list(rules)) for seat in seats)
    return Ruling(code=code, says=says, rules=rules, changes=kills)


def new_stub(cards: Sequence[Card], *, burned: Sequence[Card] = (), burns: Sequence[bool] = ()) -> Entry:
    """The change that replaces the cards not yet dealt."""
    return ("stub", cards_text(cards), cards_text(burned), list(burns))


@door
def replaced(seat: int, card: Card | None, *, to_top: bool = False) -> Entry:
    """The change that gives a seat the top card for one of its own."""
    return ("replace", seat, cards_text([card]), "", to_top)


def replaced_late(seat: int, card: Card) -> Entry:
    """The change that replaces a card after everybody has drawn."""
    return ("replace_late", seat, cards_text([card]))


def ruled_out(card: Card) -> Entry:
    """The change that puts a card out of play that came to nobody, in a hand whose deck nobody knows."""
    return ("out", cards_text([card]))


def require_live(hand: Hand, seat: int) -> None:
    """Raises RuleError("not_in_hand")."""
    if seat not in hand.live:
        raise RuleError("not_in_hand", f"Seat {seat} is not in the hand. Name a seat that is.", seat=seat)
