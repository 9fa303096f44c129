"""Deeds at blind clocks."""

from __future__ import annotations

from tests.simulator.deeds import clocks_laws, clocks_levels, clocks_moves
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {**clocks_moves.DEEDS, **clocks_levels.DEEDS}
ALWAYS: Always = clocks_laws.ALWAYS
