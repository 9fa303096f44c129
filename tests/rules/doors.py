"""A plugin of pytest: notes by which doors each test of a rule went, in whatever process it ran.

A test that sends a request goes through a page or through the API, one that only uses the database through a service,
any other through the engine alone. What is noted is what happened, not what names or folders say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest
from django.core.signals import request_started

PAGE, API, SERVICE, ENGINE = "page", "API", "service", "engine"
DOORS = (PAGE, API, SERVICE, ENGINE)
BY_RULE: dict[str, set[str]] = defaultdict(set)
"""Of the tests that passed, by the id of a rule; complete in the process that began the run."""
_NOTED = "doors"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """See every request of the test."""
    went: set[str] = set()

    def seen(environ: dict[str, Any], **_: object) -> None:
        went.add(API if environ["PATH_INFO"].startswith("/api/") else PAGE)

    request_started.connect(seen)
    try:
        return (yield)
    finally:
        request_started.disconnect(seen)
        usual = SERVICE if item.get_closest_marker("django_db") else ENGINE
        rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
        item.user_properties.append((_NOTED, [rules, sorted(went) or [usual]]))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collect it; a test that failed has shown nothing."""
    if report.when != "call" or not report.passed:
        return
    for name, value in report.user_properties:
        if name == _NOTED:
            rules, doors = value
            for rule in rules:
                BY_RULE[rule] |= set(doors)
