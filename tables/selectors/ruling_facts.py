"""What is told of something that went wrong at a card table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from eventnight.core.errors import BadRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingFacts:
    """What happened, as told at the table; a kind reads the fields it names and no others.

    held: cards counted, by seat. exposed: the cards seen, by seat. cards: one card, none where nobody knows it. new:
    cards that came instead. how: a name of ``Fouled``. chips: the value of each chip of the first motion. added: chips
    that followed. raise_to: the total that was said.
    """

    kind: str
    seat: int | None = None
    held: Mapping[int, int] = field(default_factory=dict)
    exposed: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    cards: Sequence[Card] = ()
    new: Sequence[Card] = ()
    how: str = ""
    chips: Sequence[int] = ()
    added: int = 0
    declared_raise: bool = False
    raise_to: int | None = None

    @property
    def told(self) -> list[tuple[int, Card]]:
        """The cards named, each with the seat that holds it."""
        if self.exposed:
            return [(seat, card) for seat, cards in self.exposed.items() for card in cards]
        return [(self.seat, card) for card in self.cards if self.seat is not None]

    @property
    def the_seat(self) -> int:
        """The seat. Raises BadRequest("ruling_incomplete")."""
        if self.seat is None:
            raise lacks("the seat")
        return self.seat

    @property
    def the_card(self) -> Card:
        """The one card. Raises BadRequest("ruling_incomplete")."""
        if len(self.cards) != 1:
            raise lacks("one card")
        return self.cards[0]


def lacks(what: str) -> BadRequest:
    """The refusal of facts that are not all there."""
    return BadRequest("ruling_incomplete", f"For this ruling say {what} too.")
