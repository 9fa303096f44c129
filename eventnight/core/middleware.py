"""Turns a refusal that no view caught into a page, a fragment or problem details."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from engine.errors import RuleError
from eventnight.core.errors import NotFound, UserFacingError
from eventnight.core.problems import PROBLEM_TYPE, Problem, problem_of

_NOTHING_THERE = "The API has nothing at {}. Look the address up in its description, /api/v1/docs."


class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 404 and _is_api(request) and response["Content-Type"] != PROBLEM_TYPE:
            # No view had that address, so the framework answered with a page.
            return _as_json(problem_of(NotFound("unknown_address", _NOTHING_THERE.format(request.path))))
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a UserFacingError or RuleError; anything else is a fault and goes on."""
        if not isinstance(error, (UserFacingError, RuleError)):
            return None
        problem = problem_of(error)
        if _is_api(request):
            return _as_json(problem)
        template = "components/_refusal.html" if request.headers.get("HX-Request") else "core/refusal.html"
        context = {"error": problem, "event": getattr(request, "event", None)}
        return render(request, template, context, status=problem.status)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _as_json(problem: Problem) -> JsonResponse:
    return JsonResponse(problem.as_json(), status=problem.status, content_type=PROBLEM_TYPE)
