"""What nobody presses at the tables where the system deals: a hand begins, and a turn runs out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from engine.errors import Refusal
from eventnight.events.models import Event, EventStatus
from tables.models import PackState, Shuffle, TableStatus
from tables.services.dealt.packs import put_off, watch
from tables.services.dealt.ready import deal_if_due
from tables.services.dealt.turns import time_up_if_due
from tables.services.locks import lock_table

log = logging.getLogger(__name__)


def deal_and_time_out(*, read_now: Callable[[], datetime], event: Event | None = None) -> int:
    """Deal where a hand is due, and act for whoever has let the time pass. Returns how many tables were due.

    read_now: asked again under each table's lock. event: one alone, in a time of its own. Nothing is locked while
    nothing is due. A hand that cannot begin is tried again. Time in which the computer was down is given back.
    Rules: BIS-2, BIS-16.
    """
    now = read_now()
    at_work = Shuffle.objects.filter(paused_at__isnull=True, table__status=TableStatus.OPEN)
    at_work = at_work.exclude(table__event__status=EventStatus.CLOSED)
    if event is not None:
        at_work = at_work.filter(table__event=event)
    watch(at_work.filter(state=PackState.DEALT), now, lock=lambda shuffle: lock_table(shuffle.table))
    due = at_work.filter(Q(state=PackState.PROMISED, due_at__lte=now) | Q(state=PackState.DEALT, turn_ends_at__lte=now))
    shuffles = list(due.select_related("table").defer("secret"))
    for shuffle in shuffles:
        try:
            with transaction.atomic():
                table = lock_table(shuffle.table)
                deal_if_due(table, read_now())
                time_up_if_due(table, read_now())
        except Refusal as refusal:
            log.warning("%s could not go on: %s", shuffle.table.press_name, refusal.message)
            put_off(Shuffle.objects.filter(pk=shuffle.pk), now)
    return len(shuffles)
