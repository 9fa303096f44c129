"""The API keeps its description: made without a warning, every key and every refusal told, no surprise in answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.authtoken.models import Token
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from eventnight.core.problems import PROBLEM_TYPE
from eventnight.night import api_examples
from tests.flows.nights import OpenNight
from tests.flows.pressing import nothing_changes, press_api
from tests.flows.refused import raffle_opened

EXAMPLES = 4 if connection.vendor == "sqlite" else 1
"""Presses for each operation; the whole run is to stay under 40 seconds. What the API answers to nonsense is no matter
of the database.
"""

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FEW = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
UPLOADS = {"PictureInput", "RosterInput"}
METHODS = ("get", "post", "put", "patch", "delete")

MAY_GO_WITHOUT = {
    "bank": r"(?!)",
    "raffle": r"(opening|buckets|freeze|reopening|entropy|finish|prizes)/.*",
    "tables": r".*(/preview/|/withdraw/)",
    "holdem": r"|flights/{flight_id}/(clock/.*|counts/|bust-outs/{hand}/|entries/{player}/seat/|break-order/)"
    r"|flights/{flight_id}/(hand-for-hand/.*|kept-seats/.*|moves/(refusal|undo)/)"
    r"|flights/{flight_id}/tables/{table}/(button|colour-up/plan)/"
    r"|{holdem_id}/(prizes/(fixed/)?|deals/{deal_id}/(agreements/)?)",
}
"""Writes without a key: they book nothing, or are bound to a state that a second press finds changed."""

Operation = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    """The OpenAPI document as a program reads it."""
    return SchemaGenerator().get_schema(public=True)


def test_every_body_has_an_example_of_its_own_shape(description: dict[str, Any]):
    for path, method, operation in operations(description):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        name = (content or {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
        if not name or name in UPLOADS:
            continue
        assert "example" in content, f"{method} {path}: {name}"
        schema = description["components"]["schemas"][name]
        assert set(content["example"]) <= set(schema["properties"]), name
        whole = {**schema, "components": description["components"]}
        jsonschema.Draft202012Validator(whole).validate(content["example"])


def test_no_example_is_left_of_a_body_that_is_gone(description: dict[str, Any]):
    assert set(api_examples.EXAMPLES) <= set(description["components"]["schemas"])


IN_PATHS = {"move": "skip"}
"""What stands in an address where 1 would not fit."""


def operations(description: dict[str, Any]) -> Iterator[Operation]:
    for path, by_method in description["paths"].items():
        for method, operation in by_method.items():
            if method in METHODS:
                yield path, method, operation


def view_of(path: str) -> type:
    """The view behind an address of the description."""
    return resolve(re.sub(r"\{(\w+)\}", lambda name: IN_PATHS.get(name[1], "1"), path)).func.cls


def asks_for_key(view: type, name: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a method of the view, or one of its own that it calls, reads the idempotency key."""
    code = getattr(getattr(view, name, None), "__code__", None)
    if code is None or name in seen:
        return False
    called = set(code.co_names)
    return "idempotency_key" in called or any(asks_for_key(view, one, seen | {name}) for one in called)


def test_the_description_is_valid_openapi_3_1_and_made_without_a_warning(tmp_path):
    file = tmp_path / "schema.yml"

    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))

    assert file.read_text().startswith("openapi: 3.1.0")


@pytest.mark.django_db
def test_the_description_is_served_to_everybody(client):
    answer = client.get("/api/v1/schema", {"format": "json"})

    assert (answer.status_code, answer.json()["openapi"], answer.json()["info"]["title"]) == (
        200,
        "3.1.0",
        "EventNight",
    )


def test_the_key_is_told_exactly_where_it_is_asked_for(description):
    asking = {(path, method) for path, method, _ in operations(description) if asks_for_key(view_of(path), method)}
    telling = {
        (path, method)
        for path, method, operation in operations(description)
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "header" and parameter["name"] == "Idempotency-Key" and parameter["required"]
    }

    assert len(asking) > 30
    assert (asking - telling, telling - asking) == (set(), set())


