"""What the dealer tells of a fed hand, and what players throw away in a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import Card
from engine.doors import wrong_type
from engine.errors import RuleError
from engine.poker.betting import NOBODY
from engine.poker.hand.course import Course, not_your_turn
from engine.poker.hand.entries import Entry
from engine.poker.hand.setup import Phase

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_DEAL: Final = Phase.DEAL
_DRAW: Final = Phase.DRAW
_CARD_OR_NONE: Final = {int, type(None)}
_LISTS: Final = (tuple, list)


def tell_hole(course: Course, seat: object, cards: Sequence[Card | None]) -> None:
    require_cards(cards)
    place = course.place(seat)
    _require_timely(course)
    if place in course.showdown.shown and None in cards:
        raise RuleError(
            "upcard_unknown", f"Seat {seat} has shown its hand: tell the card.", rules=("STD-9",), seat=seat
        )
    course.dealing.feed(place, cards, f"Seat {seat}")
    course.log.lines.append(("hole", course.seats[place], tuple(cards)))
    if not course.dealing.owed:
        course.cards_are_told()


def tell_holes(course: Course, dealt: Mapping[int, Sequence[Card | None]]) -> None:
    if not isinstance(dealt, dict):
        raise wrong_type("dealt", dealt, Mapping[int, Sequence[Card]])
    by_place: dict[int, Sequence[Card | None]] = {}
    lines: list[Entry] = []
    place_of = course.place_of
    for seat, cards in dealt.items():
        require_cards(cards)
        by_place[place_of.get(seat, NOBODY)] = cards
        lines.append(("hole", seat, tuple(cards)))
    if course.phase is not _DEAL or course.showdown.shown or not course.dealing.feed_round(by_place):
        for seat, cards in dealt.items():
            tell_hole(course, seat, cards)
        return
    course.log.lines += lines
    if not course.dealing.owed:
        course.cards_are_told()


def tell_unknown(course: Course) -> None:
    _require_timely(course)
    owed = course.dealing.owed
    if not owed:
        raise course.not_now("deal")
    if any(is_up for faces in owed.values() for is_up in faces):
        raise RuleError("upcard_unknown", "Some cards due are upcards, which all can see: tell them.", rules=("ANG-4",))
    for place, faces in sorted(owed.items()):
        tell_hole(course, course.seats[place], [None] * len(faces))


def tell_board(course: Course, cards: Sequence[Card]) -> None:
    require_cards(cards)
    _require_timely(course)
    course.dealing.feed_board(cards)
    course.log.lines.append(("board", tuple(cards)))
    course.cards_are_told()


def discard(course: Course, cards: Sequence[Card | None], seat: object) -> None:
    require_cards(cards)
    if course.phase is not _DRAW:
        raise course.not_now("draw")
    place = course.drawers[0]
    actor = course.seats[place]
    if seat is not None and seat != actor:
        raise not_your_turn(seat, actor)
    course.require_discardable(place, cards)
    course.drawers.pop(0)
    course.dealing.discard(place, cards)
    course.log.lines.append(("discard", actor, tuple(cards)))
    course.after_draw()
    course.go_on()


def _require_timely(course: Course) -> None:
    """Raises RuleError("cards_not_due"): cards of a draw wait for all to have drawn, a misdeal takes none."""
    if course.phase is not _DEAL:
        raise RuleError("cards_not_due", f"No card is due now: the hand waits for {course.phase.value}.")


def require_cards(cards: object) -> None:
    """Raises RuleError("wrong_type") unless these are cards in order, None for unknown ones."""
    if not isinstance(cards, tuple | list):
        raise wrong_type("cards", cards, Sequence[Card | None])
    for card in cards:
        if card is not None and type(card) is not int:
            raise wrong_type("cards", cards, Sequence[Card | None])
