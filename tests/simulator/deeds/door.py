"""Deeds at the door and the set-up."""

from __future__ import annotations

from tests.simulator.deeds import door_people, door_setup
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {**door_people.DEEDS, **door_setup.DEEDS}
ALWAYS: Always = door_setup.ALWAYS
