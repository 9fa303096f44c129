"""Who deals, as a form asks it: people, or the system with a limit for each turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from eventnight.core.forms import WholeField
from eventnight.events.house_settings.turns import MOST_IN_BANK, TURN_FIELDS, TURNS


def turn_field() -> forms.TypedChoiceField:
    """Who deals, and how long a turn lasts where the system does."""
    return forms.TypedChoiceField(required=False, choices=list(TURNS.items()), coerce=int, label="Cards are dealt by")


def bank_field() -> WholeField:
    """What each player has besides."""
    return WholeField(
        min_value=0,
        max_value=MOST_IN_BANK,
        required=False,
        label="Time bank, seconds",
        help_text="For longer turns, where the system deals.",
    )


def turns_of(data: Mapping[str, Any]) -> dict[str, int]:
    """Both answers of a valid form; an empty one is 0."""
    return {name: data[name] or 0 for name in TURN_FIELDS}
