"""Deeds at the tills and money that is paid out."""

from __future__ import annotations

from tests.simulator.deeds import tills_payouts, tills_shifts
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {**tills_shifts.DEEDS, **tills_payouts.DEEDS}
ALWAYS: Always = ()
