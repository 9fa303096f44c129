"""What a page showed of a form's fields, so that a press counts as a change only where it differs from that."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.choices import flatten_choices
from django.utils.text import Truncator

LONGEST_SAID = 80
"""Characters of a value that a refusal repeats."""

Shown = str | bool | list[str]
"""A value as a browser sends it: text, whether it is ticked, or the answers that are chosen."""


def shown_by(field: forms.Field, value: Any) -> Shown:
    """What the field's input holds when its form is filled with the value."""
    prepared = field.prepare_value(value)
    if isinstance(field.widget, forms.CheckboxInput):
        return bool(prepared)
    held = field.widget.format_value(prepared)
    if isinstance(held, list) and not isinstance(field, forms.MultipleChoiceField):
        held = held[0] if held else ""
    return [str(each) for each in held] if isinstance(held, list | tuple) else str("" if held is None else held)


def is_same(field: forms.Field, one: Any, other: Any) -> bool:
    """Whether the field reads both as one value: "5" and "5.00" are the same price."""
    return bool(_read(field, one) == _read(field, other))


def in_words(field: forms.Field, value: Any) -> str:
    """The value for a refusal: what was typed, or the labels of what was chosen."""
    values = value if isinstance(value, list) else [value]
    choices: Any = field.choices if isinstance(field, forms.ChoiceField) else ()
    options: list[tuple[Any, Any]] = list(flatten_choices(choices))
    labels: Mapping[str, object] = {str(key): label for key, label in options}
    said = ", ".join(str(labels.get(str(each), each)) for each in values)
    return f"“{Truncator(said).chars(LONGEST_SAID)}”" if said else "nothing"


def read_shown(text: str | None) -> dict[str, Shown] | None:
    """The values that a page sent along, by field; None where it sent none that can be read."""
    try:
        found = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    return {name: value for name, value in found.items() if _is_shown(value)}


def _is_shown(value: object) -> bool:
    return isinstance(value, str | bool) or (isinstance(value, list) and all(isinstance(each, str) for each in value))


def _read(field: forms.Field, value: Any) -> Any:
    if isinstance(value, str):
        value = value.replace("\r\n", "\n").strip()
    if isinstance(value, list | tuple):
        value = sorted(value)
    try:
        return field.to_python(value)
    except ValidationError:
        return value
