"""Euchre by its document."""

from __future__ import annotations

from engine.euchre.house import EuchreHouse

HOUSE = EuchreHouse(key="card_night", name="Standard euchre")
