"""A hand of euchre that the system dealt, dealt again from its published pack: whether every card that was played came
from its own place of the deck, and was a card that might be played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.euchre.catalogue import house_of
from engine.euchre.deal import JACKS, deal_cards, places_in_pack
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
        return list(_of_hand(played, deck, places))
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


def _of_hand(played: Row, deck: Sequence[Card], places: Mapping[int, str]) -> Iterator[str]:
    house = house_of(DECK.text(played, "house"), played.get("overrides"))
    # Of a hand that was called off not all is known that a player might have followed suit with.
    is_over = played.get("is_over") is True
    as_played = house.players_may_revoke or not is_over
    hand = start_hand(deal_cards(house, dealer=DECK.whole(played, "dealer"), order=deck, as_played=as_played))
    if card_text(hand.deal.upcard) != DECK.text(played, "upcard"):
        yield f"{quoted(played['upcard'])} was turned up, where the deck gives {card_text(hand.deal.upcard)}."
    lines, opened = DECK.rows(played, "log"), frozenset(parse_card(card) for card in places.values())
    hand = _played_again(hand, lines, opened)
    if lines and lines[-1].get("action") == Verb.REVOKE.value:
        yield from _not_shown(hand, DECK.whole(lines[-1], "seat"), places)
    if is_over and not isinstance(hand, Finished):
        yield "The hand is called over, and not all of it was played."


def _not_shown(hand: EuchreHand, seat: int, places: Mapping[int, str]) -> Iterator[str]:
    """A revoke shows in the cards of the seat, which are all opened but the one laid away. Rules: EUC-17."""
    hidden = sum(place not in places for place in places_in_pack(hand.deal.dealer)[seat])
    if hidden > any(line.seat == seat and line.action.verb is Verb.DISCARD for line in hand.log):
        yield f"That seat {seat} revoked is not shown: {hidden} of its cards stay hidden."


def _played_again(hand: EuchreHand, lines: Sequence[Row], opened: Collection[Card]) -> EuchreHand:
    """The hand after these lines of its log. Of a card laid away it is known only that it was not played later: it may
    be any with which the others can be.
    """
    for at, line in enumerate(lines):
        seat = DECK.whole(line, "seat")
        if line.get("action") == Verb.DISCARD.value:
            return _after_discard(hand, seat, lines[at + 1 :], opened)
        hand = take_stored(hand, read_action(line), seat)
    return hand


def _after_discard(hand: EuchreHand, seat: int, to_come: Sequence[Row], opened: Collection[Card]) -> EuchreHand:
    played = {parse_card(DECK.text(each, "card")) for each in to_come if each.get("seat") == seat and "card" in each}
    laid_away = [action for action in hand.legal if action.verb is Verb.DISCARD and action.card not in played]
    if to_come and to_come[-1].get("action") == Verb.REVOKE.value and to_come[-1].get("seat") == seat:
        # All that the dealer still held was opened.
        hidden = [action for action in laid_away if action.card not in opened]
        laid_away = hidden or [action for action in laid_away if action.card == hand.deal.upcard]
    refused = not_checkable("the dealer laid no card away that can be told")
    for action in laid_away:
        try:
            return _played_again(hand.take(action, seat), to_come, opened)
        except RuleError as error:
            refused = error
    raise refused
