"""Somebody who reads what screens, lists and programs are shown of the night."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpResponse

from eventnight.events.models import Event
from tests.papers import Paper
from tests.simulator.presses import Press, sent
from tests.simulator.world import World

ORGANISER = "organiser"
_WAY = re.compile(r'(?:href|action|hx-post|hx-get)="([^"]*)"')
_MARK = re.compile(r"<[^>]*>")


class Unreadable(Exception):
    """Nobody may read that now, or there is nothing to read."""


class Reader:
    """The organiser, who may see everything."""

    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def event(self) -> Event:
        return Event.objects.get(pk=self._world.event.pk)

    def api(self, path: str) -> Any:
        """What a program is told below the night's own address. Raises Unreadable."""
        return self._told(f"/api/v1/events/{self.event.code}/{path}")

    def listed(self, path: str) -> Iterator[dict[str, Any]]:
        """Every row of a list that comes in pages. Raises Unreadable."""
        address: str | None = f"/api/v1/events/{self.event.code}/{path}"
        while address:
            told = self._told(address)
            yield from told["results"]
            place = urlsplit(told["next"] or "")
            address = f"{place.path}?{place.query}" if told["next"] else None

    def page(self, path: str) -> str:
        """The words of a page. path: with {code} for the night's. Raises Unreadable."""
        answer = self._world.client(ORGANISER).get(path.format(code=self.event.code))
        return " ".join(_MARK.sub(" ", _read(answer).decode()).split())

    def ways(self, path: str) -> set[str]:
        """Where the links and buttons of a page lead. path: as of a page. Raises Unreadable."""
        answer = self._world.client(ORGANISER).get(path.format(code=self.event.code))
        return set(_WAY.findall(_read(answer).decode()))

    def paper(self, path: str) -> str:
        """The words of a sheet. path: as of a page. Raises Unreadable."""
        answer = self._world.client(ORGANISER).get(path.format(code=self.event.code))
        return f"{Paper(_read(answer)).text} "

    def file(self, name: str) -> list[dict[str, str]]:
        """A list that is taken along, by its headings. Raises Unreadable."""
        answer = self._world.client(ORGANISER).get(f"/organise/{self.event.code}/lists/{name}.csv")
        return list(csv.DictReader(_read(answer).decode("utf-8-sig").splitlines()))

    def _told(self, address: str) -> Any:
        answer = sent(Press(ORGANISER, "GET", address), self._world)
        _read(answer)
        return answer.json()


def _read(answer: HttpResponse) -> bytes:
    if answer.status_code != HTTPStatus.OK:
        raise Unreadable(f"{answer.status_code}")
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


Law = Callable[[Reader], Iterable[str]]
"""A sentence for each thing that is shown otherwise than the rows have it."""
