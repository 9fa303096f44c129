"""The form of a colour-up: which chip retires, how many of it everybody has, and the cards of the race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from engine.cards import Card, parse_cards
from engine.errors import RuleError
from engine.units import Chips
from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.text import TextField
from tournaments.forms.flight import MOST_CHIPS
from tournaments.selectors.flight.races import RaceCount
from tournaments.selectors.flight.values import EntryView

MOST_PIECES = 10_000


class RaceForm(ServiceForm):
    """One table. Cards may stay empty where the race is to be drawn."""

    small = WholeField(min_value=1, max_value=MOST_CHIPS, label="Chips that go")
    large = WholeField(min_value=1, max_value=MOST_CHIPS, label="Chips they become")

    def __init__(self, entries: Sequence[EntryView], data: Any = None, **initial: object) -> None:
        super().__init__(data, initial=initial)
        self.codes = [entry.player_code for entry in entries]
        for entry in entries:
            self.fields[f"pieces_{entry.player_code}"] = WholeField(
                required=False,
                min_value=0,
                max_value=MOST_PIECES,
                label=f"Seat {entry.seat}, {entry.name}: pieces",
            )
            self.fields[f"cards_{entry.player_code}"] = TextField(
                required=False, max_length=200, label=f"Seat {entry.seat}, {entry.name}: cards"
            )

    @property
    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Pieces and cards of everybody, by seat."""
        return [(self[f"pieces_{code}"], self[f"cards_{code}"]) for code in self.codes]

    def counted_at(self, table: int) -> RaceCount:
        """What a valid form counts at the table."""
        return RaceCount(
            table=table,
            small=Chips(self.cleaned_data["small"]),
            large=Chips(self.cleaned_data["large"]),
            stacks={code: self.cleaned_data[f"pieces_{code}"] or 0 for code in self.codes},
        )

    @property
    def cards(self) -> dict[str, tuple[Card, ...]]:
        """Cards by player code."""
        return {code: self.cleaned_data[f"cards_{code}"] for code in self.codes}

    def clean(self) -> dict[str, Any]:
        """Cards are read as they are written: "Kd 9c"."""
        cleaned = super().clean() or self.cleaned_data
        for code in self.codes:
            try:
                cleaned[f"cards_{code}"] = parse_cards(str(cleaned.get(f"cards_{code}") or ""))
            except RuleError as refused:
                self.add_error(f"cards_{code}", ValidationError(refused.message, code=refused.code))
        return cleaned

    def with_cards(self, entries: Sequence[EntryView], cards: dict[str, str]) -> RaceForm:
        """The same form, the cards filled in."""
        data = dict(self.data.items())
        for code, text in cards.items():
            data[f"cards_{code}"] = text
        return RaceForm(entries, data)
