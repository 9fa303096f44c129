"""A hand's deck as it is published, and the check that anybody makes of it.

The file holds the promise, the players' numbers, and either the seed, where the house lets all cards be seen
afterwards, or the openings of the cards that were shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.merkle import root_of_proof
from engine.published import Published, Row
from engine.shuffle.deck import FairDeck, Opening
from engine.shuffle.numbers import moves_of
from engine.shuffle.pack import HousePack, Promise, place_hash, require_pack, seed_hash

FORMAT = 1
_SEAT = re.compile(r"[1-9][0-9]?")
DECK = Published("deck_file_unreadable", "a published deck of a hand")
NOT_CHECKABLE = "deal_not_checkable"


def not_checkable(why: str) -> RuleError:
    """Of a file whose deck agrees, while the deal made of it cannot be made again."""
    return RuleError(NOT_CHECKABLE, f"Who was dealt which card cannot be checked: {why}.")


def opened_places(published: Row) -> dict[int, str]:
    """The cards that were shown, by their place in the deck from 0. Raises RuleError("deck_file_unreadable")."""
    return {DECK.whole(row, "number"): DECK.text(row, "card") for row in DECK.rows(published, "shown")}


def deck_with(places: Mapping[int, str], pack: Sequence[str]) -> tuple[str, ...]:
    """A deck with the opened cards at their places, and the others of the pack in any order."""
    opened = set(places.values())
    others = (card for card in pack if card not in opened)
    return tuple(places.get(at) or next(others, "") for at in range(len(pack)))


@door
def publish(deck: FairDeck, *, shown: Sequence[str], all_are_seen: bool) -> dict[str, object]:
    """The hand's file as JSON values. shown: the cards that were turned up. all_are_seen: the house publishes the seed,
    and with it every card.

    Raises RuleError("unknown_card").
    """
    seed = deck.pack.seed.hex() if all_are_seen else None
    return _file(deck.pack.promise, deck.numbers, seed, [_row_of(opening) for opening in deck.open(shown)])


@door
def unopened(promise: Promise, numbers: Mapping[int, str]) -> dict[str, object]:
    """The file of a hand of which nothing can be opened, as JSON values; whoever checks it is told so."""
    return _file(promise, numbers, None, [])


def _file(
    promise: Promise, numbers: Mapping[int, str], seed: str | None, shown: list[dict[str, object]]
) -> dict[str, object]:
    return {
        "format": FORMAT,
        "hand": promise.hand,
        "cards": list(promise.cards),
        "promise": {"root": promise.root, "seed_hash": promise.seed_hash},
        "numbers": {str(seat): number for seat, number in sorted(numbers.items())},
        "seed": seed,
        "shown": shown,
    }


@door
def verify_deck(published: Mapping[str, object], *, promised: Mapping[str, object] | None = None) -> list[str]:
    """What does not agree in a hand's file, one sentence each; none if all is well. promised: the promise as somebody
    saved it before the hand, with "root" and "seed_hash".

    Raises RuleError: "deck_file_unreadable", "deck_not_revealed", "number_unclear", "nobody_ready", "strange_pack".
    """
    promise, numbers = _promise_in(published), _numbers_in(published)
    seed = None if published.get("seed") is None else DECK.hex(published, "seed")
    told = [_opening_in(row) for row in DECK.rows(published, "shown")]
    if seed is None and not told:
        raise RuleError(
            "deck_not_revealed",
            f"Neither the seed of {promise.hand} nor one of its cards is revealed, so nothing can be checked.",
            hand=promise.hand,
        )
    moves = moves_of(promise.hand, numbers, len(promise.cards))
    problems = [*_against_what_was_saved(promise, promised), *_of_shown(promise, moves, told)]
    if seed is not None:
        problems += _of_seed(promise, numbers, seed, told)
    return problems


def _against_what_was_saved(promise: Promise, promised: Row | None) -> Iterator[str]:
    if promised is None:
        return
    for name, found in (("root", promise.root), ("seed_hash", promise.seed_hash)):
        if promised.get(name) != found:
            yield f"The {name} is not the one that was promised before the hand."


def _of_shown(promise: Promise, moves: Sequence[int], told: Sequence[Opening]) -> Iterator[str]:
    if len({opening.number for opening in told}) < len(told) or len({opening.card for opening in told}) < len(told):
        yield "A card, or a place in the deck, is shown twice."
    for opening in told:
        name = f"Card {opening.number + 1} of the deck, {quoted(opening.card)},"
        if not 0 <= opening.number < len(moves):
            yield f"{name} lies beyond the pack."
        elif opening.card not in promise.cards:
            yield f"{name} is not in the pack."
        elif opening.place != moves[opening.number]:
            yield f"{name} does not come from the place that the players' numbers give."
        else:
            leaf = place_hash(promise.hand, opening.place, opening.card, opening.salt)
            root = root_of_proof(leaf, opening.place, len(moves), opening.proof)
            if root is None or root.hex() != promise.root:
                yield f"{name} is not the card that was promised there."


def _of_seed(promise: Promise, numbers: Mapping[int, str], seed: bytes, told: Sequence[Opening]) -> Iterator[str]:
    if seed_hash(seed) != promise.seed_hash:
        yield "The seed is not the one that was promised."
        return
    deck = FairDeck(HousePack(promise.hand, promise.cards, seed), numbers)
    if deck.pack.promise.root != promise.root:
        yield "The order that the seed gives is not the one that was promised."
    for opening in told:
        if opening.number < len(deck.cards) and deck.cards[opening.number] != opening.card:
            yield f"Card {opening.number + 1} of the deck is {deck.cards[opening.number]}, not {quoted(opening.card)}."


def _row_of(opening: Opening) -> dict[str, object]:
    return {
        "number": opening.number,
        "place": opening.place,
        "card": opening.card,
        "salt": opening.salt.hex(),
        "proof": [each.hex() for each in opening.proof],
    }


def _promise_in(published: Row) -> Promise:
    if DECK.whole(published, "format") != FORMAT:
        raise DECK.unreadable(f"it is not of format {FORMAT}")
    cards = tuple(DECK.texts(published, "cards"))
    require_pack(cards)
    promise = published.get("promise")
    if not isinstance(promise, Mapping):
        raise DECK.unreadable('"promise" is missing')
    root, of_seed = DECK.hex(promise, "root").hex(), DECK.hex(promise, "seed_hash").hex()
    return Promise(DECK.text(published, "hand"), cards, root, of_seed)


def _numbers_in(published: Row) -> dict[int, str]:
    numbers = published.get("numbers")
    if not isinstance(numbers, Mapping):
        raise DECK.unreadable('"numbers" is missing')
    found: dict[int, str] = {}
    for seat, number in numbers.items():
        if not isinstance(seat, str) or not _SEAT.fullmatch(seat) or not isinstance(number, str):
            raise DECK.unreadable(f'"numbers" has {quoted(number)} for the seat {quoted(seat)}')
        found[int(seat)] = number
    return found


def _opening_in(row: Row) -> Opening:
    proof = tuple(DECK.bytes_of(step, "proof") for step in DECK.texts(row, "proof"))
    salt = DECK.hex(row, "salt")
    return Opening(DECK.whole(row, "number"), DECK.whole(row, "place"), DECK.text(row, "card"), salt, proof)
