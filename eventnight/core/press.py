"""One press of a button, or one request of a program: what every service takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from eventnight.core.actors import Actor
from eventnight.core.requests import SignedInRequest


@dataclass(frozen=True, slots=True)
class Press:
    """by: who pressed. at: the time of day for which it is booked. key: the same for each try of one press; without one
    nobody asks whether it came before. second: who signed besides, where two people must.
    """

    by: Actor
    at: datetime
    key: UUID | None = None
    second: Actor | None = None

    @property
    def is_by_two(self) -> bool:
        """Whether somebody else than who pressed signed as well."""
        return self.second is not None and self.second.code != self.by.code

    def booked_at(self, moment: datetime) -> Press:
        """The same press, booked for another time of day."""
        return replace(self, at=moment)

    def under(self, key: UUID | None) -> Press:
        """A part of this press that keeps a key of its own."""
        return replace(self, key=key)

    def signed_by(self, second: Actor | None) -> Press:
        """The same press, signed by a second person or by nobody else."""
        return replace(self, second=second)


def press_of(request: SignedInRequest, key: UUID | None = None, second: Actor | None = None) -> Press:
    """What the person does who sent the request."""
    return Press(request.actor, timezone.now(), key, second)
