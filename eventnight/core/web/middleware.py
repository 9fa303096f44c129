"""What every request passes: the limit of public reads, and what turns a refusal that no view caught into a page, a
fragment or problem details.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views import defaults

from engine.errors import Refusal
from eventnight.core.database.unavailable import RETRY_SECONDS, unavailable
from eventnight.core.errors import BadRequest, FormTooOld, NotFound, NotTaken, TooManyRequests
from eventnight.core.fresh.reads import READS, is_public_read
from eventnight.core.problems import PROBLEM_TYPE, Problem, problem_of
from eventnight.core.sign_in.tries import TooManyTries
from eventnight.core.web.addresses import client_network
from eventnight.core.web.doorstep import body_too_large, fault_of, fault_of_form
from eventnight.core.web.methods import start_of

log = logging.getLogger(__name__)

_UNREADABLE = "The request cannot be read: it is broken or has too many fields. Reload the page and try again."
_NOTHING_THERE = "The API has nothing at {}. Look the address up in its description, /api/v1/docs."
_BROKEN = "Something broke on our side. Look before you send it again: with its key, an entry counts once."
_FORM_TOO_OLD = (
    "The form was older than your sign-in, so nothing was sent: go back, where what you typed is still there, reload "
    "the page and send it again."
)
_ONLY_SENT = "This address only takes what a form sends: open the page that the form is on."
_ONLY_READ = "Nothing can be sent to this page: open it again and use a form on it."
_ONE_AT_A_TIME = "More was asked for from your address than a full hall does. Ask again in {} s."


class PublicReadLimit:
    """Answers a flood of reads from one address with 429, before anything else is done for them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_public_read(request.method or "", request.path_info, shows_sign_in=_shows_sign_in(request)):
            seconds = READS.take(client_network(request), time.monotonic())
            if seconds:
                return _too_many(request, seconds)
        return self.get_response(request)


def _shows_sign_in(request: HttpRequest) -> bool:
    return "HTTP_AUTHORIZATION" in request.META or settings.SESSION_COOKIE_NAME in request.COOKIES


def _too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    # No template: during a flood each of them would cost more than what is refused.
    problem = problem_of(TooManyRequests("too_many_reads", _ONE_AT_A_TIME.format(seconds), seconds=seconds))
    if _is_api(request):
        response: HttpResponse = _problem_answer(problem)
    else:
        response = HttpResponse(problem.message, status=problem.status, content_type="text/plain; charset=utf-8")
    response["Retry-After"] = str(seconds)
    # Django would write a line for each; the stubs lack its mark for one that has been written.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


class DoorstepMiddleware:
    """Refuses what no view should read. It stands before the session's, which already asks the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        fault = fault_of(request)
        if fault is None and request.method == "POST" and not _is_api(request):
            fault = fault_of_form(request)
        return self.get_response(request) if fault is None else _refused(request, fault)


class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 404 and _is_api(request) and response["Content-Type"] != PROBLEM_TYPE:
            # No view had that address, so the framework answered with a page.
            return _refused(request, NotFound("unknown_address", _NOTHING_THERE.format(request.path)))
        if response.status_code == 405 and not response.content:
            return _not_taken(request, response["Allow"])
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a refusal, or a database that cannot be asked just now; anything else is a fault and goes on."""
        if isinstance(error, Refusal):
            return _refused(request, error)
        return _answer_unavailable(request, error)


def server_error(request: HttpRequest) -> HttpResponse:
    """What no view and no middleware caught: a database that is away is met outside of views as well."""
    return _behind(request, sys.exc_info()[1]) or _broken(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What the framework refused before a view was asked: a body too large, too many fields, a broken upload.

    A session that could not be written counts as deleted for Django, and the request as bad.
    """
    if answer := _behind(request, exception):
        return answer
    if isinstance(exception, RequestDataTooBig):
        return _refused(request, body_too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE))
    return _refused(request, BadRequest("request_unreadable", _UNREADABLE))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that is older than the sign-in, or that no page of ours sent."""
    return _refused(request, FormTooOld("form_too_old", _FORM_TOO_OLD, reason=reason))


def _not_taken(request: HttpRequest, allowed: str) -> HttpResponse:
    """A browser would show a page of its own for an answer without a body."""
    sentence = _ONLY_SENT if allowed == "POST" else _ONLY_READ
    answer = _refused(request, NotTaken("not_taken", sentence, allowed=allowed), home=start_of(request.path))
    answer["Allow"] = allowed
    return answer


def _behind(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """503 if the error came of a database that cannot be asked just now."""
    while error is not None:
        if answer := _answer_unavailable(request, error):
            return answer
        error = error.__cause__ or error.__context__
    return None


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _refused(request: HttpRequest, error: Refusal, *, home: str = "") -> HttpResponse:
    """home: where the page leads instead of back."""
    answer = _answered(request, error, home)
    if isinstance(error, TooManyTries):
        answer["Retry-After"] = str(error.wait + 1)
    return answer


def _answered(request: HttpRequest, error: Refusal, home: str) -> HttpResponse:
    problem = problem_of(error)
    if _is_api(request):
        return _problem_answer(problem)
    template = "components/_refusal.html" if request.headers.get("HX-Request") else "core/refusal.html"
    context = {"error": problem, "event": getattr(request, "event", None), "home": home}
    return render(request, template, context, status=problem.status)


def _answer_unavailable(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    refusal = unavailable(error)
    if refusal is None:
        return None
    log.warning("%s %s: %s", request.method, request.path, error)
    problem = problem_of(refusal)
    if _is_api(request):
        response: HttpResponse = _problem_answer(problem)
    else:
        # Without the request: who is signed in stands in the database.
        template = "components/_refusal.html" if request.headers.get("HX-Request") else "503.html"
        response = HttpResponse(render_to_string(template, {"error": problem}), status=problem.status)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def _broken(request: HttpRequest) -> HttpResponse:
    if not _is_api(request):
        return defaults.server_error(request)
    return _problem_answer(Problem(500, "server_error", "Something broke", _BROKEN, (), {}))


def _problem_answer(problem: Problem) -> JsonResponse:
    return JsonResponse(problem.as_json(), status=problem.status, content_type=PROBLEM_TYPE)
