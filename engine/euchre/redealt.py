"""A hand of euchre that the system dealt, dealt again from its published pack: whether every card that was played came
from its own place of the deck, and was a card that might be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.euchre.catalogue import house_of
from engine.euchre.deal import JACKS, deal_cards
from engine.euchre.dealt import FLIP, HAND
from engine.euchre.deck import SEATS, Card, card_text, parse_card, parse_cards
from engine.euchre.hand.actions import Verb
from engine.euchre.hand.bidding import start_hand
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.stored import read_action, take_stored
from engine.published import Row
from engine.shuffle.published import DECK, deck_with, not_checkable, opened_places


@door
def verify_deal(published: Mapping[str, object]) -> list[str]:
    """What was dealt otherwise than the deck has it in a file, one sentence each; none if all is well. Call it on a
    file whose pack agrees.

    Raises RuleError: "deck_file_unreadable", "deal_not_checkable" for a file without its hand, and what refuses the
    house. Rules: EUC-2, EUC-5, BIS-16.
    """
    played = published.get("played")
    if not isinstance(played, Mapping) or played.get("game") not in (HAND, FLIP):
        raise not_checkable("the file has no hand of euchre")
    places = opened_places(published)
    if played["game"] == FLIP:
        return list(_of_flip(played, places))
    deck = parse_cards(list(deck_with(places, DECK.texts(published, "cards"))))
    try:
        return list(_of_hand(played, deck))
    except RuleError as error:
        if error.code == DECK.code:
            raise
        return [f"From this deck the hand cannot have been played so: {error.message}"]


def is_of_euchre(published: Mapping[str, object]) -> bool:
    """Whether euchre was dealt from a published pack."""
    played = published.get("played")
    return isinstance(played, Mapping) and played.get("game") in (HAND, FLIP)


def _of_flip(played: Row, places: Mapping[int, str]) -> Iterator[str]:
    turned = DECK.texts(played, "turned")
    for at, card in enumerate(turned):
        if places.get(at) != card:
            there = places.get(at, "another")
            yield f"Card {at + 1} that was turned over is {quoted(card)}, where the deck has {there}."
    if [parse_card(card) in JACKS for card in turned] != [False] * (len(turned) - 1) + [True]:
        yield "The last card that was turned over is not the first jack."
    elif DECK.whole(played, "dealer") != (len(turned) - 1) % SEATS:
        yield "The jack went to another seat than the one that deals."


def _of_hand(played: Row, deck: Sequence[Card]) -> Iterator[str]:
    house = house_of(DECK.text(played, "house"), played.get("overrides"))
    # Of a hand that was called off not all is known that a player might have followed suit with.
    is_over = played.get("is_over") is True
    hand = start_hand(deal_cards(house, dealer=DECK.whole(played, "dealer"), order=deck, as_played=not is_over))
    if card_text(hand.deal.upcard) != DECK.text(played, "upcard"):
        yield f"{quoted(played['upcard'])} was turned up, where the deck gives {card_text(hand.deal.upcard)}."
    lines = DECK.rows(played, "log")
    for at, line in enumerate(lines):
        hand = _once_more(hand, line, lines[at + 1 :])
    if is_over and not isinstance(hand, Finished):
        yield "The hand is called over, and not all of it was played."


def _once_more(hand: EuchreHand, line: Row, to_come: Sequence[Row]) -> EuchreHand:
    """The hand after a line of its log; of a card laid away it is known only that it was not played later."""
    seat = DECK.whole(line, "seat")
    if line.get("action") != Verb.DISCARD.value:
        return take_stored(hand, read_action(line), seat)
    played = {parse_card(DECK.text(each, "card")) for each in to_come if each.get("seat") == seat and "card" in each}
    laid_away = [action for action in hand.legal if action.verb is Verb.DISCARD and action.card not in played]
    if not laid_away:
        raise not_checkable("the dealer laid no card away that can be told")
    return hand.take(laid_away[0], seat)
