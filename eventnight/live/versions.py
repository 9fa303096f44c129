"""Where the live stream learns of new versions: the database, and Redis where there is one."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import redis.asyncio as redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections

from eventnight.core.fresh.broadcast import CHANNEL
from eventnight.core.fresh.versions import read_versions

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25
RECONNECT_SECONDS = 2.0
REREAD_SECONDS = 5.0
"""How old a screen may get when Redis answers but a message was lost."""

Report = Callable[[str, int], None]


class VersionReader:
    """Reads versions in one thread of its own, so that listeners never use up the pages' connections."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-versions")

    async def read(self, codes: Iterable[str]) -> dict[str, int]:
        """The versions of these events by upper-case code; an unknown code is left out."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, _read, list(codes))

    def close(self) -> None:
        """Let the thread end."""
        self._thread.shutdown(wait=False)


def _read(codes: list[str]) -> dict[str, int]:
    close_old_connections()
    try:
        return {code: known.version for code, known in read_versions(codes).items()}
    finally:
        close_old_connections()


class Source:
    """Reports the versions of the events that somebody listens to, until it is cancelled."""

    def __init__(self, reader: VersionReader, codes: Callable[[], Iterable[str]], report: Report) -> None:
        self._reader = reader
        self._codes = codes
        self._report = report
        self._redis_answers = True

    async def follow(self) -> None:
        """Follow Redis; while it does not answer, or none is set, read the database four times a second."""
        while True:
            if not settings.REDIS_URL:
                await self._poll(RECONNECT_SECONDS)
                continue
            try:
                await self._listen()
            except (redis.RedisError, OSError) as error:
                if self._redis_answers:
                    log.warning("Redis does not answer (%s); versions are read from the database", error)
                self._redis_answers = False
                await self._poll(RECONNECT_SECONDS)

    async def _poll(self, seconds: float) -> None:
        for _ in range(round(seconds / POLL_SECONDS)):
            await self._read()
            await asyncio.sleep(POLL_SECONDS)

    async def _listen(self) -> None:
        async for message in _messages():
            self._redis_answers = True
            if message is None:
                await self._read()
            else:
                self._report(message["event"].upper(), message["version"])

    async def _read(self) -> None:
        try:
            versions = await self._reader.read(self._codes())
        except DatabaseError as error:
            log.warning("the live stream could not read the versions: %s", error)
            return
        for code, version in versions.items():
            self._report(code, version)


async def _messages() -> AsyncIterator[dict[str, Any] | None]:
    """What Redis publishes; None when subscribed and every few seconds since: read the database then."""
    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, health_check_interval=10, retry=None)
    async with client, client.pubsub(ignore_subscribe_messages=True) as subscription:
        await subscription.subscribe(CHANNEL)
        loop = asyncio.get_running_loop()
        reread_at = loop.time()
        while True:
            if loop.time() >= reread_at:
                yield None
                reread_at = loop.time() + REREAD_SECONDS
            message = await subscription.get_message(timeout=max(reread_at - loop.time(), 0.01))
            if message is not None:
                yield json.loads(message["data"])
