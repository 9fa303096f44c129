"""How many requests are made, and from which seed; `python -m tests.fuzz` asks for more than the suite does."""

from __future__ import annotations

import os

from tests.deep import DEEP

IN_SUITE = 5000 if DEEP else 600
"""Requests of the suite's own run."""

SEED = os.environ.get("FUZZ_SEED", "1")
CASES = int(os.environ.get("FUZZ_CASES", "0")) or IN_SUITE


def share(percent: int, places: int, *, least: int = 1) -> int:
    """How many requests each of so many places gets of that share of all."""
    return max(least, CASES * percent // 100 // places)
