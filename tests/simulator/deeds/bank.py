"""Deeds at the desk and the books."""

from __future__ import annotations

from tests.simulator.deeds import bank_sales
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {**bank_sales.DEEDS}
ALWAYS: Always = ()
