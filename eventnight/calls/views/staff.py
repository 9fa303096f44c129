"""The banner of open calls on every page of staff, and what is pressed on it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from eventnight.calls import services
from eventnight.calls.models import FloorCall
from eventnight.calls.selectors.banner import banner_of
from eventnight.calls.selectors.calls import call_by_id
from eventnight.calls.selectors.table_places import place_of
from eventnight.core.press_form import keyed_press
from eventnight.core.roles import Permission
from eventnight.core.web.access import require_role, staff_page
from eventnight.core.web.etags import changing_at, etag_of, not_modified
from eventnight.core.web.methods import page_of_form, require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables.selectors import table_of


@staff_page(Permission.STAFF_HOME)
def banner(request: StaffRequest, event: Event) -> HttpResponse:
    """The banner alone, with the count in the menu, for the live stream. Its tag stands for what it shows, not for how
    long ago that was.
    """
    return _banner(request, event)


@require_POST
@staff_page(Permission.STAFF_HOME)
def take(request: StaffRequest, event: Event, call_id: int) -> HttpResponse:
    """Whoever presses is on the way."""
    return _pressed(request, event, call_id, services.take_call)


@require_POST
@staff_page(Permission.STAFF_HOME)
def give_back(request: StaffRequest, event: Event, call_id: int) -> HttpResponse:
    """Nobody is on the way after all."""
    return _pressed(request, event, call_id, services.give_back_call)


@require_POST
@staff_page(Permission.STAFF_HOME)
def finish(request: StaffRequest, event: Event, call_id: int) -> HttpResponse:
    """It is settled."""
    return _pressed(request, event, call_id, services.finish_call)


@require_POST
@staff_page(Permission.STAFF_HOME)
def cancel(request: StaffRequest, event: Event, call_id: int) -> HttpResponse:
    """Nobody needs to come any more."""
    return _pressed(request, event, call_id, services.cancel_call)


@require_POST
@staff_page(Permission.RUN_TABLES)
def call_to_table(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Whoever keeps a card table calls the floor to it."""
    table = table_of(event, table_id)
    called = services.call_for_table(event=event, place=place_of(table), press=keyed_press(request))
    if called.taken_by_label:
        messages.success(request, f"{called.taken_by_label} is on the way to {table.name} already.")
    elif called.by_code != request.actor.code:
        messages.success(request, f"{table.name} has called the floor already.")
    else:
        undo = reverse("calls:cancel", kwargs={"code": event.code, "call_id": called.pk})
        messages.success(request, f"The floor is called to {table.name}.", extra_tags=undo)
    return redirect(page_of_form(request))


def _pressed(request: StaffRequest, event: Event, call_id: int, service: Callable[..., FloorCall]) -> HttpResponse:
    """Press the service for whoever runs the table that calls. Answers with the banner where only that was asked for;
    else the page is shown again.
    """
    require_role(request.roles, call_by_id(event, call_id).place.permission)
    service(event=event, call_id=call_id, press=keyed_press(request))
    if request.htmx:
        return _banner(request, event)
    return redirect(page_of_form(request))


def _banner(request: StaffRequest, event: Event) -> HttpResponse:
    shown = banner_of(event, request.roles, request.actor, timezone.now())
    etag = etag_of(repr(shown).encode())
    context = {"event": event, "calls": shown, "is_alone": True}
    response = not_modified(request, etag) or render(request, "calls/_banner.html", context)
    response["ETag"] = etag
    return changing_at(response, shown.changes_at)
