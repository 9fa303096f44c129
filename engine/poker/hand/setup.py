"""What a hand begins from, and whether it can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.doors import require_typed_fields
from engine.errors import RuleError
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets, blinds_in_order, forced_bets
from engine.poker.games.spec import GameSpec
from engine.poker.house.rules import HouseRules
from engine.poker.seats import left_of_button, require_known_seat
from engine.poker.stakes import Stakes
from engine.units import Chips

LEAST_PLAYERS: Final = 2
_WHOLE_NUMBERS: Final = {int}


class Phase(Enum):
    """What the hand waits for."""

    DEAL = "cards to be told"
    BETTING = "a player to act"
    DRAW = "a player to draw"
    SHOWDOWN = "hands to be shown"
    OVER = "nothing: it can be settled"
    VOID = "nothing: a misdeal, everything goes back"


class Setup(NamedTuple):
    """All that a hand begins from."""

    game: GameSpec
    house: HouseRules
    stakes: Stakes
    stacks: Mapping[int, Chips]
    button: int
    forced: ForcedBets | None
    deck: Deck | None
    smallest_chip: Chips | None


class Beginning(NamedTuple):
    """A beginning that was checked. seats: from the left of the button, the button last. place_of: by seat, its place
    in that order. unit: the smallest chip that plays.
    """

    setup: Setup
    forced: ForcedBets
    seats: tuple[int, ...]
    place_of: Mapping[int, int]
    unit: int


def begin(setup: Setup) -> Beginning:
    """Check what a hand is to begin from; forced bets that were left out are those of a plain hand.

    Raises RuleError: those of ``Hand.start``.
    """
    if not _looks_right(setup):
        require_typed_fields(setup)
    house, smallest_chip, forced = setup.house, setup.smallest_chip, setup.forced
    unit = house.smallest_chip if smallest_chip is None else smallest_chip
    seats, place_of = _places(tuple(setup.stacks), setup.button)
    _require_playable(setup, unit)
    if forced is None:
        blinds = blinds_in_order(seats, house.heads_up)
        forced = forced_bets(stakes=setup.stakes, house=house, seats=seats, button=setup.button, blinds=blinds)
    else:
        _require_sound_posts(forced, place_of, unit)
    return Beginning(setup, forced, seats, place_of, unit)


def require_price_of_posts(forced: ForcedBets, posted: int) -> None:
    """Raises RuleError("price_below_posts") where somebody posted more than a call would cost. Rules: STD-3."""
    if posted > forced.price:
        raise RuleError(
            "price_below_posts",
            f"A blind of {posted} is posted and a call would cost {forced.price}. Make it {posted} or more.",
            rules=("STD-3",),
            posted=posted,
            price=forced.price,
        )


def _looks_right(setup: tuple[object, ...]) -> bool:
    """Of the usual types at a glance: hands begin by the hundred thousand, and others are looked at field by field."""
    game, house, stakes, stacks, button, forced, deck, smallest_chip = setup
    if (
        game.__class__ is not GameSpec
        or house.__class__ is not HouseRules
        or stakes.__class__ is not Stakes
        or not isinstance(stacks, dict)
        or (deck is not None and deck.__class__ is not Deck)
        or (forced is not None and not isinstance(forced, ForcedBets))
    ):
        return False
    numbers: list[object] = [button, 0 if smallest_chip is None else smallest_chip, *stacks, *stacks.values()]
    if forced is not None:
        posts: tuple[object, ...] = forced
        antes, _, blinds, dead, _, price, raise_size, bets_counted = posts
        if not isinstance(antes, dict) or not isinstance(blinds, dict) or not isinstance(dead, dict):
            return False
        numbers += [price, raise_size, bets_counted, *antes.values(), *blinds.values(), *dead.values()]
    return {*map(type, numbers)} == _WHOLE_NUMBERS


@lru_cache(1024)
def _places(seats: tuple[int, ...], button: int) -> tuple[tuple[int, ...], Mapping[int, int]]:
    """The seats from the left of the button, and the place of each. A table mostly deals to the same ones again.

    Raises RuleError: "too_few_players", "unknown_seat". Rules: BIS-1, BIS-3.
    """
    if len(seats) < LEAST_PLAYERS:
        raise RuleError(
            "too_few_players",
            f"{len(seats)} players cannot play a hand. Deal in at least {LEAST_PLAYERS}.",
            players=len(seats),
        )
    for seat in (min(seats), max(seats), button):
        require_known_seat(seat)
    in_order = tuple(left_of_button(seats, button))
    return in_order, {seat: place for place, seat in enumerate(in_order)}


def _require_playable(setup: Setup, unit: int) -> None:
    """Rules: BIS-1, CAN-24."""
    game, _, stakes, stacks, _, _, deck, _ = setup
    if unit < 1:
        raise RuleError("smallest_chip", f"The smallest chip in play cannot be {unit}. Enter 1 or more.", chip=unit)
    if min(stacks.values()) < unit:
        seat = min(stacks, key=stacks.__getitem__)
        raise RuleError(
            "empty_stack",
            f"Seat {seat} has {stacks[seat]} chips and the smallest that plays is {unit}. Leave it out of the hand.",
            rules=("CAN-24",),
            seat=seat,
            chips=stacks[seat],
        )
    if unit > 1:
        _require_payable_stakes(stakes, unit)
    if stakes.bring_in and game.bring_in is None:
        raise RuleError("stakes", f"{game.name} has no bring-in. Play it with blinds or antes.", rules=("ANG-5",))
    if deck is not None and deck.has_joker != game.has_bug:
        needed = "with the joker" if game.has_bug else "without a joker"
        raise RuleError("wrong_deck", f"{game.name} is played {needed}. Take another deck.", rules=("ANG-16", "BIS-1"))


def _require_payable_stakes(stakes: Stakes, unit: int) -> None:
    """Raises RuleError("stakes_below_chip") for bets that the smallest chip cannot pay. Rules: CAN-24."""
    amounts = (stakes.small_blind, stakes.big_blind, stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet)
    _require_whole_chips((*amounts, stakes.early_most, stakes.late_most, stakes.ceiling or 0), unit)


def _require_whole_chips(amounts: Iterable[int], unit: int) -> None:
    for chips in amounts:
        if chips % unit:
            raise RuleError(
                "stakes_below_chip",
                f"The stakes name {chips}, which the smallest chip of {unit} cannot pay. "
                "Take a smaller chip or other stakes.",
                rules=("CAN-24",),
                chips=chips,
                smallest_chip=unit,
            )


def _require_sound_posts(forced: ForcedBets, place_of: Mapping[int, int], unit: int) -> None:
    """Raises RuleError: "not_in_hand" for a post of a seat that was not dealt in, "stakes_below_chip" for one that the
    smallest chip cannot pay, "bad_posts" for one below 0. Rules: CAN-24.
    """
    antes, _, blinds, dead, last_blind, price, raise_size, bets_counted = forced
    least = min(price, raise_size, bets_counted)
    for posts in (antes, blinds, dead):
        if not posts:
            continue
        if not posts.keys() <= place_of.keys():
            raise _not_dealt_in(min(posts.keys() - place_of.keys()))
        least = min(least, *posts.values())
        if unit > 1:
            _require_whole_chips(posts.values(), unit)
    if last_blind is not None and last_blind not in place_of:
        raise _not_dealt_in(last_blind)
    if least < 0:
        raise RuleError("bad_posts", "A post is below 0. Tell what each seat posts, 0 or more.", rules=("STD-3",))


def _not_dealt_in(seat: int) -> RuleError:
    return RuleError("not_in_hand", f"Seat {seat} posts, but was not dealt into this hand.", seat=seat)
