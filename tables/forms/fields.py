"""Fields of the tables' forms: chips and cards."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from engine.cards import Card, parse_cards
from engine.errors import RuleError
from eventnight.core.forms import WholeField
from eventnight.core.values.numbers import whole_number

MOST_CHIPS = 1_000_000_000
MOST_IN_HAND = 200
"""Chips that one motion puts out."""


_THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+")


def without_marks(text: str) -> str:
    """ "1,250" becomes "1250"; a comma anywhere else stays, to be refused."""
    return text.replace(",", "") if _THOUSANDS.fullmatch(text) else text


class ChipsField(WholeField):
    """Whole chips, typed with or without thousands marks."""

    def __init__(self, *, min_value: int = 1, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=MOST_CHIPS, **options)

    def to_python(self, value: Any) -> int | None:
        return super().to_python(without_marks(value) if isinstance(value, str) else value)


class CardsField(forms.CharField):
    """Cards such as "Ah Kd"; deck.js fills the same input by taps. most: how many belong here."""

    def __init__(self, *, most: int, **options: Any) -> None:
        attrs = {
            "class": "input",
            "data-cards": most,
            "autocomplete": "off",
            "autocapitalize": "off",
            "spellcheck": "false",
        }
        super().__init__(required=False, max_length=60, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> tuple[Card, ...]:
        """The cards of the engine."""
        text = super().clean(value)
        try:
            return parse_cards(text)
        except RuleError as error:
            raise ValidationError(error.message, code=error.code) from error


class ChipListField(forms.CharField):
    """The value of each chip: "25 25 100", or "2x25 100". Thousands marks may stand in a value."""

    def __init__(self, **options: Any) -> None:
        attrs = {"class": "input input-figure", "autocomplete": "off", "inputmode": "text"}
        super().__init__(max_length=200, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> tuple[int, ...]:
        """The values, one for each chip."""
        chips: list[int] = []
        for word in super().clean(value).lower().replace("×", "x").split():
            count, _, worth = word.rpartition("x")
            chip, times = whole_number(without_marks(worth)), whole_number(count or "1")
            if chip is None or times is None or not 0 <= chip <= MOST_CHIPS or times < 0:
                raise ValidationError(f"“{word}” is not a chip. Write values such as 25 25, or 3x25.", code="chips")
            if len(chips) + times > MOST_IN_HAND:
                raise ValidationError(f"More than {MOST_IN_HAND} chips in one motion. Count again.", code="chips")
            chips += [chip] * times
        return tuple(chips)
