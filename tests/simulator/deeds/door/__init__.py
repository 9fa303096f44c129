"""Deeds at the door and the set-up."""

from __future__ import annotations

from tests.simulator.deeds.deed import Always, Deeds
from tests.simulator.deeds.door import people, setup

DEEDS: Deeds = {**people.DEEDS, **setup.DEEDS}
ALWAYS: Always = setup.ALWAYS
