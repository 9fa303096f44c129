"""The version of an event: what pages carry as their ETag."""

from __future__ import annotations

from eventnight.core.models import EventHead


def current_version(event_id: int) -> int:
    """How often the event has changed so far."""
    return EventHead.objects.values_list("version", flat=True).get(pk=event_id)
