"""The rules of a card table in words: those it plays by, and those that the night has changed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.poker.house.catalogue import house_of, settings_of
from engine.poker.house.rules import HouseRules
from eventnight.events.house_settings.poker_settings import CONTROLS, in_words
from tables.models import Table
from tables.night_rules import changes_of_night

POSTED = {"structure", "ante_by", "one_bet_size", "most_seats", "flight_seats", "half_blinds", "smallest_chip"}
"""Settings of stakes and seats, which an open table keeps as they are posted."""

OF_ONE_KIND = {
    "stud_showdown": lambda game: game.has_upcards,
    "lowball_showdown": lambda game: game.is_lowball,
    "lowball_straddles": lambda game: game.is_lowball,
    "good_low_must_bet": lambda game: game.is_lowball,
    "draw_fill": lambda game: any(street.draw_up_to for street in game.streets),
}
"""Settings that some games alone ask for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """A rule of a table: "Raises in a betting round", "4". is_changed: its house has it otherwise."""

    label: str
    words: str
    rules: tuple[str, ...]
    is_changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRules:
    """What the night has changed since a hand began. is_in_play: that hand is not over, and keeps its rules."""

    lines: tuple[str, ...]
    is_in_play: bool


def rule_lines(table: Table) -> tuple[RuleLine, ...]:
    """What the table plays by in its games, without what its stakes say."""
    house, usual = table.house_rules, settings_of(house_of(table.house))
    return tuple(
        RuleLine(
            label=CONTROLS[name][0],
            words=in_words(name, value),
            rules=house.cite(name),
            is_changed=value != usual[name],
        )
        for name, value in settings_of(house).items()
        if _is_played(table, name)
    )


def changed_rules(table: Table) -> ChangedRules | None:
    """What differs from the hand in play, or from the last one. Rules: CAN-26."""
    if not table.is_open or (table.between.last is None and table.rules_of_last_hand is not None):
        return None
    to_come = house_of(table.house, {**changes_of_night(table.event, table.house), **table.overrides})
    lines = _differences(table, table.rules_of_last_hand or table.house_rules, to_come)
    return ChangedRules(lines=lines, is_in_play=table.rules_of_last_hand is None) if lines else None


def _differences(table: Table, before: HouseRules, after: HouseRules) -> tuple[str, ...]:
    was = settings_of(before)
    return tuple(
        f"{CONTROLS[name][0]}: {in_words(name, value)}"
        for name, value in settings_of(after).items()
        if value != was[name] and _is_played(table, name)
    )


def _is_played(table: Table, name: str) -> bool:
    asks = OF_ONE_KIND.get(name)
    return name not in POSTED and (asks is None or any(map(asks, table.games)))
