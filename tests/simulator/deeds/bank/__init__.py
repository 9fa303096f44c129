"""Deeds at the desk and the books."""

from __future__ import annotations

from tests.simulator.deeds.bank import approvals, chips, laws, sales, seals, undoing
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {
    **sales.DEEDS,
    **undoing.DEEDS,
    **chips.DEEDS,
    **approvals.DEEDS,
    **seals.DEEDS,
}
ALWAYS: Always = laws.ALWAYS
