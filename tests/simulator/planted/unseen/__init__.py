"""Faults all over the product that were written without a look at the deeds and laws: an exam for them."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted
from tests.simulator.planted.unseen import evening, floor, money, tournaments

FAULTS: tuple[Planted, ...] = (*money.FAULTS, *evening.FAULTS, *floor.FAULTS, *tournaments.FAULTS)
