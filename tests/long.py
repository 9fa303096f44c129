"""The tests that take long, as `long.txt` beside this file names them: plain `make test` leaves them out, and of the
two databases they run on SQLite alone. `make test ON=everything ARGS="-p tests.long"` notes them again.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

import pytest

SHORT = os.environ.get("EVENTNIGHT_SHORT") == "1"
"""Whether what takes long is left out."""
NOTED = Path(__file__).with_name("long.txt")
LONG = 0.25
"""Seconds that the longest case of a test takes, all that it sets up included."""

_took: dict[str, float] = defaultdict(float)


def name_of(nodeid: str) -> str:
    """A test without its parameters."""
    return nodeid.partition("[")[0]


def noted() -> frozenset[str]:
    return frozenset(NOTED.read_text().split())


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _took[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Notes what took long of the tests that ran; the others stay as they were noted."""
    if hasattr(session.config, "workerinput"):
        return
    ran = {name_of(nodeid) for nodeid in _took}
    took_long = {name_of(nodeid) for nodeid, seconds in _took.items() if seconds >= LONG}
    NOTED.write_text("".join(f"{name}\n" for name in sorted(noted() - ran | took_long)))
