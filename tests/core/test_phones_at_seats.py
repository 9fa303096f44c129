"""Which phones are at their seats: an open stream says so, and the host's process reads it, or says nothing."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Any
from uuid import uuid4

import pytest

from eventnight.core.fresh import phones
from eventnight.core.fresh.phones import KNOWN_SECONDS, PhoneAt, note_phone, phones_by_seat
from eventnight.live.app import LiveApp
from tests.conftest import REDIS_URL
from tests.factories import make_event
from tests.live_pages import PATIENCE, Page, on_live_app

WHERE = [pytest.param("", id="in this process"), pytest.param(REDIS_URL, id="in Redis", marks=pytest.mark.redis)]


@pytest.fixture(params=WHERE)
def kept(request: pytest.FixtureRequest, settings: Any) -> None:
    """Wherever it is kept."""
    settings.REDIS_URL = request.param


def new_link() -> str:
    return uuid4().hex


async def heard_of(link: str) -> None:
    """Wait until the phone is known."""
    until = time.monotonic() + PATIENCE
    while not (await asyncio.to_thread(phones_by_seat, {1: link}))[1].is_here:
        assert time.monotonic() < until, "nobody has heard of the phone"
        await asyncio.sleep(0.01)


@pytest.mark.usefixtures("kept")
def test_a_phone_is_there_that_was_heard_of_and_shows_who_shares_its_address():
    first, second, third = new_link(), new_link(), new_link()
    note_phone(first, "10.0.0.7")
    note_phone(second, "10.0.0.7")
    note_phone(third, "10.0.0.8")

    assert phones_by_seat({1: first, 2: new_link(), 3: second, 5: third}) == {
        1: PhoneAt(is_here=True, beside=(3,)),
        2: PhoneAt(is_here=False),
        3: PhoneAt(is_here=True, beside=(1,)),
        5: PhoneAt(is_here=True),
    }
    assert phones_by_seat({}) == {}


def test_a_phone_that_has_said_nothing_for_two_heartbeats_is_gone(monkeypatch: pytest.MonkeyPatch, settings: Any):
    settings.REDIS_URL = ""
    link = new_link()
    note_phone(link, "10.0.0.7")
    later = time.monotonic() + KNOWN_SECONDS
    monkeypatch.setattr(phones.time, "monotonic", lambda: later - 0.5)
    assert phones_by_seat({1: link})[1].is_here
    monkeypatch.setattr(phones.time, "monotonic", lambda: later + 0.5)
    assert phones_by_seat({1: link}) == {1: PhoneAt(is_here=False)}


def test_phones_do_not_pile_up(monkeypatch: pytest.MonkeyPatch, settings: Any):
    settings.REDIS_URL = ""
    monkeypatch.setattr(phones, "MOST_KNOWN", 3)
    links = [new_link() for _ in range(5)]
    for link in links:
        note_phone(link, "10.0.0.7")

    assert [place.is_here for place in phones_by_seat(dict(enumerate(links))).values()] == [False] * 2 + [True] * 3


def test_while_redis_hangs_nobody_says_that_a_phone_is_gone(settings: Any):
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        link = new_link()
        note_phone(link, "10.0.0.7")

        assert phones_by_seat({1: link}) == {1: PhoneAt(is_here=None)}


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("part", ["", "version"])
@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_seat_is_known_while_it_listens_or_asks(part: str):
    event, link = make_event(), new_link()

    async def open_page(app: LiveApp) -> None:
        page = Page(app, f"/live/{event.code}/{part}", query=f"seat={link}")
        await page.read()
        await heard_of(link)
        await page.close()

    on_live_app(open_page)


@pytest.mark.parametrize("query", ["", "seat=", "seat=a%20b", "seat=" + "a" * 61, "seat=abc&more=1"])
@pytest.mark.django_db(transaction=True)
def test_whatever_else_stands_behind_the_address_is_nobodys_phone(query: str, monkeypatch: pytest.MonkeyPatch):
    event, told = make_event(), []
    monkeypatch.setattr("eventnight.live.app.note_phone", lambda *given: told.append(given))

    async def open_page(app: LiveApp) -> None:
        page = Page(app, f"/live/{event.code}/", query=query)
        assert "event: version" in await page.read()
        await page.close()

    on_live_app(open_page)
    assert told == []
