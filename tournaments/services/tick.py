"""The tick: levels that have come due are announced, each once, however late, often or lost the tick is.

It takes no event's lock while it holds a clock's, because staff take them the other way round. First the clocks are
brought up to date and committed; then the events are told, as far as nobody is writing them. One tick does it all: a
thousand events with a task each would keep the next ticks waiting.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from eventnight.core.telling import tell_free_events
from eventnight.events.models import Event
from tournaments.models import BlindClock
from tournaments.services.clock_moves import AWAY_FROM, NOTHING, STEP_TOLERANCE, catch_up_all

MOST_CLOCKS = MOST_EVENTS = 200
NOTE_TIME_EVERY = timedelta(seconds=5)


def announce_due_levels(*, now: datetime, moved: timedelta = NOTHING, limit: int = MOST_CLOCKS) -> int:
    """Announce every level that has begun, pause for breaks, and tell the events' screens.

    moved: by how much the computer's time was put forward since the tick before, below zero back.
    limit: clocks brought up to date in one transaction; the tick goes on until no more are due, so that a full hall
    hears of its levels in the second in which they begin. Returns how many there were.
    Rules: WAS-6.
    """
    caught_up = 0
    while some := _catch_up_due_clocks(now, moved, limit):
        caught_up += some
        if some < limit:
            break
    _note_time(now)
    _tell_screens()
    return caught_up


@transaction.atomic
def keep_time(*, event: Event, now: datetime) -> None:
    """Bring one event's clocks up to date, for an evening in a time of its own, where the tick does not look."""
    clocks = BlindClock.objects.filter(flight__tournament__event=event, running_since__isnull=False)
    catch_up_all(list(clocks.select_related("flight__tournament").select_for_update(of=("self",))), now, NOTHING)


def _tell_screens() -> None:
    """Raise the versions of events whose clocks the tick has changed; what is being written now is told by the next."""
    untold = BlindClock.objects.filter(is_told=False).order_by("flight__tournament__event")
    events = list(untold.values_list("flight__tournament__event", flat=True).distinct())
    for start in range(0, len(events), MOST_EVENTS):
        with transaction.atomic():
            told = tell_free_events(events[start : start + MOST_EVENTS])
            untold.filter(flight__tournament__event__in=told).order_by().update(is_told=True)


@transaction.atomic
def _catch_up_due_clocks(now: datetime, moved: timedelta, limit: int) -> int:
    rows = _due(now).select_related("flight__tournament").order_by("due_at", "pk")
    clocks = list(rows.select_for_update(skip_locked=True, of=("self",))[:limit])
    catch_up_all(clocks, now, moved)
    return len(clocks)


def _due(now: datetime) -> QuerySet[BlindClock]:
    """Clocks with a level to announce, those read later than it now seems to be, and those not read for long."""
    was_put_back = Q(running_since__isnull=False, last_read_at__gt=now + STEP_TOLERANCE)
    was_unseen = Q(running_since__isnull=False, last_read_at__lt=now - AWAY_FROM)
    return BlindClock.objects.filter(Q(due_at__lte=now) | was_put_back | was_unseen)


@transaction.atomic
def _note_time(now: datetime) -> None:
    """Let running clocks know the time now and then, so that a computer put back in time costs them seconds at most.

    Those that somebody is moving are left out: waiting for one while holding others could go round in a circle.
    """
    stale = BlindClock.objects.filter(running_since__isnull=False, last_read_at__lt=now - NOTE_TIME_EVERY)
    if stale.exists():
        free = stale.select_for_update(skip_locked=True).values_list("pk", flat=True)
        BlindClock.objects.filter(pk__in=list(free)).update(last_read_at=now)
