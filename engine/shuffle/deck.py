"""The deck that follows from the house's pack and the players' numbers, and what is opened of it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.doors import door, typed
from engine.errors import RuleError
from engine.shuffle.numbers import moves_of, require_numbers
from engine.shuffle.pack import HousePack


@dataclass(frozen=True, slots=True)
@typed
class Opening:
    """A card that was shown. number: of the card in the deck, the top one 0. place: in the house's order. salt, proof:
    what leads from it to the promise.
    """

    number: int
    place: int
    card: str
    salt: bytes
    proof: tuple[bytes, ...]


@dataclass(frozen=True)
@typed
class FairDeck:
    """pack: the house's secret. numbers: by seat, as the phones sent them; empty text for one that sent none.

    Raises RuleError: "number_unclear", "nobody_ready".
    """

    pack: HousePack
    numbers: Mapping[int, str]

    def __post_init__(self) -> None:
        require_numbers(self.numbers)

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """For each card of the deck, its place in the house's order."""
        return moves_of(self.pack.hand, self.numbers, len(self.pack.cards))

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The deck, top card first."""
        return tuple(self.pack.order[place] for place in self.moves)

    @property
    def again_seed(self) -> str:
        """What reshuffles within the hand are drawn from. It is as secret as the seed. Rules: ANG-10."""
        told = " ".join(map(str, self.moves))
        return hmac.new(self.pack.seed, f"again {self.pack.hand} {told}".encode(), hashlib.sha256).hexdigest()

    @door
    def open(self, shown: Iterable[str]) -> tuple[Opening, ...]:
        """The openings of these cards, in the order of the deck. Raises RuleError("unknown_card")."""
        wanted = set(shown)
        if strange := sorted(wanted.difference(self.cards)):
            raise RuleError("unknown_card", f"{strange[0]} is not in this pack.", card=strange[0])
        return tuple(
            Opening(number, place, card, self.pack.salt(place), self.pack.proof(place))
            for number, (place, card) in enumerate(zip(self.moves, self.cards, strict=True))
            if card in wanted
        )
