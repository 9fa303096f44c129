"""What Celery does for tournaments."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tournaments.services import tick


@shared_task(name="tournaments.announce_due_levels")
def announce_due_levels() -> None:
    """Once a second: see services/tick.py."""
    tick.announce_due_levels(now=timezone.now())


@shared_task(name="tournaments.tell_screens")
def tell_screens(event_id: int) -> None:
    """After a tick has changed clocks of the event."""
    tick.tell_screens(event_id=event_id)
