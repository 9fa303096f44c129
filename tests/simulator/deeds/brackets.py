"""Deeds at brackets."""

from __future__ import annotations

from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {}
ALWAYS: Always = ()
