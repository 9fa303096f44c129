"""One future per event: whoever waits for it is woken by the next version, all at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from eventnight.live.versions import Source, VersionReader
from eventnight.serving.descriptors import MOST_STREAMS

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15.0


class UnknownEvent(Exception):
    """No event goes by that code."""


class HubFull(Exception):
    """This process has as many listeners as it takes; another process, or polling, serves the next."""


class Channel:
    """An event that somebody in this process listens to."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.listeners = 0
        self._woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def next_after(self, version: int) -> int:
        """Wait for a version above that one or for the next heartbeat. Returns the version then."""
        if self.version <= version:
            # Shielded, because a page that is closed cancels what it waits for, and the others wait for the same.
            await asyncio.shield(self._woken)
        return self.version

    def move_to(self, version: int) -> None:
        """Wake everybody, if the version is new."""
        if version > self.version:
            self.version = version
            self.wake()

    def wake(self) -> None:
        """Let everybody who waits go on, with a new version or without."""
        woken, self._woken = self._woken, asyncio.get_running_loop().create_future()
        woken.set_result(None)


class Hub:
    """The events that this process's pages listen to. All methods run in the server's event loop."""

    def __init__(self, *, heartbeat: float = HEARTBEAT_SECONDS, most_listeners: int = MOST_STREAMS) -> None:
        self.reader = VersionReader()
        self._heartbeat = heartbeat
        self._most_listeners = most_listeners
        self._listeners = 0
        self._channels: dict[str, Channel] = {}
        self._lookups: dict[str, asyncio.Task[dict[str, int]]] = {}
        self._work: asyncio.Task[None] | None = None

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return self._listeners

    @property
    def is_following(self) -> bool:
        """Whether versions are being read; nobody listening, nothing is."""
        return self._work is not None

    @asynccontextmanager
    async def listening(self, code: str) -> AsyncIterator[Channel]:
        """The event's channel, for as long as the block runs. Raises UnknownEvent or HubFull."""
        if self._listeners >= self._most_listeners:
            raise HubFull
        key = code.upper()
        self._listeners += 1
        try:
            known = self._channels.get(key) or Channel(await self.version(key))
            channel = self._channels.setdefault(key, known)
            channel.listeners += 1
            self._follow()
            try:
                yield channel
            finally:
                channel.listeners -= 1
                if not channel.listeners:
                    self._close_channel(key)
        finally:
            self._listeners -= 1

    async def close(self) -> None:
        """Stop following; the server is shutting down."""
        self._stop_following()
        self.reader.close()

    async def version(self, code: str) -> int:
        """The event's version as the database has it. Raises UnknownEvent."""
        key = code.upper()
        # After a restart a whole hall connects in one second: the event is looked up once for all of them.
        if key not in self._lookups:
            lookup = self._lookups[key] = asyncio.create_task(self.reader.read([key]))
            lookup.add_done_callback(lambda _: self._lookups.pop(key))
        versions = await asyncio.shield(self._lookups[key])
        if key not in versions:
            raise UnknownEvent
        return versions[key]

    def _close_channel(self, key: str) -> None:
        del self._channels[key]
        if not self._channels:
            self._stop_following()

    def _report(self, key: str, version: int) -> None:
        if key in self._channels:
            self._channels[key].move_to(version)

    def _follow(self) -> None:
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._follow_and_beat())
            self._work.add_done_callback(_log_fault)

    async def _follow_and_beat(self) -> None:
        source = Source(self.reader, self._channels.copy, self._report)
        async with asyncio.TaskGroup() as both:
            both.create_task(source.follow())
            both.create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            for channel in self._channels.values():
                channel.wake()

    def _stop_following(self) -> None:
        if self._work is not None:
            self._work.cancel()
            self._work = None


def _log_fault(work: asyncio.Task[None]) -> None:
    """A fault is logged here; pages hear no heartbeat then, connect again, and the first of them starts it again."""
    if not work.cancelled() and (fault := work.exception()):
        log.error("the live stream lost its source", exc_info=fault)
