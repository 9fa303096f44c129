"""Finishing places and the prizes that go with them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.errors import RuleError
from engine.units import Cents, Chips

Player = TypeVar("Player", bound=Hashable)
WHOLE_UNIT = Cents(100)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A finishing place, or the places from ``first`` to ``last`` that tied players share."""

    first: int
    last: int

    @property
    def is_shared(self) -> bool:
        return self.first != self.last


def places_for_busts(players_left_before: int, busted: Mapping[Player, Chips]) -> dict[Player, Place]:
    """Places of the players who went out on one hand, best first.

    players_left_before: players still in when the hand began. busted: chips each began the hand with.

    Raises RuleError: "more_busts_than_players", "bust_without_chips".
    Rules: STD-10.
    """
    if len(busted) > players_left_before:
        raise RuleError(
            "more_busts_than_players",
            f"{len(busted)} players cannot go out when {players_left_before} are left.",
            rules=("STD-10",),
            busted=len(busted),
            players_left=players_left_before,
        )
    for player, chips in busted.items():
        if chips < 1:
            raise RuleError(
                "bust_without_chips",
                f"{player} is said to have begun the hand with {chips} chips. Enter the stack before the hand.",
                rules=("STD-10",),
                player=str(player),
                chips=chips,
            )
    places: dict[Player, Place] = {}
    best = players_left_before - len(busted) + 1
    for stack in sorted(set(busted.values()), reverse=True):
        tied = [player for player, chips in busted.items() if chips == stack]
        places |= dict.fromkeys(tied, Place(best, best + len(tied) - 1))
        best += len(tied)
    return places


def prizes_from_shares(pool: Cents, shares: Sequence[int], *, unit: Cents = WHOLE_UNIT) -> tuple[Cents, ...]:
    """Split a prize pool by shares, first place first, in whole units; together exactly the pool.

    shares: any whole weights, such as 50, 30, 20. Units left after rounding down go to the largest remainders, the
    better place first; cents below one unit go to the first place.

    Raises RuleError: "no_prize_shares", "negative_pool".
    """
    if not shares or min(shares) < 0 or sum(shares) == 0:
        raise RuleError("no_prize_shares", "Give each paid place a share of at least 0, one of them above 0.")
    if pool < 0:
        raise RuleError("negative_pool", f"A prize pool of {pool} cents cannot be paid.", pool=pool)
    units, loose_cents = divmod(pool, unit)
    whole = [units * share // sum(shares) for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda place: (-(units * shares[place] % sum(shares)), place))
    for place in by_remainder[: units - sum(whole)]:
        whole[place] += 1
    prizes = [Cents(count * unit) for count in whole]
    prizes[0] = Cents(prizes[0] + loose_cents)
    return tuple(prizes)


def split_tied_places(prizes: Sequence[Cents], place: Place) -> tuple[Cents, ...]:
    """What each of the players who share a place receives: equal parts of the prizes of those places.

    Cents that cannot be divided go one each to the first amounts. Places beyond the prizes pay nothing.

    Rules: STD-10.
    """
    tied = place.last - place.first + 1
    together = sum(prizes[place.first - 1 : place.last])
    each, odd_cents = divmod(together, tied)
    return tuple(Cents(each + (index < odd_cents)) for index in range(tied))
