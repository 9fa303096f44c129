"""A hall of phones with their pages open: each listens to the live stream and fetches its board as live.js does."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

SPREAD = (0.25, 0.9)
PAUSE = (1.0, 8.0)
PAUSE_OF_ANSWER = 8
"""As in live.js, in seconds."""


@dataclass(slots=True)
class Phone:
    """One open page. unchanged: answers 304; renewed: when a new board came, by the clock of `time.perf_counter`."""

    code: str
    board: str
    etag: str = ""
    told: int = 0
    unchanged: int = 0
    renewed: list[float] = field(default_factory=list)
    woken: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True)
class Connection:
    """A connection that stays open, as a browser's does."""

    url: str
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None)

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body; asked again where the server has meanwhile closed the connection."""
        try:
            return await self.ask("GET", path, b"", headers)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()
            return await self.ask("GET", path, b"", headers)

    async def ask(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        """One request."""
        reader, writer = await self._open()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(self.url).netloc}", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        found = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        status = int(head[0].split()[1])
        content = b"" if status == 304 else await self._body(reader, found)
        if found.get("connection", "").lower() == "close":
            self.close()
        return status, found, content

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            address = urlsplit(self.url)
            self._streams = await asyncio.open_connection(address.hostname, address.port)
        return self._streams

    async def _body(self, reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") != "chunked":
            return await reader.readexactly(int(headers.get("content-length", 0)))
        parts = []
        while size := int(await reader.readline(), 16):
            parts.append(await reader.readexactly(size))
            await reader.readline()
        await reader.readline()
        return b"".join(parts)


async def keep_open(phone: Phone, live_url: str, pages_url: str) -> None:
    """Have the page open until it is cancelled."""
    async with asyncio.TaskGroup() as both:
        both.create_task(_listen(phone, live_url))
        both.create_task(_keep_new(phone, Connection(pages_url)))


async def _listen(phone: Phone, live_url: str) -> None:
    address = urlsplit(live_url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(f"GET /live/{phone.code}/ HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"id: "):
            phone.told = int(line[4:])
            phone.woken.set()
    raise ConnectionError("the live stream ended")


async def _keep_new(phone: Phone, pages: Connection) -> None:
    refreshed_at, pause = float("-inf"), PAUSE[0]
    while True:
        await phone.woken.wait()
        await asyncio.sleep(max(random.uniform(*SPREAD), refreshed_at + pause - time.perf_counter()))
        phone.woken.clear()
        told, refreshed_at = phone.told, time.perf_counter()
        if await _fetch_board(phone, pages) < told:
            phone.woken.set()
        pause = min(max((time.perf_counter() - refreshed_at) * PAUSE_OF_ANSWER, PAUSE[0]), PAUSE[1])


async def _fetch_board(phone: Phone, pages: Connection) -> int:
    """The version that the answer reflects."""
    headers = {"Event_Version": str(phone.told)} | ({"If_None_Match": phone.etag} if phone.etag else {})
    status, found, _ = await pages.get(phone.board, **headers)
    if status == 304:
        phone.unchanged += 1
    elif status == 200:
        phone.etag = found["etag"]
        phone.renewed.append(time.perf_counter())
    else:
        raise ValueError(f"a phone got {status}")
    return int(found["event-version"])
