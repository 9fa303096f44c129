"""Deeds at the door and the set-up."""

from __future__ import annotations

from tests.simulator.deeds.deed import Always, Deeds
from tests.simulator.deeds.door import eligibility, invitations, nights, people, roster, setup, sign_ups, sponsors

DEEDS: Deeds = {
    **people.DEEDS,
    **eligibility.DEEDS,
    **invitations.DEEDS,
    **sign_ups.DEEDS,
    **roster.DEEDS,
    **setup.DEEDS,
    **nights.DEEDS,
    **sponsors.DEEDS,
}
ALWAYS: Always = setup.ALWAYS
