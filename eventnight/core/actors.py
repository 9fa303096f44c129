"""Who acts: a member of staff, a player through a personal link, or the system itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser


@dataclass(frozen=True, slots=True)
class Actor:
    """code goes into ledgers and logs and holds no name; label is what people read."""

    code: str
    label: str
    user_id: int | None = None

    @classmethod
    def of(cls, user: AbstractBaseUser | AnonymousUser) -> Actor:
        """The signed-in member of staff. Raises ValueError for an anonymous user."""
        if user.pk is None:
            raise ValueError("an anonymous user cannot act")
        return cls(code=f"staff-{user.pk}", label=user.get_short_name() or user.get_username(), user_id=user.pk)

    @classmethod
    def player(cls, player_code: str) -> Actor:
        """A player using the personal link."""
        return cls(code=f"player-{player_code}", label=f"Player {player_code}")


SYSTEM = Actor(code="system", label="EventNight")
