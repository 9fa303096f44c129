"""One change told to a full hall: `/live/` beside the barest ASGI application that could do it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django
from django.core.management import call_command

from tests.bench.bare_hub import BareHub
from tests.bench.timing import Row, compare

PAGES = 1_000
CHANGES = 20

App = Callable[[Any, Any, Any], Awaitable[None]]
Tell = Callable[[int], None]

VERSIONS = count(1_000_000)
"""Beyond what the database holds, so that its own reading never interferes."""


class Hall:
    """Open pages of one application, in one event loop, without sockets: what is measured is the waking."""

    def __init__(self, app: App, path: str) -> None:
        self._arrived = 0
        self._everybody = asyncio.Event()
        scope = {"type": "http", "method": "GET", "path": path}
        self._pages = [asyncio.create_task(app(scope, self._receive, self._send)) for _ in range(PAGES)]

    async def hear(self, tell: Callable[[], None]) -> None:
        """Tell one version and wait until the last page has it."""
        self._arrived = 0
        self._everybody.clear()
        tell()
        await self._everybody.wait()

    async def close(self) -> None:
        """Close all pages."""
        for page in self._pages:
            page.cancel()
        await asyncio.gather(*self._pages, return_exceptions=True)

    async def _receive(self) -> dict[str, str]:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            self._arrived += 1
            if self._arrived == PAGES:
                self._everybody.set()


def rows() -> Iterator[Row]:
    """The fan-out in versions received a second, on a database of its own."""
    with TemporaryDirectory() as folder:
        event_code = _night_in(Path(folder))
        # Models can be imported only now that Django is set up.
        from eventnight.live.app import LiveApp

        with asyncio.Runner() as loop:
            app = LiveApp()
            listening = app.hub.listening(event_code)
            channel = loop.run(listening.__aenter__())
            bare = loop.run(_bare_hub())
            ours = loop.run(_full_hall(app, f"/live/{event_code}/"))
            theirs = loop.run(_full_hall(bare, "/"))
            yield compare(
                f"a change told to {PAGES:,} open pages",
                "versions/s",
                PAGES * CHANGES,
                lambda: loop.run(_changes(ours, channel.move_to)),
                "bare ASGI",
                lambda: loop.run(_changes(theirs, bare.tell)),
            )
            loop.run(ours.close())
            loop.run(theirs.close())
            loop.run(listening.__aexit__(None, None, None))
            loop.run(app.close())


def _night_in(folder: Path) -> str:
    """Make a database with one event in the folder. Returns the event's code."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "eventnight.settings.base"
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'bench.sqlite3'}"
    os.environ["REDIS_URL"] = ""
    os.environ["PUBLIC_READS_A_SECOND"] = "0"
    django.setup()
    call_command("migrate", verbosity=0)
    from tests.factories import make_event

    code: str = make_event().code
    return code


async def _bare_hub() -> BareHub:
    return BareHub()


async def _full_hall(app: App, path: str) -> Hall:
    """A hall whose pages have all received their first version."""
    hall = Hall(app, path)
    await hall.hear(lambda: None)
    return hall


async def _changes(hall: Hall, tell: Tell) -> None:
    for _ in range(CHANGES):
        version = next(VERSIONS)
        await hall.hear(partial(tell, version))
