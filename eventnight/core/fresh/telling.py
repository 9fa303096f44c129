"""Events that are told of changes which did not need their lock, as the blind clock's tick makes them."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.db.models import F

from eventnight.core.fresh.broadcast import broadcast
from eventnight.core.models import EventHead


@transaction.atomic
def tell_free_events(event_ids: Collection[int]) -> list[int]:
    """Raise the versions of those events that nobody is writing at the moment. Returns their ids.

    This never waits: whoever holds one of the others will raise its version, and that tells of this change too.
    """
    heads = EventHead.objects.filter(event__in=event_ids).select_related("event").only("version", "event__code")
    free = list(heads.select_for_update(skip_locked=True, of=("self",), no_key=True).order_by("pk"))
    told = [head.pk for head in free]
    EventHead.objects.filter(pk__in=told).update(version=F("version") + 1)
    for head in free:
        transaction.on_commit(partial(broadcast, head.event.code, head.version + 1))
    return told
