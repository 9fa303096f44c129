"""Redis for what may be lost: whoever asks hardly waits, and a Redis that does not answer is left alone for a while."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import redis
from django.conf import settings

log = logging.getLogger(__name__)

Result = TypeVar("Result")

QUIET_SECONDS = 2.0
"""After a failure nothing is asked for so long. One sale meets a Redis that hangs, and the others go past it."""


class QuietRedis:
    """Asks one Redis. what: is missing while it does not answer, the beginning of a sentence for the log."""

    def __init__(self, url: str, what: str) -> None:
        # Each step of a longer handshake would wait for its own time-out.
        self._client = redis.Redis.from_url(
            url, socket_connect_timeout=1, socket_timeout=1, retry=None, protocol=2, driver_info=None
        )
        self._what = what
        self._fails = False
        self._quiet_until = 0.0

    def ask(self, question: Callable[[redis.Redis], Result]) -> Result | None:
        """What Redis answers; None while it does not. Never raises."""
        if self._fails and time.monotonic() < self._quiet_until:
            return None
        # Moved before the attempt, so that of many threads one tries.
        self._quiet_until = time.monotonic() + QUIET_SECONDS
        try:
            answer = question(self._client)
        except redis.RedisError as error:
            if not self._fails:
                log.warning("%s until Redis answers: %s", self._what, error)
            self._fails = True
            self._quiet_until = time.monotonic() + QUIET_SECONDS
            return None
        self._fails = False
        return answer


def quiet_redis(what: str) -> QuietRedis | None:
    """The one of the settings, None where they name none. what: as for the class; each has a connection of its own."""
    return _connected(settings.REDIS_URL, what) if settings.REDIS_URL else None


@cache
def _connected(url: str, what: str) -> QuietRedis:
    return QuietRedis(url, what)
