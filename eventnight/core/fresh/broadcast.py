"""Tells this process and the live ones that an event has a new version."""

from __future__ import annotations

import json

from eventnight.core.fresh.quiet_redis import quiet_redis
from eventnight.core.fresh.versions import VERSIONS

CHANNEL = "eventnight:live"


def broadcast(event_code: str, version: int) -> None:
    """Publish the event's version; without Redis nothing is sent, the other processes read versions themselves.

    Never raises and hardly waits: a lost message costs a screen some moments, a sale must not.
    """
    VERSIONS.heard(event_code, version)
    sender = quiet_redis("screens are not told through Redis")
    if sender is not None:
        message = json.dumps({"event": event_code, "version": version})
        sender.ask(lambda client: client.publish(CHANNEL, message))
