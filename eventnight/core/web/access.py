"""Who may open a page. A view without one of these decorators is refused by the test of all addresses."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from django.apps import apps
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from eventnight.core.actors import Actor
from eventnight.core.errors import Forbidden, NotFound
from eventnight.core.fresh.reads import READS, SAFE_METHODS
from eventnight.core.fresh.snapshots import SNAPSHOTS
from eventnight.core.fresh.versions import VERSIONS
from eventnight.core.models import RoleGrant
from eventnight.core.roles import ALLOWED, Permission, Role
from eventnight.core.sign_in.pins import by_pin, is_by_pin
from eventnight.core.values.codes import called
from eventnight.core.web.addresses import client_network
from eventnight.core.web.etags import Tagged, comes_again
from eventnight.core.web.methods import page_of_form
from eventnight.core.web.requests import SignedInRequest, StaffRequest, at_event, is_signed_in

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User
    from django.http.request import _ImmutableQueryDict

    from eventnight.events.models import Event

    Person: TypeAlias = User | AnonymousUser

Place = ParamSpec("Place")
"""The rest of the address: what the view takes besides."""
View = Callable[..., HttpResponseBase]
"""As its address calls it, by names."""
Page = TypeVar("Page", bound=View)
Reading = Callable[[str], str]
"""What a value of a parameter means to a page; "" for nothing."""

CREATES_EVENTS = "events.add_event"
"""The permission of Django that lets an account make nights; superusers have it."""


def event_by_code(code: str) -> Event:
    """The event of that code, with its version before anything else is read: what changes while a page is made must
    find the page older. Raises NotFound("unknown_event").
    """
    event = apps.get_model("events", "Event").objects.select_related("head").filter(called(code)).first()
    if event is None:
        raise NotFound("unknown_event", f"No event has the code {code}. Check the address or the card.", event=code)
    return event


def roles_of(user: User, event_id: int) -> frozenset[Role]:
    """The roles a person holds at one event; a superuser holds the organiser's."""
    if user.is_superuser:
        return frozenset({Role.ORGANISER})
    held = RoleGrant.objects.filter(user_id=user.pk, event_id=event_id).values_list("role", flat=True)
    return frozenset(Role(role) for role in held)


def roles_at(request: SignedInRequest, event_id: int) -> frozenset[Role]:
    """The roles that whoever is signed in has there on this device."""
    return by_pin(request, event_id, roles_of(request.user, event_id))


def may(roles: frozenset[Role], permission: Permission) -> bool:
    """Whether one of the roles is allowed that."""
    return not roles.isdisjoint(ALLOWED[permission])


def require(request: SignedInRequest, event_id: int, permission: Permission) -> frozenset[Role]:
    """Let whoever is signed in pass or raise Forbidden("role_missing") naming the roles that may, or
    Forbidden("password_needed") on a tablet that they took over by PIN. Returns the roles held.
    """
    roles = roles_at(request, event_id)
    if is_by_pin(request) and not may(roles, permission):
        raise _password_needed(permission=permission.value)
    require_role(roles, permission)
    return roles


def require_role(roles: frozenset[Role], permission: Permission) -> None:
    """Let somebody with these roles pass. Raises as `require` does."""
    if not may(roles, permission):
        wanted = ", ".join(sorted(role.label for role in ALLOWED[permission]))
        raise Forbidden(
            "role_missing",
            f"This needs the role {wanted} at this event. Ask the organiser to add it to your name.",
            permission=permission.value,
            roles=sorted(roles),
        )


def may_create_events(user: Person) -> bool:
    """Whether the account may make a night of its own, and so become an organiser: what a superuser allows."""
    return user.has_perm(CREATES_EVENTS)


def require_password(request: HttpRequest) -> None:
    """Let whoever signed in with a password pass. Raises Forbidden("password_needed")."""
    if is_by_pin(request):
        raise _password_needed()


def _password_needed(**facts: str) -> Forbidden:
    return Forbidden(
        "password_needed",
        "You took this tablet over with your PIN, and a PIN does not open this. Sign in with your password.",
        **facts,
    )


def require_event_maker(request: HttpRequest) -> None:
    """Let the person pass or raise Forbidden("may_not_create_events", "password_needed")."""
    require_password(request)
    if not may_create_events(request.user):
        raise Forbidden(
            "may_not_create_events",
            "Your account may not create nights. Ask whoever runs this installation to give it the permission "
            "“Can add event” in the admin, or to create the night and make you its organiser.",
            permission=CREATES_EVENTS,
        )


