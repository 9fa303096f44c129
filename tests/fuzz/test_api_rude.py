"""No request to the API, whoever makes it and whatever is in it, is answered with a fault of the server."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.flows.test_api import operations
from tests.fuzz import rude
from tests.fuzz.budget import SEED, share
from tests.fuzz.night import FuzzedNight

pytestmark = pytest.mark.django_db

MANY = ("organiser", "superuser")
"""Who may do everything, and so gets furthest; they make two requests of three."""

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def test_no_request_is_answered_with_a_fault_of_the_server(capsys: pytest.CaptureFixture):
    night, description = FuzzedNight(), SchemaGenerator().get_schema(public=True)
    found = list(operations(description))
    each = share(60, len(found))

    for path, method, operation in found:
        rng = Random(f"{SEED} {method} {path}")
        example = example_of(operation)
        with night.taken_back():
            for _ in range(each):
                send(night, rng, path, method.upper(), example)

    with capsys.disabled():
        print(night.told("API, rude"))
    night.must_be_clean()


def example_of(operation: dict[str, Any]) -> Any:
    """The body that the description shows; an empty one where there is none."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return content.get("example", {})


def send(night: FuzzedNight, rng: Random, path: str, method: str, example: Any) -> None:
    """One request by one of the callers."""
    caller = rng.choice(MANY) if rng.random() < 0.66 else rng.choice(night.callers)
    if rng.random() < 0.03:
        method = rng.choice(METHODS)
    address = rude.rude_path(rng, path, night.places_of(path))
    headers = {"Idempotency-Key": str(uuid4()), **rude.rude_headers(rng)}
    body, content_type = rude.as_json(rude.rude_body(rng, example)), "application/json"
    if rng.random() < 0.03:
        body = rng.choice(rude.BODIES)
    if rng.random() < 0.03:
        content_type = rng.choice(rude.CONTENT_TYPES)
    answer = night.client(caller).generic(method, address, body, content_type, headers=headers)
    night.note(caller, answer, f"{method} {address} {headers} {content_type} {body[:300]!r}")
