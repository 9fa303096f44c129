"""Re-buys over HTTP, ten a second, while 300 phones have their pages open: the Procfile on PostgreSQL."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from tests.bench.apart import scratch_cluster
from tests.bench.nights import make_night
from tests.bench.phones import Connection, Phone, keep_open
from tests.bench.timing import Row
from tests.faults.web import granian, one_process

TURNS = itertools.count()
A_SECOND = 10
WARM_UP_SECONDS, SECONDS = 8, 20
LIMIT = 0.25
"""Seconds that 99 of 100 re-buys may take."""
FRESH = 2.0
"""Seconds after which the guest's own phone shows the re-buy."""


@dataclass(frozen=True, slots=True)
class Sale:
    """A re-buy over HTTP: whose, when it was asked for and answered, by the clock of `time.perf_counter`."""

    player: int
    begun: float
    done: float


def rows() -> Iterator[Row]:
    with scratch_cluster() as cluster:
        facts = make_night("full_hall", cluster.url, DJANGO_SETTINGS_MODULE="eventnight.settings.base")
        pages, live = granian(cluster.url), one_process(cluster.url)
        try:
            pages.wait()
            live.wait()
            phones = [Phone(facts["code"], f"/p/{token}/board/") for token in facts["tokens"]]
            sales = asyncio.run(_sell_in_a_full_hall(pages.url, live.url, phones, facts))
        finally:
            pages.kill()
            live.kill()
    seconds = WARM_UP_SECONDS + SECONDS
    unchanged = sum(phone.unchanged for phone in phones) / seconds
    renewed = sum(len(phone.renewed) for phone in phones) / seconds
    name = f"p99 of {len(sales)} re-buys, {renewed:.0f} boards/s, {unchanged:.0f} 304s/s"
    yield _row(name, [sale.done - sale.begun for sale in sales], LIMIT)
    yield _row("p99 until the guest's own phone shows it", _until_shown(sales, phones), FRESH)


def _row(name: str, taken: list[float], limit: float) -> Row:
    slow = sorted(taken)[len(taken) * 99 // 100]
    return Row(name, f"limit {limit * 1000:.0f} ms", "1/min", 60 / slow, 60 / limit, limit / slow)


def _until_shown(sales: list[Sale], phones: list[Phone]) -> list[float]:
    """Seconds from each answer to the next new board of that guest; endless where none came."""
    return [
        min((at - sale.done for at in phones[sale.player].renewed if at > sale.done), default=float("inf"))
        for sale in sales
    ]


async def _sell_in_a_full_hall(pages: str, live: str, phones: list[Phone], facts: dict[str, Any]) -> list[Sale]:
    """The re-buys without those of the warm-up."""
    reading = [asyncio.create_task(keep_open(phone, live, pages)) for phone in phones]
    begun = time.perf_counter()
    sales = []
    for number in range((WARM_UP_SECONDS + SECONDS) * A_SECOND):
        # At fixed moments: a slow answer must not hold the next guest back and so hide itself.
        await asyncio.sleep(max(0.0, begun + number / A_SECOND - time.perf_counter()))
        sales.append(asyncio.create_task(_sell(pages, facts)))
    sold = await asyncio.gather(*sales)
    await asyncio.sleep(FRESH)
    for phone in reading:
        if phone.done():
            phone.result()
        phone.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    return sold[WARM_UP_SECONDS * A_SECOND :]


async def _sell(url: str, facts: dict[str, Any]) -> Sale:
    headers = {
        "Authorization": f"Token {facts['token']}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid4()),
    }
    player = next(TURNS) % len(facts["players"])
    again = facts.setdefault("sold", {}).get(player, 0)
    body = json.dumps({"player": facts["players"][player], "paid": 1000, "again": again}).encode()
    connection, begun = Connection(url), time.perf_counter()
    status, _, answer = await connection.ask("POST", f"/api/v1/events/{facts['code']}/bank/rebuys/", body, headers)
    done = time.perf_counter()
    connection.close()
    if status != 201:
        raise ValueError(f"a re-buy was answered with {status}: {answer[:200]!r}")
    facts["sold"][player] = json.loads(answer)["sequence"]
    return Sale(player, begun, done)
