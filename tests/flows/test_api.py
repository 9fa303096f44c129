"""The API keeps its description: made without a warning, every key and every refusal told, no surprise in answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from eventnight.core.problems import PROBLEM_TYPE
from eventnight.night.api import examples as api_examples
from tests.flows.nights import OpenNight
from tests.flows.pressing import nothing_changes, press_api

UPLOADS = {"PictureInput", "RosterInput"}
METHODS = ("get", "post", "put", "patch", "delete")

MAY_GO_WITHOUT = {
    "bank": r"(?!)",
    "raffle": r"(opening|promise|buckets|freeze|reopening|entropy|finish|prizes)/.*",
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


WITHOUT_KEY_TOO = "press_under_any_key"
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


def calls(view: type, name: str) -> set[str]:
    """The names that a method of the view uses; none where it has no such method."""
    code = getattr(getattr(view, name, None), "__code__", None)
    return set(code.co_names) if code else set()


def asks_for_key(view: type, name: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a method of the view, or one of its own that it calls, must be given an idempotency key."""
    called = calls(view, name) - {WITHOUT_KEY_TOO}
    if name in seen:
        return False
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
    taking = {each[:2] for each in operations(description) if WITHOUT_KEY_TOO in calls(view_of(each[0]), each[1])}
    telling = {
        (path, method): parameter.get("required", False)
        for path, method, operation in operations(description)
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "header" and parameter["name"] == "Idempotency-Key"
    }

    assert len(asking) > 30
    assert {each for each, is_required in telling.items() if is_required} == asking
    assert {each for each, is_required in telling.items() if not is_required} == taking


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
        for status in ("400", "401", "403", "404", "409", "412", "413", "422", "429", "503")
        if list(operation["responses"].get(status, {}).get("content", ())) != [PROBLEM_TYPE]
    ]

    assert untold == []
    assert description["components"]["schemas"]["Problem"]["required"][:4] == ["type", "title", "status", "detail"]


def test_every_operation_has_a_sentence(description):
    assert [
        f"{method} {path}" for path, method, operation in operations(description) if not operation["description"]
    ] == []


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
