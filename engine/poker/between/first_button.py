"""Who has the button for the first hand: the seat left of the person dealing, or the highest card."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.cards import SUIT_LETTERS, Card, card_text, full_deck, rank_of
from engine.chance import SeededDraw
from engine.doors import door
from engine.errors import RuleError
from engine.poker.between.button import seat_after
from engine.poker.house.options import FirstButton
from engine.poker.house.rules import HouseRules
from engine.poker.seats import MOST_SEATS, require_known_seats, seats_text


def first_button(
    house: HouseRules, seats: Collection[int], *, dealer: int | None = None, cards: Mapping[int, Card] | None = None
) -> int:
    """The seat that the house gives the first button.

    dealer: see ``left_of_dealer``. cards: see ``highest_card``. Only what the house asks for is read.

    Raises RuleError: "nobody_seated", "dealer_needed", "cards_needed", those of the two functions.
    Rules: WAS-4, WLIA-6.
    """
    rules = house.cite("first_button")
    if house.first_button is FirstButton.LEFT_OF_DEALER:
        if dealer is None:
            raise RuleError(
                "dealer_needed", "The first button goes to the left of the person dealing. Say who deals.", rules=rules
            )
        return left_of_dealer(seats, dealer)
    if cards is None:
        raise RuleError(
            "cards_needed", "The first button goes to the highest card. Deal one to each player.", rules=rules
        )
    _require_same_seats(seats, cards)
    return highest_card(cards)


def left_of_dealer(seats: Collection[int], dealer: int) -> int:
    """The seat to the direct left of the person dealing.

    dealer: the seat the person deals from; who deals from between two seats has the number of the one to the right,
    and 0 is the place between the last seat and seat 1.

    Raises RuleError: "nobody_seated", "unknown_seat", "duplicate_seat". Rules: WLIA-6.
    """
    require_known_seats(seats)
    if not 0 <= dealer <= MOST_SEATS:
        raise RuleError(
            "unknown_seat",
            f"There is no seat {dealer}. Seats are numbered 1 to {MOST_SEATS}, a dealer between the last and the first "
            "has 0.",
            rules=("BIS-3",),
            seat=dealer,
        )
    _require_somebody(seats)
    return seat_after(dealer, seats)


@door
def draw_for_button(seats: Collection[int], seed: str) -> dict[int, Card]:
    """One card to each seat from a pack shuffled by the seed, for ``highest_card``.

    Raises RuleError: "nobody_seated", "unknown_seat", "duplicate_seat". Rules: WAS-4.
    """
    require_known_seats(seats)
    _require_somebody(seats)
    return dict(zip(sorted(seats), SeededDraw(f"{seed}/button").shuffled(full_deck()), strict=False))


def highest_card(cards: Mapping[int, Card]) -> int:
    """The seat with the highest card; equal ranks go by suit: spades, hearts, diamonds, clubs.

    Raises RuleError: "nobody_seated", "unknown_seat", "duplicate_card", "unknown_card", "joker_has_no_rank".
    Rules: WAS-4.
    """
    require_known_seats(cards)
    _require_somebody(cards)
    holders: dict[Card, int] = {}
    for seat, card in cards.items():
        if card in holders:
            name = card_text(card)
            raise RuleError(
                "duplicate_card",
                f"Seats {holders[card]} and {seat} cannot both have {name}. Correct one of the two.",
                rules=("WAS-4",),
                card=name,
            )
        holders[card] = seat
    return holders[max(holders, key=lambda card: (rank_of(card), SUIT_LETTERS.index(card_text(card)[1])))]


def _require_somebody(seats: Collection[int]) -> None:
    if not seats:
        raise RuleError("nobody_seated", "Nobody is seated, so nobody can have the button. Seat players first.")


def _require_same_seats(seats: Collection[int], cards: Mapping[int, Card]) -> None:
    if wrong := set(seats) ^ set(cards):
        raise RuleError(
            "cards_needed",
            f"Each player draws one card for the button. Check {seats_text(wrong)}.",
            rules=("WAS-4",),
            seats=sorted(wrong),
        )
