"""What every test shares: visible skips for absent services, and no skip where they are demanded."""

from __future__ import annotations

import os
import shutil

import pytest
import redis
from django.core.cache import cache
from django.db import connection

from eventnight.core.snapshots import SNAPSHOTS

REDIS_URL = os.environ.get("REDIS_URL", "")
CHROMIUM = os.environ.get("CHROMIUM", "") or shutil.which("chromium") or ""
NO_SKIP = os.environ.get("EVENTNIGHT_NO_SKIP") == "1"


def _missing(item: pytest.Item) -> str:
    """Why the test cannot run here; empty when it can."""
    if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
        return "needs PostgreSQL: set DATABASE_URL"
    if item.get_closest_marker("redis") and not _redis_answers():
        return "needs Redis: set REDIS_URL"
    if item.get_closest_marker("browser") and not CHROMIUM:
        return "needs Chromium: install it or set CHROMIUM"
    return ""


def _redis_answers() -> bool:
    if not REDIS_URL:
        return False
    try:
        return bool(redis.Redis.from_url(REDIS_URL, socket_connect_timeout=1).ping())
    except redis.RedisError:
        return False


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip visibly what this machine lacks; fail it where skipping is forbidden."""
    reason = _missing(item)
    if reason and NO_SKIP:
        pytest.fail(reason, pytrace=False)
    if reason:
        pytest.skip(reason)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """No page or counter of one test reaches the next."""
    SNAPSHOTS.forget()
    cache.clear()
