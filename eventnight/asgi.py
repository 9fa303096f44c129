"""One ASGI application: `/live/` natively, every page through WSGI in threads.

Django's own ASGI handler moves each request between threads several times; its WSGI handler does not.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings

# Before the rest: it sets Django up, and the live stream reads models.
from eventnight.wsgi import application as pages

# isort: split
from eventnight.embedded import EmbeddedCelery
from eventnight.live.app import LiveApp

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Site:
    """Sends each connection to its part and keeps the embedded worker alive between start-up and shut-down."""

    def __init__(self) -> None:
        self.live = LiveApp()
        self.pages = WSGIMiddleware(pages, workers=settings.PAGE_THREADS)
        self.celery = EmbeddedCelery()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith("/live/"):
            await self.live(scope, receive, send)
        elif scope["type"] == "http":
            await self.pages(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1003})

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.celery.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.live.close()
                self.celery.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return


application = Site()
