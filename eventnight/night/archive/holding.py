"""Holds a row of an archive against what every door holds, by the fields of its model: an archive may be edited."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import NOT_PROVIDED, Field, JSONField, Model
from django.utils.timezone import is_naive

from eventnight.core.errors import UserFacingError
from eventnight.core.values.moments import require_usable
from eventnight.core.values.text import clean_lines
from eventnight.night.archive import refusals

T = TypeVar("T", bound=Model)


def held(part: str, place: int, instance: T) -> T:
    """The row of that part at that place, if a door could have made it. Raises BadRequest("archive_row_refused")."""
    try:
        _require_as_by_a_door(instance)
    except ValueError as error:
        raise refusals.unfit(part, place, str(error)) from error
    return instance


def _require_as_by_a_door(instance: Model) -> None:
    """Hold every column against its choices, its validators, the text that people may type and the moments that a night
    may have, then the row against its model's `clean`. Raises ValueError that names the column.
    """
    for field in instance._meta.concrete_fields:
        value = getattr(instance, field.attname)
        if value is None or field.is_relation or field.primary_key:
            continue
        try:
            _require(field, value)
        except UserFacingError as error:
            raise ValueError(f"{field.name} cannot be so. {error.message}".rstrip(".")) from error
        except ValidationError as error:
            raise ValueError(f"{field.name} cannot be {value!r:.60}: {_in_words(error)}") from error
    try:
        instance.clean()
    except ValidationError as error:
        column = next(iter(getattr(error, "message_dict", {"it": ()})))
        raise ValueError(f"{column} cannot be {getattr(instance, column, '')!r:.60}: {_in_words(error)}") from error


def _require(field: Field[Any, Any], value: Any) -> None:
    if value == "" and field.blank:
        return
    if field.choices and value not in {key for key, _ in field.flatchoices}:
        raise ValidationError("it is none of its choices")
    for validator in field.validators:
        validator(value)
    if isinstance(value, datetime):
        if is_naive(value):
            raise ValidationError("it names no time zone")
        require_usable(value)
    elif isinstance(field, JSONField):
        _require_shape(field, value)
        _require_seen_everywhere(value)
    elif isinstance(value, str):
        _require_seen(value)


def _require_shape(field: Field[Any, Any], value: Any) -> None:
    """A column that begins as a list holds lists, and one that begins as an object holds objects."""
    usual = None if field.default is NOT_PROVIDED else field.get_default()
    if isinstance(usual, (list, dict)) and not isinstance(value, type(usual)):
        raise ValidationError(f"it is no {'list' if isinstance(usual, list) else 'object'}")


def _require_seen_everywhere(value: Any) -> None:
    if isinstance(value, str):
        _require_seen(value)
    elif isinstance(value, list):
        for each in value:
            _require_seen_everywhere(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            _require_seen(key)
            _require_seen_everywhere(each)


def _require_seen(text: str) -> None:
    """All of the text can be seen. How its spaces and accents are kept may differ: earlier versions left them alone."""
    if text.isascii() and text.isprintable():
        return
    if _letters(clean_lines(text)) != _letters(text):
        raise ValidationError("it has characters that nobody sees, or that turn the text around them")


def _letters(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", "".join(text.split())))


def _in_words(error: ValidationError) -> str:
    return " ".join(error.messages).rstrip(".")
