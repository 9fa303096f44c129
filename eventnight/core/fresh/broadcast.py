"""Tells this process and the live ones that an event has a new version."""

from __future__ import annotations

import json
import logging
import time
from functools import cache

import redis
from django.conf import settings

from eventnight.core.fresh.versions import VERSIONS

log = logging.getLogger(__name__)

CHANNEL = "eventnight:live"
QUIET_SECONDS = 2.0
"""After a failure nothing is sent for so long. One sale meets a Redis that hangs, and the others go past it."""


def broadcast(event_code: str, version: int) -> None:
    """Publish the event's version; without Redis nothing is sent, the other processes read versions themselves.

    Never raises and hardly waits: a lost message costs a screen some moments, a sale must not.
    """
    VERSIONS.heard(event_code, version)
    if settings.REDIS_URL:
        _sender(settings.REDIS_URL).send(json.dumps({"event": event_code, "version": version}))


class _Sender:
    """Sends to one Redis, and leaves it alone for a while when it does not answer."""

    def __init__(self, url: str) -> None:
        # Each step of a longer handshake would wait for its own time-out.
        self._client = redis.Redis.from_url(
            url, socket_connect_timeout=1, socket_timeout=1, retry=None, protocol=2, driver_info=None
        )
        self._fails = False
        self._quiet_until = 0.0

    def send(self, message: str) -> None:
        """Publish the message, or drop it."""
        if self._fails and time.monotonic() < self._quiet_until:
            return
        # Moved before the attempt, so that of many threads one tries.
        self._quiet_until = time.monotonic() + QUIET_SECONDS
        try:
            self._client.publish(CHANNEL, message)
        except redis.RedisError as error:
            if not self._fails:
                log.warning("screens are not told through Redis until it answers: %s", error)
            self._fails = True
            self._quiet_until = time.monotonic() + QUIET_SECONDS
        else:
            self._fails = False


@cache
def _sender(url: str) -> _Sender:
    return _Sender(url)
