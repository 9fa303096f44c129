"""A card table's stakes: what was typed, what its house posts, and how they are said."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from engine.poker.house.rules import HouseRules
from engine.poker.posted import posted_limit, require_posted, require_same
from engine.poker.stakes import AnteBy, Stakes, Structure
from engine.units import Chips
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.values.formats import chips_text
from eventnight.events.house_settings import TableSettings
from eventnight.events.house_settings.table_section import OWN_NUMBERS
from tables.models import Table

WORDS: Mapping[Structure, str] = MappingProxyType(
    {
        Structure.NO_LIMIT: "no limit",
        Structure.POT_LIMIT: "pot limit",
        Structure.FIXED_LIMIT: "limit",
        Structure.SPREAD_LIMIT: "spread limit",
    }
)


BETS = frozenset({"ante", "small_bet", "big_bet", "early_most", "late_most"})
"""What may differ from what a house posts with the same blinds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedStakes:
    """Stakes as an organiser types them, in chips; what is left out follows from the posted limit or the house, see
    ``terms_of``.

    structure, ante_by: names of the engine's choices in small letters, empty for the usual one. ceiling,
    highest_buy_in: 0 for none.
    """

    small_blind: Chips | None = None
    big_blind: Chips | None = None
    structure: str = ""
    ante: Chips | None = None
    ante_by: str = ""
    small_bet: Chips | None = None
    big_bet: Chips | None = None
    early_most: Chips | None = None
    late_most: Chips | None = None
    ceiling: Chips | None = None
    lowest_buy_in: Chips | None = None
    highest_buy_in: Chips | None = None

    @classmethod
    def of(cls, night: TableSettings) -> TypedStakes:
        """Those that a night sets for its tables."""
        numbers = {name: Chips(getattr(night, name)) for name in (*OWN_NUMBERS, "ante") if getattr(night, name)}
        return cls(structure=night.structure, ante_by=night.ante_by, **numbers)

    @property
    def wanted_structure(self) -> Structure | None:
        return Structure[self.structure.upper()] if self.structure else None

    @property
    def said(self) -> dict[str, object]:
        """What was typed of what a posted limit says, by the engine's names."""
        numbers = {name: getattr(self, name) for name in OWN_NUMBERS if getattr(self, name) is not None}
        return numbers | ({"structure": self.wanted_structure} if self.structure else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a table plays for. limit: the key of its posted limit, empty for stakes of its own. lowest_buy_in,
    highest_buy_in: chips that somebody sits down with, None for no bound.
    """

    stakes: Stakes
    limit: str = ""
    lowest_buy_in: Chips | None = None
    highest_buy_in: Chips | None = None


def terms_of(typed: TypedStakes, house: HouseRules, *, limit: str = "") -> Terms:
    """What a table plays for: the posted limit, which nothing that was typed may contradict, or stakes of its own,
    which are those that the house posts where they fit what was typed, with what was typed changed.

    limit: a posted limit, "limit-2-4". The big bet of a fixed limit, if left out, is twice the small one, or the same
    where the house has one size of bet.

    Raises RuleError: "unknown_limit", "limit_contradicted", "limit_changes_late", "stakes";
    BadRequest("blinds_missing"), UserFacingError("buy_in_range"). Rules: WLIA-5, WLIA-12, CAN-27, ANG-31, ANG-38,
    ANG-39, WAS-5.
    """
    if limit:
        posted = posted_limit(limit, structure=typed.wanted_structure)
        require_posted(posted, house)
        require_same(posted, typed.said)
        stakes = _changed(posted.stakes, typed, {"ante"})
        return Terms(
            stakes=stakes,
            limit=posted.key,
            lowest_buy_in=posted.lowest_buy_in,
            highest_buy_in=posted.highest_buy_in,
        )
    lowest, highest = typed.lowest_buy_in or None, typed.highest_buy_in or None
    _require_range(lowest, highest)
    return Terms(stakes=_own_stakes(typed, house), lowest_buy_in=lowest, highest_buy_in=highest)


def _own_stakes(typed: TypedStakes, house: HouseRules) -> Stakes:
    if typed.small_blind is None or typed.big_blind is None:
        raise BadRequest("blinds_missing", "The blinds are missing. Enter both, or choose a posted limit.")
    stakes = _changed(_posted(typed, house) or _plain(typed, house), typed, BETS)
    return stakes if typed.ceiling is None else replace(stakes, ceiling=typed.ceiling or None)


def level_stakes(typed: TypedStakes, house: HouseRules) -> Stakes:
    """The stakes of a tournament's level: the house's betting, with no regard to what its cash tables post.

    Raises RuleError("stakes"). Rules: WAS-5, WAS-6, BIS-4, BIS-5.
    """
    return _changed(_plain(typed, house), typed, BETS)


def _changed(base: Stakes, typed: TypedStakes, names: Collection[str]) -> Stakes:
    changes: dict[str, Any] = {name: getattr(typed, name) for name in names if getattr(typed, name) is not None}
    if typed.ante_by:
        changes["ante_by"] = AnteBy[typed.ante_by.upper()]
    return replace(base, **changes)


def _require_range(lowest: Chips | None, highest: Chips | None) -> None:
    if lowest and highest and lowest > highest:
        raise UserFacingError(
            "buy_in_range",
            f"A lowest buy-in of {chips_text(lowest)} is above the highest of {chips_text(highest)}. Change one.",
            rules=("ANG-38",),
            lowest=lowest,
            highest=highest,
        )


def buy_ins_text(table: Table) -> str:
    """The chips that somebody sits down with: "40 to 200", or "5 or more"."""
    lowest, highest = table.lowest_buy_in or table.smallest_chip, table.highest_buy_in
    return f"{chips_text(lowest)} to {chips_text(highest)}" if highest else f"{chips_text(lowest)} or more"


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


def _posted(typed: TypedStakes, house: HouseRules) -> Stakes | None:
    """The offer of the house with these blinds, where there is only one."""
    fitting = [
        stakes
        for stakes in house.limits.values()
        if (stakes.small_blind, stakes.big_blind) == (typed.small_blind, typed.big_blind)
        and typed.wanted_structure in (None, stakes.structure)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _plain(typed: TypedStakes, house: HouseRules) -> Stakes:
    structure = typed.wanted_structure or house.structure
    small_blind, big_blind = typed.small_blind or Chips(0), typed.big_blind or Chips(0)
    is_fixed, late = structure is Structure.FIXED_LIMIT, 1 if house.one_bet_size else 2
    return Stakes(
        structure=structure,
        small_blind=small_blind,
        big_blind=big_blind,
        small_bet=typed.small_bet or big_blind,
        big_bet=Chips(late * (typed.small_bet or big_blind)) if is_fixed else typed.big_bet or Chips(0),
        early_most=typed.early_most or Chips(0),
        late_most=typed.late_most or Chips(0),
        ante_by=house.ante_by,
    )
