"""What stands on top of every page of those who answer calls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eventnight.calls.places import ANSWERED_BY
from eventnight.calls.selectors.calls import CallView, of_roles, open_calls
from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from eventnight.core.web.access import may
from eventnight.events.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """open: the calls that the reader may answer, those that wait first. is_urgent: the oldest of these has waited too
    long. changes_at: when it will have; None where it has, or nothing waits.
    """

    reader_code: str
    open: tuple[CallView, ...]
    is_urgent: bool
    changes_at: datetime | None

    @property
    def waiting(self) -> tuple[CallView, ...]:
        """Those that nobody has taken, the oldest first."""
        return tuple(call for call in self.open if call.is_waiting)

    @property
    def own(self) -> tuple[CallView, ...]:
        """Those to which the reader is on the way."""
        return tuple(call for call in self.open if call.is_taken and call.taken_by_code == self.reader_code)

    @property
    def first(self) -> CallView | None:
        """The call to answer next."""
        return next(iter(self.waiting), None)

    @property
    def others(self) -> int:
        """How many more wait."""
        return max(0, len(self.waiting) - 1)


def answers_calls(roles: frozenset[Role]) -> bool:
    """Whether somebody with these roles answers the calls of any table."""
    return any(may(roles, permission) for permission in ANSWERED_BY.values())


def banner_of(event: Event, roles: frozenset[Role], reader: Actor, now: datetime) -> Banner:
    """The open calls for somebody with these roles: one query."""
    calls = of_roles(open_calls(event), roles)
    urgent_at = next((call.urgent_at for call in calls if call.is_waiting), None)
    is_urgent = urgent_at is not None and urgent_at <= now
    return Banner(reader_code=reader.code, open=calls, is_urgent=is_urgent, changes_at=None if is_urgent else urgent_at)
