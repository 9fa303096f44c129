"""Whatever fits the API's description is answered as described, whoever asks; and the books verify after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from rest_framework.authtoken.models import Token
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.deep import some
from tests.fuzz.budget import SEED, share
from tests.fuzz.night import FuzzedNight

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
ORGANISER_OF = 3
"""Of so many requests one is somebody else's: the organiser gets furthest."""


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """A request closes no connection, as with Django's own test client: the test's transaction is on it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_connection")
def test_no_press_surprises_the_api(subtests: pytest.Subtests, capsys: pytest.CaptureFixture):
    night = FuzzedNight()
    tokens = {caller: Token.objects.create(user=user).key for caller, user in night.users.items() if user}
    api = schemathesis.openapi.from_wsgi("/api/v1/schema", app=get_wsgi_application())
    operations = some((found.ok() for found in api.get_all_operations()), one_of=3)
    few = settings(
        max_examples=share(20, len(operations)),
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    for operation in operations:
        with subtests.test(operation.label), night.taken_back():
            press_at_will(operation, night, tokens, few)

    with capsys.disabled():
        print(night.told("API, as described"))
    night.must_be_clean()


def press_at_will(operation: Any, night: FuzzedNight, tokens: dict[str, str], few: settings) -> None:
    """Send what Hypothesis makes of the operation's description, as somebody, and check every answer."""
    places = night.places_of(operation.path)
    callers = st.sampled_from(["organiser"] * ORGANISER_OF * len(night.callers) + night.callers)

    @few
    @seed(SEED)
    @given(case=operation.as_strategy(), caller=callers)
    def press(case: schemathesis.Case, caller: str) -> None:
        case.path_parameters |= {name: places[name] for name in case.path_parameters.keys() & places.keys()}
        headers = {"Authorization": f"Token {tokens[caller]}"} if caller in tokens else {}
        answer = case.call_and_validate(headers=headers, checks=CHECKS)
        night.count(caller, answer.status_code, may_have_written=operation.method.lower() != "get")

    press()
