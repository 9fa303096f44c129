"""Before the bidding: who deals first, the cut, the packets, and the deal as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from engine.chance import SeededDraw
from engine.doors import door
from engine.errors import RuleError
from engine.euchre.catalogue import USUAL
from engine.euchre.deck import (
    CARDS_IN_A_HAND,
    NO_CARDS,
    SEATS,
    Card,
    Cards,
    Suit,
    card_of,
    card_text,
    card_texts,
    each_card,
    is_seat,
    left_of,
    together,
    unknown_seat,
)
from engine.euchre.house import EuchreHouse
from engine.hints import plain

FIRST_PACKETS = (2, 3, 2, 3)
"""Cards to each player in the first round of the deal, from the dealer's left; the second fills up to five."""

UPCARD_PLACE = SEATS * CARDS_IN_A_HAND
"""Where the up-card lies in the pack, counted from 0."""

_SIZES = (CARDS_IN_A_HAND,) * SEATS + (1,)
"""How many cards each hand has, and the up-card."""

JACKS = frozenset(card_of(suit, "J") for suit in Suit)


@dataclass(frozen=True, slots=True, kw_only=True)
@plain
class Deal:
    """Four hands, the turned card and what is left over: all that a hand starts from.

    dealer: seat 0 to 3. hands: by seat, five cards each. kitty: the unused cards.
    as_played: cards are recorded as they fell on the table, so one that does not follow suit is taken down too, and
    may be claimed as a revoke (EUC-17); otherwise such a card is refused.

    Raises RuleError: "unknown_seat", "wrong_pack".
    Rules: EUC-1, EUC-3, EUC-5.
    """

    dealer: int
    hands: tuple[Cards, Cards, Cards, Cards]
    upcard: Card
    kitty: Cards
    house: EuchreHouse = USUAL
    as_played: bool = False

    def __post_init__(self) -> None:
        pack = self.house.pack
        parts = (*self.hands, self.upcard, self.kitty)
        sizes = [part.bit_count() for part in parts]
        # With sizes right, the parts make up the whole pack only if no card is missing, doubled or foreign.
        if sizes != [*_SIZES, pack.bit_count() - sum(_SIZES)] or reduce(or_, parts) != pack:
            raise _wrong_pack(self)
        if not is_seat(self.dealer):
            raise unknown_seat(self.dealer)


def deal_by_hand(
    house: EuchreHouse,
    *,
    dealer: int,
    hands: Sequence[Sequence[Card]],
    upcard: Card,
    as_played: bool = False,
) -> Deal:
    """The deal with these cards, as a table feeds them in. The unused cards follow from the pack.

    hands: by seat.

    Raises RuleError: "unknown_seat", "wrong_pack", "duplicate_card".
    Rules: EUC-1, EUC-3, EUC-5.
    """
    if len(hands) != SEATS or any(len(cards) != CARDS_IN_A_HAND for cards in hands):
        raise RuleError(
            "wrong_pack",
            f"A deal has {SEATS} hands of {CARDS_IN_A_HAND} cards. Enter them by seat, 0 to {SEATS - 1}.",
            rules=("EUC-1", "EUC-5"),
        )
    seen = NO_CARDS
    for card in (*(card for cards in hands for card in cards), upcard):
        if card & seen:
            name = card_text(card)
            raise RuleError(
                "duplicate_card", f"{name} is dealt twice. Correct one of the two.", rules=("EUC-5",), card=name
            )
        seen = Cards(seen | card)
    one, two, three, four = (together(tuple(cards)) for cards in hands)
    kitty = Cards(house.pack & ~seen)
    return Deal(
        dealer=dealer, hands=(one, two, three, four), upcard=upcard, kitty=kitty, house=house, as_played=as_played
    )


def cut_pack(order: Sequence[Card], at: int | None) -> tuple[Card, ...]:
    """The pack after the dealer's left has cut, or bumped it.

    at: how many cards are lifted off, from 1 to all but one; None: bumped, the order stays.

    Raises RuleError: "cut_out_of_range".
    Rules: EUC-5.
    """
    if at is None:
        return tuple(order)
    if not 1 <= at < len(order):
        raise RuleError(
            "cut_out_of_range",
            f"{at} cards cannot be cut from {len(order)}: lift 1 to {len(order) - 1}, or bump.",
            rules=("EUC-5",),
            at=at,
        )
    return (*order[at:], *order[:at])


