"""Flights: how many advance, who does, and whether the bags hold all the chips."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from engine.doors import door, typed
from engine.errors import RuleError
from engine.tournament.amounts import FROM_ONE, MOST, require_whole
from engine.tournament.places import AcrossTables, BustHand, Place, places_for_hand
from engine.units import NO_CHIPS, Chips

Player = TypeVar("Player", bound=Hashable)
_RULES = ("WAS-2",)


class ShortfallPolicy(StrEnum):
    """What happens when one hand leaves fewer players than advance."""

    BEST_BUSTED_ADVANCES = "best_busted_advances"
    NEXT_BY_STACK = "next_by_stack"
    REPLAY = "replay"


@dataclass(frozen=True, kw_only=True, slots=True)
@typed(own=("minimum_stack",))
class Shortfall:
    """minimum_stack: chips of whoever advances under NEXT_BY_STACK."""

    policy: ShortfallPolicy = ShortfallPolicy.BEST_BUSTED_ADVANCES
    minimum_stack: Chips = NO_CHIPS


AS_BUSTED = Shortfall()


@dataclass(frozen=True)
@typed
class Advancement(Generic[Player]):
    """Who goes to the final and with what.

    issued: chips among the stacks that were not in the flight and need an entry of their own.
    to_replay: players who play each other again for the ``open_places``.
    """

    stacks: dict[Player, Chips]
    issued: Chips = NO_CHIPS
    to_replay: tuple[Player, ...] = ()
    open_places: int = 0


@door(own=("count", "share"))
def advancing_count(entries: int, *, count: int | None = None, share: Fraction | None = None) -> int:
    """How many of a flight's entries advance: a count, or a share of the entries rounded up; never more than entered.

    Raises RuleError: "advancing_unclear", "not_a_whole_number".
    Rules: WAS-2.
    """
    require_whole(entries, "the number of entries", rules=_RULES)
    if (count is None) == (share is None) or not (_is_count(count) or _is_share(share)):
        raise RuleError(
            "advancing_unclear",
            "Say how many advance either as a number of at least 1 or as a share above 0 and up to all.",
            rules=_RULES,
        )
    wanted = count if share is None else -((-entries * share.numerator) // share.denominator)
    return min(wanted or 0, entries)


@door
def flight_is_decided(players_left: int, advancing: int) -> bool:
    """Play stops the moment no more than the advancing players are left, even inside a level.

    Rules: WAS-2.
    """
    return players_left <= advancing


@door
def advance(
    stacks: Mapping[Player, Chips],
    places: int,
    *,
    last_hand: BustHand[Player] | None = None,
    shortfall: Shortfall = AS_BUSTED,
    across_tables: AcrossTables = AcrossTables.TIE,
) -> Advancement[Player]:
    """Who goes on from a finished flight; those with chips keep their counts.

    stacks: chips of everyone left. last_hand: who went out on it; they fill places that stay open, by STD-10.
    BEST_BUSTED_ADVANCES brings nothing, NEXT_BY_STACK brings the minimum stack, and under REPLAY those players meet
    again. A flight with fewer entrants than places sends them all.

    Raises RuleError: "flight_not_decided", "stack_without_chips", "minimum_stack_missing", "busts_tie_for_place",
    "out_and_left" and what `places_for_hand` raises.
    Rules: WAS-2, STD-10.
    """
    if not flight_is_decided(len(stacks), places):
        raise RuleError(
            "flight_not_decided",
            f"{len(stacks)} players are left and {places} advance. Play on until {len(stacks) - places} more are out.",
            rules=_RULES,
            players_left=len(stacks),
            advancing=places,
        )
    _require_chips_held(stacks)
    hand = last_hand or BustHand[Player]({})
    _require_out(stacks, hand)
    missing = min(places - len(stacks), len(hand.stacks))
    if missing == 0:
        return Advancement(dict(stacks))
    if shortfall.policy is ShortfallPolicy.REPLAY:
        return Advancement(dict(stacks), to_replay=tuple(hand.stacks), open_places=missing)
    chips = _stack_of_the_busted(shortfall)
    filled = dict.fromkeys(_best_of(hand, missing, len(stacks), across_tables), chips)
    return Advancement({**stacks, **filled}, issued=Chips(chips * missing))


@door
def require_all_bagged(bags: Mapping[Player, Chips], issued: Chips, drift: int = 0) -> None:
    """Refuse to close a flight whose bags do not hold the chips issued in it, plus recorded color-up drift.

    Raises RuleError: "bags_do_not_conserve".
    Rules: WAS-2.
    """
    bagged, expected = sum(bags.values()), issued + drift
    if bagged == expected:
        return
    verdict = f"{bagged - expected:,} too many" if bagged > expected else f"{expected - bagged:,} missing"
    raise RuleError(
        "bags_do_not_conserve",
        f"The bags hold {bagged:,} chips, but {expected:,} were in play: {verdict}. Count again, or sign a variance.",
        rules=_RULES,
        bagged=bagged,
        expected=expected,
        difference=bagged - expected,
    )


def _require_chips_held(stacks: Mapping[Player, Chips]) -> None:
    for player, chips in stacks.items():
        if not isinstance(chips, int) or not 1 <= chips <= MOST:
            raise RuleError(
                "stack_without_chips",
                f"{player} is listed as left with {chips} chips. Record the player as out, or correct the count.",
                rules=_RULES,
                player=str(player),
                chips=chips,
            )


def _require_out(stacks: Mapping[Player, Chips], hand: BustHand[Player]) -> None:
    both = [player for player in hand.stacks if player in stacks]
    if both:
        raise RuleError(
            "out_and_left",
            f"{both[0]} is listed both as left and as out on the last hand. Remove one of the two.",
            rules=_RULES,
            player=str(both[0]),
        )


def _stack_of_the_busted(shortfall: Shortfall) -> Chips:
    if shortfall.policy is not ShortfallPolicy.NEXT_BY_STACK:
        return NO_CHIPS
    name = "the minimum stack"
    return Chips(require_whole(shortfall.minimum_stack, name, FROM_ONE, code="minimum_stack_missing", rules=_RULES))


def _best_of(hand: BustHand[Player], wanted: int, players_left: int, across_tables: AcrossTables) -> list[Player]:
    """The best-placed of those who went out. Equal chips at the cut are for staff to settle, not for the list order."""
    places = places_for_hand(players_left + len(hand.stacks), hand, across_tables)
    cut = players_left + wanted
    best = [player for player, place in places.items() if place.last <= cut]
    if len(best) == wanted:
        return best
    tied = [player for player, place in places.items() if place.first <= cut < place.last]
    shared: Place = places[tied[0]]
    raise RuleError(
        "busts_tie_for_place",
        f"{', '.join(map(str, tied))} share places {shared.first} to {shared.last}, and {cut} advance. "
        "Let them replay for it, or draw high card.",
        rules=("WAS-2", "STD-10"),
        players=[str(player) for player in tied],
        advancing=cut,
    )


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_share(value: object) -> bool:
    return isinstance(value, Fraction) and 0 < value <= 1
