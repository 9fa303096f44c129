"""How deeply the suite looks: at everything where nobody waits (`make test ON=deep`), else at a share."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

Thing = TypeVar("Thing")

DEEP = os.environ.get("EVENTNIGHT_DEEP") == "1"
FEWEST = 12
"""Fewer examples than these say little of a law."""


def some(things: Iterable[Thing], *, one_of: int = 16) -> list[Thing]:
    """Of many things that are alike, such as addresses, those that are tried: others in each run, by its seed."""
    found = list(things)
    return found if DEEP else random.sample(found, max(len(found) // one_of, min(len(found), FEWEST)))


def examples(number: int) -> int:
    """How many examples of a law are tried, of the so many that it is worth."""
    return number if DEEP else max(number // 3, min(number, FEWEST))
