"""The sponsors of a night: their order in the set-up, and their logos for everybody."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from eventnight.core.press import press_of
from eventnight.core.roles import Permission
from eventnight.core.web.access import event_by_code, open_page, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events import services
from eventnight.events.models import Event
from eventnight.events.selectors import logo_of

A_YEAR = 31_536_000


@require_POST
@staff_page(Permission.SET_UP, here="setup")
def place_sponsor(request: StaffRequest, event: Event, sponsor_id: int, place: int) -> HttpResponse:
    """Show a sponsor earlier or later."""
    services.place_sponsor(event=event, sponsor_id=sponsor_id, place=place, press=press_of(request))
    return redirect("events:setup_step", code=event.code, step="sponsors")


@require_POST
@staff_page(Permission.SET_UP, here="setup")
def remove_sponsor(request: StaffRequest, event: Event, sponsor_id: int) -> HttpResponse:
    """Take a sponsor off."""
    gone = services.remove_sponsor(event=event, sponsor_id=sponsor_id, press=press_of(request))
    messages.success(request, f"{gone.name} removed.")
    return redirect("events:setup_step", code=event.code, step="sponsors")


@open_page
def logo(request: HttpRequest, code: str, digest: str) -> HttpResponse:
    """The logo itself. Another logo has another address, so browsers may keep this one."""
    jpeg = logo_of(event_by_code(code), digest)
    headers = {"Cache-Control": f"public, max-age={A_YEAR}, immutable"}
    return HttpResponse(jpeg, content_type="image/jpeg", headers=headers)
