"""The one choice of a card table's stakes: the posted limits, or stakes of its own."""

from __future__ import annotations

from collections.abc import Iterable

from engine.poker.house.rules import HouseRules
from engine.poker.posted import POSTED, PostedLimit, limits_of
from engine.poker.stakes import Structure
from eventnight.core.values.formats import chips_text

OWN_STAKES = ("", "Stakes of its own")
Choice = tuple[str, str]


def limit_choices(house: HouseRules, chips: Iterable[int]) -> list[Choice | tuple[str, list[Choice]]]:
    """Stakes of its own, then the limits that chips of these values can pay, those that the house cannot play last."""
    smallest = min(chips)
    payable = [posted for posted in POSTED.values() if not posted.stakes.small_blind % smallest]
    played = limits_of(house)
    groups: dict[str, list[Choice]] = {}
    for posted in sorted(payable, key=lambda posted: posted.key not in played):
        group = _group(posted) if posted.key in played else f"Not by the rules of {house.name}"
        groups.setdefault(group, []).append((posted.key, _label(posted)))
    return [OWN_STAKES, *groups.items()]


def _group(posted: PostedLimit) -> str:
    if posted.stakes.has_limits:
        return "Limit, by bet"
    return "No limit, by buy-in" if posted.stakes.structure is Structure.NO_LIMIT else "Pot limit, by buy-in"


def _label(posted: PostedLimit) -> str:
    stakes = posted.stakes
    return f"{posted.name}: blinds {chips_text(stakes.small_blind)} and {chips_text(stakes.big_blind)}"
