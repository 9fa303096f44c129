"""What may happen to a night, and in which of its states."""

from __future__ import annotations

from eventnight.core.errors import Conflict
from eventnight.core.lifecycle import Lifecycle, Move
from eventnight.events.models import Event, EventStatus


def _event_status(event: Event, move: Move) -> Conflict:
    wanted = " or ".join(EventStatus(status).label.lower() for status in move.sources)
    return Conflict(
        "event_status",
        f"{event.name} is {event.get_status_display().lower()}; "
        f"only a night that is {wanted} can {move.name}. Reload the page.",
        status=event.status,
    )


EVENT = Lifecycle(
    "status",
    _event_status,
    open=({EventStatus.PLANNED}, EventStatus.OPEN),
    close=({EventStatus.OPEN}, EventStatus.CLOSED),
    reopen=({EventStatus.CLOSED}, EventStatus.OPEN),
)
