"""Requests whose sender is known: what `signed_in_page` and `staff_page` put on one for the view behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, cast

from django.http import HttpRequest

from eventnight.core.actors import Actor
from eventnight.core.roles import Role

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django_htmx.middleware import HtmxDetails

    from eventnight.events.models import Event


class ActingRequest(HttpRequest):
    """actor: in whose name it acts, as ledgers and logs call them."""

    actor: Actor


class SignedInRequest(ActingRequest):
    """Of whoever is signed in."""

    user: User
    htmx: HtmxDetails


class StaffRequest(SignedInRequest):
    """At the event that its address names. roles: those held there. here: the open part of the staff's frame."""

    event: Event
    roles: frozenset[Role]
    here: str


def acting(request: HttpRequest, actor: Actor) -> ActingRequest:
    """The same request in somebody's name: on a page that a personal link opens nobody is signed in."""
    vars(request)["actor"] = actor
    return cast(ActingRequest, request)


def is_signed_in(request: HttpRequest) -> TypeGuard[SignedInRequest]:
    """Whether an account sent it. Its actor is set by whoever asks."""
    return request.user.is_authenticated


def at_event(request: SignedInRequest, event: Event) -> StaffRequest:
    """The same request at the event that its address names. Roles, actor and place are set by whoever asks."""
    vars(request)["event"] = event
    return cast(StaffRequest, request)


def is_let_in(request: HttpRequest) -> TypeGuard[StaffRequest]:
    """Whether `staff_page` has put there what a page of staff shows."""
    return hasattr(request, "event") and hasattr(request, "here")
