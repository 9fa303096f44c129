"""Which phones are at their seats: their pages say so, and the host's process reads it, or says nothing."""

from __future__ import annotations

import asyncio
import socket
import time
from threading import Event
from typing import Any
from uuid import uuid4

import pytest

from eventnight.core.fresh import phones
from eventnight.core.fresh.phones import KNOWN_SECONDS, PhoneAt, note_phone, phone_name, phones_by_seat
from eventnight.live.app import LiveApp
from tests.conftest import REDIS_URL
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
    note_phone(phone_name(first), "10.0.0.7")
    note_phone(phone_name(second), "10.0.0.7")
    note_phone(phone_name(third), "10.0.0.8")

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
    note_phone(phone_name(link), "10.0.0.7")
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
        note_phone(phone_name(link), "10.0.0.7")

    assert [place.is_here for place in phones_by_seat(dict(enumerate(links))).values()] == [False] * 2 + [True] * 3


def test_while_redis_hangs_nobody_says_that_a_phone_is_gone(settings: Any):
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        link = new_link()
        note_phone(phone_name(link), "10.0.0.7")

        assert phones_by_seat({1: link}) == {1: PhoneAt(is_here=None)}


@pytest.mark.usefixtures("kept")
def test_the_page_of_a_seat_says_that_it_is_open():
    link = new_link()

    async def open_page(app: LiveApp) -> None:
        page = Page(app, "/live/here", query=f"phone={phone_name(link)}", address="10.0.0.9")
        await page.read()
        assert page.status == 200
        await heard_of(link)

    on_live_app(open_page)


@pytest.mark.parametrize("query", ["", "phone=", "phone=Z", f"phone={'a' * 33}", f"phone={'a' * 32}&more=1"])
def test_whatever_else_stands_behind_the_address_is_nobodys_phone(query: str, monkeypatch: pytest.MonkeyPatch):
    told: list[Any] = []
    monkeypatch.setattr("eventnight.live.app.note_phone", lambda *given: told.append(given))

    async def open_page(app: LiveApp) -> None:
        await Page(app, "/live/here", query=query).read()

    on_live_app(open_page)
    assert told == []


def test_a_store_that_hangs_holds_up_nobody_and_little_waits_for_it(monkeypatch: pytest.MonkeyPatch):
    answers, told = Event(), []

    def hang(name: str, network: str) -> None:
        told.append(name)
        answers.wait(PATIENCE)

    monkeypatch.setattr("eventnight.live.app.note_phone", hang)
    monkeypatch.setattr("eventnight.live.app.MOST_WAITING", 3)

    async def say(app: LiveApp) -> None:
        for number in (1, 1, 2, 3, 4, 5, 1):
            await Page(app, "/live/here", query=f"phone={number:032x}").read()
        until = time.monotonic() + PATIENCE
        while not told and time.monotonic() < until:
            await asyncio.sleep(0.01)
        assert told == [f"{1:032x}"]
        answers.set()

    on_live_app(say)
    assert len(told) <= 3


def test_the_link_of_a_card_is_told_nobody():
    link = new_link()

    assert link not in phone_name(link)
    assert len(phone_name(link)) == 32


def test_where_pages_and_streams_are_apart_without_redis_nobody_says_that_a_phone_is_gone(settings: Any):
    settings.REDIS_URL, settings.CELERY_IS_EMBEDDED = "", False
    link = new_link()
    note_phone(phone_name(link), "10.0.0.7")

    assert phones_by_seat({1: link}) == {1: PhoneAt(is_here=None)}
