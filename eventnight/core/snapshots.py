"""Rendered public pages, kept in the process for as long as their event does not change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from django.http import HttpResponse

MOST_PAGES = 512


class Snapshots:
    """The newest rendering of each public address; an older version of it is replaced."""

    def __init__(self, most: int = MOST_PAGES) -> None:
        self._most = most
        self._lock = Lock()
        self._pages: OrderedDict[tuple[int, str], tuple[int, HttpResponse]] = OrderedDict()

    def get_or_render(
        self, event_id: int, version: int, address: str, render: Callable[[], HttpResponse]
    ) -> HttpResponse:
        """The page as rendered for that version, rendering it at the first call."""
        key = (event_id, address)
        with self._lock:
            known = self._pages.get(key)
        if known is not None and known[0] == version:
            return known[1]
        page = render()
        if page.status_code == 200:
            self._keep(key, version, page)
        return page

    def _keep(self, key: tuple[int, str], version: int, page: HttpResponse) -> None:
        with self._lock:
            self._pages[key] = (version, page)
            self._pages.move_to_end(key)
            while len(self._pages) > self._most:
                self._pages.popitem(last=False)

    def forget(self) -> None:
        """Drop every page, as a restart would."""
        with self._lock:
            self._pages.clear()


SNAPSHOTS = Snapshots()
