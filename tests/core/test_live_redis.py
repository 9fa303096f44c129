"""The live stream fed by Redis."""

from __future__ import annotations

import time
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import REDIS_URL
from tests.core.test_live import CHANGE, CREATE, read_event
from tests.server import running_server

pytestmark = pytest.mark.redis


def test_a_published_version_reaches_the_open_page(tmp_path: Path) -> None:
    with running_server(f"sqlite:///{tmp_path / 'night.sqlite3'}", REDIS_URL=REDIS_URL) as server:
        server.manage("shell", "-v", "0", "-c", CREATE)
        with urllib.request.urlopen(f"{server.url}/live/LIVE-1/", timeout=20) as stream:
            first = read_event(stream)
            time.sleep(1)
            server.manage("shell", "-v", "0", "-c", CHANGE)
            second = read_event(stream)

    assert int(second["data"]) == int(first["data"]) + 1
