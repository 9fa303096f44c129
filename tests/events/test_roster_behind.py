"""A list that takes long is read after its request was answered, on a page of its own, and loses nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone

from eventnight.core.roles import Role
from eventnight.core.uploads import apart
from eventnight.events.models import Event, RosterUpload
from eventnight.events.services import uploads
from tests.factories import current_version, make_event, make_staff

pytestmark = pytest.mark.django_db(transaction=True)

GOOD = b"name\nAnn Bee\nBob Cee\n"
NO_HEADINGS = b"street,town\nHigh Street,Hall\n"


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def organiser(event: Event) -> Client:
    client = Client()
    client.force_login(make_staff(event, Role.ORGANISER))
    return client


@pytest.fixture(autouse=True)
def nothing_is_read_at_the_form() -> Iterator[None]:
    """Every file takes longer than its sender waits; none is still being read when the test ends."""
    with override_settings(UPLOAD_SECONDS_AT_THE_FORM=0):
        yield
    _when_read()


def _when_read() -> None:
    for thread in threading.enumerate():
        if thread.name == "roster":
            thread.join()


def _send(client: Client, event: Event, content: bytes = GOOD) -> str:
    """Upload the file at the form; returns the address of its page."""
    file = SimpleUploadedFile("people.csv", content)
    return client.post(f"/organise/{event.code}/roster/", {"roster": file})["Location"]


def _send_to_api(client: Client, event: Event, content: bytes = GOOD, **fields: object) -> HttpResponse:
    file = SimpleUploadedFile("people.csv", content)
    return client.post(f"/api/v1/events/{event.code}/roster/", {"roster": file, **fields})


def test_the_page_says_that_the_list_is_being_read_and_then_shows_it(organiser: Client, event: Event):
    page = _send(organiser, event)
    waiting = organiser.get(page).content.decode()
    before = current_version(event.pk)
    _when_read()

    assert "Reading the list" in waiting
    assert f'data-live="{page}list/"' in waiting
    assert current_version(event.pk) > before
    for address in (page, f"{page}list/"):
        shown = organiser.get(address).content.decode()
        assert "2 players will be added" in shown
        assert f'data-live="{page}' not in shown
    organiser.post(f"{page}import/")
    assert event.players.count() == 2


def test_nobody_is_imported_from_a_list_that_is_still_being_read(organiser: Client, event: Event):
    pressed = organiser.post(f"{_send(organiser, event)}import/")

    assert pressed.status_code == 409
    assert "people.csv is still being read" in pressed.content.decode()
    assert event.players.count() == 0


def test_the_same_file_sent_again_meanwhile_is_not_read_twice(organiser: Client, event: Event):
    pages = {_send(organiser, event) for _ in range(apart.AT_ONCE + 1)}

    assert len(pages) == 1
    assert RosterUpload.objects.count() == 1


def test_why_a_list_cannot_be_read_is_told_on_its_page_and_then_at_the_form(organiser: Client, event: Event):
    page = _send(organiser, event, NO_HEADINGS)
    _when_read()
    told, pressed = organiser.get(page), organiser.post(f"{page}import/")
    again = organiser.post(f"/organise/{event.code}/roster/", {"roster": SimpleUploadedFile("x.csv", NO_HEADINGS)})

    assert "names no column for people" in told.content.decode()
    for answer in (pressed, again):
        assert answer.status_code == 422
        assert "names no column for people" in answer.content.decode()
    assert RosterUpload.objects.get().content == b""


def test_a_file_that_was_refused_long_ago_is_read_again(organiser: Client, event: Event):
    _send(organiser, event, NO_HEADINGS)
    _when_read()
    RosterUpload.objects.update(uploaded_at=timezone.now() - uploads.STANDS - timedelta(seconds=1))

    page = _send(organiser, event, NO_HEADINGS)

    assert "Reading the list" in organiser.get(page).content.decode()


def test_a_list_whose_server_ended_is_sent_again(organiser: Client, event: Event):
    page = _send(organiser, event)
    _when_read()
    RosterUpload.objects.update(reading_since=timezone.now() - timedelta(minutes=2), content=b"")
    told = organiser.get(page).content.decode()

    again = _send(organiser, event)
    _when_read()

    assert "Reading was interrupted" in told
    assert f'data-live="{page}' not in told
    assert "2 players will be added" in organiser.get(again).content.decode()


def test_a_program_is_told_to_come_again_and_then_gets_the_list(organiser: Client, event: Event):
    first = _send_to_api(organiser, event, dry_run=False)
    _when_read()
    second = _send_to_api(organiser, event, dry_run=False)

    assert (first.status_code, first["Retry-After"]) == (202, "2")
    assert first.json()["reading_since"] is not None
    assert (second.status_code, second.json()["players_added"], second.json()["reading_since"]) == (200, 2, None)
    assert event.players.count() == 2


def test_a_program_is_told_why_the_list_cannot_be_read_when_it_comes_again(organiser: Client, event: Event):
    first = _send_to_api(organiser, event, NO_HEADINGS)
    _when_read()
    second = _send_to_api(organiser, event, NO_HEADINGS)

    assert first.status_code == 202
    assert (second.status_code, second.json()["code"]) == (422, "roster_no_header")
