"""The body of a request, read whole before a thread is given to it: a client that sends slowly holds up only itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

SMALL_BYTES = 256 * 1024
"""Forms and API calls. Larger ones are files, of which a few at a time are taken in."""
MOST_BYTES = 64 * 1024**2
LARGE_AT_ONCE = 4
SECONDS = 30.0


class BodyTooLarge(Exception):
    """More than any file that belongs to a night."""


class BodyTooSlow(Exception):
    """It did not come in time."""


class ClientLeft(Exception):
    """Nobody waits for the answer any more."""


class Bodies:
    """Reads bodies, so many large ones at a time that they fit into memory."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)

    async def whole(self, receive: Receive) -> Receive:
        """Wait for the body. Returns what gives it in one piece and then whatever else comes from the client.

        Raises BodyTooLarge, BodyTooSlow or ClientLeft.
        """
        try:
            async with asyncio.timeout(self._seconds):
                body, has_more = await _read(receive, bytearray(), SMALL_BYTES)
            if has_more:
                async with self._large, asyncio.timeout(self._seconds):
                    body, has_more = await _read(receive, body, MOST_BYTES)
        except TimeoutError as error:
            raise BodyTooSlow from error
        if has_more:
            raise BodyTooLarge
        first: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def give() -> Message:
            return first.pop() if first else await receive()

        return give


async def _read(receive: Receive, body: bytearray, most: int) -> tuple[bytearray, bool]:
    """Read on until the end or until there is more than that. Returns the body and whether more comes."""
    while len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return body, False
    return body, True
