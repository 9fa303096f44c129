"""A second model of a settled hand: which five of seven cards are best, who wins which pot, and the posted fee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd

from tables.models import Table

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
FEES = {"A": (100, 200, 300), "B": (200, 300, 400), "C": (300, 400, 500)}
"""In cents, for up to 4, 5 or 6, and 7 and more players dealt in."""


@dataclass(frozen=True)
class End:
    """What one seat did: what it put in, whether it is in until the end, and its two cards."""

    seat: int
    put_in: int
    is_live: bool
    cards: tuple[str, ...] = ()


def fee_of(table: Table, dealt_in: int) -> int:
    """The fee of a hand in chips, 0 where the table takes none of hands."""
    return fee_for(table, dealt_in) if table.fee_schedule and table.fee_by == "hand" else 0


def fee_for(table: Table, players: int) -> int:
    """The posted fee in chips for so many players, of a hand or of each seat."""
    few, middle, full = table.own_fees or FEES[table.fee_schedule]
    return (few if players <= 4 else middle if players <= 6 else full) // (table.chip_value or 1)


def strength(cards: Sequence[str]) -> tuple[int, ...]:
    """Of the best five of these; the larger wins."""
    return max(_of_five(five) for five in combinations(cards, 5))


def nets_of(ends: Sequence[End], *, board: Sequence[str], button: int, fee: int, unit: int) -> dict[int, int]:
    """What each seat wins or loses. The fee goes out of the main pot, then out of the side pots; what cannot be
    divided goes by smallest chips to the tied seats left of the button. unit: the smallest chip that plays; what a fee
    in smaller chips leaves is divided in those.
    """
    nets = {end.seat: -end.put_in for end in ends}
    live = [end for end in ends if end.is_live]
    put_in = {end.seat: end.put_in for end in ends}
    uncalled = _uncalled(ends)
    for seat, chips in uncalled.items():
        nets[seat] += chips
        put_in[seat] -= chips
    floor, left = 0, fee
    for number, level in enumerate(sorted({put_in[end.seat] for end in live})):
        is_last = number == len({put_in[end.seat] for end in live}) - 1
        pot = sum((chips if is_last else min(chips, level)) - min(chips, floor) for chips in put_in.values())
        eligible = [end for end in live if put_in[end.seat] >= level]
        taken = min(pot, left)
        left, floor = left - taken, level
        for seat, chips in _shared(pot - taken, eligible, board, button, gcd(unit, pot - taken, taken)).items():
            nets[seat] += chips
    return nets


def left_of(button: int, seats: Sequence[int]) -> list[int]:
    """In the order of the table, beginning left of the button."""
    return sorted(seats, key=lambda seat: ((seat - button - 1) % 10, seat))


def _shared(chips: int, eligible: Sequence[End], board: Sequence[str], button: int, unit: int) -> dict[int, int]:
    if len(eligible) == 1:
        return {eligible[0].seat: chips}
    hands = {end.seat: strength([*board, *end.cards]) for end in eligible}
    winners = left_of(button, [seat for seat, hand in hands.items() if hand == max(hands.values())])
    if len(winners) == 1:
        return {winners[0]: chips}
    even, odd = divmod(chips // unit, len(winners))
    return {seat: (even + (place < odd)) * unit for place, seat in enumerate(winners)}


def _uncalled(ends: Sequence[End]) -> Mapping[int, int]:
    """The part of the highest bet that nobody matched, where it is of a seat that is still in."""
    first, second = sorted(ends, key=lambda end: -end.put_in)[:2]
    return {first.seat: first.put_in - second.put_in} if first.put_in > second.put_in and first.is_live else {}


def _of_five(five: Sequence[str]) -> tuple[int, ...]:
    ranks = sorted((RANKS.index(card[0]) for card in five), reverse=True)
    by_count = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    shape, order = tuple(count for _, count in by_count), tuple(rank for rank, _ in by_count)
    is_flush = len({card[1] for card in five}) == 1
    is_wheel = ranks == [12, 3, 2, 1, 0]
    if is_wheel or (len(order) == 5 and ranks[0] - ranks[4] == 4):
        return (8 if is_flush else 4, 3 if is_wheel else ranks[0])
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (5 if is_flush else kinds.get(shape, 0), *order)
