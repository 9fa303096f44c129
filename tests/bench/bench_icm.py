"""Deals by ICM, beside the times a request has and beside the usual recursion."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.tournament.deals import icm_deal, icm_worth
from tests.bench.timing import Row, against_limit, compare

FULL_TABLE, MOST, FEW = 9, 15, 7


def rows() -> Iterator[Row]:
    for players, limit in ((FULL_TABLE, 0.003), (MOST, 0.3)):
        stacks, prizes = _final(players)
        yield against_limit(
            f"ICM deal, {players} players",
            "deals/s",
            1,
            lambda stacks=stacks, prizes=prizes: icm_deal(stacks, prizes),
            limit,
            f"limit {limit * 1000:.0f} ms",
        )
    stacks, prizes = _final(FEW)
    chips = tuple(stacks.values())
    if icm_worth(chips, prizes) != _by_recursion(chips, prizes):
        raise ValueError("the recursion and ours differ")
    yield compare(
        f"ICM exactly, {FEW} players",
        "deals/s",
        1,
        lambda: icm_worth(chips, prizes),
        "recursion over finishes",
        lambda: _by_recursion(chips, prizes),
    )


def _final(players: int) -> tuple[dict[int, int], tuple[int, ...]]:
    """Stacks and prizes of a final table, every place paid."""
    stacks = {seat: 8_500 + 7_300 * seat + 100 * (seat * seat % 7) for seat in range(1, players + 1)}
    return stacks, tuple(5_000 * (players + 1 - place) ** 2 for place in range(1, players + 1))


def _by_recursion(stacks: tuple[int, ...], prizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    worth = [Fraction(0)] * len(stacks)

    def finish(left: tuple[int, ...], chance: Fraction, place: int) -> None:
        if place == len(prizes):
            return
        together = sum(stacks[player] for player in left)
        for player in left:
            likely = chance * Fraction(stacks[player], together)
            worth[player] += likely * prizes[place]
            finish(tuple(other for other in left if other != player), likely, place + 1)

    finish(tuple(range(len(stacks))), Fraction(1), 0)
    return tuple(worth)
