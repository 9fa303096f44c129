"""What an event may set: the typed shape of a house template and of the event's own copy.

`from_json` refuses what has no meaning, so the rest of the code never meets a half-filled setting.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, Self, cast

from engine.poker.house.catalogue import SETTINGS
from engine.poker.house.standard import STANDARD
from engine.settings import Misread, ReadBy, change_settings, read_settings
from eventnight.core.values.formats import multiples_text
from eventnight.core.values.text import clean_texts
from eventnight.events.house_settings.euchre_rules import read_euchre_rules
from eventnight.events.house_settings.refused import bad_setting
from eventnight.events.house_settings.sections import (
    CONFIRMATIONS,
    FEWEST_SEATS,
    MOST_SEATS,
    BankSettings,
    ChipColour,
    EuchreSettings,
    HoldemSettings,
    LevelSettings,
    ProgrammeLine,
    RaffleSettings,
    RouletteSettings,
)
from eventnight.events.house_settings.table_section import TableSettings

__all__ = [
    "CONFIRMATIONS",
    "FEWEST_SEATS",
    "LONGEST_CONDITIONS",
    "MOST_SEATS",
    "BankSettings",
    "ChipColour",
    "EuchreSettings",
    "HoldemSettings",
    "HouseSettings",
    "LevelSettings",
    "TableSettings",
]


LONGEST_CONDITIONS = 300
"""Characters."""


def _read_poker(value: object, path: str) -> object:
    """Which house it is does not matter here: every house has every setting."""
    change_settings(STANDARD, value, SETTINGS, path=path)
    return dict(cast("Mapping[str, object]", value))


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSettings:
    """Everything a house template fixes and an event may change. poker, euchre_rules: where its card tables and its
    euchre differ from the rules of its house, each as its ``house_of`` takes it. conditions: what whoever takes part
    has to meet, in the organiser's words; shown at check-in, empty for none (WAS-13).
    """

    bank: BankSettings
    raffle: RaffleSettings
    euchre: EuchreSettings
    holdem: HoldemSettings
    tables: TableSettings
    roulette: RouletteSettings
    poker: Annotated[Mapping[str, object], ReadBy(_read_poker)] = field(default_factory=dict)
    euchre_rules: Annotated[Mapping[str, object], ReadBy(read_euchre_rules)] = field(default_factory=dict)
    id_check: bool = False
    conditions: str = ""
    programme: tuple[ProgrammeLine, ...] = ()

    def __post_init__(self) -> None:
        if len(self.conditions) > LONGEST_CONDITIONS:
            raise bad_setting(
                "conditions",
                f"has {len(self.conditions)} characters; the desk reads {LONGEST_CONDITIONS} at most",
                ("WAS-13",),
            )
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
                        f"use {multiples_text(chips, smallest)}",
                    )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read the stored shape. Raises UserFacingError("house_settings") naming the first bad setting,
        or as `clean_text` does."""
        try:
            return read_settings(cls, clean_texts(data))
        except Misread as misread:
            raise bad_setting(misread.path, misread.problem) from misread

    @staticmethod
    def from_event(data: Mapping[str, Any]) -> HouseSettings:
        """As `from_json`, but worked out once for the same content: every entry asks while the others wait for it."""
        return _read_once(json.dumps(data))

    def changed(self, given: object) -> HouseSettings:
        """These settings with those that are named changed; lists, the poker rules and the euchre rules are one setting
        each. A posted limit takes the place of stakes that were set before.

        Raises UserFacingError("house_settings") naming the first bad setting. Rules: ANG-39.
        """
        limit = _limit_of(given)
        before = replace(self, tables=self.tables.with_limit(limit)) if limit else self
        try:
            return change_settings(before, clean_texts(given))
        except Misread as misread:
            raise bad_setting(misread.path, misread.problem) from misread

    def as_json(self) -> dict[str, Any]:
        """The shape to store."""
        return asdict(self)


def _limit_of(given: object) -> str:
    """The posted limit that changes of settings name, empty where they name none."""
    tables = given.get("tables") if isinstance(given, Mapping) else None
    limit = tables.get("limit") if isinstance(tables, Mapping) else None
    return limit if isinstance(limit, str) else ""


@lru_cache(maxsize=64)
def _read_once(text: str) -> HouseSettings:
    return HouseSettings.from_json(json.loads(text))
