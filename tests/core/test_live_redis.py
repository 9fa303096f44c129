"""The live stream fed by Redis, which may vanish at any time and come back."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from eventnight.core.fresh.broadcast import broadcast
from eventnight.live.app import LiveApp
from tests.conftest import REDIS_URL
from tests.factories import make_event
from tests.live_pages import Page, change, change_elsewhere, on_live_app
from tests.server import free_port

pytestmark = pytest.mark.django_db(transaction=True)

BEYOND = 1_000_000
"""A version that the database does not hold: only a message can bring it."""


@contextmanager
def redis_on(port: int) -> Iterator[None]:
    """A Redis server of the test's own, killed at the end of the block."""
    server = shutil.which("redis-server")
    if server is None:
        pytest.skip("needs the redis-server program")
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen([server, *options], stdout=subprocess.DEVNULL)
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.02)
        yield
    finally:
        process.kill()
        process.wait()


async def publish_until_heard(page: Page, code: str, version: int) -> str:
    """Publish once a subscription may be there, again until the page has heard it."""
    while not page.has_more:
        await asyncio.to_thread(broadcast, code, version)
        await asyncio.sleep(0.05)
    return await page.read()


@pytest.mark.redis
def test_a_published_version_reaches_the_open_page(settings: Any) -> None:
    settings.REDIS_URL = REDIS_URL
    event = make_event()

    async def publish(app: LiveApp) -> None:
        page = Page(app, f"/live/{event.code}/")
        await page.read()
        assert f"data: {BEYOND}" in await publish_until_heard(page, event.code, BEYOND)
        await page.close()

    on_live_app(publish)


@pytest.mark.redis
def test_screens_stay_live_while_redis_is_gone_and_hear_it_again_when_it_is_back(settings: Any) -> None:
    port = free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    event = make_event()

    async def lose_redis(app: LiveApp) -> None:
        page = Page(app, f"/live/{event.code}/")
        with redis_on(port):
            await page.read()
            assert f"data: {BEYOND // 2}" in await publish_until_heard(page, event.code, BEYOND // 2)
        other = Page(app, f"/live/{second.code}/")
        await other.read()
        version = await change_elsewhere(second)
        assert f"data: {version}" in await other.read()
        with redis_on(port):
            assert f"data: {BEYOND}" in await publish_until_heard(page, event.code, BEYOND)
        await page.close()
        await other.close()

    second = make_event()
    on_live_app(lose_redis)


def test_a_write_goes_through_when_redis_does_not_answer(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        event = make_event()
        begun = time.monotonic()
        version = change(event)
        waited = time.monotonic() - begun

    assert version > 1
    assert waited < 3
