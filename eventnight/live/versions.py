"""Reads the versions of events for the live stream, from the database and from Redis."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress

import redis.asyncio as redis
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

from eventnight.core.broadcast import CHANNEL
from eventnight.core.models import EventHead

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25
HEALTH_SECONDS = 5.0

Report = Callable[[str, int], None]


async def read_versions(codes: Iterable[str]) -> dict[str, int]:
    """The versions of these events by code; an unknown code is left out."""
    wanted = list(codes)
    return await sync_to_async(_read_versions, thread_sensitive=False)(wanted) if wanted else {}


def _read_versions(codes: list[str]) -> dict[str, int]:
    close_old_connections()
    return dict(EventHead.objects.filter(event__code__in=codes).values_list("event__code", "version"))


async def poll_versions(codes: Callable[[], Iterable[str]], report: Report) -> None:
    """Report the versions of the events that somebody listens to, four times a second."""
    while True:
        await _report_all(codes, report)
        await asyncio.sleep(POLL_SECONDS)


async def follow_redis(codes: Callable[[], Iterable[str]], report: Report) -> None:
    """Report what Redis publishes; while it is away, versions are read from the database."""
    while True:
        try:
            async with _subscription() as subscription:
                await _report_all(codes, report)
                while True:
                    message = await subscription.get_message(timeout=HEALTH_SECONDS)
                    if message is not None:
                        content = json.loads(message["data"])
                        report(content["event"], content["version"])
        except redis.RedisError as error:
            log.warning("Redis does not answer (%s); reading versions from the database", error)
            await _poll_until_redis_answers(codes, report)


async def _poll_until_redis_answers(codes: Callable[[], Iterable[str]], report: Report) -> None:
    async with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as client:
        while True:
            await _report_all(codes, report)
            await asyncio.sleep(POLL_SECONDS)
            with suppress(redis.RedisError):
                await client.ping()
                return


async def _report_all(codes: Callable[[], Iterable[str]], report: Report) -> None:
    for code, version in (await read_versions(list(codes()))).items():
        report(code, version)


@asynccontextmanager
async def _subscription() -> AsyncIterator[redis.client.PubSub]:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, health_check_interval=10)
    async with client, client.pubsub(ignore_subscribe_messages=True) as subscription:
        await subscription.subscribe(CHANNEL)
        yield subscription
