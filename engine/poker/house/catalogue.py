"""Every club's rules by its key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.poker.house.angies import ANGIES
from engine.poker.house.biska import BISKA
from engine.poker.house.canterbury import CANTERBURY
from engine.poker.house.rules import HouseRules
from engine.poker.house.standard import STANDARD
from engine.poker.house.washburn import WASHBURN
from engine.poker.house.wlia import WLIA

HOUSES: Mapping[str, HouseRules] = MappingProxyType(
    {house.key: house for house in (WLIA, CANTERBURY, ANGIES, WASHBURN, BISKA, STANDARD)}
)
