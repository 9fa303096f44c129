"""A pack in a known order: what a hand is dealt from when no one deals it by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import JOKER, Card, card_text, full_deck, parse_cards
from engine.errors import RuleError

_PACK = frozenset(full_deck())
_PACK_WITH_JOKER = _PACK | {JOKER}


@dataclass(frozen=True, kw_only=True, slots=True)
class Deck:
    """All cards of a pack, the top card first. seed: what reshuffles within the hand are drawn from.

    Raises RuleError: "duplicate_card", "unknown_card", "missing_cards".
    """

    order: tuple[Card, ...]
    seed: str = ""

    def __post_init__(self) -> None:
        cards = frozenset(self.order)
        if len(cards) == len(self.order) and cards in (_PACK, _PACK_WITH_JOKER):
            return
        raise _strange_pack(self.order)

    @classmethod
    def shuffled(cls, seed: str, *, with_joker: bool = False) -> Deck:
        """A full pack in the order that this seed gives, always the same."""
        order = list(full_deck())
        if with_joker:
            order.append(JOKER)
        return cls(order=_in_order_of(seed, order), seed=seed)

    @classmethod
    def from_text(cls, text: str, *, seed: str = "") -> Deck:
        """Raises RuleError: "unknown_card", "duplicate_card", "missing_cards"."""
        return cls(order=parse_cards(text), seed=seed)

    @property
    def has_joker(self) -> bool:
        return len(self.order) == len(_PACK_WITH_JOKER)

    def __str__(self) -> str:
        return "".join(card_text(card) for card in self.order)


def shuffled_again(cards: Sequence[Card], *, seed: str, times: int) -> tuple[Card, ...]:
    """Cards of a hand in play in a new order: the same seed and count give the same order."""
    return _in_order_of(f"{seed}/{times}", sorted(cards))


def _in_order_of(seed: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    # Loaded by the first shuffle: its hashes take a twentieth of the engine's start, and a fed hand needs none.
    from engine.chance import SeededDraw

    return SeededDraw(seed).shuffled(cards)


def _strange_pack(order: Sequence[Card]) -> RuleError:
    seen: set[Card] = set()
    for card in order:
        name = card_text(card)
        if card in seen:
            return RuleError("duplicate_card", f"{name} is in the deck twice. Take one out.", card=name)
        seen.add(card)
    missing = sorted(_PACK - seen)
    names = ", ".join(card_text(card) for card in missing[:5]) + (" ..." if len(missing) > 5 else "")
    return RuleError(
        "missing_cards",
        f"The deck has {len(order)} cards; {names} are missing. A hand is dealt from a full pack.",
        rules=("BIS-1",),
        cards=[card_text(card) for card in missing],
    )
