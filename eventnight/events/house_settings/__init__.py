"""What an event may set: the typed shape of a house template and of the event's own copy.

`from_json` refuses what has no meaning, so the rest of the code never meets a half-filled setting.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import Any, Self

from engine.errors import RuleError
from engine.poker.house.catalogue import house_of
from engine.poker.house.standard import STANDARD
from eventnight.core.errors import UserFacingError
from eventnight.core.text import clean_texts
from eventnight.events.house_settings.sections import (
    AMOUNTS,
    CONFIRMATIONS,
    FEWEST_SEATS,
    MOST_AMOUNT,
    MOST_COUNT,
    MOST_SEATS,
    BankSettings,
    ChipColour,
    EuchreSettings,
    HoldemSettings,
    LevelSettings,
    ProgrammeLine,
    RaffleSettings,
    RouletteSettings,
    TableSettings,
    bad_setting,
)

__all__ = [
    "CONFIRMATIONS",
    "FEWEST_SEATS",
    "MOST_SEATS",
    "BankSettings",
    "ChipColour",
    "EuchreSettings",
    "HoldemSettings",
    "HouseSettings",
    "LevelSettings",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSettings:
    """Everything a house template fixes and an event may change. poker: where its card tables differ from the poker
    rules of its house, as ``house_of`` takes it.
    """

    bank: BankSettings
    raffle: RaffleSettings
    euchre: EuchreSettings
    holdem: HoldemSettings
    tables: TableSettings
    roulette: RouletteSettings
    poker: Mapping[str, object] = field(default_factory=dict)
    id_check: bool = False
    programme: tuple[ProgrammeLine, ...] = ()

    def __post_init__(self) -> None:
        smallest = self.bank.smallest_chip
        for number, level in enumerate(self.holdem.levels, 1):
            for name, chips in (
                ("small blind", level.small_blind),
                ("big blind", level.big_blind),
                ("ante", level.ante),
            ):
                if chips % smallest:
                    raise bad_setting(
                        f"holdem.levels[{number}]",
                        f"has a {name} of {chips}, which chips of {smallest} and more cannot pay; "
                        f"use {chips - chips % smallest or smallest} or {chips - chips % smallest + smallest}",
                    )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read the stored shape. Raises UserFacingError("house_settings") naming the first bad setting,
        or as `clean_text` does."""
        return _read(cls, clean_texts(data), "")

    @staticmethod
    def from_event(data: Mapping[str, Any]) -> HouseSettings:
        """As `from_json`, but worked out once for the same content: every entry asks while the others wait for it."""
        return _read_once(json.dumps(data))

    def changed(self, given: object) -> HouseSettings:
        """These settings with those that are named changed; lists and the poker rules are one setting each.

        Raises UserFacingError("house_settings") naming the first bad setting.
        """
        if not isinstance(given, Mapping):
            raise bad_setting("of the event", "must be a group of settings")
        known, new = self.as_json(), dict(given)
        for section in _SECTIONS.keys() & given.keys():
            if isinstance(given[section], Mapping):
                new[section] = {**known[section], **given[section]}
        return HouseSettings.from_json({**known, **new})

    def as_json(self) -> dict[str, Any]:
        """The shape to store."""
        return asdict(self)


_SECTIONS: dict[str, type] = {
    "bank": BankSettings,
    "raffle": RaffleSettings,
    "euchre": EuchreSettings,
    "holdem": HoldemSettings,
    "tables": TableSettings,
    "roulette": RouletteSettings,
}
_LISTS: dict[str, type] = {
    "chip_set": ChipColour,
    "levels": LevelSettings,
    "programme": ProgrammeLine,
}
_SCALARS: dict[str, type] = {"int": int, "str": str, "bool": bool}


@lru_cache(maxsize=64)
def _read_once(text: str) -> HouseSettings:
    return HouseSettings.from_json(json.loads(text))


def _read(shape: Any, data: object, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise bad_setting(where or "of the event", "must be a group of settings")
    known = {each.name: each for each in fields(shape)}
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise bad_setting(_path(where, unknown[0]), "is not a setting")
    values = {name: _value(name, known[name].type, value, _path(where, name)) for name, value in data.items()}
    try:
        return shape(**values)
    except TypeError as error:
        raise bad_setting(where or "of the event", f"lacks a setting ({error})") from error


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _value(name: str, type_name: Any, value: object, where: str) -> Any:
    if name in _SECTIONS:
        return _read(_SECTIONS[name], value, where)
    if name == "poker":
        return _poker(value)
    if name in _LISTS:
        if not isinstance(value, (list, tuple)):
            raise bad_setting(where, "must be a list")
        return tuple(_read(_LISTS[name], item, f"{where}[{index}]") for index, item in enumerate(value, 1))
    wanted = _SCALARS[str(type_name)]
    if type(value) is not wanted:
        raise bad_setting(
            where,
            f"must be {'a whole number' if wanted is int else wanted.__name__}, not {value!r}",
        )
    if wanted is int and isinstance(value, int) and value < 0:
        raise bad_setting(where, f"is {value}; it cannot be below 0")
    if wanted is int and value > (most := MOST_AMOUNT if name in AMOUNTS else MOST_COUNT):
        raise bad_setting(where, f"is larger than {most:,}")
    return value


def _poker(value: object) -> dict[str, object]:
    """Which house it is does not matter here: every house has every setting."""
    if not isinstance(value, Mapping):
        raise bad_setting("poker", "must be a group of settings")
    try:
        house_of(STANDARD.key, value)
    except RuleError as error:
        raise UserFacingError(
            "house_settings",
            f"A setting of poker is wrong. {error.message}",
            setting=f"poker.{error.facts.get('setting', '')}",
        ) from error
    return dict(value)
