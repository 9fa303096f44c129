"""One ASGI application: `/live/` natively, every page through WSGI in threads.

Django's own ASGI handler moves each request between threads several times; its WSGI handler does not.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings

from eventnight.core.fresh.reads import API, is_public_read
from eventnight.core.problems import PROBLEM_TYPE
from eventnight.embedded import EmbeddedCelery
from eventnight.live.app import LiveApp
from eventnight.live.hub import Hub
from eventnight.serving.bodies import Bodies, BodyTooLarge, BodyTooSlow, ClientLeft
from eventnight.serving.descriptors import Room

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CHUNKS_AHEAD = 1024
"""So many pieces of an answer wait for a client that reads slowly before the thread that makes them does."""
MOST_READS_WAITING = 1000
RETRY_SECONDS = 5


class Site:
    """Sends each connection to its part and keeps the embedded worker alive between start-up and shut-down.

    What everybody may read has threads of its own, so that it never stands before a press in one queue.
    """

    def __init__(self, pages: Any, room: Room) -> None:
        self.live = LiveApp(Hub(most_listeners=room.streams))
        self.desk = _in_threads(pages, settings.PAGE_THREADS)
        self.public = _in_threads(pages, settings.READ_THREADS)
        self.bodies = Bodies()
        self.celery = EmbeddedCelery()
        self._reads = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith("/live/"):
            await self.live(scope, receive, send)
        elif scope["type"] == "http":
            await self._page(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1003})

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            whole = await self.bodies.whole(receive)
        except ClientLeft:
            return
        except BodyTooSlow:
            await _refuse(scope, send, 408, "request_too_slow", "Part of the request was missing. Send it again.")
            return
        except BodyTooLarge:
            await _refuse(scope, send, 413, "request_too_large", "This is larger than any file of a night.")
            return
        if not is_public_read(scope["method"], scope["path"], shows_sign_in=_shows_sign_in(scope)):
            await self.desk(scope, whole, send)
        elif self._reads >= MOST_READS_WAITING:
            await _refuse(scope, send, 503, "too_many_readers", f"Too many are reading. Try it in {RETRY_SECONDS} s.")
        else:
            self._reads += 1
            try:
                await self.public(scope, whole, send)
            finally:
                self._reads -= 1

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


def _in_threads(pages: Any, count: int) -> App:
    # The library spells out every kind of message, where servers and everybody else have mappings.
    return WSGIMiddleware(pages, workers=count, send_queue_size=CHUNKS_AHEAD)  # type: ignore[return-value]


def _shows_sign_in(scope: Scope) -> bool:
    session = settings.SESSION_COOKIE_NAME.encode()
    return any(name == b"authorization" or (name == b"cookie" and session in value) for name, value in scope["headers"])


async def _refuse(scope: Scope, send: Send, status: int, code: str, message: str) -> None:
    """Before Django, and so without its page; programs get their problem details all the same."""
    if scope["path"].startswith(API):
        kind, body = PROBLEM_TYPE, json.dumps({"status": status, "code": code, "detail": message}).encode()
    else:
        kind, body = "text/plain; charset=utf-8", message.encode()
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    if status == 503:
        headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
