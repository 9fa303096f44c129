"""The people behind the codes that the ledger holds, for messages and lists."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth import get_user_model

from eventnight.core.actors import SYSTEM, Actor

_STAFF = "staff-"
_PLAYER = "player-"


def actor_labels(codes: Iterable[str]) -> dict[str, str]:
    """What people call each of these actors, in one query; a code that nobody has any more stays as it is."""
    labels = {code: code for code in codes}
    ids = [int(code.removeprefix(_STAFF)) for code in labels if code.startswith(_STAFF)]
    if ids:
        labels |= {actor.code: actor.label for actor in map(Actor.of, get_user_model().objects.filter(pk__in=ids))}
    for code in labels:
        if code.startswith(_PLAYER):
            labels[code] = Actor.player(code.removeprefix(_PLAYER)).label
        elif code == SYSTEM.code:
            labels[code] = SYSTEM.label
    return labels
