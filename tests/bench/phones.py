"""A hall of phones with their pages open: each learns the event's version and fetches its board with its ETag."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass, field
from urllib.parse import urlsplit

POLL_SECONDS = 5.0
"""As often as a page asks that has no stream."""


@dataclass(slots=True)
class Phone:
    """One open page. fetched, unchanged: answers 200 and 304."""

    code: str
    board: str
    etag: str = ""
    version: int = 0
    fetched: int = 0
    unchanged: int = 0


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


async def keep_reading(phone: Phone, live_url: str, pages_url: str) -> None:
    """Ask for the version every five seconds, and for the board when it has changed; until it is cancelled."""
    live, pages = Connection(live_url), Connection(pages_url)
    await asyncio.sleep(random.random() * POLL_SECONDS)
    while True:
        _, _, said = await live.get(f"/live/{phone.code}/version")
        version = json.loads(said)["version"]
        if version != phone.version:
            phone.version = version
            await asyncio.sleep(random.random())
            await _fetch_board(phone, pages)
        await asyncio.sleep(POLL_SECONDS)


async def _fetch_board(phone: Phone, pages: Connection) -> None:
    known = {"If_None_Match": phone.etag} if phone.etag else {}
    status, headers, _ = await pages.get(phone.board, **known)
    if status == 304:
        phone.unchanged += 1
    elif status == 200:
        phone.fetched += 1
        phone.etag = headers.get("etag", "")
    else:
        raise ValueError(f"a phone got {status}")
