"""Deeds at blind clocks."""

from __future__ import annotations

from tests.simulator.deeds.clocks import changes, laws, levels, moves
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {**moves.DEEDS, **levels.DEEDS, **changes.DEEDS}
ALWAYS: Always = laws.ALWAYS
