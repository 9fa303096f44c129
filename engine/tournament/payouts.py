"""Prizes: a pool split over the paid places, and what each player gets of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isqrt
from typing import TypeVar

from engine.doors import door, typed
from engine.errors import RuleError, quoted
from engine.tournament.amounts import FROM_ONE, Bounds, require_whole, share_out
from engine.tournament.places import Place
from engine.units import Cents

Player = TypeVar("Player", bound=Hashable)
WHOLE_UNIT = Cents(100)
NOTHING = Cents(0)
MOST_PLACES = 10_000
_RULES = ("STD-10",)
_FINENESS = 10**12


@dataclass(frozen=True, kw_only=True)
class ShareTable:
    """How steeply prizes fall from place to place.

    rows: the shares in percent for so many paid places, where custom has them. Otherwise place k weighs one over the
    square root of k to the power ``steepness``: 1 is flat, 2 is one over k, 3 is steep.
    """

    key: str
    steepness: int
    rows: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


STANDARD = ShareTable(key="standard", steepness=2, rows={2: (65, 35), 3: (50, 30, 20), 4: (40, 30, 20, 10)})
FLAT = ShareTable(key="flat", steepness=1, rows={2: (60, 40), 3: (43, 32, 25)})
STEEP = ShareTable(key="steep", steepness=3, rows={2: (75, 25), 3: (65, 23, 12)})
SHARE_TABLES = {table.key: table for table in (STANDARD, FLAT, STEEP)}


def shares_for(paid: int, table: ShareTable = STANDARD) -> tuple[int, ...]:
    """The shares of so many paid places, first place first; only their proportions count, and they never rise.

    Raises RuleError: "paid_places_unclear".
    """
    places = require_whole(paid, "the number of paid places", Bounds(1, MOST_PLACES), code="paid_places_unclear")
    if places in table.rows:
        return table.rows[places]
    return tuple(_FINENESS // isqrt(place**table.steepness * _FINENESS) for place in range(1, places + 1))


def split_pool(
    pool: Cents, shares: Sequence[int], *, unit: Cents = WHOLE_UNIT, least: Cents = NOTHING
) -> tuple[Cents, ...]:
    """Split a prize pool by shares, first place first, in whole units; together exactly the pool.

    shares: whole weights such as 50, 30, 20 that never rise, so that no place pays less than the next. least: what
    every paid place gets before the rest is split. Units left after rounding down go to the largest remainders, the
    better place first; cents below one unit go to the first place.

    Raises RuleError: "no_prize_shares", "prize_shares_rise", "pool_unclear", "unit_unclear", "pool_below_least".
    """
    require_whole(pool, "the prize pool in cents", code="pool_unclear")
    require_whole(unit, "the unit of prizes in cents", FROM_ONE, code="unit_unclear")
    require_whole(least, "the least prize in cents", code="pool_below_least")
    _require_falling(shares)
    units, loose_cents = divmod(pool, unit)
    floor = -(-least // unit)
    if floor * len(shares) > units:
        raise RuleError(
            "pool_below_least",
            f"A pool of {pool:,} cents does not give {len(shares)} places {floor * unit:,} cents each. "
            "Pay fewer places, or lower the least prize.",
            pool=pool,
            places=len(shares),
            least=least,
        )
    parts = share_out(units - floor * len(shares), shares)
    first, *others = (Cents((floor + part) * unit) for part in parts)
    return (Cents(first + loose_cents), *others)


@door(own=("guaranteed",))
def pool_of(taken: Iterable[tuple[Cents, int]], *, added: Cents = NOTHING, guaranteed: Cents = NOTHING) -> Cents:
    """The prize pool in cents: of each sum taken its share in percent, and what the house adds; at least what was
    guaranteed. Parts of a cent of each stay with the house.

    Raises RuleError: "pool_unclear".
    """
    pool = 0
    for sum_taken, share in taken:
        require_whole(sum_taken, "the money taken in cents", code="pool_unclear")
        require_whole(share, "the pool's share in percent", Bounds(most=100), code="pool_unclear")
        pool += sum_taken * share // 100
    require_whole(added, "the money added in cents", code="pool_unclear")
    require_whole(guaranteed, "the guaranteed pool in cents", code="pool_unclear")
    return Cents(max(pool + added, guaranteed))


@dataclass(frozen=True, kw_only=True)
@typed
class PrizePlan:
    """How a tournament divides its pool; asked again whenever the number of entries changes before play.

    paid: the number of paid places; where it is None, one place for every ``one_in`` entries or part of it.
    """

    paid: int | None = None
    one_in: int = 8
    table: ShareTable = STANDARD
    unit: Cents = WHOLE_UNIT
    least: Cents = NOTHING

    def prizes(self, pool: Cents, entries: int) -> tuple[Cents, ...]:
        """The prizes out of a pool in cents, for so many entries. A no-show removed before play is one entry fewer.

        Raises RuleError: "entries_unclear" and what `shares_for` and `split_pool` raise.
        """
        require_whole(entries, "the number of entries", Bounds(1, 10**6), code="entries_unclear")
        shares = shares_for(self._paid_of(entries), self.table)
        return split_pool(pool, shares, unit=self.unit, least=self.least)

    def _paid_of(self, entries: int) -> int:
        most = min(entries, MOST_PLACES)
        if self.paid is not None:
            wanted = require_whole(self.paid, "the number of paid places", FROM_ONE, code="paid_places_unclear")
            return min(wanted, most)
        name = "the number of entries for each place"
        one_in = require_whole(self.one_in, name, FROM_ONE, code="paid_places_unclear")
        return min(-(-entries // one_in), most)


@door
def prizes_by_player(prizes: Sequence[Cents], places: Mapping[Player, Place]) -> dict[Player, Cents]:
    """What each placed player receives: tied players share the prizes of their places in equal parts.

    Cents that cannot be divided go one each to the tied players listed first. Places beyond the prizes pay nothing.

    Raises RuleError: "tie_incomplete" where a shared place is not held by as many players as it spans.
    Rules: STD-10.
    """
    holders: dict[Place, list[Player]] = {}
    for player, place in places.items():
        holders.setdefault(place, []).append(player)
    amounts: dict[Player, Cents] = {}
    for place, players in holders.items():
        _require_complete(place, len(players))
        together = sum(prizes[place.first - 1 : place.last])
        parts = share_out(together, [1] * len(players))
        amounts |= {player: Cents(part) for player, part in zip(players, parts, strict=True)}
    return {player: amounts[player] for player in places}


def _require_falling(shares: Sequence[int]) -> None:
    for share in shares:
        require_whole(share, "a prize share", code="no_prize_shares")
    if not shares or not any(shares):
        raise RuleError("no_prize_shares", "Give each paid place a share of at least 0, one of them above 0.")
    for place, (better, worse) in enumerate(pairwise(shares), start=1):
        if worse > better:
            raise RuleError(
                "prize_shares_rise",
                f"Place {place + 1} has a share of {quoted(worse)} and place {place} only {quoted(better)}. "
                "List the shares from first place down, none above the one before.",
                place=place + 1,
            )


def _require_complete(place: Place, players: int) -> None:
    spanned = place.last - place.first + 1
    if spanned == players and place.first >= 1:
        return
    raise RuleError(
        "tie_incomplete",
        f"Places {place.first} to {place.last} are {spanned}, but {players} players hold them. Name all who tied.",
        rules=_RULES,
        first=place.first,
        last=place.last,
        players=players,
    )
