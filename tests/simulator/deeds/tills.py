"""Deeds at the tills and money that is paid out."""

from __future__ import annotations

from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {}
ALWAYS: Always = ()
