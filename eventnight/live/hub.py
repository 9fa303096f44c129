"""One future per event: whoever waits for it is woken by the next version, all at once."""

from __future__ import annotations

import asyncio
import logging

from django.conf import settings

from eventnight.live.versions import follow_redis, poll_versions, read_versions

log = logging.getLogger(__name__)


class _Channel:
    """An event that somebody listens to."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.listeners = 0
        self.changed: asyncio.Future[int] = asyncio.get_running_loop().create_future()


class Hub:
    """The versions of one process. All methods run in the server's event loop."""

    def __init__(self) -> None:
        self._channels: dict[str, _Channel] = {}
        self._source: asyncio.Task[None] | None = None

    async def join(self, code: str) -> int | None:
        """Begin to listen. Returns the version now, or None when no event has the code."""
        found = await read_versions([code])
        if code not in found:
            return None
        channel = self._channels.setdefault(code, _Channel(found[code]))
        channel.listeners += 1
        self.report(code, found[code])
        self._follow()
        return channel.version

    def leave(self, code: str) -> None:
        """Stop listening."""
        channel = self._channels[code]
        channel.listeners -= 1
        if channel.listeners == 0:
            del self._channels[code]

    async def newer_than(self, code: str, version: int, *, within: float) -> int | None:
        """Wait for a version above that one. Returns it, or None when `within` seconds have passed."""
        channel = self._channels[code]
        if channel.version > version:
            return channel.version
        done, _ = await asyncio.wait([channel.changed], timeout=within)
        return channel.version if done else None

    def report(self, code: str, version: int) -> None:
        """Wake everybody who listens to the event, if the version is new."""
        channel = self._channels.get(code)
        if channel is None or version <= channel.version:
            return
        channel.version = version
        changed, channel.changed = channel.changed, asyncio.get_running_loop().create_future()
        changed.set_result(version)

    async def close(self) -> None:
        """Stop following; the server is shutting down."""
        if self._source is not None:
            self._source.cancel()
            await asyncio.gather(self._source, return_exceptions=True)

    def _follow(self) -> None:
        if self._source is None or self._source.done():
            follow = follow_redis if settings.REDIS_URL else poll_versions
            self._source = asyncio.create_task(follow(self._channels.copy, self.report))
            self._source.add_done_callback(_log_fault)


def _log_fault(task: asyncio.Task[None]) -> None:
    """A fault of the source is logged here; the next listener starts it again."""
    if not task.cancelled() and task.exception() is not None:
        log.error("the live stream lost its source", exc_info=task.exception())
