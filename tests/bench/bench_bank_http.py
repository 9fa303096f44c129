"""Re-buys over HTTP, ten a second, while 300 phones keep their pages new: the Procfile on PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from tests.bench.apart import scratch_cluster
from tests.bench.nights import make_night
from tests.bench.phones import Connection, Phone, keep_reading
from tests.bench.timing import Row
from tests.faults.web import granian, one_process

A_SECOND = 10
WARM_UP_SECONDS, SECONDS = 8, 20
LIMIT = 0.25
"""Seconds that 99 of 100 re-buys may take."""


def rows() -> Iterator[Row]:
    with scratch_cluster() as cluster:
        facts = make_night("full_hall", cluster.url, DJANGO_SETTINGS_MODULE="eventnight.settings.base")
        pages, live = granian(cluster.url), one_process(cluster.url)
        try:
            pages.wait()
            live.wait()
            phones = [Phone(facts["code"], f"/p/{token}/board/") for token in facts["tokens"]]
            taken = asyncio.run(_sell_in_a_full_hall(pages.url, live.url, phones, facts))
        finally:
            pages.kill()
            live.kill()
    slow = sorted(taken)[len(taken) * 99 // 100]
    boards = sum(phone.fetched for phone in phones)
    name = f"p99 of {len(taken)} re-buys over HTTP, {boards / (WARM_UP_SECONDS + SECONDS):.0f} boards/s"
    yield Row(name, f"limit {LIMIT * 1000:.0f} ms", "1/min", 60 / slow, 60 / LIMIT, LIMIT / slow)


async def _sell_in_a_full_hall(pages: str, live: str, phones: list[Phone], facts: dict[str, Any]) -> list[float]:
    """Seconds that each re-buy took, without those of the warm-up."""
    reading = [asyncio.create_task(keep_reading(phone, live, pages)) for phone in phones]
    begun = time.perf_counter()
    sales = []
    for number in range((WARM_UP_SECONDS + SECONDS) * A_SECOND):
        # At fixed moments: a slow answer must not hold the next guest back and so hide itself.
        await asyncio.sleep(max(0.0, begun + number / A_SECOND - time.perf_counter()))
        sales.append(asyncio.create_task(_sell(pages, facts)))
    taken = await asyncio.gather(*sales)
    for phone in reading:
        if phone.done():
            phone.result()
        phone.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    return taken[WARM_UP_SECONDS * A_SECOND :]


async def _sell(url: str, facts: dict[str, Any]) -> float:
    headers = {
        "Authorization": f"Token {facts['token']}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid4()),
    }
    body = json.dumps({"player": random.choice(facts["players"]), "paid": 1000}).encode()
    connection, begun = Connection(url), time.perf_counter()
    status, _, answer = await connection.ask("POST", f"/api/v1/events/{facts['code']}/bank/rebuys/", body, headers)
    connection.close()
    if status != 201:
        raise ValueError(f"a re-buy was answered with {status}: {answer[:200]!r}")
    return time.perf_counter() - begun
