"""Who deals the cards, and how long a turn lasts where the system does."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from eventnight.events.house_settings.refused import bad_setting

SHORTEST_TURN, LONGEST_TURN, MOST_IN_BANK = 5, 300, 600
"""Seconds, where the system deals."""
TURN_FIELDS = ("turn_seconds", "bank_seconds")
"""The settings that say who deals."""

TURNS: Mapping[int, str] = MappingProxyType(
    {
        0: "People, with real cards",
        15: "The system, 15 seconds a turn",
        30: "The system, 30 seconds a turn",
        60: "The system, a minute a turn",
    }
)
"""Who deals, with the turns that people choose from (BIS-16)."""


def turn_choices(seconds: int) -> list[tuple[int, str]]:
    """Who deals, for a select that also has the night's own seconds."""
    own = {} if seconds in TURNS else {seconds: f"The system, {seconds} seconds a turn"}
    return sorted({**TURNS, **own}.items())


def require_turns(section: str, turn_seconds: int, bank_seconds: int) -> None:
    """Raises UserFacingError("house_settings"). Rules: BIS-16."""
    if turn_seconds and not SHORTEST_TURN <= turn_seconds <= LONGEST_TURN:
        raise bad_setting(
            f"{section}.turn_seconds",
            f"is {turn_seconds}; a turn lasts {SHORTEST_TURN} to {LONGEST_TURN} seconds; with 0 people deal",
            ("BIS-16",),
        )
    if not 0 <= bank_seconds <= MOST_IN_BANK:
        raise bad_setting(
            f"{section}.bank_seconds", f"is {bank_seconds}; it is 0 to {MOST_IN_BANK} seconds", ("BIS-16",)
        )
