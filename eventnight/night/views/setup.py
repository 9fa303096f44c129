"""The set-up of a night: one page that leads to each of its parts and opens the doors."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.phones import phone_links
from eventnight.night.selectors.hub import hub_of


@staff_page(Permission.SET_UP, here="setup")
def hub(request: StaffRequest, event: Event) -> HttpResponse:
    """What is ready and what is missing, a line for each part."""
    return render(request, "night/setup.html", {"hub": hub_of(event, phone_links(request, event))})
