"""Requests whose sender is known: what `signed_in_page` and `staff_page` put on one for the view behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, TypeVar

from django.http import HttpRequest

from eventnight.core.actors import Actor
from eventnight.core.roles import Role

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django_htmx.middleware import HtmxDetails

    from eventnight.events.models import Event

Kind = TypeVar("Kind", bound="SignedInRequest")


class SignedInRequest(HttpRequest):
    """actor: whoever is signed in, as ledgers and logs call them."""

    user: User
    actor: Actor
    htmx: HtmxDetails


class StaffRequest(SignedInRequest):
    """At the event that its address names. roles: those held there. here: the open part of the staff's frame."""

    event: Event
    roles: frozenset[Role]
    here: str


def is_signed_in(request: HttpRequest, kind: type[Kind]) -> TypeGuard[Kind]:
    """Whether an account sent it. kind: what whoever asks then makes of it."""
    return request.user.is_authenticated


def is_let_in(request: HttpRequest) -> TypeGuard[StaffRequest]:
    """Whether `staff_page` has put there what a page of staff shows."""
    return hasattr(request, "event") and hasattr(request, "here")
