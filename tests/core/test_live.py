"""The live stream, on the real server."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from tests.server import NightServer, new_night, running_server

CREATE = """
from datetime import UTC, datetime
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.services import NewEvent, create_event
now = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
create_event(new=NewEvent(house="wlia", code="LIVE-1", name="Live night", starts_at=now), press=Press(SYSTEM, now))
"""
CHANGE = """
from django.db import transaction
from eventnight.core.changes import lock_event
from eventnight.events.models import Event
with transaction.atomic():
    lock_event(Event.objects.get(code="LIVE-1").pk)
"""

RENAME = """
from datetime import UTC, datetime
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import update_event
now = datetime(2026, 11, 21, 18, 5, tzinfo=UTC)
update_event(event=Event.objects.get(code="LIVE-1"), name="Renamed elsewhere", press=Press(SYSTEM, now))
"""
FRESH_SECONDS = 2.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NightServer]:
    with running_server(new_night(tmp_path_factory.mktemp("live"))) as running:
        running.manage("shell", "-v", "0", "-c", CREATE)
        yield running


def read_event(stream: object) -> dict[str, str]:
    """The next event of a stream as its fields."""
    fields: dict[str, str] = {}
    for raw in stream:
        line = raw.decode().rstrip("\n")
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            return fields
    raise AssertionError("the stream ended")


def test_a_change_reaches_the_open_page_within_two_seconds(server: NightServer) -> None:
    with urllib.request.urlopen(f"{server.url}/live/LIVE-1/", timeout=20) as stream:
        first = read_event(stream)
        server.manage("shell", "-v", "0", "-c", CHANGE)
        second = read_event(stream)

    assert first["event"] == second["event"] == "version"
    assert int(second["data"]) == int(first["data"]) + 1


def test_a_late_listener_gets_the_newest_version_at_once(server: NightServer) -> None:
    with urllib.request.urlopen(f"{server.url}/live/LIVE-1/version", timeout=5) as answer:
        version = json.load(answer)["version"]
    with urllib.request.urlopen(f"{server.url}/live/LIVE-1/", timeout=5) as stream:
        assert int(read_event(stream)["data"]) == version


def test_an_unknown_event_has_no_stream(server: NightServer) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{server.url}/live/NOBODY/", timeout=5)

    assert refused.value.code == 404
    refused.value.close()


def test_the_server_tells_its_time(server: NightServer) -> None:
    with urllib.request.urlopen(f"{server.url}/live/time", timeout=5) as answer:
        assert json.load(answer)["now"] > 1_700_000_000_000


def test_a_page_shows_within_two_seconds_what_another_process_commits(server: NightServer) -> None:
    def page() -> str:
        with urllib.request.urlopen(f"{server.url}/e/LIVE-1/rules/", timeout=5) as answer:
            return answer.read().decode()

    assert "Renamed elsewhere" not in page()
    server.manage("shell", "-v", "0", "-c", RENAME)
    end = time.monotonic() + FRESH_SECONDS
    while "Renamed elsewhere" not in page():
        assert time.monotonic() < end, "the page stayed old"
        time.sleep(0.05)
