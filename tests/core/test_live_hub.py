"""The live stream from inside: heartbeats, many listeners, full processes, pages that are closed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.db import transaction

from eventnight.core.changes import lock_event
from eventnight.core.versions import current_version
from eventnight.events.models import Event
from eventnight.live.app import LiveApp
from tests.factories import make_event

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 10


class Page:
    """An open page: what it has received so far, and a way to close it."""

    def __init__(self, app: LiveApp, path: str) -> None:
        self.status = 0
        self._received: asyncio.Queue[str] = asyncio.Queue()
        self._closed = asyncio.Event()
        scope = {"type": "http", "method": "GET", "path": path}
        self._task = asyncio.create_task(app(scope, self._receive, self._send))

    async def read(self) -> str:
        """The next piece that arrives."""
        return await asyncio.wait_for(self._received.get(), PATIENCE)

    @property
    def has_more(self) -> bool:
        """Whether something has arrived that was not read."""
        return not self._received.empty()

    async def close(self) -> None:
        """Leave, as a browser does."""
        self._closed.set()
        await asyncio.wait_for(self._task, PATIENCE)

    async def _receive(self) -> dict[str, Any]:
        await self._closed.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            await self._received.put(message["body"].decode())


def change(event: Event) -> int:
    """Raise the event's version as any service does. Returns the new one."""
    with transaction.atomic():
        return lock_event(event.pk).version


def on_live_app(test: Callable[[LiveApp], Awaitable[None]], **arguments: Any) -> None:
    """Run the test in an event loop with a live app that ends with it."""

    async def run() -> None:
        app = LiveApp(**arguments)
        try:
            await test(app)
        finally:
            await app.close()

    asyncio.run(run())


def test_a_stream_begins_with_the_retry_hint_and_the_newest_version() -> None:
    event = make_event()
    version = change(event)

    async def open_page(app: LiveApp) -> None:
        page = Page(app, f"/live/{event.code}/")
        assert await page.read() == f"retry: 2000\nid: {version}\nevent: version\ndata: {version}\n\n"
        assert page.status == 200
        await page.close()

    on_live_app(open_page)


def test_a_silent_event_still_gives_heartbeats_that_scripts_can_hear() -> None:
    event = make_event()

    async def wait(app: LiveApp) -> None:
        page = Page(app, f"/live/{event.code}/")
        await page.read()
        assert await page.read() == f"event: heartbeat\ndata: {current}\n\n"
        await page.close()

    current = current_version(event.pk)
    on_live_app(wait, heartbeat=0.05)


def test_one_change_wakes_every_page_of_the_event_and_none_of_another() -> None:
    event, other = make_event(), make_event()

    async def fill_the_hall(app: LiveApp) -> None:
        pages = [Page(app, f"/live/{event.code}/") for _ in range(50)]
        elsewhere = Page(app, f"/live/{other.code}/")
        for page in [*pages, elsewhere]:
            await page.read()
        version = await asyncio.to_thread(change, event)
        assert {await page.read() for page in pages} == {f"id: {version}\nevent: version\ndata: {version}\n\n"}
        assert not elsewhere.has_more
        for page in [*pages, elsewhere]:
            await page.close()

    on_live_app(fill_the_hall)


def test_the_code_in_the_address_may_be_written_small() -> None:
    event = make_event()

    async def open_page(app: LiveApp) -> None:
        page = Page(app, f"/live/{event.code.lower()}/")
        await page.read()
        version = await asyncio.to_thread(change, event)
        assert f"data: {version}" in await page.read()
        await page.close()

    on_live_app(open_page)


def test_a_closed_page_leaves_nothing_behind() -> None:
    event = make_event()

    async def come_and_go(app: LiveApp) -> None:
        pages = [Page(app, f"/live/{event.code}/") for _ in range(5)]
        for page in pages:
            await page.read()
        assert app.hub.listeners == 5
        for page in pages:
            await page.close()
        assert app.hub.listeners == 0
        assert not app.hub.is_following

    on_live_app(come_and_go)


def test_a_full_process_sends_the_next_page_away_and_takes_one_again_later() -> None:
    event = make_event()

    async def overfill(app: LiveApp) -> None:
        first = Page(app, f"/live/{event.code}/")
        await first.read()
        second = Page(app, f"/live/{event.code}/")
        await second.read()
        assert second.status == 503
        await first.close()
        third = Page(app, f"/live/{event.code}/")
        await third.read()
        assert third.status == 200
        await third.close()

    on_live_app(overfill, most_listeners=1)


@pytest.mark.parametrize("path", ["/live/NOBODY/", "/live/NOBODY/version", "/live/", "/live/a/b/c"])
def test_an_address_without_an_event_is_not_found(path: str) -> None:
    async def ask(app: LiveApp) -> None:
        page = Page(app, path)
        await page.read()
        assert page.status == 404

    on_live_app(ask)
