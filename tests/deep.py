"""How deeply the suite looks: all examples where nobody waits (`make test ON=deep`), else a third."""

from __future__ import annotations

import os

DEEP = os.environ.get("EVENTNIGHT_DEEP") == "1"
FEWEST = 25
"""Fewer examples than these say little of a law."""


def examples(number: int) -> int:
    """How many examples of a law are tried, of the so many that it is worth."""
    return number if DEEP else max(number // 3, min(number, FEWEST))
