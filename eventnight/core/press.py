"""One press of a button, or one request of a program: what every service takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar
from uuid import UUID

from django.utils import timezone

from eventnight.core.actors import Actor
from eventnight.core.web.requests import SignedInRequest


@dataclass(frozen=True, slots=True)
class Press:
    """by: who pressed. at: the time of day for which it is booked. key: the same for each try of one press; without one
    nobody asks whether it came before. second: who signed besides, where two people must. again: the number of the same
    sale a moment ago that whoever pressed was told of and means to repeat; 0 for none. part_of: the key of the
    press that this is a part of under a key of its own.
    """

    by: Actor
    at: datetime
    key: UUID | None = None
    second: Actor | None = None
    again: int = 0
    part_of: UUID | None = None

    @property
    def own_key(self) -> UUID:
        """The key of a press that cannot go without one. Raises ValueError where it has none."""
        if self.key is None:
            raise ValueError("a press without a key")
        return self.key

    @property
    def whole_key(self) -> UUID | None:
        """What this press and its parts have in common, and no other press; None for one without a key."""
        return self.part_of or self.key

    @property
    def is_by_two(self) -> bool:
        """Whether somebody else than who pressed signed as well."""
        return self.second is not None and self.second.code != self.by.code

    def booked_at(self, moment: datetime) -> Press:
        """The same press, booked for another time of day."""
        return replace(self, at=moment)

    def under(self, key: UUID | None) -> Press:
        """A part of this press that keeps a key of its own."""
        return replace(self, key=key, part_of=self.whole_key)

    def signed_by(self, second: Actor | None) -> Press:
        """The same press, signed by a second person or by nobody else."""
        return replace(self, second=second)

    def repeating(self, sequence: int) -> Press:
        """The same press, meant although that sale was made a moment ago."""
        return replace(self, again=sequence)


CAME_LATER = MappingProxyType({"came_later": True})
"""The metadata of a field that a value of before did not have."""


class PressContent:
    """A value that a service takes instead of several arguments. Under a key each of its fields is content by its own
    name, as if it were an argument. A field that `CAME_LATER` is content only where it differs from its default: so a
    key of before is known today.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def as_arguments(self) -> Mapping[str, Any]:
        """What was asked for, by the names of arguments."""
        given = ((each, getattr(self, each.name)) for each in fields(self))
        return {each.name: value for each, value in given if "came_later" not in each.metadata or value != each.default}


def press_of(request: SignedInRequest, key: UUID | None = None, second: Actor | None = None) -> Press:
    """What the person does who sent the request."""
    return Press(request.actor, timezone.now(), key, second)
