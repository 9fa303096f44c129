"""The final of several flights: what each finalist brings, who does not show, and the level it starts at."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from engine.doors import door
from engine.errors import RuleError
from engine.tournament.amounts import FROM_ONE, require_whole
from engine.tournament.levels import Level
from engine.units import Chips

Player = TypeVar("Player", bound=Hashable)
LEAST_BIG_BLINDS = 20
_RULES = ("WAS-2",)


class SeveralFlightsPolicy(StrEnum):
    """Which chips a player brings who got through more than one flight."""

    BEST = "best"
    FIRST = "first"
    COMBINED = "combined"


class NoShowPolicy(StrEnum):
    """What becomes of the stack of a finalist who is not there."""

    BLINDED_OFF = "blinded_off"
    REMOVED = "removed"


@dataclass(frozen=True)
class CarryOver(Generic[Player]):
    """Chips that finalists bring, and chips that leave play because only one of their stacks goes forward.

    forward: positions, from 0, of the flights whose stacks each finalist brings.
    """

    stacks: dict[Player, Chips]
    forfeited: dict[Player, Chips] = field(default_factory=dict)
    forward: dict[Player, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class FinalField(Generic[Player]):
    """The stacks that are drawn a seat, who of them is blinded off from the first hand, and chips taken out of play."""

    stacks: dict[Player, Chips]
    blinded_off: tuple[Player, ...] = ()
    removed: dict[Player, Chips] = field(default_factory=dict)


@door
def carry_over(
    flights: Sequence[Mapping[Player, Chips]], policy: SeveralFlightsPolicy = SeveralFlightsPolicy.BEST
) -> CarryOver[Player]:
    """The stacks of the final from the finalists of each flight, flights in the order played.

    Chips of players who went out are in these stacks already. What a player with several stacks may not bring is
    forfeited and needs an entry. Of equal best stacks the earlier goes forward.

    Raises RuleError: "bag_unclear".
    Rules: WAS-2.
    """
    bags: dict[Player, dict[int, int]] = {}
    for position, flight in enumerate(flights):
        for player, chips in flight.items():
            bag = require_whole(chips, f"the bag of {player}", code="bag_unclear", rules=_RULES)
            bags.setdefault(player, {})[position] = bag
    forward = {player: _forward(held, policy) for player, held in bags.items()}
    stacks = {player: Chips(sum(bags[player][position] for position in chosen)) for player, chosen in forward.items()}
    behind = {player: Chips(sum(held.values()) - stacks[player]) for player, held in bags.items()}
    return CarryOver(stacks, {player: chips for player, chips in behind.items() if chips}, forward)


@door
def final_field(
    stacks: Mapping[Player, Chips], absent: Collection[Player] = (), policy: NoShowPolicy = NoShowPolicy.BLINDED_OFF
) -> FinalField[Player]:
    """Who is drawn a seat when some finalists do not show; decided before the seats are drawn.

    Blinded off, a stack keeps its seat and pays every blind and ante. Removed, it leaves play, which needs an entry.

    Raises RuleError: "not_a_finalist", "final_without_players" where nobody is there.
    Rules: WAS-2.
    """
    missing = tuple(dict.fromkeys(absent))
    for player in missing:
        if player not in stacks:
            raise RuleError(
                "not_a_finalist",
                f"{player} did not advance from a flight and cannot be missing from the final. Check the name.",
                rules=_RULES,
                player=str(player),
            )
    if len(missing) == len(stacks):
        raise _nobody_there(len(stacks))
    if policy is NoShowPolicy.BLINDED_OFF:
        return FinalField(dict(stacks), blinded_off=missing)
    there = {player: chips for player, chips in stacks.items() if player not in missing}
    return FinalField(there, removed={player: stacks[player] for player in missing})


@door
def final_start_level(
    levels: Sequence[Level], *, chips_in_play: Chips, players: int, least_big_blinds: int = LEAST_BIG_BLINDS
) -> int:
    """The position, from 1 and counting breaks, of the highest level that still leaves the average stack enough.

    Enough is ``least_big_blinds`` big blinds. If no level does, the first one that is played.

    Raises RuleError: "final_without_players", "clock_without_levels", "not_a_whole_number".
    Rules: WAS-2.
    """
    if require_whole(players, "the number of finalists", rules=_RULES) < 1:
        raise _nobody_there(players)
    require_whole(chips_in_play, "the number of chips in play", rules=_RULES)
    require_whole(least_big_blinds, "the number of big blinds", FROM_ONE, rules=_RULES)
    playing = [(position, level) for position, level in enumerate(levels, start=1) if not level.is_break]
    if not playing:
        raise RuleError("clock_without_levels", "The final has no levels. Add one before it starts.", rules=("WAS-6",))
    deep_enough = [
        (level.big_blind, position)
        for position, level in playing
        if chips_in_play >= least_big_blinds * level.big_blind * players
    ]
    return max(deep_enough)[1] if deep_enough else playing[0][0]


def _forward(held: Mapping[int, int], policy: SeveralFlightsPolicy) -> tuple[int, ...]:
    """Positions of the flights whose stacks go forward."""
    if policy is SeveralFlightsPolicy.COMBINED:
        return tuple(held)
    if policy is SeveralFlightsPolicy.FIRST:
        return (min(held),)
    return (max(held, key=lambda position: (held[position], -position)),)


def _nobody_there(finalists: int) -> RuleError:
    return RuleError(
        "final_without_players",
        f"The final has {finalists} finalists and none of them is there. Bring one, or blind nobody off.",
        rules=_RULES,
        players=finalists,
    )
