"""Turns a refusal that no view caught into a page, a fragment or problem details."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from engine.errors import RuleError
from eventnight.core.errors import UserFacingError
from eventnight.core.problems import problem_of


class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a UserFacingError or RuleError; anything else is a fault and goes on."""
        if not isinstance(error, (UserFacingError, RuleError)):
            return None
        problem = problem_of(error)
        if request.path.startswith("/api/"):
            return JsonResponse(problem.as_json(), status=problem.status, content_type="application/problem+json")
        template = "components/_refusal.html" if request.headers.get("HX-Request") else "core/refusal.html"
        context = {"error": problem, "event": getattr(request, "event", None)}
        return render(request, template, context, status=problem.status)
