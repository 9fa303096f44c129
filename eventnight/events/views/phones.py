"""Whether phones reach the night: what the set-up shows of it, and the page that a phone opens to prove it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.core.roles import Permission
from eventnight.core.web.access import event_by_code, open_page, staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events import services
from eventnight.events.models import Event
from eventnight.events.phones import has_moved, is_from_elsewhere, opened_by, phone_links, suggestions


@staff_page(Permission.SET_UP, here="setup")
def phones_live(request: StaffRequest, event: Event) -> HttpResponse:
    """What the set-up shows of the chosen address, for the live stream."""
    return render(request, "events/_phones_now.html", {"event": event, **_now(request, event)})


@open_page
def phone_here(request: HttpRequest, code: str) -> HttpResponse:
    """What a phone opens to see whether it reaches the night; the page presses for it, so that the organiser sees it
    too.
    """
    event = event_by_code(code)
    context: dict[str, object] = {"event": event, "opened_by": opened_by(request)}
    if request.method != "POST":
        return render(request, "events/phone_here.html", context)
    # A browser on the night's own computer proves nothing about the hall.
    context["is_from_elsewhere"] = is_from_elsewhere(request)
    context["is_told"] = context["is_from_elsewhere"] and services.phone_has_opened(
        event=event, address=opened_by(request), now=timezone.now()
    )
    template = "events/_phone_told.html" if request.headers.get("HX-Request") else "events/phone_here.html"
    return render(request, template, context)


def phones_context(request: StaffRequest, event: Event) -> dict[str, object]:
    """Of the set-up's step."""
    found = suggestions(request)
    return {
        "version": event.head.version,
        "suggestions": found,
        "answers_nobody": bool(found) and not any(one.answers for one in found),
        **_now(request, event),
    }


def _now(request: HttpRequest, event: Event) -> dict[str, object]:
    links = phone_links(request, event)
    return {
        "phones": links,
        "has_moved": has_moved(request, links),
        "proof": links.to("events:phone_here", code=event.code),
    }
