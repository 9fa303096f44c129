from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from eventnight.core.access import public_page
from eventnight.events.models import Event


@public_page
def wall(request: HttpRequest, event: Event) -> HttpResponse:
    return HttpResponse(event.name)


@public_page
def wall_view(request: HttpRequest, event: Event, view: str) -> HttpResponse:
    return HttpResponse(event.name)
