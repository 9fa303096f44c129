"""The largest bracket built, and one result in it, beside the times they may take."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from engine.tournament.bracket import MOST_ENTRIES, MatchResult, build_bracket, start_bracket
from tests.bench.timing import Row, against_limit

RESULTS = 1000


def rows() -> Iterator[Row]:
    yield against_limit(
        "bracket of 65,536 teams, built", "brackets/s", 1, lambda: build_bracket(MOST_ENTRIES), 1.0, "limit 1 s"
    )
    for entries in (64, MOST_ENTRIES):
        state = start_bracket(build_bracket(entries))
        half = entries // 2
        numbers = count()
        yield against_limit(
            f"one result among {entries:,} teams",
            "results/s",
            RESULTS,
            lambda state=state, half=half, numbers=numbers: [
                state.record(next(numbers) % half + 1, MatchResult(0)) for _ in range(RESULTS)
            ],
            RESULTS / 1000,
            "limit 1 ms",
        )
