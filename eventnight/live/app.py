"""Server-sent events over plain ASGI: `/live/<code>/`, `/live/<code>/version` and `/live/time`."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from eventnight.live.hub import Hub
from eventnight.live.versions import read_versions

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HEARTBEAT_SECONDS = 15.0
RETRY_MILLISECONDS = 2000
ADDRESS = re.compile(r"^/live/(?P<code>[^/]+)/(?P<part>version)?$")


class LiveApp:
    """Answers everything below `/live/`; a stream carries versions only, pages fetch what changed."""

    def __init__(self) -> None:
        self.hub = Hub()

    async def close(self) -> None:
        """End with the server."""
        await self.hub.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/live/time":
            await _answer_json(send, 200, {"now": time.time_ns() // 1_000_000})
            return
        address = ADDRESS.match(scope["path"])
        if address is None or scope["method"] not in {"GET", "HEAD"}:
            await _answer_json(send, 404, {"detail": "No live stream has this address."})
        elif address["part"]:
            await self._answer_version(address["code"], send)
        else:
            await self._stream(address["code"], receive, send)

    async def _answer_version(self, code: str, send: Send) -> None:
        versions = await read_versions([code])
        if code in versions:
            await _answer_json(send, 200, {"version": versions[code]})
        else:
            await _answer_json(send, 404, {"detail": f"No event has the code {code}."})

    async def _stream(self, code: str, receive: Receive, send: Send) -> None:
        version = await self.hub.join(code)
        if version is None:
            await _answer_json(send, 404, {"detail": f"No event has the code {code}."})
            return
        gone = asyncio.ensure_future(_until_gone(receive))
        sender = asyncio.ensure_future(self._send_versions(code, version, send))
        try:
            await asyncio.wait([gone, sender], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.leave(code)
            for task in (gone, sender):
                task.cancel()
            with suppress(OSError):
                await asyncio.gather(gone, sender, return_exceptions=True)

    async def _send_versions(self, code: str, version: int, send: Send) -> None:
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        text = f"retry: {RETRY_MILLISECONDS}\n{_version_event(version)}"
        while True:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
            newer = await self.hub.newer_than(code, version, within=HEARTBEAT_SECONDS)
            version = newer or version
            text = _version_event(newer) if newer else ": still here\n\n"


def _version_event(version: int) -> str:
    return f"id: {version}\nevent: version\ndata: {version}\n\n"


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _answer_json(send: Send, status: int, content: dict[str, Any]) -> None:
    body = json.dumps(content).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
