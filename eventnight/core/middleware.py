"""Turns a refusal that no view caught into a page, a fragment or problem details."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from engine.errors import RuleError
from eventnight.core.errors import BadRequest, NotFound, UserFacingError
from eventnight.core.problems import PROBLEM_TYPE, Refusal, problem_of

_NO_SUCH_CHARACTER = "The address holds a character that is in no name or code. Type it again, or scan the card."
_NOTHING_THERE = "The API has nothing at {}. Look the address up in its description, /api/v1/docs."


class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            # No name, code or link has that character, and PostgreSQL cannot even be asked for it.
            return _refused(request, BadRequest("address_malformed", _NO_SUCH_CHARACTER))
        response = self.get_response(request)
        if response.status_code == 404 and _is_api(request) and response["Content-Type"] != PROBLEM_TYPE:
            # No view had that address, so the framework answered with a page.
            return _refused(request, NotFound("unknown_address", _NOTHING_THERE.format(request.path)))
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a UserFacingError or RuleError; anything else is a fault and goes on."""
        return _refused(request, error) if isinstance(error, (UserFacingError, RuleError)) else None


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _refused(request: HttpRequest, error: Refusal) -> HttpResponse:
    problem = problem_of(error)
    if _is_api(request):
        return JsonResponse(problem.as_json(), status=problem.status, content_type=PROBLEM_TYPE)
    template = "components/_refusal.html" if request.headers.get("HX-Request") else "core/refusal.html"
    context = {"error": problem, "event": getattr(request, "event", None)}
    return render(request, template, context, status=problem.status)
