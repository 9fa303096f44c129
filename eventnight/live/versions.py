"""Reads the versions of events for the live stream, from the database and from Redis."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterable

import redis.asyncio as redis
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

from eventnight.core.broadcast import CHANNEL
from eventnight.core.models import EventHead

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25
RECONNECT_SECONDS = 2.0

Report = Callable[[str, int], None]


@sync_to_async(thread_sensitive=False)
def read_versions(codes: Iterable[str]) -> dict[str, int]:
    """The versions of these events by code; an unknown code is left out."""
    close_old_connections()
    wanted = EventHead.objects.filter(event__code__in=list(codes))
    return dict(wanted.values_list("event__code", "version"))


async def poll_versions(codes: Callable[[], Iterable[str]], report: Report) -> None:
    """Report the versions of the events that somebody listens to, four times a second."""
    while True:
        listened = list(codes())
        if listened:
            for code, version in (await read_versions(listened)).items():
                report(code, version)
        await asyncio.sleep(POLL_SECONDS)


async def follow_redis(codes: Callable[[], Iterable[str]], report: Report) -> None:
    """Report what Redis publishes; after every gap the versions are read from the database once."""
    while True:
        try:
            async for code, version in _published():
                if code:
                    report(code, version)
                else:
                    for known, newest in (await read_versions(list(codes()))).items():
                        report(known, newest)
        except redis.RedisError as error:
            log.warning("Redis does not answer (%s); reading versions from the database", error)
            for code, version in (await read_versions(list(codes()))).items():
                report(code, version)
            await asyncio.sleep(POLL_SECONDS)


async def _published() -> AsyncIterator[tuple[str, int]]:
    """Code and version of each message; an empty code once subscribed."""
    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, health_check_interval=10)
    async with client, client.pubsub(ignore_subscribe_messages=True) as subscription:
        await subscription.subscribe(CHANNEL)
        yield "", 0
        while True:
            message = await subscription.get_message(timeout=RECONNECT_SECONDS)
            if message is not None:
                content = json.loads(message["data"])
                yield content["event"], content["version"]
