"""If-Match: a write that a program sends only counts while the resource is what the program has read."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol

from django.db import transaction
from django.http import HttpResponse
from django.utils.http import parse_etags
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.schema import IF_MATCH
from eventnight.core.changes import lock_event
from eventnight.core.errors import Changed
from eventnight.core.web.etags import etag_of, not_modified

if TYPE_CHECKING:
    from eventnight.core.api.base import EventApiView
    from eventnight.events.models import Event

Handler = Callable[..., Response]


class ReadView(Protocol):
    """A view whose resource can be read, and so has an ETag to compare with."""

    event: Event

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response: ...

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response: ...


ANY = "*"


def if_matched(handler: Handler) -> Handler:
    """A PUT, PATCH or DELETE of a view with a `get`: where the request names tags, it is handled under the event's lock
    and only if the resource has one of them.

    Raises Changed("changed_since").
    """

    @wraps(handler)
    def held(view: ReadView, request: Request, *args: Any, **kwargs: Any) -> Response:
        wanted = request.headers.get("If-Match")
        if wanted is None:
            return handler(view, request, *args, **kwargs)
        with transaction.atomic():
            view.event = lock_event(view.event.pk).event
            current = _tag_now(view, request, *args, **kwargs)
            if ANY not in (tags := parse_etags(wanted)) and current not in tags:
                raise Changed(
                    "changed_since",
                    f"This was changed after it was read: its ETag is {current} now. Read it again, and send the "
                    "change with the new tag.",
                    etag=current,
                )
            return handler(view, request, *args, **kwargs)

    vars(held)["holds_if_match"] = True
    told: Handler = extend_schema(parameters=[IF_MATCH])(held)
    return told


def holds_if_match(view: EventApiView, request: Request) -> bool:
    """Whether what handles the request compares If-Match."""
    return getattr(getattr(view, (request.method or "").lower(), None), "holds_if_match", False)


def require_held(view: EventApiView, request: Request) -> None:
    """Refuse a condition that would be passed over in silence. Raises Changed("if_match_unheld")."""
    if "If-Match" in request.headers and request.method not in SAFE_METHODS and not holds_if_match(view, request):
        raise Changed(
            "if_match_unheld",
            "This address has no ETag that If-Match could be compared with. Leave the header out.",
        )


def tag_content(request: Request, response: Response) -> None:
    """Let the answer have the tag of its content once it is rendered; a program that has read that already gets 304."""
    if isinstance(response, Response):
        response.add_post_render_callback(lambda rendered: _tagged(request, rendered))


def _tagged(request: Request, response: Response) -> HttpResponse:
    tag = etag_of(response.content)
    answer = (not_modified(request, tag) if request.method == "GET" else None) or response
    answer["ETag"] = tag
    return answer


def _tag_now(view: ReadView, request: Request, *args: Any, **kwargs: Any) -> str:
    read = view.finalize_response(request, view.get(request, *args, **kwargs))
    return etag_of(read.rendered_content)
