"""What an event may set: the typed shape of a house template and of the event's own copy.

Money is in cents, chips in whole table value, times in minutes. `from_json` refuses what has no
meaning, so the rest of the code never meets a half-filled setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from eventnight.core.errors import UserFacingError


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipColour:
    """One colour of the chip set (WLIA-1). at_bank is false for a colour only tables use (WLIA-4)."""

    colour: str
    value: int
    at_bank: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BankSettings:
    """Prices and stacks (WLIA-2, WLIA-3)."""

    chip_set: tuple[ChipColour, ...]
    first_stack: int
    first_stack_price: int = 0
    rebuy_chips: int
    rebuy_price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RaffleSettings:
    """Ticket rates (WLIA-14, WLIA-15). keeps_small_chips: chips under the rate stay the player's."""

    chips_per_ticket: int
    lot_tickets: int
    lot_price: int
    keeps_small_chips: bool = True
    one_prize_per_person: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EuchreSettings:
    """The euchre bracket (WLIA-22, EUC-16)."""

    target: int = 10
    best_of: int = 1
    third_place: bool = False
    stations: int = 4
    minutes_per_match: int = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSettings:
    """One blind level, or a break, in minutes."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    minutes: int
    is_break: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldemSettings:
    """The hold'em tournament (WAS-2, WAS-3, WAS-5, WAS-6). advancing_share is in percent, 0 for a count."""

    flights: int
    starting_chips: int
    entry_price: int = 0
    seats_per_table: int = 8
    advancing_count: int = 2
    advancing_share: int = 0
    final_seats: int = 10
    levels: tuple[LevelSettings, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """The open card tables. limit is a key of the engine's fee limits, fee_schedule A, B, C or empty for none."""

    small_blind: int
    big_blind: int
    limit: str
    fee_schedule: str = ""
    seats: int = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteSettings:
    """The roulette table (WLIA-17 to WLIA-21)."""

    wheel: str = "american"
    catalogue: str = "house"
    minimum_bet: int = 5
    maximum_bet: int = 500
    tray: int = 20000


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeLine:
    """An activity of the template: minutes after the doors open."""

    kind: str
    title: str
    after_minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSettings:
    """Everything a house template fixes and an event may change."""

    bank: BankSettings
    raffle: RaffleSettings
    euchre: EuchreSettings
    holdem: HoldemSettings
    tables: TableSettings
    roulette: RouletteSettings
    id_check: bool = False
    programme: tuple[ProgrammeLine, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read the stored shape. Raises UserFacingError("house_settings") naming the first bad setting."""
        return _read(cls, data, "settings")

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
_LISTS: dict[str, type] = {"chip_set": ChipColour, "levels": LevelSettings, "programme": ProgrammeLine}
_SCALARS: dict[str, type] = {"int": int, "str": str, "bool": bool}


def _read(shape: Any, data: object, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise _bad(where, "must be a group of settings")
    known = {field.name: field for field in fields(shape)}
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise _bad(f"{where}.{unknown[0]}", "is not a setting")
    values = {name: _value(name, known[name].type, value, f"{where}.{name}") for name, value in data.items()}
    try:
        return shape(**values)
    except TypeError as error:
        raise _bad(where, f"lacks a setting ({error})") from error


def _value(name: str, type_name: Any, value: object, where: str) -> Any:
    if name in _SECTIONS:
        return _read(_SECTIONS[name], value, where)
    if name in _LISTS:
        if not isinstance(value, (list, tuple)):
            raise _bad(where, "must be a list")
        return tuple(_read(_LISTS[name], item, f"{where}[{index}]") for index, item in enumerate(value, 1))
    wanted = _SCALARS[str(type_name)]
    if type(value) is not wanted:
        raise _bad(where, f"must be {'a whole number' if wanted is int else wanted.__name__}, not {value!r}")
    if wanted is int and isinstance(value, int) and value < 0:
        raise _bad(where, f"is {value}; it cannot be below 0")
    return value


def _bad(where: str, problem: str) -> UserFacingError:
    return UserFacingError("house_settings", f"The setting {where} {problem}. Correct it in the set-up.", setting=where)
