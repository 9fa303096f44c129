"""Deeds at brackets."""

from __future__ import annotations

from tests.simulator.deeds import (
    brackets_changes,
    brackets_corrections,
    brackets_entries,
    brackets_games,
    brackets_laws,
    brackets_matches,
    brackets_results,
)
from tests.simulator.deeds.deed import Always, Deeds

PARTS = (brackets_entries, brackets_matches, brackets_results, brackets_games, brackets_corrections, brackets_changes)
DEEDS: Deeds = {name: deed for part in PARTS for name, deed in part.DEEDS.items()}
ALWAYS: Always = brackets_laws.ALWAYS
