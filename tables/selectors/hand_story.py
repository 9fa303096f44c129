"""What has happened in a hand, street by street, as people tell it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.poker.hand import Hand
from engine.units import NO_CHIPS, Chips

TOLD = {
    "fold": "folds",
    "check": "checks",
    "call": "calls",
    "bring_in": "brings in",
    "discard": "draws",
    "show": "shows",
    "muck": "mucks",
    "kill": "hand is dead",
}
"""Lines of a log that belong to one seat, in words; a bet has two of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What one seat did. chips: what it put in, or for a raise the total that it raised to."""

    seat: int
    says: str
    chips: Chips = NO_CHIPS


@dataclass(slots=True, kw_only=True)
class Chapter:
    """A street. pot: what lay in the middle when it began."""

    street: str
    pot: Chips
    deeds: list[Deed] = field(default_factory=list)


def hand_story(hand: Hand) -> list[Chapter]:
    """The streets of a hand with what was done on each, blinds and antes first."""
    again = Hand(hand.setup)
    chapters = [Chapter(street=again.street.name, pot=NO_CHIPS, deeds=_posted(again))]
    for entry in hand.log:
        chips, price = again.contributed, max(again.bets.values())
        if again.street.name != chapters[-1].street:
            chapters.append(Chapter(street=again.street.name, pot=again.pot))
        again.do_again(entry)
        if entry[0] == "bet":
            _, seat, to = entry
            says = "raises to" if price else "bets"
            chapters[-1].deeds.append(Deed(seat=int(str(seat)), says=says, chips=Chips(int(str(to)))))
        elif entry[0] in TOLD:
            seat = int(str(entry[1]))
            paid = Chips(again.contributed[seat] - chips[seat])
            chapters[-1].deeds.append(Deed(seat=seat, says=TOLD[str(entry[0])], chips=max(paid, NO_CHIPS)))
    return chapters


def _posted(hand: Hand) -> list[Deed]:
    return [Deed(seat=seat, says="posts", chips=chips) for seat, chips in hand.contributed.items() if chips]
