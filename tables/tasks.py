"""What Celery does for tables."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tables.services import charge_due_seats as charge
from tables.services import deal_and_time_out as deal


@shared_task(name="tables.charge_due_seats")
def charge_due_seats() -> None:
    """Every few seconds: see services/seat_fees.py."""
    charge(read_now=timezone.now)


@shared_task(name="tables.deal_and_time_out")
def deal_and_time_out() -> None:
    """Twice a second: see services/dealt/tick.py."""
    deal(read_now=timezone.now)
