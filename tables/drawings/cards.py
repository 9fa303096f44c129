"""Cards as the tables show them, each with its spoken name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.cards import Card, card_text, parse_card
from eventnight.core.drawings.markup import tag, text_of

BACK = "back"
EMPTY = ""
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RANKS = "AKQJT98765432"
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


@dataclass(frozen=True, slots=True)
class Face:
    """One key of the deck, or the face of a card."""

    text: str
    rank: str
    suit: str
    spoken: str
    is_taken: bool = False
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class DeckSuit:
    """The thirteen keys of one suit, ace first."""

    name: str
    cards: tuple[Face, ...]


def face_of(card: Card | str, *, is_taken: bool = False, is_chosen: bool = False) -> Face:
    """What stands on a card. Raises RuleError("unknown_card") for anything that is none."""
    text = card_text(parse_card(card) if isinstance(card, str) else card)
    if text == "Jk":
        return Face(text, "Jk", "joker", "joker", is_taken, is_chosen)
    rank, suit = text[0], SUITS[text[1]]
    spoken = f"{RANK_NAMES.get(rank, rank)} of {suit}"
    return Face(text, "10" if rank == "T" else rank, suit, spoken, is_taken, is_chosen)


def draw_card(card: Card | str, size: str = "") -> str:
    """A card face; "back" is face down and "" an empty place. size: "", "l" or "xl"."""
    sized = f" card-{size}" if size else ""
    if card in (BACK, EMPTY):
        kind, spoken = ("card-back", "face down") if card == BACK else ("card-slot", "empty place")
        return tag("span", class_=f"card {kind}{sized}", role="img", aria_label=spoken)
    face = face_of(card)
    pip = tag("svg", tag("use", href=f"#{face.suit}"), class_="suit", aria_hidden="true")
    return tag("span", text_of(face.rank), pip, class_=f"card {face.suit}{sized}", role="img", aria_label=face.spoken)


def deck_of(
    taken: Collection[str] = (), chosen: Collection[str] = (), *, has_joker: bool = False
) -> tuple[DeckSuit, ...]:
    """The 52 keys by suit. taken: cards that lie somewhere else; chosen: cards of the hand being entered."""
    suits = tuple(
        DeckSuit(name, tuple(_key(rank + suit, taken, chosen) for rank in RANKS)) for suit, name in SUITS.items()
    )
    return (*suits, DeckSuit("joker", (_key("Jk", taken, chosen),))) if has_joker else suits


def _key(text: str, taken: Collection[str], chosen: Collection[str]) -> Face:
    is_chosen = text in chosen
    return face_of(text, is_taken=text in taken and not is_chosen, is_chosen=is_chosen)
