"""A card table's stakes: what was typed, what its house posts, and how they are said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from engine.poker.house.rules import HouseRules
from engine.poker.stakes import AnteBy, Stakes, Structure
from engine.units import Chips
from eventnight.core.values.formats import chips_text

WORDS: Mapping[Structure, str] = MappingProxyType(
    {
        Structure.NO_LIMIT: "no limit",
        Structure.POT_LIMIT: "pot limit",
        Structure.FIXED_LIMIT: "limit",
        Structure.SPREAD_LIMIT: "spread limit",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedStakes:
    """Stakes as an organiser types them, in chips; what is left out follows from the house, see ``stakes_of``.

    structure, ante_by: names of the engine's choices in small letters, empty for the usual one. ceiling: 0 for none.
    """

    small_blind: Chips
    big_blind: Chips
    structure: str = ""
    ante: Chips | None = None
    ante_by: str = ""
    small_bet: Chips | None = None
    big_bet: Chips | None = None
    early_most: Chips | None = None
    late_most: Chips | None = None
    ceiling: Chips | None = None


def stakes_of(typed: TypedStakes, house: HouseRules, *, limit: str = "") -> Stakes:
    """The stakes to play for: those the house posts where they fit what was typed, with what was typed changed.

    limit: the line of the collection schedule, "limit-2-4". The big bet of a fixed limit, if left out, is twice the
    small one, or the same where the house has one size of bet.

    Raises RuleError("stakes"). Rules: WLIA-5, WLIA-12, CAN-27, ANG-31, WAS-5.
    """
    base = _posted(typed, house, limit) or _plain(typed, house)
    bets = {"ante", "small_bet", "big_bet", "early_most", "late_most"}
    changes: dict[str, Any] = {name: getattr(typed, name) for name in bets if getattr(typed, name) is not None}
    if typed.ante_by:
        changes["ante_by"] = AnteBy[typed.ante_by.upper()]
    if typed.ceiling is not None:
        changes["ceiling"] = typed.ceiling or None
    return replace(base, **changes)


def stakes_columns(stakes: Stakes) -> dict[str, object]:
    """The columns of a table that hold these stakes."""
    columns = {each.name: getattr(stakes, each.name) for each in fields(stakes)}
    del columns["bring_in"], columns["open_pair_doubles"]
    return columns | {"structure": stakes.structure.name.lower(), "ante_by": stakes.ante_by.name.lower()}


def stakes_text(stakes: Stakes) -> str:
    """Stakes in a few words: "5/10 pot limit, 100 a bet", or "2-4 limit, blinds 1/2"."""
    blinds = f"{chips_text(stakes.small_blind)}/{chips_text(stakes.big_blind)}"
    words = WORDS[stakes.structure]
    if stakes.structure is Structure.FIXED_LIMIT:
        text = f"{chips_text(stakes.small_bet)}-{chips_text(stakes.big_bet)} {words}, blinds {blinds}"
    elif stakes.structure is Structure.SPREAD_LIMIT:
        early = f"{chips_text(stakes.small_bet)}-{chips_text(stakes.early_most)}"
        text = f"{early}/{chips_text(stakes.big_bet)}-{chips_text(stakes.late_most)} {words}, blinds {blinds}"
    else:
        text = f"{blinds} {words}"
    if stakes.ceiling is not None:
        text += f", {chips_text(stakes.ceiling)} a bet"
    return f"{text}, ante {chips_text(stakes.ante)}" if stakes.ante else text


def _posted(typed: TypedStakes, house: HouseRules, limit: str) -> Stakes | None:
    """The offer of the house with these blinds: the one of the schedule's line, or the only one there is."""
    fitting = {
        f"limit-{name.replace('/', '-')}": stakes
        for name, stakes in house.limits.items()
        if (stakes.small_blind, stakes.big_blind) == (typed.small_blind, typed.big_blind)
        and typed.structure in ("", stakes.structure.name.lower())
    }
    if limit in fitting or len(fitting) != 1:
        return fitting.get(limit)
    return next(iter(fitting.values()))


def _plain(typed: TypedStakes, house: HouseRules) -> Stakes:
    structure = Structure[typed.structure.upper()] if typed.structure else house.structure
    is_fixed, late = structure is Structure.FIXED_LIMIT, 1 if house.one_bet_size else 2
    return Stakes(
        structure=structure,
        small_blind=typed.small_blind,
        big_blind=typed.big_blind,
        small_bet=typed.small_bet or typed.big_blind,
        big_bet=Chips(late * (typed.small_bet or typed.big_blind)) if is_fixed else typed.big_bet or Chips(0),
        early_most=typed.early_most or Chips(0),
        late_most=typed.late_most or Chips(0),
    )
