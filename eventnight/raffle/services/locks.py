"""Taking the raffle for a change: the event's lock first, then its own."""

from __future__ import annotations

from eventnight.core.changes import lock_event
from eventnight.events.models import Event
from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors import raffle_of


def locked_raffle(event: Event) -> Raffle:
    """The raffle, with the event and its row locked. Raises NotFound("no_raffle")."""
    lock_event(event.pk)
    raffle_of(event)
    return Raffle.objects.select_related("event").select_for_update(of=("self",), no_key=True).get(event=event)
