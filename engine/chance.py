"""The one source of chance for packs, seats, pairs and seeds: a seed gives the same draw on every machine and version.

Python's own ``random`` promises no such thing between versions, and a stored seed must explain a draw years later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from engine.doors import wrong_type
from engine.errors import RuleError

Item = TypeVar("Item")

_LABEL = b"eventnight-draw-v1"
_SPAN = 2**256


class SeededDraw:
    """An endless row of fair numbers that follows from a seed alone: SHA-256 over label, seed and a counter."""

    def __init__(self, seed: str) -> None:
        if not isinstance(seed, str):
            raise wrong_type("seed", seed, str)
        self._prefix = _LABEL + b"\x1f" + seed.encode("utf-8", "surrogatepass") + b"\x1f"
        self._counter = 0

    def below(self, limit: int) -> int:
        """The next number from 0 to ``limit - 1``, each equally likely. ``limit`` is at least 1."""
        if limit < 1:
            raise ValueError(f"cannot draw a number below {limit}")
        # Values past the last whole multiple are thrown away: keeping them would favour the small numbers.
        fair = _SPAN - _SPAN % limit
        while True:
            block = hashlib.sha256(self._prefix + str(self._counter).encode()).digest()
            self._counter += 1
            value = int.from_bytes(block, "big")
            if value < fair:
                return value % limit

    def shuffled(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """All items in a random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def require_distinct(names: Sequence[Hashable], rule: str) -> None:
    """Refuse a list that names somebody twice. Raises RuleError: "listed_twice"."""
    seen: set[Hashable] = set()
    for name in names:
        if name in seen:
            raise RuleError(
                "listed_twice",
                f"{name} is on the list twice. Remove one of the two before the draw.",
                rules=(rule,),
                name=str(name),
            )
        seen.add(name)
