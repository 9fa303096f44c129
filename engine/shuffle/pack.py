"""The house's own shuffle. Its order follows from a secret seed, and it is promised place by place before any player
adds a number: what is dealt later can be opened card by card, and every other card stays hidden.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from functools import cached_property

from engine.chance import SeededDraw
from engine.doors import door, typed
from engine.errors import RuleError
from engine.merkle import leaf_hash, proof_of, tree_root

SEED_BYTES = 32
MOST_CARDS = 60
_BETWEEN = b"\x1f"


@dataclass(frozen=True, slots=True)
@typed
class Promise:
    """What everybody is told before the players add their numbers.

    hand: which one, as "NIGHT-A T1 41"; no promise serves for two. cards: of the pack, in its plain order. root: of
    the tree over the places, as hex. seed_hash: of the seed, as hex.
    """

    hand: str
    cards: tuple[str, ...]
    root: str
    seed_hash: str


@dataclass(frozen=True)
@typed
class HousePack:
    """The house's secret: hand and cards as in ``Promise``, and the seed, 32 bytes from the computer's own chance.

    Refused: a seed of another length ("seed_length"), a pack with a card twice or with more than 60 cards
    ("strange_pack").
    """

    hand: str
    cards: tuple[str, ...]
    seed: bytes

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise RuleError(
                "seed_length", f"The seed has {len(self.seed)} bytes; it needs {SEED_BYTES}.", length=len(self.seed)
            )
        require_pack(self.cards)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The cards as the house shuffled them."""
        return SeededDraw(f"pack {self.hand} {self.seed.hex()}").shuffled(self.cards)

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """Of the tree, a place each."""
        return tuple(place_hash(self.hand, place, card, self.salt(place)) for place, card in enumerate(self.order))

    @property
    def promise(self) -> Promise:
        return Promise(self.hand, self.cards, tree_root(self.leaves).hex(), seed_hash(self.seed))

    def salt(self, place: int) -> bytes:
        """What hides the card at a place, so that nobody finds it by trying all cards."""
        return hmac.new(self.seed, f"salt {self.hand} {place}".encode(), hashlib.sha256).digest()

    def proof(self, place: int) -> tuple[bytes, ...]:
        """From the card at a place to the root."""
        return proof_of(self.leaves, place)


@door
def seed_hash(seed: bytes) -> str:
    """What promises the seed itself, as hex."""
    return hashlib.sha256(seed).hexdigest()


def place_hash(hand: str, place: int, card: str, salt: bytes) -> bytes:
    """The leaf of a place. salt: 32 bytes, so that no other spelling gives the same."""
    return leaf_hash(_BETWEEN.join([salt, hand.encode(), str(place).encode(), card.encode()]))


def require_pack(cards: tuple[str, ...]) -> None:
    """Raises RuleError("strange_pack")."""
    if not cards or len(cards) > MOST_CARDS or len(set(cards)) < len(cards):
        raise RuleError(
            "strange_pack",
            f"A pack has 1 to {MOST_CARDS} cards, each once, and this one has {len(cards)}, {len(set(cards))} of them "
            "different. Take a full pack.",
            cards=len(cards),
        )
