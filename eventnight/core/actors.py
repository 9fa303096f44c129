"""Who acts: a member of staff, a player through a personal link, or the system itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser, AnonymousUser

_PLAYER = "player-"
_STAFF_CODE = re.compile(r"staff-([0-9]{1,9})(?:-r([0-9]{1,5}))?")


class Night(Protocol):
    """The part of an event that the codes of staff depend on."""

    restored: int


@dataclass(frozen=True, slots=True)
class Actor:
    """code goes into ledgers and logs and holds no name; label is what people read."""

    code: str
    label: str
    user_id: int | None = None

    @property
    def account_id(self) -> int:
        """The account of somebody who has one. Raises ValueError for a player and the system."""
        if self.user_id is None:
            raise ValueError(f"{self.code} has no account")
        return self.user_id

    @classmethod
    def of(cls, user: AbstractUser | AnonymousUser, event: Night | None = None) -> Actor:
        """The signed-in member of staff, at an event if there is one yet. Raises ValueError for an anonymous user."""
        if user.is_anonymous:
            raise ValueError("an anonymous user cannot act")
        return cls(code=staff_code(user.pk, event), label=user.get_short_name() or user.get_username(), user_id=user.pk)

    @classmethod
    def player(cls, player_code: str) -> Actor:
        """A player using the personal link."""
        return cls(code=f"{_PLAYER}{player_code}", label=f"Player {player_code}")

    @property
    def is_player(self) -> bool:
        return self.code.startswith(_PLAYER)


SYSTEM = Actor(code="system", label="EventNight")


def staff_code(user_id: int, event: Night | None = None) -> str:
    """What ledgers and logs call an account. At a night that was restored from an archive it tells how often: the same
    number was another's account where the night came from.
    """
    return f"staff-{user_id}-r{event.restored}" if event is not None and event.restored else f"staff-{user_id}"


def account_of(code: str, event: Night) -> int | None:
    """The id of the account here that goes by that code at the event; None for a code of elsewhere or of no account."""
    match = _STAFF_CODE.fullmatch(code)
    if match is None or int(match[2] or 0) != event.restored:
        return None
    return int(match[1])
