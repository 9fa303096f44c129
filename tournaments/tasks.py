"""What Celery does for tournaments."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tournaments.services import tick
from tournaments.services.wall_time import WallWatch, uptime

watch = WallWatch()


@shared_task(name="tournaments.announce_due_levels")
def announce_due_levels() -> None:
    """Twice a second: see services/tick.py."""
    now = timezone.now()
    tick.announce_due_levels(now=now, moved=watch.moved(now, uptime()))
