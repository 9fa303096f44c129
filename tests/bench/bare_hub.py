"""The barest hub there could be, served by uvicorn: versions to whoever is connected, and a POST that raises them."""

from __future__ import annotations

import asyncio
from typing import Any


class BareHub:
    """No events, no heartbeats, no look at who has gone."""

    def __init__(self) -> None:
        self._version = 1
        self._changed: asyncio.Future[None] | None = None

    def tell(self, version: int) -> None:
        """Wake everybody with that version."""
        self._version = version
        changed, self._changed = self._changed, None
        if changed is not None:
            changed.set_result(None)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        if scope["method"] == "POST":
            self.tell(self._version + 1)
            await send({"type": "http.response.start", "status": 201, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while True:
            await send({"type": "http.response.body", "body": b"data: %d\n\n" % self._version, "more_body": True})
            if self._changed is None:
                self._changed = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._changed)


app = BareHub()
