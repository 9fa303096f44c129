"""A refusal looks alike on every face: status, code, sentence, rules and numbers."""

from __future__ import annotations

import json

import pytest
from django import forms
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from rest_framework import exceptions

from engine.errors import RuleError
from eventnight.core.api.base import exception_handler
from eventnight.core.errors import BadRequest, Conflict, Forbidden, NotFound, UserFacingError
from eventnight.core.forms import ServiceForm, refusing
from eventnight.core.problems import problem_of
from eventnight.core.web.middleware import RefusalMiddleware

REFUSALS = [
    pytest.param(UserFacingError("rebuy_amount", "Take $10.", rules=("WLIA-3",), paid=1550), 422, id="rule-of-ours"),
    pytest.param(RuleError("odd_bet", "Bet 10.", rules=("WLIA-5",), paid=1550), 422, id="rule-of-the-engine"),
    pytest.param(BadRequest("key_missing", "Send a key."), 400, id="incomplete"),
    pytest.param(Forbidden("role_missing", "Ask the organiser."), 403, id="no-role"),
    pytest.param(NotFound("unknown_player", "Search by name."), 404, id="unknown"),
    pytest.param(Conflict("already", "Nora was first."), 409, id="conflict"),
]


@pytest.mark.parametrize(("error", "status"), REFUSALS)
def test_a_refusal_becomes_problem_details(error: UserFacingError, status: int):
    answer = exception_handler(error, {})

    assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
    assert answer.data == {
        "type": f"urn:eventnight:problem:{error.code}",
        "title": problem_of(error).title,
        "status": status,
        "detail": error.message,
        "code": error.code,
        "rules": list(error.rules),
        "facts": error.facts,
    }
    assert json.loads(json.dumps(answer.data)) == answer.data


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (exceptions.ValidationError({"paid": ["A whole number is needed."]}), 400, "invalid_fields"),
        (exceptions.ParseError(), 400, "parse_error"),
        (exceptions.MethodNotAllowed("GET"), 405, "method_not_allowed"),
        (exceptions.Throttled(wait=2.5), 429, "throttled"),
    ],
)
def test_refusals_of_the_framework_take_the_same_shape(error: exceptions.APIException, status: int, code: str):
    answer = exception_handler(error, {})

    assert (answer.status_code, answer.data["status"], answer.data["code"]) == (status, status, code)
    assert answer.content_type == "application/problem+json"


def test_a_wrong_field_is_named():
    answer = exception_handler(exceptions.ValidationError({"paid": ["A whole number is needed."]}), {})

    assert answer.data["detail"] == "paid: A whole number is needed."
    assert answer.data["facts"]["fields"] == {"paid": ["A whole number is needed."]}


def test_a_throttled_client_is_told_when_to_come_back():
    assert exception_handler(exceptions.Throttled(wait=2.5), {})["Retry-After"] == "4"


def test_a_fault_of_ours_is_never_turned_into_an_answer():
    assert exception_handler(ZeroDivisionError(), {}) is None
    assert _middleware().process_exception(RequestFactory().get("/"), ZeroDivisionError()) is None


def test_a_form_keeps_the_refusal_with_its_rules():
    form = ServiceForm({"request_id": "6ba7b810-9dad-11d1-80b4-00c04fd430c8"})
    assert form.is_valid()

    with refusing(form):
        raise UserFacingError("rebuy_amount", "Take a multiple of $10.00.", rules=("WLIA-3",))

    assert form.non_field_errors() == ["Take a multiple of $10.00."]
    assert (form.refusal.code, form.refusal.rules) == ("rebuy_amount", ("WLIA-3",))
    assert str(form.key) == form.data["request_id"]


def test_a_form_lets_a_fault_of_ours_pass():
    with pytest.raises(ZeroDivisionError), refusing(forms.Form({})):
        raise ZeroDivisionError


@pytest.mark.parametrize(("error", "status"), REFUSALS)
def test_a_refusal_nobody_caught_becomes_a_page_with_the_sentence(error: UserFacingError, status: int):
    answer = _middleware().process_exception(RequestFactory().get("/staff/X/desk/"), error)

    assert (answer.status_code, answer["Content-Type"]) == (status, "text/html; charset=utf-8")
    assert error.message in answer.content.decode()
    assert all(rule in answer.content.decode() for rule in error.rules)


def test_a_fragment_is_answered_with_a_fragment():
    request = RequestFactory().get("/staff/X/desk/", headers={"HX-Request": "true"})

    answer = _middleware().process_exception(request, NotFound("unknown_player", "Search by name."))

    assert "Search by name." in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_below_the_api_even_early_refusals_are_problem_details():
    answer = _middleware().process_exception(
        RequestFactory().get("/api/v1/events/X/"), NotFound("unknown_event", "Check the address.")
    )

    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert json.loads(answer.content)["code"] == "unknown_event"


def _middleware() -> RefusalMiddleware:
    def answer(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    return RefusalMiddleware(answer)
