"""What Celery does for calls."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from eventnight.calls.services import end_calls_of_empty_tables as end_calls


@shared_task(name="calls.end_calls_of_empty_tables")
def end_calls_of_empty_tables() -> None:
    """Every few seconds: see services/ending.py."""
    end_calls(read_now=timezone.now)
