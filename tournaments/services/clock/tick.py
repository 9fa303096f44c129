"""The tick: levels that have come due are announced, each once, however late, often or lost the tick is.

It takes no event's lock while it holds a clock's, because staff take them the other way round. First the clocks are
brought up to date and committed; then the events are told, as far as nobody is writing them. One tick does it all: a
thousand events with a task each would keep the next ticks waiting.

The time is read once the clocks are locked, again in each transaction. A tick that waited for the database with a time
in its hand would find clocks that another tick has read later, as if the computer's time had gone back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from eventnight.core.fresh.telling import tell_free_events
from eventnight.events.models import Event
from tournaments.models import BlindClock
from tournaments.services.clock.clock_moves import catch_up_all, let_time_be_set
from tournaments.services.clock.wall_time import RELIC_AFTER, Look, WallWatch

MOST_CLOCKS = MOST_EVENTS = 200
NOTE_TIME_EVERY = timedelta(seconds=5)


def announce_due_levels(*, watch: WallWatch, limit: int = MOST_CLOCKS) -> int:
    """Announce every level that has begun, pause for breaks, and tell the events' screens.

    watch: what this process knows of the time. limit: clocks brought up to date in one transaction; the tick goes on
    until no more are due, so that a full hall hears of its levels in the second in which they begin. Returns how many
    there were.
    Rules: WAS-6.
    """
    caught_up = 0
    while some := _catch_up_due_clocks(watch, limit):
        caught_up += some
        if some < limit:
            break
    caught_up += _catch_up_clocks_ahead(watch, limit)
    _note_time(watch)
    _tell_screens()
    return caught_up


@transaction.atomic
def keep_time(*, event: Event, now: datetime) -> None:
    """Bring one event's clocks up to date, for an evening in a time of its own, where the tick does not look."""
    clocks = _running().filter(flight__tournament__event=event).select_related("flight__tournament")
    catch_up_all(list(clocks.select_for_update(of=("self",), no_key=True)), now)


def _tell_screens() -> None:
    """Raise the versions of events whose clocks the tick has changed; what is being written now is told by the next."""
    untold = BlindClock.objects.filter(is_told=False).order_by("flight__tournament__event")
    events = list(untold.values_list("flight__tournament__event", flat=True).distinct())
    for start in range(0, len(events), MOST_EVENTS):
        with transaction.atomic():
            told = tell_free_events(events[start : start + MOST_EVENTS])
            untold.filter(flight__tournament__event__in=told).order_by().update(is_told=True)


@transaction.atomic
def _catch_up_due_clocks(watch: WallWatch, limit: int) -> int:
    return _catch_up(_locked(_due(watch.look()).order_by("due_at", "pk"), limit), watch)


def _catch_up_clocks_ahead(watch: WallWatch, limit: int) -> int:
    """Clocks that were read at a time which is yet to come: those of which this process knows why."""
    look = watch.look()
    ahead = dict(_running().filter(last_read_at__gt=look.fits_until).values_list("pk", "last_read_at"))
    watch.forget_ahead_but(set(ahead))
    known = [pk for pk, seen in ahead.items() if seen and _put_forward_since(pk, seen, look, watch)]
    return sum(_catch_up_some(known[start : start + limit], watch) for start in range(0, len(known), limit))


@transaction.atomic
def _catch_up_some(clocks: Collection[int], watch: WallWatch) -> int:
    return _catch_up(_locked(_running().filter(pk__in=clocks).order_by("pk")), watch)


def _catch_up(clocks: Sequence[BlindClock], watch: WallWatch) -> int:
    """Bring locked clocks up to date. Only now is it certain that nobody has read them later than this."""
    look = watch.look()
    for clock in clocks:
        seen = clock.last_read_at
        moved = None if seen is None else _put_forward_since(clock.pk, seen, look, watch)
        if moved:
            let_time_be_set(clock, look.now, moved)
    catch_up_all(clocks, look.now)
    return len(clocks)


def _put_forward_since(pk: int, seen: datetime, look: Look, watch: WallWatch) -> timedelta:
    """By how much the computer's time was put forward since that clock was read, below zero back; zero if it was not.

    After a restart no process remembers. A reading that is still to come is then a relic, if nobody renews it.
    """
    moved = look.put_forward_since(seen)
    if moved or seen <= look.fits_until:
        return moved
    untouched = watch.untouched_for(pk, seen, look)
    return look.now - seen - untouched if untouched.total_seconds() >= RELIC_AFTER else moved


def _running() -> QuerySet[BlindClock]:
    return BlindClock.objects.filter(running_since__isnull=False)


def _locked(rows: QuerySet[BlindClock], limit: int | None = None) -> list[BlindClock]:
    """Those that nobody is moving: waiting for one while holding others could go round in a circle."""
    free = rows.select_related("flight__tournament").select_for_update(skip_locked=True, of=("self",), no_key=True)
    return list(free[:limit])


def _due(look: Look) -> QuerySet[BlindClock]:
    """Clocks with a level to announce, and those that were read before the time was set or not for long.

    A process that has just begun leaves the latter to others for a moment: they may know that the time was set.
    """
    misfit = Q(last_read_at__lt=look.fits_from)
    due = Q(due_at__lte=look.now) & ~Q(last_read_at__gt=look.fits_until)
    return _running().filter(due & ~misfit if look.is_new else due | misfit)


@transaction.atomic
def _note_time(watch: WallWatch) -> None:
    """Let running clocks know the time now and then, so that an absence is noticed and lasts as long as it did."""
    look = watch.look()
    stale = _running().filter(last_read_at__lt=look.now - NOTE_TIME_EVERY, last_read_at__gte=look.fits_from)
    if stale.exists():
        free = list(stale.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True))
        look = watch.look()
        BlindClock.objects.filter(pk__in=free, last_read_at__gte=look.fits_from).update(last_read_at=look.now)
