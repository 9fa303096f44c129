"""Pages that the process keeps are what they would be if they were made anew, and screens are told after the commit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from django.db import connection, transaction

from eventnight.core.fresh.versions import VERSIONS
from tests.fuzz.pages import page_of
from tests.simulator.world import STRANGER, World

ONE_IN = 16
"""Of the presses that counted, so many are followed by a look at kept pages."""
LOOKS = 2
MOST_KNOWN = 80
TOKEN = b"csrf"
"""A page with a token, in a form or for its scripts, is made for one person, and kept nowhere."""
COUNTED = re.compile(
    rb"""data-clock-left="\d+"(?P<anchors>\s+data-clock-running="true"[^>]*?)"""
    rb"""aria-label="[^"]*"(?P<rest>[^>]*)>[^<]*<"""
)
"""The time left of a running clock, which the browser counts itself from the clock's end."""


class Kept:
    """The public pages of a night as everybody reads them."""

    def __init__(self, world: World) -> None:
        self._world, self._known = world, [f"/e/{world.event.code}/"]

    def begin(self) -> None:
        """A night begins: nobody has looked at anything."""
        del self._known[1:]

    def look(self, chance: Random) -> Iterator[str]:
        """At some pages that were looked at before, or that such a page leads to."""
        if chance.randrange(ONE_IN):
            return
        for address in chance.choices(self._known, k=LOOKS):
            client = self._world.client(STRANGER)
            kept = client.get(address)
            if TOKEN in kept.content:
                continue
            # Inside a transaction nothing that is kept is used.
            with transaction.atomic():
                anew = client.get(address)
            if (kept.status_code, uncounted(kept.content)) != (anew.status_code, uncounted(anew.content)):
                yield f"{address} is kept as it was before"
            if kept.status_code == 200:
                self._learn(page_of(kept, address).links)

    def _learn(self, links: list[str]) -> None:
        begins = (f"/e/{self._world.event.code}/", f"/T/{self._world.event.code}/")
        for link in links:
            if link.startswith(begins) and link not in self._known and len(self._known) < MOST_KNOWN:
                self._known.append(link)


def uncounted(content: bytes) -> bytes:
    """The page without the time left of running clocks; when they end is still in it."""
    return COUNTED.sub(rb"\g<anchors>\g<rest>><", content)


class Screens:
    """What this process was told of new versions."""

    def begin(self) -> None:
        """A press is about to be sent."""
        self._heard: dict[str, int] = {}
        self._early: set[str] = set()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Inside, every announcement is noticed."""
        heard = VERSIONS.heard

        def noticed(code: str, version: int) -> None:
            if connection.in_atomic_block:
                self._early.add(code)
            self._heard[code.upper()] = version
            heard(code, version)

        self.begin()
        with patch.object(VERSIONS, "heard", noticed):
            yield

    def are_told(self, versions: Mapping[str, int]) -> Iterator[str]:
        """versions: of the nights that have changed since `begin`, by code."""
        yield from (f"screens of {code} are told before the commit" for code in sorted(self._early))
        for code, version in versions.items():
            if self._heard.get(code) != version:
                yield f"screens of {code} are told of version {self._heard.get(code, 'nothing')}, not {version}"
