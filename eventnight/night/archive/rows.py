"""A row as an object of JSON and back, with its references as places instead of ids."""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import NOT_PROVIDED, CharField, Field, ForeignKey, JSONField, Model

from eventnight.core.models import PressKey
from eventnight.night.archive.shape import KEYS_OF_PRESSES, MENTIONS, ModelClass, Shape

Row = dict[str, Any]
_NUMBER = re.compile(r"[0-9]{1,19}")
"""As many digits as the largest id has."""


class Places:
    """The places of rows in their part, counted from 1, by their ids; they are added in order of id."""

    def __init__(self) -> None:
        self._ids = array("q")

    def add(self, pk: int) -> None:
        self._ids.append(pk)

    def of(self, pk: int) -> int:
        """The place of the row. Raises ValueError when the night has no such row."""
        index = bisect_left(self._ids, pk)
        if index == len(self._ids) or self._ids[index] != pk:
            raise ValueError(f"no row {pk} in this night")
        return index + 1


Renumber = Callable[[ModelClass, int], int]
"""Gives the place of the row of that kind with that id, or the id of the row at that place; ValueError for none."""


def row_of(instance: Model, shape: Shape, place_of: Renumber) -> Row:
    """What the archive keeps of a row."""
    return {field.name: _kept(instance, field, place_of) for field in shape.fields}


def line_of(row: Row) -> bytes:
    """JSON in one way only, so that the same row is the same line from every database."""
    return json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def instance_of(row: Mapping[str, Any], shape: Shape, id_of: Renumber) -> Any:
    """The row again, not saved. A column that is newer than the archive has its default.

    Raises ValueError for a column that is unknown, missing or holds what it cannot.
    """
    fields = {field.name: field for field in shape.fields}
    if unknown := row.keys() - fields.keys() - KEYS_OF_PRESSES:
        raise ValueError(f"the column {min(unknown)} is not known here")
    return shape.model(**{field.attname: _restored(row, field, id_of) for field in fields.values()})


def _kept(instance: Model, field: Field[Any, Any], place_of: Renumber) -> Any:
    value = getattr(instance, field.attname)
    if value is None:
        return None
    if isinstance(field, ForeignKey):
        return place_of(field.related_model, value)
    if mentioned := MENTIONS.get((field.model, field.name)):
        return _renumbered_in(field, value, mentioned, place_of)
    if isinstance(field, JSONField) or type(value) in (str, int, bool):
        return value
    return field.value_to_string(instance)


def _restored(row: Mapping[str, Any], field: Field[Any, Any], id_of: Renumber) -> Any:
    if field.name not in row:
        if field.default is NOT_PROVIDED and not field.null and not field.empty_strings_allowed:
            raise ValueError(f"the column {field.name} is missing")
        return field.get_default()
    value = row[field.name]
    if value is None or isinstance(field, JSONField):
        return value
    if isinstance(field, ForeignKey):
        if type(value) is not int or value < 1:
            raise ValueError(f"{field.name} is not a place: {value!r}")
        return id_of(field.related_model, value)
    if isinstance(value, str) and (mentioned := MENTIONS.get((field.model, field.name))):
        value = _renumbered_in(field, value, mentioned, id_of)
    if isinstance(field, CharField) and isinstance(value, str) and len(value) > (field.max_length or len(value)):
        raise ValueError(f"{field.name} has {len(value)} characters, at most {field.max_length}")
    try:
        return field.to_python(value)
    except (ValidationError, TypeError, ValueError) as error:
        raise ValueError(f"{field.name} cannot be {value!r:.60}") from error


def _renumbered_in(field: Field[Any, Any], text: str, mentioned: Mapping[str, ModelClass], renumber: Renumber) -> str:
    texts = text.split(", ") if field.model is PressKey else [text]
    return ", ".join(_renumbered(each, mentioned, renumber) for each in texts)


def _renumbered(text: str, mentioned: Mapping[str, ModelClass], renumber: Renumber) -> str:
    """The text about the same row under its other number, or under 0 when the row is gone."""
    word, _, rest = text.partition(" ")
    number = _NUMBER.match(rest)
    if word not in mentioned or number is None:
        return text
    try:
        other = renumber(mentioned[word], int(number[0]))
    except ValueError:
        other = 0
    return f"{word} {other}{rest[number.end() :]}"
