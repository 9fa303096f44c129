"""Finishing places: who is where after the hands on which players went out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from engine.doors import door
from engine.errors import RuleError
from engine.tournament.amounts import require_whole
from engine.units import Chips

Player = TypeVar("Player", bound=Hashable)
_RULES = ("STD-10",)


class AcrossTables(StrEnum):
    """How players rank who go out at different tables while the tables play hand for hand."""

    TIE = "tie"
    BY_STACKS = "by_stacks"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A finishing place, or the places from ``first`` to ``last`` that tied players share."""

    first: int
    last: int

    @property
    def is_shared(self) -> bool:
        return self.first != self.last


@dataclass(frozen=True)
class BustHand(Generic[Player]):
    """Who went out on one hand, with the chips each began it with.

    tables: the table of each, where several tables played the hand at once. Who is not listed sat with the others.
    """

    stacks: Mapping[Player, Chips]
    tables: Mapping[Player, int] = field(default_factory=dict)


def places_for_hand(
    players_left_before: int, hand: BustHand[Player], across_tables: AcrossTables = AcrossTables.TIE
) -> dict[Player, Place]:
    """Places of the players who went out on one hand, best first.

    At one table the larger stack at the start of the hand places better, and equal stacks tie. Of several tables the
    best of each tie, then the second of each, and so on; or, under BY_STACKS, all rank as if at one table.

    Raises RuleError: "more_busts_than_players", "bust_without_chips".
    Rules: STD-10.
    """
    require_whole(players_left_before, "the number of players left", rules=_RULES)
    if len(hand.stacks) > players_left_before:
        raise RuleError(
            "more_busts_than_players",
            f"{len(hand.stacks)} players cannot go out when {players_left_before} are left. Name only those who did.",
            rules=_RULES,
            busted=len(hand.stacks),
            players_left=players_left_before,
        )
    for player, chips in hand.stacks.items():
        _require_had_chips(player, chips)
    places: dict[Player, Place] = {}
    best = players_left_before - len(hand.stacks) + 1
    for tied in _ranked(hand, across_tables):
        places |= dict.fromkeys(tied, Place(best, best + len(tied) - 1))
        best += len(tied)
    return places


@door
def places_for_hands(
    players: int, hands: Sequence[BustHand[Player]], across_tables: AcrossTables = AcrossTables.TIE
) -> dict[Player, Place]:
    """Places of everybody who is out of a field, from its hands in the order played.

    A bust-out that is undone is left out of ``hands``: everybody who went out before it is thereby renumbered. A late
    entry is counted in ``players`` and does the same.

    Raises RuleError: "out_twice" and what `places_for_hand` raises.
    Rules: STD-10.
    """
    left = require_whole(players, "the number of players", rules=_RULES)
    places: dict[Player, Place] = {}
    for hand in hands:
        twice = [player for player in hand.stacks if player in places]
        if twice:
            raise RuleError(
                "out_twice",
                f"{twice[0]} went out on an earlier hand already. Undo one of the two bust-outs.",
                rules=_RULES,
                player=str(twice[0]),
            )
        places |= places_for_hand(left, hand, across_tables)
        left -= len(hand.stacks)
    return places


def _ranked(hand: BustHand[Player], across_tables: AcrossTables) -> list[list[Player]]:
    """Groups that tie, best first."""
    tables: dict[int | None, list[Player]] = defaultdict(list)
    for player in hand.stacks:
        table = hand.tables.get(player) if across_tables is AcrossTables.TIE else None
        tables[table].append(player)
    groups: dict[int, list[Player]] = defaultdict(list)
    for players in tables.values():
        steps = sorted({hand.stacks[player] for player in players}, reverse=True)
        for player in players:
            groups[steps.index(hand.stacks[player])].append(player)
    return [groups[rank] for rank in sorted(groups)]


def _require_had_chips(player: Hashable, chips: object) -> None:
    if isinstance(chips, int) and not isinstance(chips, bool) and chips >= 0:
        return
    raise RuleError(
        "bust_without_chips",
        f"{player} is said to have begun the hand with {chips} chips. Enter the stack before the hand.",
        rules=_RULES,
        player=str(player),
        chips=chips,
    )
