"""Every house's euchre rules by its key, and how an event overrides single settings of one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.euchre.house import NORTH_AMERICAN, RULES_OF, EuchreHouse
from engine.houses import houses
from engine.settings import Misread, change_settings, differences

HOUSES: Mapping[str, EuchreHouse] = MappingProxyType(
    {house.key: house for house in (*houses("euchre", EuchreHouse), NORTH_AMERICAN)}
)
USUAL = HOUSES["wlia"]
"""Whose rules hold where nobody says otherwise: those of the euchre document."""


@door
def house_of(key: object = USUAL.key, overrides: object = None) -> EuchreHouse:
    """A house with single settings changed, as an event stores them; of its scale those awards that are named.

    Raises RuleError: "unknown_house", "unknown_setting", "bad_setting", "scale_without_points".
    """
    if not isinstance(key, str) or key not in HOUSES:
        asked = quoted(key)
        raise RuleError(
            "unknown_house", f"There is no euchre house “{asked}”. There are {', '.join(HOUSES)}.", house=asked
        )
    if overrides is None:
        return HOUSES[key]
    try:
        return change_settings(HOUSES[key], overrides, RULES_OF)
    except Misread as misread:
        raise misread.refused(RULES_OF.get(misread.name, ())) from misread


@door
def overrides_of(house: EuchreHouse) -> dict[str, object]:
    """The settings in which a house differs from the one of its key, as ``house_of`` takes them."""
    return differences(house, HOUSES[house.key], RULES_OF)
