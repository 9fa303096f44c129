"""What an event may set: the typed shape of a house template and of the event's own copy.

Money is in cents, chips in whole table value, times in minutes. `from_json` refuses what has no
meaning, so the rest of the code never meets a half-filled setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from engine.errors import RuleError
from engine.fees import LIMITS, SCHEDULES
from engine.poker.house.catalogue import house_of
from engine.poker.house.standard import STANDARD
from engine.roulette.bets import Catalogue
from engine.roulette.wheel import WHEELS
from eventnight.core.errors import UserFacingError

FEWEST_SEATS = 2
MOST_SEATS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipColour:
    """One colour of the chip set (WLIA-1). at_bank is false for a colour only tables use (WLIA-4)."""

    colour: str
    value: int
    at_bank: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BankSettings:
    """Prices and stacks (WLIA-2, WLIA-3). receipt_text, donation_text: what receipts say below the sum, such as which
    part of it can be deducted.
    """

    chip_set: tuple[ChipColour, ...]
    first_stack: int
    first_stack_price: int = 0
    rebuy_chips: int
    rebuy_price: int
    receipt_text: str = ""
    donation_text: str = ""

    def __post_init__(self) -> None:
        _at_least(1, "bank", rebuy_chips=self.rebuy_chips, rebuy_price=self.rebuy_price)
        values = [chip.value for chip in self.chip_set]
        if not values:
            raise _bad("bank.chip_set", "is empty; name at least one chip")
        if min(values) < 1:
            raise _bad(
                "bank.chip_set",
                "has a chip worth nothing; every chip is worth 1 or more",
            )
        if len(set(values)) < len(values):
            raise _bad(
                "bank.chip_set",
                "has two chips of the same value; give each colour its own",
            )
        if not any(chip.at_bank for chip in self.chip_set):
            raise _bad(
                "bank.chip_set",
                "has no chip that the bank hands out; allow one at the bank",
            )

    @property
    def smallest_chip(self) -> int:
        """The value of the smallest chip of the set."""
        return min(chip.value for chip in self.chip_set)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaffleSettings:
    """Ticket rates (WLIA-14, WLIA-15). keeps_small_chips: chips under the rate stay the player's."""

    chips_per_ticket: int
    lot_tickets: int
    lot_price: int
    keeps_small_chips: bool = True
    one_prize_per_person: bool = False

    def __post_init__(self) -> None:
        _at_least(
            1,
            "raffle",
            chips_per_ticket=self.chips_per_ticket,
            lot_tickets=self.lot_tickets,
            lot_price=self.lot_price,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EuchreSettings:
    """The euchre bracket (WLIA-22, EUC-16)."""

    target: int = 10
    best_of: int = 1
    third_place: bool = False
    stations: int = 4
    minutes_per_match: int = 25

    def __post_init__(self) -> None:
        _at_least(
            1,
            "euchre",
            target=self.target,
            stations=self.stations,
            minutes_per_match=self.minutes_per_match,
        )
        if self.best_of not in (1, 3):
            raise _bad(
                "euchre.best_of",
                f"is {self.best_of}; a match is one game or the best of three",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSettings:
    """One blind level, or a break, in minutes."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    minutes: int
    is_break: bool = False

    def __post_init__(self) -> None:
        _at_least(1, "holdem.levels", minutes=self.minutes)
        if not self.is_break and not 0 < self.small_blind <= self.big_blind:
            raise _bad(
                "holdem.levels",
                f"has blinds of {self.small_blind} and {self.big_blind}; "
                "the small blind is at least 1 and no larger than the big blind",
            )


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

    def __post_init__(self) -> None:
        _at_least(1, "holdem", flights=self.flights, starting_chips=self.starting_chips)
        _seats("holdem.seats_per_table", self.seats_per_table)
        _seats("holdem.final_seats", self.final_seats)
        if (self.advancing_count == 0) == (self.advancing_share == 0):
            raise _bad(
                "holdem.advancing_count",
                "and advancing_share: set one of them and leave the other 0",
            )
        if self.advancing_share > 100:
            raise _bad(
                "holdem.advancing_share",
                f"is {self.advancing_share}; a share is at most 100 percent",
            )
        if all(level.is_break for level in self.levels):
            raise _bad("holdem.levels", "has no level with blinds; add one")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """The open card tables. limit is a key of the engine's fee limits, fee_schedule A, B, C or empty for none."""

    small_blind: int
    big_blind: int
    limit: str
    fee_schedule: str = ""
    seats: int = 9

    def __post_init__(self) -> None:
        _seats("tables.seats", self.seats)
        if not 0 < self.small_blind <= self.big_blind:
            raise _bad(
                "tables.small_blind",
                f"is {self.small_blind} with a big blind of {self.big_blind}; "
                "it is at least 1 and no larger than the big blind",
            )
        if self.limit and self.limit not in LIMITS:
            raise _bad(
                "tables.limit",
                f"is {self.limit!r}, which no collection schedule has",
                ("ANG-36",),
            )
        if self.fee_schedule and self.fee_schedule not in SCHEDULES:
            raise _bad(
                "tables.fee_schedule",
                f"is {self.fee_schedule!r}, not A, B or C",
                ("ANG-36",),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteSettings:
    """The roulette table (WLIA-17 to WLIA-21)."""

    wheel: str = "american"
    catalogue: str = "house"
    minimum_bet: int = 5
    maximum_bet: int = 500
    tray: int = 20000

    def __post_init__(self) -> None:
        if self.wheel not in WHEELS:
            raise _bad(
                "roulette.wheel",
                f"is {self.wheel!r}, not {' or '.join(WHEELS)}",
                ("WLIA-17",),
            )
        if self.catalogue not in set(Catalogue):
            raise _bad(
                "roulette.catalogue",
                f"is {self.catalogue!r}, not {' or '.join(Catalogue)}",
                ("WLIA-20",),
            )
        if not 0 < self.minimum_bet <= self.maximum_bet:
            raise _bad(
                "roulette.minimum_bet",
                f"is {self.minimum_bet} with a maximum of {self.maximum_bet}; "
                "it is at least 1 and no larger than the maximum",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeLine:
    """An activity of the template: minutes after the doors open."""

    kind: str
    title: str
    after_minutes: int


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
                    raise _bad(
                        f"holdem.levels[{number}]",
                        f"has a {name} of {chips}, which chips of {smallest} and more cannot pay; "
                        f"use {chips - chips % smallest or smallest} or {chips - chips % smallest + smallest}",
                    )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read the stored shape. Raises UserFacingError("house_settings") naming the first bad setting."""
        return _read(cls, data, "")

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


def _read(shape: Any, data: object, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise _bad(where or "of the event", "must be a group of settings")
    known = {each.name: each for each in fields(shape)}
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise _bad(_path(where, unknown[0]), "is not a setting")
    values = {name: _value(name, known[name].type, value, _path(where, name)) for name, value in data.items()}
    try:
        return shape(**values)
    except TypeError as error:
        raise _bad(where or "of the event", f"lacks a setting ({error})") from error


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _value(name: str, type_name: Any, value: object, where: str) -> Any:
    if name in _SECTIONS:
        return _read(_SECTIONS[name], value, where)
    if name == "poker":
        return _poker(value)
    if name in _LISTS:
        if not isinstance(value, (list, tuple)):
            raise _bad(where, "must be a list")
        return tuple(_read(_LISTS[name], item, f"{where}[{index}]") for index, item in enumerate(value, 1))
    wanted = _SCALARS[str(type_name)]
    if type(value) is not wanted:
        raise _bad(
            where,
            f"must be {'a whole number' if wanted is int else wanted.__name__}, not {value!r}",
        )
    if wanted is int and isinstance(value, int) and value < 0:
        raise _bad(where, f"is {value}; it cannot be below 0")
    return value


def _poker(value: object) -> dict[str, object]:
    """Which house it is does not matter here: every house has every setting."""
    if not isinstance(value, Mapping):
        raise _bad("poker", "must be a group of settings")
    try:
        house_of(STANDARD.key, value)
    except RuleError as error:
        raise UserFacingError(
            "house_settings",
            f"A setting of poker is wrong. {error.message}",
            setting=f"poker.{error.facts.get('setting', '')}",
        ) from error
    return dict(value)


def _bad(where: str, problem: str, rules: tuple[str, ...] = ()) -> UserFacingError:
    return UserFacingError(
        "house_settings",
        f"The setting {where} {problem}. Correct it in the set-up.",
        rules=rules,
        setting=where,
    )


def _at_least(least: int, section: str, **values: int) -> None:
    for name, value in values.items():
        if value < least:
            raise _bad(f"{section}.{name}", f"is {value}; it must be {least} or more")


def _seats(where: str, seats: int) -> None:
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise _bad(
            where,
            f"is {seats}; a table has {FEWEST_SEATS} to {MOST_SEATS} seats",
            ("BIS-3",),
        )
