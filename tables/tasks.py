"""What Celery does for tables."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tables.services import charge_due_seats as charge


@shared_task(name="tables.charge_due_seats")
def charge_due_seats() -> None:
    """Every few seconds: see services/seat_fees.py."""
    charge(read_now=timezone.now)
