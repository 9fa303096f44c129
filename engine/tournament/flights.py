"""Flights and the final: how many advance, what each carries over, and whether the bags hold all the chips."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from engine.errors import RuleError
from engine.tournament.levels import Level
from engine.tournament.places import Place, places_for_busts
from engine.units import Chips

Player = TypeVar("Player", bound=Hashable)
NO_CHIPS = Chips(0)


class ShortfallPolicy(StrEnum):
    """What happens when one hand leaves fewer players than advance."""

    BEST_BUSTED_ADVANCES = "best_busted_advances"
    NEXT_BY_STACK = "next_by_stack"
    REPLAY = "replay"


class SeveralFlightsPolicy(StrEnum):
    """Which chips a player brings who got through more than one flight."""

    BEST = "best"
    FIRST = "first"
    COMBINED = "combined"


@dataclass(frozen=True)
class Advancement(Generic[Player]):
    """Who goes to the final and with what.

    issued: chips among the stacks that were not in the flight and need an entry of their own.
    to_replay: players who play each other again for the ``open_places``.
    """

    stacks: dict[Player, Chips]
    issued: Chips = NO_CHIPS
    to_replay: tuple[Player, ...] = ()
    open_places: int = 0


@dataclass(frozen=True)
class CarryOver(Generic[Player]):
    """Chips that finalists bring, and chips that leave play because only one of their stacks goes forward."""

    stacks: dict[Player, Chips]
    forfeited: dict[Player, Chips] = field(default_factory=dict)


def advancing_count(entries: int, *, count: int | None = None, share: Fraction | None = None) -> int:
    """How many of a flight's entries advance: a count, or a share of the entries rounded up; never more than entered.

    Raises RuleError: "advancing_unclear".
    Rules: WAS-2.
    """
    if (count is None) == (share is None) or (count or share or 0) <= 0 or (share or 0) > 1:
        raise RuleError(
            "advancing_unclear",
            "Say how many advance either as a number of at least 1 or as a share above 0 and up to all.",
            rules=("WAS-2",),
        )
    wanted = count if share is None else -((-entries * share.numerator) // share.denominator)
    return min(wanted or 0, entries)


def flight_is_decided(players_left: int, advancing: int) -> bool:
    """Play stops the moment no more than the advancing players are left, even inside a level.

    Rules: WAS-2.
    """
    return players_left <= advancing


def advance(
    stacks: Mapping[Player, Chips],
    places: int,
    *,
    busted: Mapping[Player, Chips] | None = None,
    policy: ShortfallPolicy = ShortfallPolicy.BEST_BUSTED_ADVANCES,
    minimum_stack: Chips = NO_CHIPS,
) -> Advancement[Player]:
    """Who goes on from a finished flight; those with chips keep their counts.

    stacks: chips of everyone left. busted: who went out on the last hand, with the chips each began it with; they fill
    places that stay open. BEST_BUSTED_ADVANCES brings nothing, NEXT_BY_STACK brings ``minimum_stack``, and under REPLAY
    those players meet again.

    Raises RuleError: "flight_not_decided", "stack_without_chips", "busts_tie_for_place".
    Rules: WAS-2, STD-10.
    """
    if not flight_is_decided(len(stacks), places):
        raise RuleError(
            "flight_not_decided",
            f"{len(stacks)} players are left and {places} advance. Play on until {len(stacks) - places} more are out.",
            rules=("WAS-2",),
            players_left=len(stacks),
            advancing=places,
        )
    _must_hold_chips(stacks)
    gone = dict(busted or {})
    missing = min(places - len(stacks), len(gone))
    if missing == 0:
        return Advancement(dict(stacks))
    if policy is ShortfallPolicy.REPLAY:
        return Advancement(dict(stacks), to_replay=tuple(gone), open_places=missing)
    chips = minimum_stack if policy is ShortfallPolicy.NEXT_BY_STACK else NO_CHIPS
    filled = dict.fromkeys(_best_of(gone, missing, len(stacks)), chips)
    return Advancement({**stacks, **filled}, issued=Chips(chips * missing))


def carry_over(
    flights: Sequence[Mapping[Player, Chips]], policy: SeveralFlightsPolicy = SeveralFlightsPolicy.BEST
) -> CarryOver[Player]:
    """The stacks of the final from the finalists of each flight, flights in the order played.

    Chips of players who went out are in these stacks already. What a player with several stacks may not bring is
    forfeited and needs an entry.

    Rules: WAS-2.
    """
    brought: dict[Player, list[Chips]] = {}
    for flight in flights:
        for player, chips in flight.items():
            brought.setdefault(player, []).append(chips)
    stacks = {player: _forward(held, policy) for player, held in brought.items()}
    left_behind = {player: Chips(sum(held) - stacks[player]) for player, held in brought.items()}
    return CarryOver(stacks, {player: chips for player, chips in left_behind.items() if chips})


def check_bags(bags: Mapping[Player, Chips], issued: Chips, drift: int = 0) -> None:
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
        rules=("WAS-2",),
        bagged=bagged,
        expected=expected,
        difference=bagged - expected,
    )


def final_start_level(
    levels: Sequence[Level], *, chips_in_play: Chips, players: int, least_big_blinds: int = 20
) -> int:
    """The position, from 1 and counting breaks, of the highest level that still leaves the average stack enough.

    Enough is ``least_big_blinds`` big blinds. If no level does, the first one that is played.

    Raises RuleError: "final_without_players", "clock_without_levels".
    """
    if players < 1:
        raise RuleError("final_without_players", "The final has no players yet.", rules=("WAS-2",), players=players)
    playing = [(position, level) for position, level in enumerate(levels, start=1) if not level.is_break]
    if not playing:
        raise RuleError("clock_without_levels", "The final has no levels. Add one before it starts.", rules=("WAS-6",))
    deep_enough = [
        (level.big_blind, position)
        for position, level in playing
        if chips_in_play >= least_big_blinds * level.big_blind * players
    ]
    return max(deep_enough)[1] if deep_enough else playing[0][0]


def _forward(held: Sequence[Chips], policy: SeveralFlightsPolicy) -> Chips:
    if policy is SeveralFlightsPolicy.COMBINED:
        return Chips(sum(held))
    return held[0] if policy is SeveralFlightsPolicy.FIRST else max(held)


def _must_hold_chips(stacks: Mapping[Player, Chips]) -> None:
    for player, chips in stacks.items():
        if chips < 1:
            raise RuleError(
                "stack_without_chips",
                f"{player} is listed as left with {chips} chips. Record the player as out, or correct the count.",
                rules=("WAS-2",),
                player=str(player),
                chips=chips,
            )


def _best_of(gone: Mapping[Player, Chips], wanted: int, players_left: int) -> list[Player]:
    """The best-placed of those who went out. Equal chips at the cut are for staff to settle, not for the list order."""
    places = places_for_busts(players_left + len(gone), gone)
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
