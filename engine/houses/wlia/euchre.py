"""Euchre at the WLIA charity night: as its euchre document has it."""

from __future__ import annotations

from engine.euchre.house import EuchreHouse

HOUSE = EuchreHouse(key="wlia", name="WLIA euchre")
