"""What a run need not work out anew for each press, since it comes to the same: it only takes time."""

from __future__ import annotations

import gc
from functools import lru_cache

from django.db.models.expressions import Col
from django.urls import get_resolver

FEW_COLLECTIONS = (50_000, 20, 50)
MOST_ADDRESSES = 4096


def make_quick() -> None:
    """From now on. Everything that stays for the run has been made."""
    resolver = get_resolver()
    resolver.resolve = lru_cache(MOST_ADDRESSES)(resolver.resolve)
    # Each query with an order puts its columns into a dictionary; of what an expression is by nature, nothing is noted.
    Col.__hash__ = lambda self: hash((self.alias, self.target))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*FEW_COLLECTIONS)
