"""The staff of a night, for its organiser: who is invited, who is let back in, who leaves."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from eventnight.core.press import press_of
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events import services
from eventnight.events.invitations import link_of
from eventnight.events.models import Event
from eventnight.events.phones import phone_links
from eventnight.events.selectors import invitation_of


@staff_page(Permission.SET_UP, here="setup")
def invitation(request: StaffRequest, event: Event, invitation_id: int) -> HttpResponse:
    """One invitation as the invited person's phone scans it."""
    return _shown(request, event, invitation_id, "events/invitation.html")


@staff_page(Permission.SET_UP, here="setup")
def invitation_live(request: StaffRequest, event: Event, invitation_id: int) -> HttpResponse:
    """Whether it was used, for the live stream."""
    return _shown(request, event, invitation_id, "events/_invitation_now.html")


@require_POST
@staff_page(Permission.SET_UP, here="setup")
def withdraw_invitation(request: StaffRequest, event: Event, invitation_id: int) -> HttpResponse:
    """The link opens nothing from now on."""
    services.withdraw_invitation(event=event, invitation_id=invitation_id, press=press_of(request))
    messages.success(request, "Invitation withdrawn.")
    return _people(event)


@require_POST
@staff_page(Permission.SET_UP, here="setup")
def let_back_in(request: StaffRequest, event: Event, user_id: int) -> HttpResponse:
    """Somebody forgot their password."""
    made = services.let_back_in(event=event, user_id=user_id, press=press_of(request))
    return redirect("events:invitation", code=event.code, invitation_id=made.pk)


@require_POST
@staff_page(Permission.SET_UP, here="setup")
def revoke_role(request: StaffRequest, event: Event, user_id: int, role: str) -> HttpResponse:
    """Take a role from an account."""
    known = services.known_role(role)
    services.revoke_role(event=event, user_id=user_id, role=known, press=press_of(request))
    messages.success(request, f"Role {known.label} removed.")
    return _people(event)


def _people(event: Event) -> HttpResponse:
    return redirect("events:setup_step", code=event.code, step="people")


def _shown(request: StaffRequest, event: Event, invitation_id: int, template: str) -> HttpResponse:
    found = invitation_of(event, invitation_id)
    context = {
        "event": event,
        "invitation": found,
        "link": link_of(found, request),
        "has_expired": found.valid_until <= timezone.now(),
        "phones": phone_links(request, event),
        "may_set_up": True,
        "version": event.head.version,
    }
    answer = render(request, template, context)
    patch_cache_control(answer, no_store=True)
    return answer
