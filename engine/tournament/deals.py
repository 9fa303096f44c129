"""Deals at the end of a tournament: what the stacks are worth in prize money, by ICM or by a chip chop.

ICM (Malmuth-Harville): first place falls to a player with the chance of his share of the chips, second place likewise
among the others, and so on. The usual sum runs over orders of finish. Here it runs once over sets of players: a player
stands ahead of all of a set U with the chance c(i) / (c(i) + c(U)), so adding c(i) / c(W) over the sets W that hold the
player counts, set size by set size, in how many ways others finish behind. Inverting those counts turns the prizes
into one whole weight for each set size, and the worth of a stack is the sum of weight times c(i) / c(W).

All of it is whole numbers over one common scale. Up to nine players the scale is the least common multiple of all sums
of stacks, and the result is exact. Beyond that it is a power of two so fine that all rounding together stays below
2**-64 cents for each player: no two decimals of a cent can come out wrong, and equal stacks are worth exactly the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from operator import add
from typing import Generic, TypeVar

from engine.doors import door
from engine.errors import RuleError
from engine.tournament.amounts import FROM_ONE, require_whole, share_out
from engine.tournament.notices import Notice
from engine.units import Cents, Chips

Player = TypeVar("Player", bound=Hashable)
MOST_EXACT = 9
MOST_AT_ONCE = 15
MOST_AS_JOB = 20
_SPARE_BITS = 64


@dataclass(frozen=True)
class Deal(Generic[Player]):
    """Cents for each player, together exactly the prizes still to be won; and what to know before shaking hands."""

    amounts: dict[Player, Cents]
    notices: tuple[Notice, ...] = ()


@door
def icm_worth(
    stacks: Sequence[Chips], prizes: Sequence[Cents], *, most_players: int = MOST_AT_ONCE
) -> tuple[Fraction, ...]:
    """The worth of each stack in cents; exact up to nine players, within 2**-64 cents beyond.

    prizes: those still to be won, first place first; fewer than players where not all are paid. most_players: a job in
    the background may go up to 20.

    Raises RuleError: "too_many_for_icm", "deal_without_players", "stack_without_chips", "prize_unclear",
    "prizes_rise", "more_prizes_than_players".
    """
    _require_possible(stacks, prizes)
    _require_few(len(stacks), most_players)
    worth, scale = _scaled_worth(stacks, prizes)
    return tuple(Fraction(each, scale) for each in worth)


@door(own=("prizes", "stacks"))
def icm_deal(
    stacks: Mapping[Player, Chips], prizes: Sequence[Cents], *, most_players: int = MOST_AT_ONCE
) -> Deal[Player]:
    """Each player gets what the stack is worth by ICM, in whole cents; largest remainders are rounded up.

    Raises what `icm_worth` raises.
    """
    _require_possible(tuple(stacks.values()), prizes)
    _require_few(len(stacks), most_players)
    worth, _ = _scaled_worth(tuple(stacks.values()), prizes)
    return Deal(_named(stacks, share_out(sum(prizes), worth)))


@door(own=("prizes", "stacks"))
def chip_chop(stacks: Mapping[Player, Chips], prizes: Sequence[Cents]) -> Deal[Player]:
    """Each player gets the lowest prize still to be won, and the rest is split by chips, largest remainders up.

    The lowest prize is nothing where there are more players than prizes. A notice "above_first_prize" names who would
    get more than winning pays: a chip chop can do that, ICM cannot.

    Raises RuleError: "deal_without_players", "stack_without_chips", "prize_unclear", "prizes_rise",
    "more_prizes_than_players".
    """
    chips = tuple(stacks.values())
    _require_possible(chips, prizes)
    lowest = prizes[-1] if len(prizes) == len(chips) else 0
    parts = share_out(sum(prizes) - lowest * len(chips), chips)
    amounts = _named(stacks, tuple(lowest + part for part in parts))
    return Deal(
        amounts, tuple(_above_first(player, cents, prizes) for player, cents in amounts.items() if cents > prizes[0])
    )


def _scaled_worth(stacks: Sequence[Chips], prizes: Sequence[Cents]) -> tuple[list[int], int]:
    """The worth of each stack times the scale, and the scale.

    A set of players is a bit mask, player k being bit k, so that a half of the list is the sets with or without the
    last player. Adding the halves leaves the same list for one player fewer.
    """
    sums, sizes = [0], [0]
    for chips in stacks:
        sums += [together + chips for together in sums]
        sizes += [size + 1 for size in sizes]
    scale = lcm(*sums[1:]) if len(stacks) <= MOST_EXACT else 1 << (_SPARE_BITS + len(stacks) + sums[-1].bit_length())
    weights = [scale * weight for weight in _weights(len(stacks), prizes)]
    worth = [0, *(weights[size - 1] // together for size, together in zip(sizes[1:], sums[1:], strict=True))]
    scaled = []
    for chips in reversed(stacks):
        middle = len(worth) // 2
        scaled.append(chips * sum(worth[middle:]))
        worth = list(map(add, worth[:middle], worth[middle:]))
    # Rounding down may leave a worthless stack a hair below nothing.
    return [max(0, each) for each in reversed(scaled)], scale


def _weights(players: int, prizes: Sequence[Cents]) -> list[int]:
    """What a set of 1, 2, ... players weighs: the prizes, last place first, put through the binomial inversion. That is
    the first of them, the first of their differences, the first of the differences of those, and so on.
    """
    upwards = [0] * (players - len(prizes)) + list(reversed(prizes))
    weights = []
    while upwards:
        weights.append(upwards[0])
        upwards = [better - worse for worse, better in pairwise(upwards)]
    return weights


def _named(stacks: Mapping[Player, Chips], cents: Sequence[int]) -> dict[Player, Cents]:
    return {player: Cents(each) for player, each in zip(stacks, cents, strict=True)}


def _above_first(player: Hashable, cents: Cents, prizes: Sequence[Cents]) -> Notice:
    return Notice(
        "above_first_prize",
        f"{player} would get {cents:,} cents, more than the {prizes[0]:,} cents for winning. Deal by ICM instead, "
        "or have everybody agree to it aloud.",
    )


def _require_possible(stacks: Sequence[Chips], prizes: Sequence[Cents]) -> None:
    if not stacks:
        raise RuleError("deal_without_players", "A deal needs the stacks of those who are left. Count them first.")
    for chips in stacks:
        require_whole(chips, "a stack", FROM_ONE, code="stack_without_chips")
    for prize in prizes:
        require_whole(prize, "a prize in cents", code="prize_unclear")
    if not prizes or len(prizes) > len(stacks):
        raise RuleError(
            "more_prizes_than_players" if prizes else "prize_unclear",
            f"{len(prizes)} prizes for {len(stacks)} players. List the prizes still to be won, one a player at most.",
            prizes=len(prizes),
            players=len(stacks),
        )
    for place, (better, worse) in enumerate(pairwise(prizes), start=1):
        if worse > better:
            raise RuleError(
                "prizes_rise",
                f"Place {place + 1} pays {worse:,} cents and place {place} only {better:,}. List first place first.",
                place=place + 1,
            )


def _require_few(players: int, most_players: int) -> None:
    most = min(most_players, MOST_AS_JOB)
    if players <= most:
        return
    way_out = f"Compute it as a job, for {MOST_AS_JOB} at most" if players <= MOST_AS_JOB else "Play on"
    raise RuleError(
        "too_many_for_icm",
        f"{players} stacks are more than the {most} whose worth is worked out while you wait. "
        f"{way_out}, or split by a chip chop.",
        players=players,
        limit=most,
    )
