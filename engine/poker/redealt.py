"""A hand that the system dealt, dealt again from its published pack: whether every card that was shown came from its
own place of the deck.

The pack's own check says which card lies at which place. Here the hand is played once more from a deck that has the
opened cards at their places, and any others at the rest: nothing that is shown may come otherwise than it did.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.cards import Card, card_text, parse_card
from engine.doors import door
from engine.errors import RuleError
from engine.poker.dealt import DealtHand
from engine.poker.deck import Deck
from engine.poker.hand import Hand
from engine.poker.hand.entries import read_cards
from engine.poker.hand.stored import read_hand
from engine.shuffle.published import DECK, NOT_CHECKABLE, deck_with, not_checkable, opened_places

SHUFFLED_AGAIN = "its pack was shuffled again in the middle"


@door
def verify_deal(published: Mapping[str, object]) -> list[str]:
    """What was dealt otherwise than the deck has it in a hand's file, one sentence each; none if all is well. Call it
    on a file whose pack agrees.

    Raises RuleError: "deck_file_unreadable", "deal_not_checkable" for a file without its hand, and for a hand whose
    pack was shuffled again in the middle or changed by a ruling; "bad_hand". Rules: BIS-16.
    """
    played = published.get("played")
    if not isinstance(played, Mapping):
        raise not_checkable("the file has no hand")
    setup, lines = read_hand(played)
    places = opened_places(published)
    deck = Deck(order=tuple(map(parse_card, deck_with(places, DECK.texts(published, "cards")))))
    opened = {parse_card(card) for card in places.values()}
    again = DealtHand.start(lambda given: Hand(setup._replace(deck=given)), deck)
    try:
        for line in lines:
            _once_more(again, line, opened)
    except RuleError as error:
        if error.code == NOT_CHECKABLE:
            raise
        if again.known.is_reshuffled:
            raise not_checkable(SHUFFLED_AGAIN) from error
        return [f"From this deck the hand cannot have been played so: {error.message}"]
    if again.known.is_reshuffled:
        raise not_checkable(SHUFFLED_AGAIN)
    return list(_differences(Hand.from_json(played), again.seen))


def _once_more(again: DealtHand, line: object, opened: set[Card]) -> None:
    """A line of the log. What was dealt comes from the deck by itself."""
    match line:
        case ["hole" | "board", *_]:
            pass
        case ["fold", int(seat)]:
            again.fold(seat)
        case ["check", int(seat)]:
            again.check(seat)
        case ["call", int(seat)]:
            again.call(seat)
        case ["bet", int(seat), int(to)]:
            again.bet_to(to, seat)
        case ["bring_in", int(seat)]:
            again.post_bring_in(seat)
        case ["discard", int(seat), str(told)]:
            again.discard(_thrown(again, seat, read_cards(told), opened), seat)
        case ["show", int(seat), _]:
            # Who must turn up has done so by itself.
            if seat not in again.seen.shown:
                again.show(seat)
        case ["muck", int(seat)]:
            again.muck(seat)
        case ["absent", int(seat), bool(is_away)]:
            again.mark_absent(seat, is_away=is_away)
        case ["kill", int(seat), str(why), list(rules)]:
            again.kill(seat, why, rules)
        case ["void", str(why), list(rules)]:
            again.void(why, rules)
        case _:
            raise not_checkable("the floor has ruled on its cards")


def _thrown(again: DealtHand, seat: int, told: Sequence[Card | None], opened: set[Card]) -> list[Card]:
    """What a player threw away: the cards that lay face up, and of the others those that were never shown."""
    faces = [card for card in told if card is not None]
    held = [card for card in again.cards_of(seat) if card not in faces]
    held.sort(key=lambda card: card in opened)
    return [*faces, *held[: len(told) - len(faces)]]


def _differences(played: Hand, again: Hand) -> Iterator[str]:
    for seat in played.seats:
        for told, found in zip(played.hole(seat), again.hole(seat), strict=False):
            if told is not None and found is not None and told != found:
                yield f"Seat {seat} has {card_text(told)}, where the deck gives {card_text(found)}."
        if len(played.hole(seat)) != len(again.hole(seat)):
            yield f"Seat {seat} has {len(played.hole(seat))} cards, where the deck gives {len(again.hole(seat))}."
    for at, (told, found) in enumerate(zip(played.board, again.board, strict=False), start=1):
        if told != found:
            yield f"Card {at} of the board is {card_text(told)}, where the deck gives {card_text(found)}."
    if len(played.board) != len(again.board):
        yield f"The board has {len(played.board)} cards, where the deck gives {len(again.board)}."
