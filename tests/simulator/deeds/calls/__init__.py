"""Deeds at calls of the floor."""

from __future__ import annotations

from tests.simulator.deeds.calls import laws, pressing
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = pressing.DEEDS
ALWAYS: Always = laws.ALWAYS
