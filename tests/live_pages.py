"""Open pages without a network: the live app in an event loop, and browsers that listen to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from django.db import connection, transaction

from eventnight.core.changes import lock_event
from eventnight.events.models import Event
from eventnight.live.app import LiveApp
from eventnight.live.hub import Hub

PATIENCE = 10


class Page:
    """An open page: what it has received so far, and a way to close it."""

    def __init__(self, app: LiveApp, path: str, *, query: str = "", address: str = "") -> None:
        self.status = 0
        self._received: asyncio.Queue[str] = asyncio.Queue()
        self._closed = asyncio.Event()
        scope = {"type": "http", "method": "GET", "path": path}
        scope |= {"query_string": query.encode(), "client": (address, 40_000)}
        self._task = asyncio.create_task(app(scope, self._receive, self._send))

    async def read(self) -> str:
        """The next piece that arrives."""
        return await asyncio.wait_for(self._received.get(), PATIENCE)

    @property
    def has_more(self) -> bool:
        """Whether something has arrived that was not read."""
        return not self._received.empty()

    async def close(self) -> None:
        """Leave, as a browser does."""
        self._closed.set()
        await asyncio.wait_for(self._task, PATIENCE)

    async def _receive(self) -> dict[str, Any]:
        await self._closed.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            await self._received.put(message["body"].decode())


def change(event: Event) -> int:
    """Raise the event's version as any service does. Returns the new one."""
    with transaction.atomic():
        return lock_event(event.pk).version


async def change_elsewhere(event: Event) -> int:
    """The same in a thread, as a page's sale is to the live stream, with nothing left open behind it."""

    def work() -> int:
        try:
            return change(event)
        finally:
            connection.close()

    return await asyncio.to_thread(work)


def on_live_app(test: Callable[[LiveApp], Awaitable[None]], **arguments: Any) -> None:
    """Run the test in an event loop with a live app that ends with it. arguments: of its hub."""

    async def run() -> None:
        app = LiveApp(Hub(**arguments))
        try:
            await test(app)
        finally:
            await app.close()

    asyncio.run(run())
