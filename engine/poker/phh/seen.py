"""A hand without the cards that only their holders saw."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card, card_text
from engine.doors import door
from engine.poker.hand import Entry, Hand
from engine.poker.hand.entries import UNKNOWN_CARD
from engine.poker.hand.stored import replay
from engine.poker.phh.exporting import export_hand
from engine.poker.phh.importing import import_hand

_REPLACED = ("replace", "replace_late")


@door
def as_seen(hand: Hand) -> Hand:
    """The same hand with the cards that everybody at the table saw: the board, upcards, hands shown, and what the floor
    named. Cards of hands folded or mucked stay unknown, discards too; the hand ends as it did.
    """
    fed = hand if hand.is_fed else import_hand(export_hand(hand))
    named = _named(fed.log)
    told, seen = Hand(fed.setup), Hand(fed.setup)
    for entry in fed.log:
        if entry[0] == "show_down":
            for seat in told.to_show:
                seen.show(seat, told.hole(seat))
            replay(told, entry)
            continue
        replay(told, entry)
        replay(seen, _hidden(entry, told, seen, named))
    return seen


def _hidden(entry: Entry, told: Hand, seen: Hand, named: frozenset[str]) -> Entry:
    """The line of the log as everybody saw it. told: after the line; seen: before it."""
    name, *given = entry
    if name == "hole":
        seat, cards = int(str(given[0])), str(given[1])
        return (name, seat, _only(cards, {*_texts(told.upcards(seat)), *named}))
    if name == "discard":
        seat, cards = int(str(given[0])), str(given[1])
        return (name, seat, _only(cards, _texts(seen.hole(seat))))
    if name == "replace":
        number, new = int(str(given[0])), str(given[2])
        # In the place of a card that nobody knew comes the card that was seen; any other may lie face down.
        is_told = given[1] == UNKNOWN_CARD and not told.game.has_upcards
        is_seen = is_told or new in {*_texts(told.upcards(number)), *named}
        return (name, *given[:2], new if is_seen else "", given[3])
    return entry


def _named(log: Iterable[Entry]) -> frozenset[str]:
    """Cards that the floor took from a hand before everybody."""
    return frozenset(str(entry[2]) for entry in log if entry[0] in _REPLACED)


def _only(cards: str, seen: Iterable[str]) -> str:
    kept = set(seen)
    each = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    return "".join(card if card in kept else UNKNOWN_CARD for card in each)


def _texts(cards: Iterable[Card | None]) -> list[str]:
    return [card_text(card) for card in cards if card is not None]
