"""Who may open a page. A view without one of these decorators is refused by the test of all addresses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol

from django.apps import apps
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from eventnight.core.actors import Actor
from eventnight.core.errors import Forbidden, NotFound
from eventnight.core.models import RoleGrant
from eventnight.core.roles import ALLOWED, Permission, Role
from eventnight.core.snapshots import SNAPSHOTS
from eventnight.core.tagged import Tagged, comes_again
from eventnight.core.versions import VERSIONS

View = Callable[..., HttpResponse]


class Person(Protocol):
    """The part of Django's user that access needs."""

    pk: Any
    is_superuser: bool


def event_by_code(code: str) -> Any:
    """The event of that code. Raises NotFound("unknown_event")."""
    event = apps.get_model("events", "Event").objects.filter(code__iexact=code).first()
    if event is None:
        raise NotFound("unknown_event", f"No event has the code {code}. Check the address or the card.", event=code)
    return event


def roles_of(user: Person, event_id: int) -> frozenset[Role]:
    """The roles a person holds at one event; a superuser holds the organiser's."""
    if user.is_superuser:
        return frozenset({Role.ORGANISER})
    held = RoleGrant.objects.filter(user_id=user.pk, event_id=event_id).values_list("role", flat=True)
    return frozenset(Role(role) for role in held)


def may(roles: frozenset[Role], permission: Permission) -> bool:
    """Whether one of the roles is allowed that."""
    return not roles.isdisjoint(ALLOWED[permission])


def require(user: Person, event_id: int, permission: Permission) -> frozenset[Role]:
    """Let the person pass or raise Forbidden("role_missing") naming the roles that may. Returns the roles held."""
    roles = roles_of(user, event_id)
    if not may(roles, permission):
        wanted = ", ".join(sorted(role.label for role in ALLOWED[permission]))
        raise Forbidden(
            "role_missing",
            f"This needs the role {wanted} at this event. Ask the organiser to add it to your name.",
            permission=permission.value,
            roles=sorted(roles),
        )
    return roles


def open_page(view: View) -> View:
    """Mark a view that anybody may open and that decides for itself what to show."""
    view.access = "open"
    return view


def signed_in_page(view: View) -> View:
    """A page for anybody with an account, before an event is chosen."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        request.actor = Actor.of(request.user)
        return view(request, *args, **kwargs)

    guarded.access = "signed in"
    return guarded


def staff_page(permission: Permission, *, here: str = "") -> Callable[[View], View]:
    """A page of one event for those with the permission.

    The view takes (request, event, ...); request gains `event`, `roles`, `actor` and `here`, which
    the staff frame reads.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            event = event_by_code(code)
            request.event = event
            request.roles = require(request.user, event.pk, permission)
            request.actor = Actor.of(request.user, event)
            request.here = here
            return view(request, event, *args, **kwargs)

        guarded.access = permission.value
        return guarded

    return decorate


def public_page(view: View) -> View:
    """A page of one event for everybody: no session, no user, rendered once per version.

    The view takes (request, event, ...) and may depend on nothing but the event's data and the
    address. While nothing on it changes a browser that has it gets 304, also as the version rises.
    """

    @wraps(view)
    def snapshot(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        def render(_: object) -> Tagged:
            return Tagged.of(view(request, event_by_code(code), *args, **kwargs))

        kept = SNAPSHOTS.get(VERSIONS.newest(code), request.get_full_path(), render, comes_again=comes_again(request))
        response = kept.value.answer(request, kept.version)
        patch_cache_control(response, no_cache=True, public=True)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response

    snapshot.access = "public"
    return snapshot
