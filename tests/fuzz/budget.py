"""How many requests are made, and from which seed; `python -m tests.fuzz` asks for more than the suite does."""

from __future__ import annotations

import os

from django.db import connection

from tests.deep import examples

IN_SUITE = {"sqlite": examples(5000), "postgresql": 2000}
"""Requests of the suite's own run; what the API answers to nonsense is mostly no matter of the database."""

SEED = os.environ.get("FUZZ_SEED", "1")
CASES = int(os.environ.get("FUZZ_CASES", "0")) or IN_SUITE[connection.vendor]


def share(percent: int, places: int, *, least: int = 1) -> int:
    """How many requests each of so many places gets of that share of all."""
    return max(least, CASES * percent // 100 // places)