def open_page(view: Page) -> Page:
    """Mark a view that anybody may open and that decides for itself what to show."""
    vars(view)["access"] = "open"
    return view


def personal_page(view: Page) -> Page:
    """A page that the personal link on a card opens: whoever has the link is the player, nothing else is asked.

    No other site is told its address (`core.web.headers`), and a browser that keeps an address to itself sends forms
    without an origin, which Django's check against forged forms refuses. That check has nothing to guard here: the
    secret in the address says who it is, no cookie.
    """

    vars(view)["access"] = "personal"
    return csrf_exempt(view)


def signed_in_page(view: Callable[Concatenate[SignedInRequest, Place], HttpResponseBase]) -> View:
    """A page for anybody who signed in with a password, before an event is chosen.

    Raises Forbidden("password_needed") on a tablet taken over by PIN, which is at work at one night alone.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Place.args, **kwargs: Place.kwargs) -> HttpResponseBase:
        if not is_signed_in(request):
            return redirect_to_login(page_of_form(request))
        require_password(request)
        request.actor = Actor.of(request.user)
        return view(request, *args, **kwargs)

    vars(guarded)["access"] = "signed in"
    return guarded


def staff_page(
    permission: Permission, *, here: str = ""
) -> Callable[[Callable[Concatenate[StaffRequest, Event, Place], HttpResponseBase]], View]:
    """A page of one event for those with the permission.

    The view takes (request, event, ...); what the request gains, the staff frame reads too.
    """

    def decorate(view: Callable[Concatenate[StaffRequest, Event, Place], HttpResponseBase]) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, code: str, *args: Place.args, **kwargs: Place.kwargs) -> HttpResponseBase:
            if not is_signed_in(request):
                return redirect_to_login(page_of_form(request))
            event = event_by_code(code)
            staff_request = at_event(request, event)
            staff_request.roles = require(staff_request, event.pk, permission)
            staff_request.actor = Actor.of(request.user, event)
            staff_request.here = here
            return view(staff_request, event, *args, **kwargs)

        vars(guarded)["access"] = permission.value
        return guarded

    return decorate


def public_page(**reads: Reading) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A page of one event for everybody: no session, no user, rendered once per version.

    The view takes (request, event, ...) and may depend on nothing but the event's data, its place in the address and
    the parameters that it reads. reads: for each parameter what a given value means, "" for as good as absent; the view
    sees nothing else of the query, so nothing else can make it render again. While nothing on the page changes a
    browser that has it gets 304, also as the version rises.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        name = f"{view.__module__}.{view.__qualname__}"

        @wraps(view)
        def snapshot(request: HttpRequest, code: str, **place: Any) -> HttpResponse:
            if request.method not in SAFE_METHODS:
                return HttpResponseNotAllowed(SAFE_METHODS)
            request.GET = query = _query_of(request, reads)

            def render(_: object) -> Tagged:
                begun = time.thread_time()
                try:
                    return Tagged.of(view(request, event_by_code(code), **place))
                finally:
                    READS.spend(client_network(request), time.thread_time() - begun, time.monotonic())

            kept = SNAPSHOTS.get(
                VERSIONS.newest(code),
                f"{name}?" if query else name,
                render,
                variant=f"{sorted(place.items())} {query.urlencode()}",
                comes_again=comes_again(request),
            )
            response = kept.value.answer(request, kept.version)
            patch_cache_control(response, no_cache=True, public=True)
            patch_vary_headers(response, ["Accept-Encoding"])
            return response

        vars(snapshot)["access"] = "public"
        return snapshot

    return decorate


def _query_of(request: HttpRequest, reads: Mapping[str, Reading]) -> _ImmutableQueryDict:
    """The parameters that the page reads, once each and always in the same order."""
    found = QueryDict(mutable=True)
    for name, meaning in sorted(reads.items()):
        if name in request.GET and (value := meaning(request.GET[name])):
            found[name] = value
    return QueryDict(found.urlencode())


def present(value: str) -> str:
    """A parameter that says everything by being there."""
    return "1"


def small_number(value: str) -> str:
    """A number as links have it, to 9,999."""
    return value if re.fullmatch(r"[1-9][0-9]{0,3}", value, re.ASCII) else ""
