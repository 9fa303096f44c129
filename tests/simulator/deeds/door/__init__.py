"""Deeds at the door and the set-up."""

from __future__ import annotations

from tests.simulator.deeds.deed import Always, Deeds
from tests.simulator.deeds.door import people, roster, setup

DEEDS: Deeds = {**people.DEEDS, **roster.DEEDS, **setup.DEEDS}
ALWAYS: Always = setup.ALWAYS
