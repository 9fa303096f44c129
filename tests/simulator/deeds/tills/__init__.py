"""Deeds at the tills and money that is paid out."""

from __future__ import annotations

from tests.simulator.deeds.deed import Always, Deeds
from tests.simulator.deeds.tills import payouts, shifts

DEEDS: Deeds = {**shifts.DEEDS, **payouts.DEEDS}
ALWAYS: Always = ()
