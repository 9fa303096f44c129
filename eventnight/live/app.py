"""Server-sent events over plain ASGI: `/live/<code>/`, `/live/<code>/version` and `/live/time`."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Never

from eventnight.live.hub import Channel, Hub, HubFull, UnknownEvent

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]

RETRY_MILLISECONDS = 2000
ADDRESS = re.compile(r"/live/(?P<code>[^/]+)/(?P<part>version)?")
STREAM_HEADERS: Headers = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # A proxy that collects a page before it passes it on would hold every version back.
    (b"x-accel-buffering", b"no"),
)


class ClientGone(Exception):
    """The page was closed; ends the stream's other half."""


class LiveApp:
    """Answers everything below `/live/`; a stream carries versions only, pages fetch what changed."""

    def __init__(self, hub: Hub | None = None) -> None:
        self.hub = hub or Hub()

    async def close(self) -> None:
        """End with the server."""
        await self.hub.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await _answer_json(send, 405, {"detail": "Only GET reads from here."}, ((b"allow", b"GET"),))
            return
        if scope["path"] == "/live/time":
            await _answer_json(send, 200, {"now": time.time_ns() // 1_000_000})
            return
        address = ADDRESS.fullmatch(scope["path"])
        if address is None:
            await _answer_json(send, 404, {"detail": "No live stream has this address."})
        elif address["part"]:
            await self._answer_version(address["code"], send)
        else:
            await self._answer_stream(address["code"], receive, send)

    async def _answer_version(self, code: str, send: Send) -> None:
        versions = await self.hub.reader.read([code.upper()])
        if code.upper() in versions:
            await _answer_json(send, 200, {"version": versions[code.upper()]})
        else:
            await _answer_unknown(send, code)

    async def _answer_stream(self, code: str, receive: Receive, send: Send) -> None:
        try:
            async with self.hub.listening(code) as channel, asyncio.TaskGroup() as halves:
                halves.create_task(self._send_versions(channel, send))
                halves.create_task(_wait_until_gone(receive))
        except* ClientGone:
            pass
        except* UnknownEvent:
            await _answer_unknown(send, code)
        except* HubFull:
            await _answer_json(send, 503, {"detail": "This server's streams are all taken."}, ((b"retry-after", b"5"),))

    async def _send_versions(self, channel: Channel, send: Send) -> Never:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        version = channel.version
        body = b"retry: %d\n" % RETRY_MILLISECONDS + _version_event(version)
        while True:
            await send({"type": "http.response.body", "body": body, "more_body": True})
            newest = await channel.next_after(version)
            body = _version_event(newest) if newest > version else b"event: heartbeat\ndata: %d\n\n" % version
            version = newest


def _version_event(version: int) -> bytes:
    return b"id: %d\nevent: version\ndata: %d\n\n" % (version, version)


async def _wait_until_gone(receive: Receive) -> Never:
    while (await receive())["type"] != "http.disconnect":
        pass
    raise ClientGone


async def _answer_unknown(send: Send, code: str) -> None:
    await _answer_json(send, 404, {"detail": f"No event has the code {code}."})


async def _answer_json(send: Send, status: int, content: dict[str, Any], more_headers: Headers = ()) -> None:
    body = json.dumps(content).encode()
    headers = (
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *more_headers,
    )
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
