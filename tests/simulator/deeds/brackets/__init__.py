"""Deeds at brackets."""

from __future__ import annotations

from tests.simulator.deeds.brackets import (
    changes,
    corrections,
    ending,
    entries,
    games,
    laws,
    matches,
    objections,
    phones,
    results,
)
from tests.simulator.deeds.deed import Always, Deeds, unless

PARTS = (entries, matches, results, objections, games, corrections, changes, ending, phones)
# Somebody in the pool or in a team may have been withdrawn from the night.
DEEDS: Deeds = {
    name: unless(lambda night: bool(night.withdrawn), deed) for part in PARTS for name, deed in part.DEEDS.items()
}
ALWAYS: Always = (*laws.ALWAYS, phones.packs_agree)
