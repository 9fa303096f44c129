"""How a row is measured: both sides in turn, several times, the median of the ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison. ours and peer: units of work a second; ratio: ours to peer, above 1 is faster."""

    name: str
    peer_name: str
    unit: str
    ours: float
    peer: float
    ratio: float


def compare(
    name: str, unit: str, amount: int, ours: Callable[[], object], peer_name: str, peer: Callable[[], object]
) -> Row:
    """Run both sides in turn and compare them pair by pair. amount: units of work in one call."""
    ours()
    peer()
    pairs = [(_seconds(ours), _seconds(peer)) for _ in range(ROUNDS)]
    return Row(
        name=name,
        peer_name=peer_name,
        unit=unit,
        ours=amount / statistics.median(mine for mine, _ in pairs),
        peer=amount / statistics.median(theirs for _, theirs in pairs),
        ratio=statistics.median(theirs / mine for mine, theirs in pairs),
    )


def against_limit(
    name: str, unit: str, amount: int, ours: Callable[[], object], limit_seconds: float, limit_name: str
) -> Row:
    """Our side beside a time it must stay under. ratio: the limit to what one call takes. amount: units in one call."""
    ours()
    taken = statistics.median(_seconds(ours) for _ in range(ROUNDS))
    return Row(
        name=name,
        peer_name=limit_name,
        unit=unit,
        ours=amount / taken,
        peer=amount / limit_seconds,
        ratio=limit_seconds / taken,
    )


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
