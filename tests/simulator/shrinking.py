"""Finds few steps of a night that break the same law."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from tests.simulator.steps import Step


def shrunk(steps: Sequence[Step], breaks: Callable[[Sequence[Step]], bool], *, seconds: float) -> list[Step]:
    """The steps without those that the breach does not need, as far as the time reaches. The last one is needed."""
    kept, size, until = list(steps), len(steps) // 2, time.perf_counter() + seconds
    while size and time.perf_counter() < until:
        start = 0
        while start < len(kept) and time.perf_counter() < until:
            fewer = kept[:start] + kept[start + size :]
            if fewer and breaks(fewer):
                kept = fewer
            else:
                start += size
        size //= 2
    return kept