@pytest.mark.parametrize("part", list(MAY_GO_WITHOUT))
def test_whatever_moves_chips_money_or_tickets_asks_for_a_key(description, part: str):
    of_part = [each[:2] for each in operations(description) if f"{{code}}/{part}/" in each[0] and each[1] != "get"]
    keyless = [path for path, method in of_part if not asks_for_key(view_of(path), method)]

    assert of_part
    allowed = rf".*/{part}/({MAY_GO_WITHOUT[part]})"
    assert [path for path in keyless if not re.fullmatch(allowed, path)] == []


def test_every_refusal_is_told_as_problem_details(description):
    untold = [
        f"{method} {path} {status}"
        for path, method, operation in operations(description)
        for status in ("400", "401", "403", "404", "409", "422")
        if list(operation["responses"].get(status, {}).get("content", ())) != [PROBLEM_TYPE]
    ]

    assert untold == []
    assert description["components"]["schemas"]["Problem"]["required"][:4] == ["type", "title", "status", "detail"]


def test_every_operation_has_a_sentence(description):
    assert [
        f"{method} {path}" for path, method, operation in operations(description) if not operation["description"]
    ] == []


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """A request closes no connection, as with Django's own test client: the test's transaction is on it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def night(db) -> OpenNight:
    """A small night in which every part is open."""
    opened = OpenNight()
    raffle_opened(opened)
    assert all((opened.bracket, opened.table, opened.bet, opened.flight))
    return opened


def places_of(night: OpenNight, path: str) -> dict[str, object]:
    """What stands at the places of an address, so that presses reach a night that is there."""
    return {
        "code": night.code,
        "bracket_id": night.bracket,
        "table_id": night.wheel if "roulette" in path else night.table,
        "bet_id": night.bet,
        "flight_id": night.flight,
        "holdem_id": night.holdem,
        "player": "P001",
        "bucket": "B1",
        "prize": "B1",
        "number": 1,
        "seat": 3,
        "sequence": 1,
    }


@pytest.mark.usefixtures("_one_connection")
def test_no_press_surprises_the_api(night: OpenNight, subtests: pytest.Subtests):
    """Whatever fits the description is answered as described; no answer is a fault of the server."""
    api = schemathesis.openapi.from_wsgi("/api/v1/schema", app=get_wsgi_application())
    token = Token.objects.create(user=night.organiser)

    for found in api.get_all_operations():
        operation = found.ok()
        with subtests.test(operation.label):
            press_at_will(operation, places_of(night, operation.path), token.key)


def press_at_will(operation: Any, places: dict[str, object], token: str) -> None:
    """Send what Hypothesis makes of the operation's description, and check every answer."""

    @FEW
    @given(case=operation.as_strategy())
    def press(case: schemathesis.Case) -> None:
        case.path_parameters |= {name: places[name] for name in case.path_parameters.keys() & places.keys()}
        case.call_and_validate(headers={"Authorization": f"Token {token}"}, checks=CHECKS)

    press()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("bank/rebuys/", {"player": "P001", "paid": 10**30}, "paid"),
        ("bank/donations/", {"paid": 2**63}, "paid"),
        ("bank/first-stacks/", {"player": "P001", "paid": 2**63}, "paid"),
        ("raffle/sales/", {"player": "P001", "paid": 10**12}, "paid"),
        ("raffle/buckets/", {"item": "Quilt", "value": 10**30}, "value"),
    ],
)
def test_more_money_than_there_is_does_not_reach_the_database(address: str, body: dict[str, object], field: str):
    night = OpenNight()
    ruth = night.organiser

    with nothing_changes():
        answer = press_api(ruth, f"{night.code}/{address}", body)

    assert (answer.status_code, list(answer.json()["facts"]["fields"])) == (400, [field])
