"""The live stream from inside: heartbeats, many listeners, full processes, pages that are closed."""

from __future__ import annotations

import time

import pytest

from eventnight.core.fresh.reads import READS
from eventnight.live.app import LiveApp
from tests.factories import current_version, make_event
from tests.live_pages import Page, change, change_elsewhere, on_live_app

pytestmark = pytest.mark.django_db(transaction=True)


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
        version = await change_elsewhere(event)
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
        version = await change_elsewhere(event)
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


@pytest.mark.parametrize(
    "path", ["/live/NOBODY/", "/live/NOBODY/version", "/live/", "/live/a/b/c", "/live/\x00/version", "/live/\x00/"]
)
def test_an_address_without_an_event_is_not_found(path: str) -> None:
    async def ask(app: LiveApp) -> None:
        page = Page(app, path)
        await page.read()
        assert page.status == 404

    on_live_app(ask)


def test_a_flood_from_one_address_is_sent_away_and_a_press_still_hears_that_the_server_is_there() -> None:
    event = make_event()
    READS.spend("", rendered=60.0, now=time.monotonic())

    async def ask(app: LiveApp) -> None:
        for path, status in ((f"/live/{event.code}/", 429), (f"/live/{event.code}/version", 429), ("/live/time", 200)):
            page = Page(app, path)
            await page.read()
            assert page.status == status

    on_live_app(ask)
