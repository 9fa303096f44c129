"""Every club's rules by its key, and how an event overrides single settings of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import Enum
from types import MappingProxyType
from typing import Any

from engine.doors import door
from engine.errors import RuleError
from engine.poker.house.angies import ANGIES
from engine.poker.house.biska import BISKA
from engine.poker.house.canterbury import CANTERBURY
from engine.poker.house.options import (
    AwardOrder,
    ButtonPolicy,
    CapLift,
    DrawFill,
    Entry,
    ExposedCard,
    FirstButton,
    HeadsUp,
    OddChips,
    Reopen,
    Undeclared,
    WrongCount,
)
from engine.poker.house.rules import HouseRules
from engine.poker.house.standard import STANDARD
from engine.poker.house.washburn import WASHBURN
from engine.poker.house.wlia import WLIA

HOUSES: Mapping[str, HouseRules] = MappingProxyType(
    {house.key: house for house in (WLIA, CANTERBURY, ANGIES, WASHBURN, BISKA, STANDARD)}
)

_CHOICES: Mapping[str, type[Enum]] = {
    "cap_lift": CapLift,
    "no_limit_reopen": Reopen,
    "limit_reopen": Reopen,
    "undeclared": Undeclared,
    "button": ButtonPolicy,
    "heads_up": HeadsUp,
    "first_button": FirstButton,
    "draw_fill": DrawFill,
    "wrong_count": WrongCount,
    "exposed_card": ExposedCard,
    "odd_chips": OddChips,
    "award_order": AwardOrder,
}
_LISTS = ("entry", "missed_blinds")
_SWITCHES = ("may_fold_unbet", "straddles", "blind_before_ante", "good_low_must_bet", "kill")
_NUMBERS: Mapping[str, range] = MappingProxyType(
    {"raises_per_round": range(1_001), "smallest_chip": range(1, 10_000_000_000)}
)
"""From the least to the most that a night can be set to."""
SETTINGS: tuple[str, ...] = (*_CHOICES, *_LISTS, *_SWITCHES, *_NUMBERS)


@door
def house_of(key: str, overrides: Mapping[str, object] | None = None) -> HouseRules:
    """A club's rules with single settings changed, as an event stores them: JSON values, choices by their lower-case
    names ("two_in_hand").

    Raises RuleError: "unknown_house", "unknown_setting", "bad_setting".
    """
    if key not in HOUSES:
        raise RuleError("unknown_house", f"There is no house “{key}”. There are {', '.join(HOUSES)}.", house=str(key))
    house = HOUSES[key]
    changes: dict[str, Any] = {name: _read(name, value) for name, value in (overrides or {}).items()}
    # The settings were checked one by one; ``replace`` only sees known names with values of the right type.
    return replace(house, **changes) if changes else house


def overrides_of(house: HouseRules) -> dict[str, object]:
    """The settings in which these rules differ from the club of the same key, as ``house_of`` takes them.

    Raises RuleError("unknown_house").
    """
    if house.key not in HOUSES:
        raise RuleError("unknown_house", f"There is no house “{house.key}”.", house=house.key)
    if house is HOUSES[house.key]:
        return {}
    usual = settings_of(HOUSES[house.key])
    return {name: value for name, value in settings_of(house).items() if value != usual[name]}


@door
def settings_of(house: HouseRules) -> dict[str, object]:
    """Every setting of a house as JSON values, as ``house_of`` takes them."""
    return {name: _written(getattr(house, name)) for name in SETTINGS}


def _read(name: str, value: object) -> object:
    if name in _CHOICES:
        return _member(name, _CHOICES[name], value)
    if name in _LISTS and isinstance(value, list | tuple):
        return tuple(_member(name, Entry, each) for each in value)
    if name in _SWITCHES and isinstance(value, bool):
        return value
    if name in _NUMBERS:
        is_number = isinstance(value, int) and not isinstance(value, bool) and value in _NUMBERS[name]
        if is_number or (value is None and name == "raises_per_round"):
            return value
    if name not in SETTINGS:
        raise RuleError(
            "unknown_setting", f"There is no setting “{name}”. There are {', '.join(SETTINGS)}.", setting=str(name)
        )
    raise _bad_setting(name, value, _wanted(name))


def _wanted(name: str) -> str:
    if name in _NUMBERS:
        return f"a whole number from {_NUMBERS[name][0]:,} to {_NUMBERS[name][-1]:,}"
    return "a list" if name in _LISTS else "true or false"


def _member(name: str, choices: type[Enum], value: object) -> Enum:
    found = {choice.name.lower(): choice for choice in choices}
    if not isinstance(value, str) or value not in found:
        raise _bad_setting(name, value, f"one of {', '.join(found)}")
    return found[value]


def _written(value: object) -> object:
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    return value


def _bad_setting(name: str, value: object, wanted: str) -> RuleError:
    return RuleError(
        "bad_setting", f"{name} cannot be {str(value)[:40]!r}. It is {wanted}.", setting=name, value=str(value)[:40]
    )


_DECLARED = {each.name for each in fields(HouseRules)} - {"key", "name", "limits", "cites", "rules"}
if set(SETTINGS) != _DECLARED:
    raise ValueError(f"settings that cannot be overridden: {sorted(_DECLARED ^ set(SETTINGS))}")
