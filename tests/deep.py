"""How deeply the suite looks: all examples where nobody waits (`make test ON=deep`), else a third."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

Thing = TypeVar("Thing")

DEEP = os.environ.get("EVENTNIGHT_DEEP") == "1"
FEWEST = 25
"""Fewer examples than these say little of a law."""


def some(things: Iterable[Thing]) -> list[Thing]:
    """Of many things that are alike, such as addresses, those that are tried: others in each run, by its seed."""
    found = list(things)
    return found if DEEP else random.sample(found, examples(len(found)))


def examples(number: int) -> int:
    """How many examples of a law are tried, of the so many that it is worth."""
    return number if DEEP else max(number // 3, min(number, FEWEST))
