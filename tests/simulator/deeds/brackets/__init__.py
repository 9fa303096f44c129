"""Deeds at brackets."""

from __future__ import annotations

from tests.simulator.deeds.brackets import changes, corrections, ending, entries, games, laws, matches, results
from tests.simulator.deeds.deed import Always, Deeds

PARTS = (entries, matches, results, games, corrections, changes, ending)
DEEDS: Deeds = {name: deed for part in PARTS for name, deed in part.DEEDS.items()}
ALWAYS: Always = laws.ALWAYS
