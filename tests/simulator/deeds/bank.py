"""Deeds at the desk and the books."""

from __future__ import annotations

from tests.simulator.deeds import bank_approvals, bank_chips, bank_laws, bank_sales, bank_seals, bank_undoing
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {
    **bank_sales.DEEDS,
    **bank_undoing.DEEDS,
    **bank_chips.DEEDS,
    **bank_approvals.DEEDS,
    **bank_seals.DEEDS,
}
ALWAYS: Always = bank_laws.ALWAYS
