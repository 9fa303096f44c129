"""Deeds at the desk and the books."""

from __future__ import annotations

from tests.simulator.deeds import bank_laws, bank_sales, bank_undoing
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {**bank_sales.DEEDS, **bank_undoing.DEEDS}
ALWAYS: Always = bank_laws.ALWAYS
