"""The units that numbers are in, so that chips are never taken for money."""

from __future__ import annotations

from typing import Final, NewType

Chips = NewType("Chips", int)
"""Whole table value, as printed on the chips."""

Cents = NewType("Cents", int)
"""Money in hundredths of the event's currency."""

Seconds = NewType("Seconds", int)
"""Length of time; fractions are dropped at the edge."""

NO_CHIPS: Final = Chips(0)
