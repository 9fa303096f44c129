"""The tick: levels that have come due are announced, each once, however late, often or lost the tick is.

It takes no event's lock while it holds a clock's, because staff take them the other way round. First the clocks are
brought up to date and committed; then each event is told by a task of its own, so that one busy event holds up no
other. A task that is lost is sent again by the next tick.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from eventnight.core.changes import lock_event
from eventnight.core.jobs import enqueue
from tournaments.models import BlindClock
from tournaments.services.clock_moves import AWAY_FROM, STEP_TOLERANCE, catch_up

MOST_CLOCKS = 200
NOTE_TIME_EVERY = timedelta(seconds=5)


def announce_due_levels(*, now: datetime, limit: int = MOST_CLOCKS) -> int:
    """Announce every level that has begun, pause for breaks, and ask for a task that tells the events' screens.

    limit: clocks brought up to date in one transaction; the tick goes on until no more are due, so that a full hall
    hears of its levels in the second in which they begin. Returns how many there were.
    Rules: WAS-6.
    """
    caught_up = 0
    while _due(now).exists() and (some := _catch_up_due_clocks(now, limit)):
        caught_up += some
    _note_time(now)
    for event_id in untold_events():
        enqueue("tournaments.tell_screens", event_id=event_id)
    return caught_up


def untold_events() -> list[int]:
    """Events whose screens do not know yet what the tick has changed."""
    untold = BlindClock.objects.filter(is_told=False).order_by("flight__tournament__event")
    return list(untold.values_list("flight__tournament__event", flat=True).distinct())


@transaction.atomic
def tell_screens(*, event_id: int) -> None:
    """Raise the event's version, so that its screens fetch what the tick has changed; once for each change."""
    untold = BlindClock.objects.filter(flight__tournament__event=event_id, is_told=False)
    if untold.exists():
        lock_event(event_id)
        untold.update(is_told=True)


@transaction.atomic
def _catch_up_due_clocks(now: datetime, limit: int) -> int:
    rows = _due(now).select_related("flight__tournament").order_by("due_at", "pk")
    clocks = list(rows.select_for_update(skip_locked=True, of=("self",))[:limit])
    for clock in clocks:
        clock.is_told = False
        catch_up(clock, now)
    return len(clocks)


def _due(now: datetime) -> QuerySet[BlindClock]:
    """Clocks with a level to announce, those read later than it now seems to be, and those not read for long."""
    was_put_back = Q(running_since__isnull=False, last_read_at__gt=now + STEP_TOLERANCE)
    was_unseen = Q(running_since__isnull=False, last_read_at__lt=now - AWAY_FROM)
    return BlindClock.objects.filter(Q(due_at__lte=now) | was_put_back | was_unseen)


def _note_time(now: datetime) -> None:
    """Let running clocks know the time now and then, so that a computer put back in time costs them seconds at most."""
    stale = BlindClock.objects.filter(running_since__isnull=False, last_read_at__lt=now - NOTE_TIME_EVERY)
    if stale.exists():
        stale.update(last_read_at=now)
