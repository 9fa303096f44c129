"""Whether what a night sets keeps to the bounds of its house: seats at its tables, blinds, and how bets rise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import RuleError
from engine.poker.house.bounds import require_bets_of, require_blinds_of, require_seats_of
from engine.poker.house.catalogue import house_of
from engine.poker.house.rules import HouseRules
from engine.poker.posted import require_posted
from engine.poker.stakes import Structure
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.refused import bad_setting
from eventnight.events.house_settings.sections import HoldemSettings
from eventnight.events.house_settings.table_section import TableSettings


def require_bounds_of(key: str, settings: HouseSettings) -> None:
    """key: of the night's house. Raises UserFacingError("house_settings").

    Rules: BIS-3, BIS-5, WAS-3, WAS-5, WLIA-12.
    """
    house, tables = house_of(key, settings.poker), settings.tables
    with _named("tables.seats"):
        require_seats_of(house, tables.seats)
    if tables.small_blind and tables.big_blind:
        with _named("tables.small_blind"):
            require_blinds_of(house, tables.small_blind, tables.big_blind)
    _require_bets(house, tables)
    require_tournament_of(house, settings.holdem)


def _require_bets(house: HouseRules, tables: TableSettings) -> None:
    """Raises UserFacingError("house_settings"). Rules: WLIA-12."""
    if tables.posted is not None:
        with _named("tables.limit"):
            require_posted(tables.posted, house)
        return
    structure = Structure[tables.structure.upper()] if tables.structure else house.structure
    if structure is Structure.FIXED_LIMIT and tables.big_bet:
        with _named("tables.big_bet"):
            require_bets_of(house, tables.small_bet or tables.big_blind, tables.big_bet)
    if structure is Structure.SPREAD_LIMIT and tables.early_most and tables.late_most:
        with _named("tables.late_most"):
            require_bets_of(house, tables.early_most, tables.late_most)


def require_tournament_of(house: HouseRules, holdem: HoldemSettings) -> None:
    """Raises UserFacingError("house_settings"). Rules: BIS-3, BIS-5, WAS-3, WAS-5."""
    with _named("holdem.seats_per_table"):
        require_seats_of(house, holdem.seats_per_table, of_flight=True)
    with _named("holdem.final_seats"):
        require_seats_of(house, holdem.final_seats)
    for number, level in enumerate(holdem.levels, 1):
        if not level.is_break:
            with _named(f"holdem.levels[{number}]"):
                require_blinds_of(house, level.small_blind, level.big_blind)


@contextmanager
def _named(setting: str) -> Iterator[None]:
    try:
        yield
    except RuleError as refused:
        problem = refused.message.removesuffix(".")
        raise bad_setting(setting, f"does not fit the house. {problem}", refused.rules) from refused
