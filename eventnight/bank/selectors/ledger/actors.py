"""The people behind the codes that the ledger holds, for messages and lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.contrib.auth import get_user_model

from eventnight.core.actors import SYSTEM, Actor, account_of
from eventnight.events.models import Event

_STAFF = "staff-"
_PLAYER = "player-"


def actor_labels(codes: Iterable[str], event_id: int) -> dict[str, str]:
    """What people call these actors, in two queries or three; a code that nobody has stays as it is."""
    labels = {code: code for code in codes}
    if any(code.startswith(_STAFF) for code in labels):
        labels |= _staff_labels(labels.keys(), event_id)
    for code in labels:
        if code.startswith(_PLAYER):
            labels[code] = Actor.player(code.removeprefix(_PLAYER)).label
        elif code == SYSTEM.code:
            labels[code] = SYSTEM.label
    return labels


def _staff_labels(codes: Collection[str], event_id: int) -> dict[str, str]:
    """Accounts of this installation, and those of where a restored night came from."""
    event = Event.objects.only("restored").get(pk=event_id)
    known = event.former_staff.filter(code__in=codes) if event.restored else ()
    former = {each.code: each.label for each in known}
    ids = {number for code in codes if (number := account_of(code, event)) is not None}
    users = get_user_model().objects.filter(pk__in=ids) if ids else ()
    return {actor.code: actor.label for actor in (Actor.of(user, event) for user in users)} | former
