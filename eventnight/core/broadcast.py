"""Tells the live processes that an event has a new version."""

from __future__ import annotations

import json
import logging
from functools import cache

import redis
from django.conf import settings

log = logging.getLogger(__name__)

CHANNEL = "eventnight:live"


def broadcast(event_code: str, version: int) -> None:
    """Publish the event's version; without Redis nothing is sent, the live process reads versions itself.

    Never raises and never waits: a lost message costs a screen some moments, a sale must not.
    """
    if not settings.REDIS_URL:
        return
    try:
        _client(settings.REDIS_URL).publish(CHANNEL, json.dumps({"event": event_code, "version": version}))
    except redis.RedisError as error:
        log.warning("version %s of %s was not broadcast: %s", version, event_code, error)


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1, retry=None)
