"""Server-sent events over plain ASGI: `/live/<code>/`, `/live/<code>/version` and `/live/time`; `/live/here?phone=`, by
which the page of a guest's seat says that it is open.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Never

from django.db import Error as DatabaseError

from eventnight.core.fresh.phones import note_phone
from eventnight.core.fresh.reads import READS
from eventnight.core.web.addresses import address_behind, network_of
from eventnight.core.web.headers import headers_of
from eventnight.live.hub import Channel, Hub, HubFull, UnknownEvent

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]

PHONE = re.compile(rb"phone=([0-9a-f]{32})")
"""As pages name it, see `eventnight.core.fresh.phones`."""
MOST_WAITING = 1000
RETRY_MILLISECONDS = 2000
RETRY_SECONDS = 5
ADDRESS = re.compile(r"/live/(?P<code>[^/\x00]+)/(?P<part>version)?")
"""No code holds NUL, and PostgreSQL cannot be asked for it."""
STREAM_HEADERS: Headers = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # A proxy that collects a page before it passes it on would hold every version back.
    (b"x-accel-buffering", b"no"),
)
COMMON_HEADERS: Headers = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    *((name.lower().encode(), value.encode()) for name, value in headers_of("/live/").items()),
)
"""What pages carry by their middleware, which this part of the server goes past."""


class ClientGone(Exception):
    """The page was closed; ends the stream's other half."""


class LiveApp:
    """Answers everything below `/live/`; a stream carries versions only, pages fetch what changed."""

    def __init__(self, hub: Hub | None = None) -> None:
        self.hub = hub or Hub()
        # Of its own: where phones are told of may hang, and holds up nobody.
        self._phones = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-phones")
        self._waiting: set[str] = set()

    async def close(self) -> None:
        """End with the server."""
        self._phones.shutdown(wait=False, cancel_futures=True)
        await self.hub.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await _answer_json(send, 405, {"detail": "Only GET reads from here."}, ((b"allow", b"GET"),))
            return
        if scope["path"] == "/live/time":
            # A press asks this first, so it is never limited.
            await _answer_json(send, 200, {"now": time.time_ns() // 1_000_000})
            return
        address = ADDRESS.fullmatch(scope["path"])
        wait = READS.take(_network_of(scope), time.monotonic())
        if wait:
            await _answer_json(send, 429, {"detail": f"Ask again in {wait} s."}, _retry_after(wait))
        elif scope["path"] == "/live/here":
            self._note_phone(scope)
            await _answer_json(send, 200, {})
        elif address is None:
            await _answer_json(send, 404, {"detail": "No live stream has this address."})
        elif address["part"]:
            await self._answer_version(address["code"], send)
        else:
            await self._answer_stream(address["code"], receive, send)

    def _note_phone(self, scope: Scope) -> None:
        """Have it told that a phone is there, unless that waits to be told already."""
        asked = PHONE.fullmatch(scope.get("query_string", b""))
        phone = asked[1].decode() if asked else ""
        if not phone or phone in self._waiting or len(self._waiting) >= MOST_WAITING:
            return
        self._waiting.add(phone)
        told = self._phones.submit(note_phone, phone, _network_of(scope))
        told.add_done_callback(lambda _: self._waiting.discard(phone))

    async def _answer_version(self, code: str, send: Send) -> None:
        try:
            await _answer_json(send, 200, {"version": await self.hub.version(code)})
        except UnknownEvent:
            await _answer_unknown(send, code)
        except DatabaseError:
            await _answer_json(send, 503, {"detail": "The database does not answer."}, _retry_after(RETRY_SECONDS))

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
            await _answer_json(
                send, 503, {"detail": "All streams of this server are taken."}, _retry_after(RETRY_SECONDS)
            )
        except* DatabaseError:
            await _answer_json(send, 503, {"detail": "The database does not answer."}, _retry_after(RETRY_SECONDS))

    async def _send_versions(self, channel: Channel, send: Send) -> Never:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS + COMMON_HEADERS})
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


def _network_of(scope: Scope) -> str:
    forwarded_for = b",".join(value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for")
    peer = scope.get("client") or ("", 0)
    return network_of(address_behind(peer[0], forwarded_for.decode("latin1")))


def _retry_after(seconds: int) -> Headers:
    return ((b"retry-after", b"%d" % seconds),)


async def _answer_unknown(send: Send, code: str) -> None:
    await _answer_json(send, 404, {"detail": f"No event has the code {code}."})


async def _answer_json(send: Send, status: int, content: dict[str, Any], more_headers: Headers = ()) -> None:
    body = json.dumps(content).encode()
    headers = (
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *COMMON_HEADERS,
        *more_headers,
    )
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
