"""A thousand open streams of one process while results of a bracket are entered there over HTTP, five a second.

Measured for each result: from sending it until the last of the streams has its version. Beside it the barest ASGI hub
under the same server, with the same clients and as many wake-ups.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from tests.bench.nights import make_night
from tests.bench.phones import Connection
from tests.bench.timing import Row
from tests.faults.web import one_process, uvicorn

VIEWERS = 1_000
A_SECOND = 5
RESULTS = 60
LIMIT = 1.0
"""Seconds until the last viewer has 99 of 100 results."""
PATIENCE = 15.0

Enter = Callable[[int], Awaitable[None]]


class Audience:
    """Everybody who looks on. reached: when the last of them had a version, by version."""

    def __init__(self) -> None:
        self.reached: dict[int, float] = {}
        self._counts: dict[int, int] = {}

    def has_come(self, before: int, version: int) -> None:
        """One viewer went from one version to another, and so has all between."""
        now = time.perf_counter()
        for each in range(before + 1, version + 1):
            self._counts[each] = self._counts.get(each, 0) + 1
            if self._counts[each] == VIEWERS:
                self.reached[each] = now

    async def wait_for(self, version: int) -> None:
        end = time.perf_counter() + PATIENCE
        while version not in self.reached:
            if time.perf_counter() > end:
                raise ValueError(f"{self._counts.get(version, 0)} of {VIEWERS} viewers have version {version}")
            await asyncio.sleep(0.05)


class Viewer(asyncio.Protocol):
    """One open stream."""

    def __init__(self, audience: Audience, host: str, path: str) -> None:
        self._audience, self._version, self._rest = audience, 0, b""
        self._request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()

    def connection_made(self, transport: Any) -> None:
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"data: ") and (version := int(line[6:])) > self._version:
                self._audience.has_come(self._version, version)
                self._version = version


def rows() -> Iterator[Row]:
    with TemporaryDirectory(prefix="eventnight-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'night.sqlite3'}"
        facts = make_night("bracket_of_64", url, DJANGO_SETTINGS_MODULE="eventnight.settings.base")
        # All halls of the bench are behind one address.
        web = one_process(url, PUBLIC_READS_A_SECOND="0")
        ours = _measured(web, f"/live/{facts['code']}/", lambda web: _results(web, facts))
    theirs = _measured(uvicorn("tests.bench.bare_hub:app"), "/", _bare)
    name = f"p99 of {RESULTS} results to {VIEWERS:,} viewers: {ours:.2f} s"
    yield Row(name, f"limit {LIMIT:g} s", "1/min", 60 / ours, 60 / LIMIT, LIMIT / ours)
    yield Row(name, f"bare ASGI: {theirs:.2f} s", "1/min", 60 / ours, 60 / theirs, theirs / ours)


def _measured(web: Any, path: str, entering: Callable[[str], Enter]) -> float:
    try:
        web.wait()
        taken = asyncio.run(_enter_before_an_audience(web.url, path, entering(web.url)))
    finally:
        web.kill()
    return sorted(taken)[len(taken) * 99 // 100]


async def _enter_before_an_audience(url: str, path: str, enter: Enter) -> list[float]:
    """Seconds from sending each result until the last viewer had its version."""
    audience, address = Audience(), urlsplit(url)
    loop = asyncio.get_running_loop()
    for _ in range(VIEWERS):
        await loop.create_connection(
            lambda: Viewer(audience, address.netloc, path), address.hostname or "", address.port
        )
    while not audience.reached:
        await asyncio.sleep(0.05)
    first = max(audience.reached)
    begun, sent, entering = time.perf_counter(), [], []
    for number in range(RESULTS):
        # At fixed moments: a slow answer must not hold the next one back and so hide itself.
        await asyncio.sleep(max(0.0, begun + number / A_SECOND - time.perf_counter()))
        sent.append(time.perf_counter())
        entering.append(asyncio.create_task(enter(number)))
    await asyncio.gather(*entering)
    await audience.wait_for(first + RESULTS)
    return [audience.reached[first + number + 1] - at for number, at in enumerate(sent)]


def _results(url: str, facts: dict[str, Any]) -> Enter:
    async def enter(number: int) -> None:
        match, winner, loser = facts["matches"][number]
        body = json.dumps({"winner": winner, "loser": loser, "winner_points": 10, "loser_points": 7}).encode()
        headers = {
            "Authorization": f"Token {facts['token']}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid4()),
        }
        path = f"/api/v1/events/{facts['code']}/brackets/{facts['bracket']}/matches/{match}/result/"
        await _post(url, path, body, headers)

    return enter


def _bare(url: str) -> Enter:
    async def enter(number: int) -> None:
        await _post(url, "/", b"", {})

    return enter


async def _post(url: str, path: str, body: bytes, headers: dict[str, str]) -> None:
    connection = Connection(url)
    status, _, answer = await connection.ask("POST", path, body, headers)
    connection.close()
    if status not in (200, 201):
        raise ValueError(f"a result was answered with {status}: {answer[:200]!r}")
