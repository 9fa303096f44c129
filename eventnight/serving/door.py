"""The server's connections: never more than there is room for, and none that is held open without asking anything.

A hall full of phones, a thousand idle sockets and requests that come letter by letter use up places here, and never the
descriptors that the desk's database and threads need.
"""

from __future__ import annotations

import asyncio
import time
from functools import cache
from operator import itemgetter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from eventnight.serving.descriptors import Room, raise_file_limit, room_within

HEADER_SECONDS = 10.0
"""So long a connection may be there without a whole request line and headers, at first and between two requests."""
STREAMS = "/live/"
LET_GO = 16
"""So many that ask nothing are closed at once, so that not each arrival looks through all of them."""
_SAID = b"All places of this server are taken. Try it in 5 s."
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%s" % (len(_SAID), _SAID)
)


@cache
def room() -> Room:
    """The room that this process has; asked for once, when it starts to serve."""
    return room_within(raise_file_limit())


class DoorProtocol(HttpToolsProtocol):
    """uvicorn's protocol behind a door with a limited number of places."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # While it has asked for nothing, or not to the end.
        self.idle_since: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    # It serves streams alone; asyncio lets a protocol serve any kind of transport.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > room().connections and not self._make_place():
            transport.write(FULL)
            transport.close()
            return
        self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._work()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        # From here on the body has its own time; see `bodies`.
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if not self.cycle.response_complete:
            self._work()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._rest()

    def shutdown(self) -> None:
        super().shutdown()
        # A stream never ends by itself, and the server would wait for it.
        if self.cycle is not None and self.cycle.scope["path"].startswith(STREAMS):
            self.transport.close()

    def _should_upgrade_to_ws(self) -> bool:
        # There are none, and such a connection would no longer be counted.
        return False

    def _rest(self) -> None:
        self._work()
        self.idle_since = time.monotonic()
        self._timer = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _work(self) -> None:
        self.idle_since = None
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _make_place(self) -> bool:
        """Close those that have asked nothing for longest. Returns whether there were any."""
        ours = [each for each in self.connections if isinstance(each, DoorProtocol)]
        idle = [(each.idle_since, each) for each in ours if each.idle_since is not None]
        idle.sort(key=itemgetter(0))
        for _, each in idle[:LET_GO]:
            each.transport.abort()
        return bool(idle)
