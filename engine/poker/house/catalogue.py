"""Every club's poker rules by its key, and how an event overrides single settings of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

from engine.doors import door
from engine.errors import RuleError
from engine.houses import houses
from engine.poker.house.rules import HouseRules
from engine.poker.house.standard import STANDARD
from engine.settings import Misread, change_settings, differences, written

HOUSES: Mapping[str, HouseRules] = MappingProxyType(
    {house.key: house for house in (*houses("poker", HouseRules), STANDARD)}
)

SETTINGS: tuple[str, ...] = tuple(
    each.name for each in fields(HouseRules) if each.name not in {"key", "name", "limits", "cites", "rules"}
)


@door
def house_of(key: str, overrides: Mapping[str, object] | None = None) -> HouseRules:
    """A club's rules with single settings changed, as an event stores them.

    Raises RuleError: "unknown_house", "unknown_setting", "bad_setting".
    """
    house = _known(key)
    try:
        return change_settings(house, overrides or {}, SETTINGS)
    except Misread as misread:
        raise misread.refused() from misread


@door
def overrides_of(house: HouseRules) -> dict[str, object]:
    """The settings in which these rules differ from the club of the same key, as ``house_of`` takes them.

    Raises RuleError("unknown_house").
    """
    usual = _known(house.key)
    return {} if house is usual else differences(house, usual, SETTINGS)


@door
def settings_of(house: HouseRules) -> dict[str, object]:
    """Every setting of a house as JSON values, as ``house_of`` takes them."""
    return {name: written(getattr(house, name)) for name in SETTINGS}


def _known(key: str) -> HouseRules:
    if key not in HOUSES:
        raise RuleError("unknown_house", f"There is no house “{key}”. There are {', '.join(HOUSES)}.", house=str(key))
    return HOUSES[key]
