"""The base of every API view: the event, the person, the permission and the shape of errors."""

from __future__ import annotations

from enum import Enum
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.exceptions import NotFound as ApiNotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Refusal
from eventnight.core.actors import Actor
from eventnight.core.api.conditions import holds_if_match, require_held, tag_content
from eventnight.core.errors import BadRequest, Forbidden
from eventnight.core.press import Press
from eventnight.core.presses import noting_replays
from eventnight.core.problems import PROBLEM_TYPE, Problem, problem_of
from eventnight.core.roles import Permission, Role
from eventnight.core.web.access import event_by_code, require
from eventnight.core.web.requests import SignedInRequest

if TYPE_CHECKING:
    from eventnight.events.models import Event


class Access(Enum):
    """Reads that need no sign-in."""

    PUBLIC = "public"


PUBLIC = Access.PUBLIC


class EventApiView(APIView):
    """An API view of one event. A subclass names its `permission`; without one, everybody is refused."""

    permission_classes = [AllowAny]
    event: Event
    actor: Actor
    roles: frozenset[Role]

    @property
    def permission(self) -> Permission | Access | None:
        """Who may: a subclass says so, most by a name in place of this."""
        return None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer, and say so where the request was a press that counted before."""
        with noting_replays() as replays:
            response = super().dispatch(request, *args, **kwargs)
        if replays and response.status_code < 400:
            response["Idempotency-Replayed"] = "true"
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Resolve the event and check the permission before the handler runs."""
        super().initial(request, *args, **kwargs)
        self.event = event_by_code(kwargs["code"])
        if self.permission is None:
            raise Forbidden("closed_address", "This address is open to nobody.")
        if self.permission is PUBLIC:
            return
        if not request.user.is_authenticated:
            self.permission_denied(request)
        self.roles = require(cast(SignedInRequest, request), self.event.pk, self.permission)
        self.actor = Actor.of(request.user, self.event)
        require_held(self, request)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """What a read answers carries an ETag, and so does the answer of a write that If-Match can guard."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code == HTTPStatus.OK and (request.method == "GET" or holds_if_match(self, request)):
            tag_content(request, response)
        return response

    def press(self, second: Actor | None = None) -> Press:
        """Who writes, now, and under which key; second: who signs besides. Raises as `idempotency_key`."""
        return self.press_without_key().under(self.idempotency_key()).signed_by(second)

    def press_under_any_key(self) -> Press:
        """As `press`, where a client that sends no key must make sure itself that it sends only once. Raises as
        `idempotency_key` for one that is no UUID.
        """
        return self.press() if "Idempotency-Key" in self.request.headers else self.press_without_key()

    def press_without_key(self) -> Press:
        """Who writes, and when."""
        return Press(self.actor, timezone.now())

    def idempotency_key(self) -> UUID:
        """The client's key for this press. Raises BadRequest when the header is absent or no UUID."""
        text = self.request.headers.get("Idempotency-Key", "")
        if not text:
            raise BadRequest(
                "idempotency_key_missing",
                "This request must count once. Send a UUID in the Idempotency-Key header.",
            )
        try:
            return UUID(text)
        except ValueError as error:
            raise BadRequest(
                "idempotency_key_malformed", f"{text} is not a UUID. Send one in the Idempotency-Key header."
            ) from error


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every API error as RFC 9457 problem details; faults of ours go on to the server's log."""
    if isinstance(error, Refusal):
        return _with_wait(_answer(problem_of(error)), error)
    if isinstance(error, Http404):
        error = ApiNotFound()
    if not isinstance(error, APIException):
        return None
    response = _answer(_problem_of_framework(error))
    if auth_header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = auth_header
    return _with_wait(response, error)


def _with_wait(response: Response, error: Exception) -> Response:
    """Says when a client that has to wait may come again."""
    if wait := getattr(error, "wait", None):
        response["Retry-After"] = str(int(wait) + 1)
    return response


def _problem_of_framework(error: APIException) -> Problem:
    if isinstance(error, ValidationError):
        return Problem(
            400, "invalid_fields", "Incomplete request", _first_sentence(error), (), {"fields": error.detail}
        )
    code = error.get_codes()
    return Problem(
        status=error.status_code,
        code=code if isinstance(code, str) else error.default_code,
        title=HTTPStatus(error.status_code).phrase,
        message=str(error.detail),
        rules=(),
        facts={},
    )


def _first_sentence(error: ValidationError) -> str:
    path: list[str] = []
    detail: object = error.detail
    while isinstance(detail, (dict, list)) and detail:
        if isinstance(detail, dict):
            field, detail = next(iter(detail.items()))
            path.append(str(field))
        else:
            detail = next(filter(None, detail))
    return f"{'.'.join(path)}: {detail}" if path else str(detail)


def _answer(problem: Problem) -> Response:
    return Response(problem.as_json(), status=problem.status, content_type=PROBLEM_TYPE)
