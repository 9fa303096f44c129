"""Values that only one row in the whole database may have, made again where a restored one is taken.

So a night can stand beside the one that it is a copy of: links on cards and keys of presses stay with the first.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import uuid4

from django.db.models import Field, Model, UUIDField

from eventnight.events.models import Player
from eventnight.night.archive.shape import ModelClass, Shape

_MAKERS: Mapping[Field[Any, Any], Callable[[], Any]] = {
    Player._meta.get_field("token"): partial(secrets.token_urlsafe, 16),
}


def unique_values(model: ModelClass) -> Iterator[Field[Any, Any]]:
    """Its columns, other than keys, of which each value may be there once in the database."""
    return (
        field
        for field in model._meta.concrete_fields
        if field.unique and not field.is_relation and not field.primary_key
    )


def maker_of(field: Field[Any, Any]) -> Callable[[], Any]:
    """What makes another value for such a column. Raises ValueError naming a column for which nothing does."""
    if isinstance(field, UUIDField):
        return uuid4
    if field not in _MAKERS:
        raise ValueError(f"a taken {field} cannot be made again")
    return _MAKERS[field]


def renew_taken(shape: Shape, batch: Sequence[Model]) -> None:
    """Replace the values in these unsaved rows that other rows of the database have already."""
    for field in unique_values(shape.model):
        values = [getattr(instance, field.attname) for instance in batch]
        present = [value for value in values if value is not None]
        taken = set(
            shape.model._default_manager.filter(**{f"{field.name}__in": present}).values_list(field.name, flat=True)
        )
        for instance, value in zip(batch, values, strict=True):
            if value in taken:
                setattr(instance, field.attname, maker_of(field)())