@lru_cache(maxsize=SEATS)
def places_in_pack(dealer: int) -> tuple[tuple[int, ...], ...]:
    """By seat, where its cards lie in the pack, counted from 0: two rounds of packets from the dealer's left."""
    places: list[list[int]] = [[] for _ in range(SEATS)]
    top = 0
    for packets in (FIRST_PACKETS, tuple(CARDS_IN_A_HAND - size for size in FIRST_PACKETS)):
        seat = dealer
        for size in packets:
            seat = left_of(seat)
            places[seat] += range(top, top + size)
            top += size
    return tuple(map(tuple, places))


def deal_cards(house: EuchreHouse, *, dealer: int, order: Sequence[Card], as_played: bool = False) -> Deal:
    """Deal a pack in this order, the first card first: two rounds of packets from the dealer's left, then the up-card.

    Raises RuleError: "unknown_seat", "wrong_pack".
    Rules: EUC-5.
    """
    if not is_seat(dealer):
        raise unknown_seat(dealer)
    if len(order) != house.pack.bit_count():
        raise RuleError(
            "wrong_pack",
            f"The order has {len(order)} cards and the pack {house.pack.bit_count()}. Name each card once.",
            rules=("EUC-3",),
        )
    one, two, three, four = (
        Cards(order[first] | order[second] | order[third] | order[fourth] | order[fifth])
        for first, second, third, fourth, fifth in places_in_pack(dealer)
    )
    upcard, *unused = order[UPCARD_PLACE:]
    return Deal(
        dealer=dealer,
        hands=(one, two, three, four),
        upcard=upcard,
        kitty=together(tuple(unused)),
        house=house,
        as_played=as_played,
    )


@door
def shuffled_deal(house: EuchreHouse, *, dealer: int, chance: SeededDraw, as_played: bool = False) -> Deal:
    """Shuffle, cut and deal by chance. Raises RuleError: "unknown_seat". Rules: EUC-5."""
    order = chance.shuffled(each_card(house.pack))
    cut = cut_pack(order, 1 + chance.below(len(order) - 1))
    return deal_cards(house, dealer=dealer, order=cut, as_played=as_played)


def turned_to_first_jack(order: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that are turned over to the players in turn, the first jack the last of them.

    Raises RuleError: "no_jack".
    Rules: EUC-2.
    """
    for turned, card in enumerate(order, start=1):
        if card in JACKS:
            return tuple(order[:turned])
    raise RuleError(
        "no_jack", f"None of the {len(order)} cards is a jack. Shuffle and turn more over.", rules=("EUC-2",)
    )


def first_dealer(order: Sequence[Card], *, first_seat: int = 0) -> int:
    """Who deals first: cards are turned over to the players in turn, and the first jack makes the dealer.

    first_seat: who gets the first card.

    Raises RuleError: "unknown_seat", "no_jack".
    Rules: EUC-2.
    """
    if not is_seat(first_seat):
        raise unknown_seat(first_seat)
    return (first_seat + len(turned_to_first_jack(order)) - 1) % SEATS


@door
def next_dealer(dealer: int) -> int:
    """The deal passes clockwise. Rules: EUC-2."""
    return left_of(dealer)


def _wrong_pack(deal: Deal) -> RuleError:
    parts = (*deal.hands, Cards(deal.upcard), deal.kitty)
    seen, twice = NO_CARDS, NO_CARDS
    for part in parts:
        twice = Cards(twice | seen & part)
        seen = Cards(seen | part)
    pack = deal.house.pack
    names = {
        "missing": card_texts(Cards(pack & ~seen)),
        "twice": card_texts(twice),
        "not in this pack": card_texts(Cards(seen & ~pack)),
    }
    told = "; ".join(f"{what}: {' '.join(cards)}" for what, cards in names.items() if cards)
    return RuleError(
        "wrong_pack",
        f"These are not {SEATS} hands of {CARDS_IN_A_HAND}, an up-card and the rest of a pack of {pack.bit_count()}"
        f"{f' ({told})' if told else ''}. Correct the cards.",
        rules=("EUC-3", "EUC-5"),
        pack=pack.bit_count(),
    )
